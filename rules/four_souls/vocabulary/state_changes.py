"""Changes of players, souls and monsters by the rules, each with its note."""

from __future__ import annotations

from collections.abc import Iterable

from rules.engine import Change, Text, carries, mark_latest_note, note
from rules.engine.changes import note_change, seat_change
from rules.engine.record import replace, update
from rules.four_souls.model.cards_beside import cards_beside, rooms_in_play
from rules.four_souls.model.catalogue import RULEBOOK, MonsterCard
from rules.four_souls.model.effect import Target
from rules.four_souls.model.item import Owned
from rules.four_souls.model.item_catalogue import passive_effects
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import SOULS_TO_WIN, FourSouls, Monster, Player, SoulCard, set_monster, set_player

from .card_names import card_name, owned_name, target_name
from .monster_triggers import enter_triggers

NUMBER_NAMES = {
    "life": Text("life"),
    "cents": Text("¢"),
    "loot": Text("loot cards"),
    "treasures": Text("items"),
    "souls": Text("souls"),
    "attack": Text("attack"),
    "evasion": Text("evasion"),
    "rolls": Text("to rolls"),
    "shield": Text("damage prevented"),
    "countdown": Text("countdown"),
    "counters": Text("counters"),
}
COUNTED_NAMES = NUMBER_NAMES | {
    "loot": Text("loot card", "loot cards", n=0),
    "treasures": Text("item", "items", n=0),
    "souls": Text("soul", "souls", n=0),
}
"""The noun for ``n`` of what each number counts."""
GONE_MONSTER = Target("monster")
"""Target that was a monster which is no longer the same; no monster has its id."""
OPTIONAL_NUMBERS = ("cents", "loot")
"""Numbers that a table may choose not to track."""


def note_number_change(s: FourSouls, rule: str, target: Target, what: str, before: int, after: int) -> FourSouls:
    """Note the change of a number of a player or an active monster."""
    kind = "seat" if target.kind == "seat" else "monster"
    change = Change(f"{kind}.{target.id}.{what}", target_name(s, target), NUMBER_NAMES[what], before, after)
    return note_change(s, rule, change, COUNTED_NAMES[what])


@carries("FS-71")
def note_evasion(s: FourSouls, rule: str, before: FourSouls, id: int) -> FourSouls:
    """Note a change of evasion since ``before``, and its limits where they decided (FS-A30)."""
    was, now = (next((m for m in (*state.all_monsters, *state.beside) if m.id == id), None) for state in (before, s))
    if was is None or now is None:
        return s
    if s.evasion_of(now) != now.evasion:
        s = RULEBOOK.note_ruling(s, "FS-A30", rule)
    return note_number_change(s, rule, Target("monster", id), "evasion", before.evasion_of(was), s.evasion_of(now))


def number_changes(s: FourSouls, seat: int, before: Player, numbers: Iterable[str]) -> tuple[Change, ...]:
    """Return the changes of a player's tracked numbers since ``before``."""
    followed = (what for what in numbers if what not in OPTIONAL_NUMBERS or s.is_counted(what))
    spans = ((what, getattr(before, what), getattr(s.players[seat], what)) for what in followed)
    changed = (span for span in spans if span[1] != span[2])
    return tuple(seat_change(s, seat, what, NUMBER_NAMES[what], was, now) for what, was, now in changed)


def gain(s: FourSouls, rule: str, seat: int, what: str, by: int) -> FourSouls:
    """Change a player's cents, loot, treasures or life.

    The number never falls below 0, and life never rises above its full value.
    """
    if what in OPTIONAL_NUMBERS and not s.is_counted(what):
        return s
    player = s.players[seat]
    before: int = getattr(player, what)
    after = max(0, before + by)
    if what == "life":
        after = min(after, max(player.full, before))
        s = _remember_life(s, seat) if after < before else s
    s = update(s, "players", seat, **{what: after})
    return note_number_change(s, rule, Target("seat", seat), what, before, after)


def _remember_life(s: FourSouls, seat: int) -> FourSouls:
    """Store the life before the loss (FS-90).

    A life of 0 that was only a number counts as a death again.
    """
    player = s.players[seat]
    return set_player(s, seat, before=player.life, doom="none" if player.doom == "noted" else player.doom)


UNLOSABLE_SOUL = "The Lost"
"""Character whose own soul can never be lost (FS-111)."""


@carries("FS-111")
def losable_items(s: FourSouls, seat: int) -> tuple[Owned, ...]:
    """Return the player's named items that are not eternal and so can be lost."""
    return tuple(item for item in s.players[seat].items if not s.is_eternal(seat, item))


def has_losable_unnamed(s: FourSouls, seat: int) -> bool:
    """Return whether the player has an item without a name that can be lost."""
    return s.players[seat].unnamed_item_count > 0 and not s.has_eternal_items(seat)


def losable_souls(s: FourSouls, seat: int) -> tuple[int, ...]:
    """Return the indices of the soul cards that the player can lose."""
    return tuple(k for k, card in enumerate(s.players[seat].souls) if card.name != UNLOSABLE_SOUL)


@carries("FS-21")
def soul_blocker(s: FourSouls, seat: int) -> Owned | None:
    """Return the curse or room that keeps a player from gaining souls, if one does."""
    blocks = ((card, passive_effects(card)) for card in (*cards_beside(s, seat), *rooms_in_play(s)))
    return next((card for card, effects in blocks if any(effect.kind == "no_souls" for effect in effects)), None)


def gain_soul(s: FourSouls, rule: str, seat: int, soul: SoulCard) -> FourSouls:
    """Give a soul card to a player, unless a curse or room keeps them from it.

    A room may cost them a turn.
    """
    blocker = soul_blocker(s, seat)
    if blocker:
        text = Text("{who} gains no souls: {curse}", who=s.seats[seat], curse=owned_name(blocker))
        return note(s, "FS-21", text, seat=seat, task=Text("discard the soul card"))
    before, who = s.players[seat].soul_count, s.seats[seat]
    s = set_player(s, seat, souls=(*s.players[seat].souls, soul))
    s = note_number_change(s, rule, Target("seat", seat), "souls", before, before + soul.worth)
    progress = Text("{n} of {most}", n=s.team_souls(seat), most=SOULS_TO_WIN)
    s = mark_latest_note(s, "soul", who, seat, progress) if soul.worth else s
    costly = (effect.kind == "skips_for_souls" for room in rooms_in_play(s) for effect in passive_effects(room))
    return _skip_for_soul(s, seat) if any(costly) else s


@carries("FS-105")
def _skip_for_soul(s: FourSouls, seat: int) -> FourSouls:
    s = set_player(s, seat, skips=s.players[seat].skips + 1)
    return note(s, "FS-105", Text("{who} skips their next turn", who=s.seats[seat]), seat=seat)


def change_monster_life(s: FourSouls, rule: str, id: int, by: int) -> FourSouls:
    """Change a monster's life, between 0 and its printed life.

    A higher value set by hand is kept.
    """
    monster = s.find_monster(id)
    if monster is None:
        return s
    after = min(max(0, monster.life + by), max(s.full_life(monster), monster.life))
    s = set_monster(s, id, life=after, before=monster.life if after < monster.life else monster.before)
    return note_number_change(s, rule, Target("monster", id), "life", monster.life, after)


@carries("FS-82", "FS-88")
def heal(s: FourSouls, rule: str, target: Target, by: int) -> FourSouls:
    """Raise a player's or an active monster's life, up to its full value.

    It undoes no death: only prevention does, and the dead heal at the end of the turn.
    """
    if is_beyond_healing(s, target):
        return note(s, "FS-82", Text("{who} cannot be healed", who=target_name(s, target)))
    return (
        gain(s, rule, target.id, "life", by) if target.kind == "seat" else change_monster_life(s, rule, target.id, by)
    )


def is_beyond_healing(s: FourSouls, target: Target) -> bool:
    """Return whether a player or monster is dying or dead; a 0 that is only a number is not."""
    body = s.players[target.id] if target.kind == "seat" else s.find_monster(target.id)
    return body is not None and body.life == 0 and body.doom not in ("asked", "noted")


def allocate_id(s: FourSouls) -> tuple[FourSouls, int]:
    """Return a new id that no monster and no stack item has had."""
    return replace(s, numbered=s.numbered + 1), s.numbered + 1


def queue_item(s: FourSouls, item: Item) -> FourSouls:
    """Queue a triggered item until it can be put on the stack, before anybody gets priority."""
    s, id = allocate_id(s)
    return replace(s, waiting=(*s.waiting, replace(item, id=id)))


def place_monster(s: FourSouls, slot: int, card: MonsterCard) -> FourSouls:
    """Put a monster into a slot; a monster that is there makes room."""
    s, id = allocate_id(s)
    old, monster = s.slots[slot], _new_monster(s, id, card)
    s = s if old is None else _make_room(s, slot, old)
    s = replace(s, slots=(*s.slots[:slot], monster, *s.slots[slot + 1 :]))
    for item in enter_triggers(s, monster):
        s = queue_item(s, item)
    return s


def _make_room(s: FourSouls, slot: int, old: Monster) -> FourSouls:
    """Cover the monster of that slot, or discard it (FS-A6)."""
    s, how = RULEBOOK.apply_ruling(s, "FS-A6", "FS-70")
    name = card_name(old.card)
    if how == "discarded":
        text = Text("{monster} goes on the monster discard", monster=name)
        task = Text("put {monster} on the monster discard", monster=name)
        return note(s, "FS-70", text, seat=s.active, subject=name, task=task)
    s, old = _cover(s, old)
    covered = (*s.covered[:slot], (*s.covered[slot], old), *s.covered[slot + 1 :])
    return note(replace(s, covered=covered), "FS-70", Text("{monster} is covered", monster=name))


def _cover(s: FourSouls, old: Monster) -> tuple[FourSouls, Monster]:
    """Return the monster as it lies covered: as a new one, or just as it is (FS-A29)."""
    how = s.ruling("FS-A29")
    if _is_changed(old, s.full_life(old)):
        s, how = RULEBOOK.apply_ruling(s, "FS-A29", "FS-70")
    if how == "kept":
        return s, old
    return _forget_monster(s, old.id), _new_monster(s, old.id, old.card)


def _new_monster(s: FourSouls, id: int, card: MonsterCard) -> Monster:
    """Return the monster of that card as it is when it comes into play."""
    full = card.hp + s.monsters_lift
    return Monster(id, card, full, card.evasion, card.attack, full)


def _is_changed(m: Monster, full: int) -> bool:
    """Return whether the monster has damage, or any change but those of continuous effects."""
    numbers = (m.life, m.evasion - m.evasion_lift, m.attack - m.attack_lift, m.shield, m.hurts)
    return numbers != (full, m.card.evasion, m.card.attack, 0, 0)


def _forget_monster(s: FourSouls, id: int) -> FourSouls:
    """Take a monster that is a new one away from what was aimed at it or lasts this turn."""
    old = Target("monster", id)

    def aimed_anew(item: Item) -> Item:
        effects = tuple(replace(e, target=GONE_MONSTER) if e.target == old else e for e in item.effects)
        return replace(item, target=GONE_MONSTER if item.target == old else item.target, effects=effects)

    items = tuple(aimed_anew(item) for item in s.stack.items)
    boosts = tuple(boost for boost in s.boosts if boost.target != old)
    waiting = tuple(aimed_anew(item) for item in s.waiting)
    return replace(s, stack=replace(s.stack, items=items), waiting=waiting, boosts=boosts)


def vacate_slot(s: FourSouls, slot: int) -> FourSouls:
    """Empty a slot; a monster that was covered there is active again (FS-A6)."""
    under = s.covered[slot]
    back = under[-1] if under else None
    s = replace(s, slots=(*s.slots[:slot], back, *s.slots[slot + 1 :]))
    if back is None:
        return s
    covered = (*s.covered[:slot], under[:-1], *s.covered[slot + 1 :])
    return note(replace(s, covered=covered), "FS-70", Text("{monster} is uncovered", monster=card_name(back.card)))
