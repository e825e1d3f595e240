"""Loss of items by destruction, theft or turning into souls (FS-22, FS-86, FS-112, FS-114)."""

from __future__ import annotations

from rules.engine import Choice, Prompt, Template, Text, asks, at, carries, note, then
from rules.engine.record import replace
from rules.four_souls.model.cards_beside import index_players
from rules.four_souls.model.effect import Target
from rules.four_souls.model.events import Parted
from rules.four_souls.model.item import Owned
from rules.four_souls.model.item_catalogue import abilities_of_item, replacements_of
from rules.four_souls.model.state import DestroyedItem, DiscardPile, FourSouls, SoulCard, set_player
from rules.four_souls.vocabulary.card_names import card_name, item_key, owned_name
from rules.four_souls.vocabulary.state_changes import gain, gain_soul, losable_items

from .item_gain import add_item, put_counters


@carries("FS-22", "FS-114")
def destroy(s: FourSouls, target: Target, rule: str = "FS-34") -> FourSouls:
    """Destroy an item: it goes to its discard or becomes a soul; an eternal item stays."""
    if target.kind == "seat":
        return _lose_unnamed_first(s, rule, target.id, -1)
    location = s.find_owned_item(target.id) if target.kind == "owned" else None
    if location is None:
        return s
    seat, item = location
    if s.is_eternal(seat, item):
        return note(s, "FS-22", Text("{item} is eternal and stays", item=owned_name(item)))
    kept = next((one for one in replacements_of(item) if one.event == "destroyed"), None)
    if kept and not item.counters:
        s = note(s, "FS-14", Text("{item} gets a counter and stays", item=owned_name(item)))
        return put_counters(s, target, kept.amount, "FS-14")
    s = _discard_captive(note(s, rule, Text("{item} is destroyed", item=owned_name(item))), seat, item)
    if any(ability.when == "destroyed" for ability in abilities_of_item(item).triggers):
        s = replace(s, destroyed=(*s.destroyed, DestroyedItem(seat, item)))
    return become_soul(s, target) if item.ends == "soul" else _remove_item(s, rule, seat, item)


@carries("FS-94")
def _discard_captive(s: FourSouls, seat: int, item: Owned) -> FourSouls:
    if item.under is None:
        return s
    name = card_name(item.under)
    text = Text("{monster} goes on the monster discard", monster=name)
    task = Text("put {monster} on the monster discard", monster=name)
    return note(s, "FS-94", text, seat=seat, subject=name, task=task)


@carries("FS-22")
def steal(s: FourSouls, target: Target, thief: int, rule: str = "FS-34") -> FourSouls:
    """Give an item that is not eternal to another player."""
    if target.kind == "seat":
        return _lose_unnamed_first(s, rule, target.id, thief)
    location = s.find_owned_item(target.id) if target.kind == "owned" else None
    if location is None or s.is_eternal(*location):
        return s
    seat, item = location
    return add_item(gain(_remove_item(s, rule, seat, item), rule, thief, "treasures", 1), thief, item)


@carries("FS-11")
def give(s: FourSouls, target: Target, taker: int, rule: str = "FS-34") -> FourSouls:
    """Hand an item over to a player as it lies, an eternal one too; its counters stay on it."""
    location = s.find_owned_item(target.id) if target.kind == "owned" else None
    if target.kind == "seat" and s.players[target.id].unnamed_item_count:
        return _transfer_item(s, rule, target.id, taker, 0)
    if location is None or location[0] == taker:
        return s
    seat, item = location
    s = _remove_item(s, rule, seat, item)
    s = s if item.eternal else gain(s, rule, taker, "treasures", 1)
    return _note_given(add_item(s, taker, item), rule, seat, taker, item)


def _note_given(s: FourSouls, rule: str, giver: int, taker: int, item: Owned) -> FourSouls:
    name, to = owned_name(item), s.seats[taker]
    text = Text("{item} goes from {giver} to {taker}", item=name, giver=s.seats[giver], taker=to)
    task = Text("give {item} to {taker}", item=name, taker=to) if item.eternal else None  # the others are counted
    return note(s, rule, text, seat=giver, subject=name, task=task)


@carries("FS-112", "FS-114")
def become_soul(s: FourSouls, target: Target) -> FourSouls:
    """Turn an item into a soul card of its owner; a starting item is lost with that soul."""
    location = s.find_owned_item(target.id) if target.kind == "owned" else None
    if location is None:
        return s
    seat, item = location
    soul_rule = "FS-112" if item.eternal else "FS-114"
    name = owned_name(item)
    s = _remove_item(s, soul_rule, seat, item)
    text, task = Text("{item} becomes a soul", item=name), Text("put {item} with your souls", item=name)
    s = note(s, soul_rule, text, kind="restated", seat=seat, subject=name, task=task)
    pile: DiscardPile = "gone" if item.eternal else "treasure"
    return gain_soul(s, soul_rule, seat, SoulCard(item_key(item), max(1, item.souls), pile))


def _remove_item(s: FourSouls, rule: str, seat: int, item: Owned) -> FourSouls:
    items = tuple(o for o in s.players[seat].items if o.id != item.id)
    s = set_player(s, seat, items=items)
    return s if item.eternal else gain(s, rule, seat, "treasures", -1)


# --- choice of the item ------------------------------------------------------------------------------------------


def lose_item(s: FourSouls, rule: str, seat: int, taker: int, chooser: int = -1) -> FourSouls:
    """Make a player lose an item, to ``taker`` or (−1) to its discard.

    ``chooser`` says which; −1: the taker, else the owner.

    If one of several items has a name, the players are asked which one leaves.
    """
    named, nameless = losable_items(s, seat), s.players[seat].unnamed_item_count
    if named and len(named) + nameless > 1:
        return then(s, at(part, rule, seat, taker, *((chooser,) if chooser >= 0 else ())))
    return _transfer_item(s, rule, seat, taker, named[0].id if named else 0)


def _lose_unnamed_first(s: FourSouls, rule: str, seat: int, taker: int) -> FourSouls:
    """Make a player who is the target lose an unnamed item, or a named one if there is none."""
    return (
        _transfer_item(s, rule, seat, taker, 0)
        if s.players[seat].unnamed_item_count
        else lose_item(s, rule, seat, taker)
    )


def _transfer_item(s: FourSouls, rule: str, seat: int, taker: int, item: int) -> FourSouls:
    if item:
        target = Target("owned", item)
        return destroy(s, target, rule) if taker < 0 else steal(s, target, taker, rule)
    if not s.players[seat].treasures:
        return s
    if s.has_eternal_items(seat):
        return note(s, "FS-22", Text("{item} is eternal and stays", item=Text("an item")))
    s = gain(s, rule, seat, "treasures", -1)
    return gain(s, rule, taker, "treasures", 1) if taker >= 0 else s


def part_prompt(s: FourSouls, rule: str, seat: int, taker: int, chooser: int = -1) -> Prompt:
    """Ask which item leaves; the thief chooses, otherwise the owner."""
    title = Text("Which item of {who} leaves?", who=s.seats[seat])
    choices = tuple(_item_choice(item) for item in losable_items(s, seat))
    if s.players[seat].unnamed_item_count or not choices:
        choices = (*choices, Choice(Text("One without a name"), Template(Parted(0)), role="default"))
    asked = chooser if chooser >= 0 else taker if taker >= 0 else seat
    return Prompt((asked,), title, rule, choices, phase=Text("Items"))


def _item_choice(item: Owned) -> Choice:
    return Choice(Text("{item}", item=owned_name(item)), Template(Parted(item.id)), role="default")


@asks("FS-86", prompt=part_prompt)
def part(s: FourSouls, event: Parted, rule: str, seat: int, taker: int, chooser: int = -1) -> FourSouls:
    """Remove the chosen item."""
    return _transfer_item(s, rule, seat, taker, event.item)


# --- fewer items than names --------------------------------------------------------------------------------------


def _counted_items(s: FourSouls, seat: int) -> tuple[Owned, ...]:
    return tuple(item for item in s.players[seat].items if not item.eternal)


def gone_prompt(s: FourSouls, seat: int) -> Prompt:
    """Ask which named item is gone after the item count was set lower."""
    title = Text("Which item of {who} has gone?", who=s.seats[seat])
    choices = tuple(_item_choice(item) for item in _counted_items(s, seat))
    return Prompt((seat,), title, "FS-11", choices, phase=Text("Items"))


@asks("FS-11", prompt=gone_prompt)
def say_gone(s: FourSouls, event: Parted, seat: int) -> FourSouls:
    """Drop the record of the chosen item, without any other consequence."""
    return forget_item(s, seat, event.item)


def forget_item(s: FourSouls, seat: int, id: int) -> FourSouls:
    """Drop the record of a named item."""
    return set_player(s, seat, items=tuple(o for o in s.players[seat].items if o.id != id))


@carries("FS-11")
def reconcile_named_items(s: FourSouls) -> FourSouls:
    """Ask which named item is gone if fewer are counted than named.

    With numbers only, the latest ones are dropped without a question.
    """
    for seat in index_players(s.players).missing:
        s = _ask_missing_item(s, seat, _counted_items(s, seat))
    return s


def _ask_missing_item(s: FourSouls, seat: int, named: tuple[Owned, ...]) -> FourSouls:
    treasures = s.players[seat].treasures
    if s.depth == "numbers" or not treasures:
        for item in named[treasures:]:
            s = forget_item(s, seat, item.id)
        return s
    step = at(say_gone, seat)
    return s if any((old.name, old.args) == (step.name, step.args) for old in s.agenda) else then(s, step)
