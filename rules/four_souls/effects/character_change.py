"""Change of a player's character by an effect (FS-07, FS-08, FS-111)."""

from __future__ import annotations

from rules.engine import Choice, Option, Pick, Prompt, Template, Text, TextLine, asks, at, note, then
from rules.engine.record import replace
from rules.four_souls.board.temporary import change_full_life
from rules.four_souls.model.catalogue import Character, characters, find_character
from rules.four_souls.model.effect import EffectKind, Target
from rules.four_souls.model.events import Chose
from rules.four_souls.model.state import FourSouls, SoulCard, set_player
from rules.four_souls.vocabulary.card_names import character_name
from rules.four_souls.vocabulary.card_sets import offered_characters
from rules.four_souls.vocabulary.state_changes import gain_soul, note_number_change


def change_character(s: FourSouls, seat: int) -> FourSouls:
    """Ask which character a player gets."""
    return then(s, at(take_character, seat))


def character_prompt(s: FourSouls, seat: int) -> Prompt:
    """Ask for the new character: one of the sets on the table that nobody has, or a typed name."""
    taken = tuple(player.character for player in s.players)
    free = tuple(Option(c.id, c.name) for c in offered_characters(s) if c.id not in taken)
    name = TextLine("character", label=Text("Name"), taken=tuple(dict.fromkeys(("", *taken, *characters()))))
    listed, typed = Template(Chose(seat, ""), (Pick("character", free),)), Template(Chose(seat, ""), (name,))
    choices = (
        Choice(Text("{who}", who=s.seats[seat]), listed, role="default", seat=seat),
        Choice(Text("Another character"), typed, role="option", seat=seat, kind="typed"),
    )
    title = Text("{who} changes their character: who are they now?", who=s.seats[seat])
    return Prompt((seat,), title, "FS-07", choices, phase=Text("Effect"))


@asks("FS-07", "FS-08", prompt=character_prompt)
def take_character(s: FourSouls, event: Chose, seat: int) -> FourSouls:
    """Exchange the character with its life, attack and soul.

    The items stay, and it lies as the old one lay. The numbers of a character in no list stay as they are, for the
    table to set.
    """
    old, new = find_character(s.players[seat].character), find_character(event.character)
    who, name = s.seats[seat], character_name(replace(s.players[seat], character=new.id))
    s = set_player(s, seat, character=new.id)
    text, task = (
        Text("{who} is now {character}", who=who, character=name),
        Text("take the card of {character}", character=name),
    )
    s = note(s, "FS-07", text, seat=seat, task=task)
    s = s if new.open_point == "numbers" else _change_numbers(s, seat, new)
    return _change_soul(s, seat, old, new)


def flip_character(s: FourSouls, seat: int) -> FourSouls:
    """Turn a character over, if its card has another side: the character with the same item."""
    old = find_character(s.players[seat].character)
    sides = (one for one in characters().values() if one.item and one.item == old.item and one.id != old.id)
    new = next(sides, None)
    if new is None:
        return s
    text, task = (
        Text("{who} is now {character}", who=s.seats[seat], character=new.name),
        Text("turn your character over"),
    )
    s = note(set_player(s, seat, character=new.id), "FS-07", text, seat=seat, task=task)
    return _change_numbers(s, seat, new)


def _change_numbers(s: FourSouls, seat: int, new: Character) -> FourSouls:
    player = s.players[seat]
    s, _ = change_full_life(s, "FS-08", seat, new.hp - _printed(s, seat, "full", "health"), wears_off=False)
    attack = max(0, player.attack + new.attack - _printed(s, seat, "attack", "attack"))
    s = set_player(s, seat, attack=attack)
    return note_number_change(s, "FS-08", Target("seat", seat), "attack", player.attack, attack)


def _printed(s: FourSouls, seat: int, number: str, what: str) -> int:
    """Return a number of a player without what items and effects of this turn add to it."""
    player = s.players[seat]
    boosts = sum(boost.by for boost in s.boosts if (boost.what, boost.target) == (what, Target("seat", seat)))
    return int(getattr(player, number) - getattr(player, f"{number}_lift") - boosts)


def _change_soul(s: FourSouls, seat: int, old: Character, new: Character) -> FourSouls:
    own = SoulCard(old.name.en, old.souls)
    if old.souls and own in s.players[seat].souls:
        s = set_player(s, seat, souls=tuple(soul for soul in s.players[seat].souls if soul != own))
        s = note(s, "FS-111", Text("The soul of {character} goes with it", character=old.name))
    return gain_soul(s, "FS-111", seat, SoulCard(new.name.en, new.souls)) if new.souls else s


KINDS: dict[str, EffectKind] = {
    "change_character": EffectKind(
        lambda on, n, by: Text("{who} changes their character", who=on),
        lambda s, item, target, by: change_character(s, target.id),
    ),
    "flip_character": EffectKind(
        lambda on, n, by: Text("{who} turns their character over", who=on),
        lambda s, item, target, by: flip_character(s, target.id),
    ),
}
