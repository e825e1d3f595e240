"""Dungeons: lure and damage, where rooms may be built, and how rooms enter and leave."""

from __future__ import annotations

from rules.boss_monster.effects.registry import DungeonCase, DungeonEffect, effects, is_awake, trigger_moment
from rules.engine import Text, carries, note
from rules.engine.record import replace

from .card_catalogue import CLASSES, RoomCard, boss_cards
from .decks import add_to_discards
from .state import (
    LEFT_ROOM,
    MAX_VISIBLE_ROOMS,
    BossMonster,
    Declared,
    Hero,
    Room,
    allocate_id,
    card_task,
    room_name,
    room_subject,
    set_keep,
    set_room,
    straightened,
)

# --- lure and damage ---------------------------------------------------------------------------------------------


@carries("BM-18", "BM-26")
def lure(s: BossMonster, seat: int, klass: str) -> int:
    """Count the treasure of one class in a dungeon.

    Sums the visible, awake rooms and the boss, then adds the manual adjustment.
    """
    keep = s.keeps[seat]
    rooms = sum(pile[0].card.treasure.count(klass) for pile in keep.piles if is_awake(pile[0]))
    boss = boss_cards()[keep.boss].treasure.count(klass) if keep.boss else 0
    n = (rooms + boss) * (2 if keep.doubled else 1)
    return max(0, n + keep.lure_more[CLASSES.index(klass)])


def room_damage(s: BossMonster, room: Room, seat: int) -> int:
    """Damage of a room to a hero who enters it; 0 while it is face down or exhausted (BM-48)."""
    if not is_awake(room):
        return 0
    return effects.number(s, "damage", DungeonCase(seat, room.id), room.card.damage + room.bonus)


@carries("BM-48")
def count_ready_rooms(s: BossMonster, seat: int) -> int:
    """Count the rooms of a dungeon as effects do: without exhausted ones."""
    return sum(not pile[0].exhausted for pile in s.keeps[seat].piles)


@carries("BM-48", "BM-64")
def rooms_of_kind(s: BossMonster, seat: int, kind: str) -> tuple[Room, ...]:
    """Visible, awake rooms of a dungeon with a symbol: monster or trap, advanced or not."""
    tops = (pile[0] for pile in s.keeps[seat].piles)
    return tuple(room for room in tops if is_awake(room) and room.card.kind == kind)


# --- where to build ----------------------------------------------------------------------------------------------


@carries("BM-13", "BM-21", "BM-55")
def has_free_end(s: BossMonster, seat: int) -> bool:
    """Whether another room fits at the left end: fewer than five are visible."""
    return len(s.keeps[seat].piles) < MAX_VISIBLE_ROOMS


@carries("BM-25", "BM-48", "BM-49")
def buildable_bases(s: BossMonster, seat: int) -> tuple[Room, ...]:
    """Rooms on which another may be built: neither face down nor exhausted."""
    return tuple(pile[0] for pile in s.keeps[seat].piles if is_awake(pile[0]))


@carries("BM-14")
def matching_treasures(s: BossMonster, seat: int, base: Room | None) -> str:
    """Treasures of which an advanced room needs one to be built there.

    None at the left end, unless BM-A10 allows any.
    """
    if base is None:
        return CLASSES if s.ruling("BM-A10") == "any" else ""
    case, own = DungeonCase(seat, base.id), effects.modifier["may_cover"].get(base.card.key)
    itself = own(s, DungeonEffect(base.card.key, seat, base.id), case, 1) if own else 1  # also where it is covered
    allowed = effects.number(s, "may_cover", case, itself)
    return "".join(sorted(set(base.card.treasure))) if allowed else ""


def can_build_on(s: BossMonster, seat: int, base: Room | None, card: RoomCard) -> bool:
    """Whether a card may be built there; monster or trap does not matter (BM-14)."""
    return not card.advanced or bool(set(card.treasure) & set(matching_treasures(s, seat, base)))


# --- changing rooms ----------------------------------------------------------------------------------------------


def lay_room(s: BossMonster, seat: int, base: int, card: RoomCard, down: bool) -> tuple[BossMonster, int]:
    """Lay a room on a visible one, or at the left end (0); return the state and the new id."""
    s, id = allocate_id(s)
    room, piles = Room(id, card, down), list(s.keeps[seat].piles)
    found = s.room(base) if base else None
    if found is None:
        piles.insert(0, (room,))
    else:
        top, *beneath = piles[found[1]]
        piles[found[1]] = (room, replace(top, covered=s.turn), *beneath)
    return set_keep(s, seat, piles=tuple(piles)), id


def remove_room(s: BossMonster, id: int) -> BossMonster:
    """Remove a visible room: the room beneath becomes visible, or the gap closes (BM-54)."""
    found = s.room(id)
    if found is None:
        return s
    seat, k, _ = found
    piles = list(s.keeps[seat].piles)
    rest = tuple(_uncovered(s, room) for room in piles[k][1:2]) + piles[k][2:]
    piles[k : k + 1] = [rest] if rest else []
    return _keep_walking(set_keep(s, seat, piles=tuple(piles)), seat, k, id, bool(rest))


@carries("BM-35")
def _uncovered(s: BossMonster, room: Room) -> Room:
    """A room that comes to light: what lasted for an earlier turn has ended."""
    return room if room.covered == s.turn else straightened(room)


@carries("BM-54", "BM-52")
def _keep_walking(s: BossMonster, seat: int, k: int, id: int, uncovered: bool) -> BossMonster:
    """Adjust the walk after a room was removed.

    A hero stays where he is as the rooms close up; if his own room is gone he is on his way to the next (BM-A8).
    """
    walk = s.walk
    if walk is None or walk.seat != seat or walk.pile < k:
        return s
    here = walk.room == id
    back = not uncovered or (here and s.ruling("BM-A8") == "under")
    return replace(s, walk=replace(walk, pile=walk.pile - back, room=LEFT_ROOM if here else walk.room))


@carries("BM-54", "BM-48", "BM-49")
def destroy_room(s: BossMonster, id: int, rule: str = "BM-54") -> BossMonster:
    """Destroy a visible, awake room: discard it and trigger what follows.

    Face-down and exhausted rooms are not affected.
    """
    found = s.room(id)
    if found is None or not is_awake(found[2]):
        return s
    seat, _, room = found
    name, is_alone = room_name(room), len(s.keeps[seat].piles[found[1]]) == 1
    text, task = Text("{room} of {who} is destroyed", room=name, who=s.seats[seat]), Text("discard {card}", card=name)
    if is_alone and found[1]:  # there are rooms between the gap and the entrance
        task = Text("discard {card} and close the gap", card=name)
    s = add_to_discards(remove_room(s, id), room.card.key)
    s = note(s, rule, text, subject=room_subject(room), seat=seat, task=card_task(s, task))
    return trigger_moment(s, "destroyed", DungeonCase(seat, id))


@carries("BM-48")
def exhaust_room(s: BossMonster, id: int) -> BossMonster:
    """Turn a visible room sideways until the turn ends; the room beneath stays covered."""
    found = s.room(id)
    if found is None or found[2].exhausted or found[2].down:
        return s
    s, name = set_room(s, id, exhausted=True), room_name(found[2])
    text, task = Text("{room} is exhausted until the turn ends", room=name), Text("turn {item} sideways", item=name)
    return note(s, "BM-48", text, subject=room_subject(found[2]), seat=found[0], task=card_task(s, task))


@carries("BM-43")
def swap_piles(s: BossMonster, one: int, other: int) -> BossMonster:
    """Swap two piles of one dungeon, each in its own order."""
    here, there = s.room(one), s.room(other)
    if here is None or there is None or here[0] != there[0]:
        return s
    seat, piles = here[0], list(s.keeps[here[0]].piles)
    piles[here[1]], piles[there[1]] = piles[there[1]], piles[here[1]]
    names = {"room": room_name(here[2]), "other": room_name(there[2])}
    text, task = Text("{room} and {other} change places", **names), Text("swap {room} and {other}", **names)
    return note(set_keep(s, seat, piles=tuple(piles)), "BM-43", text, seat=seat, task=card_task(s, task))


# --- heroes inside -----------------------------------------------------------------------------------------------


def hero_in_room(s: BossMonster, d: Declared) -> Hero | None:
    """Find the hero who is in the room from which something is declared."""
    found = s.hero(s.walk.hero) if s.walk and s.walk.room == d.room else None
    return found[1] if found else None
