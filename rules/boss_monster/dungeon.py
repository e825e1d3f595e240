"""Dungeons: what rooms lure and how they hurt, what may be built where, and how rooms come and go."""

from __future__ import annotations

from rules.engine import Text, carries, note
from rules.engine.record import replace

from .cards import CLASSES, RoomCard, bosses
from .decks import put_away
from .effects import Case, Source, awake, happens, total
from .state import VISIBLE, BossMonster, Declared, Hero, Room, number, room_name, set_keep, set_room

# --- what they count ---------------------------------------------------------------------------------------------


@carries("BM-18", "BM-26")
def lure(s: BossMonster, seat: int, klass: str) -> int:
    """The treasure of that class in a dungeon: visible rooms that are awake, the boss, and what is set by hand."""
    keep = s.keeps[seat]
    rooms = sum(pile[0].card.treasure.count(klass) for pile in keep.piles if awake(pile[0]))
    boss = bosses()[keep.boss].treasure.count(klass) if keep.boss else 0
    n = (rooms + boss) * (2 if keep.doubled else 1)
    return max(0, n + keep.lure_more[CLASSES.index(klass)])


def damage(s: BossMonster, room: Room, seat: int) -> int:
    """What a room does to a hero who enters it; nothing while it is exhausted (BM-48)."""
    if not awake(room):
        return 0
    return total(s, "damage", Case(seat, room.id), room.card.damage + room.bonus)


@carries("BM-48")
def standing(s: BossMonster, seat: int) -> int:
    """How many rooms a dungeon has, where an effect asks: exhausted ones are not counted."""
    return sum(not pile[0].exhausted for pile in s.keeps[seat].piles)


@carries("BM-48", "BM-64")
def of_kind(s: BossMonster, seat: int, kind: str) -> tuple[Room, ...]:
    """The visible rooms of a dungeon with that symbol: monster or trap, normal or advanced alike."""
    tops = (pile[0] for pile in s.keeps[seat].piles)
    return tuple(room for room in tops if awake(room) and room.card.kind == kind)


# --- what may be built -------------------------------------------------------------------------------------------


@carries("BM-13", "BM-21", "BM-55")
def has_end(s: BossMonster, seat: int) -> bool:
    """Whether one more room may lie at the left end: there are fewer than five visible."""
    return len(s.keeps[seat].piles) < VISIBLE


@carries("BM-25", "BM-48", "BM-49")
def bases(s: BossMonster, seat: int) -> tuple[Room, ...]:
    """The rooms on which another may be built: neither face down nor exhausted."""
    return tuple(pile[0] for pile in s.keeps[seat].piles if awake(pile[0]))


@carries("BM-14")
def shared(s: BossMonster, seat: int, base: Room | None) -> str:
    """The treasures of which an advanced room needs one to lie there; none at the left end (BM-A10)."""
    if base is None:
        return CLASSES if s.ruling("BM-A10") == "any" else ""
    itself = (Source(base.card.key, seat, base.id),)
    allowed = total(s, "may_cover", Case(seat, base.id), 1, itself)
    return "".join(sorted(set(base.card.treasure))) if allowed else ""


def fits(s: BossMonster, seat: int, base: Room | None, card: RoomCard) -> bool:
    """Whether that card may be built there; monster or trap does not matter (BM-14)."""
    return not card.advanced or bool(set(card.treasure) & set(shared(s, seat, base)))


# --- rooms come and go -------------------------------------------------------------------------------------------


def lay(s: BossMonster, seat: int, base: int, card: RoomCard, down: bool) -> tuple[BossMonster, int]:
    """A room lies on that visible one, or at the left end (0)."""
    s, id = number(s)
    room, piles = Room(id, card, down), list(s.keeps[seat].piles)
    found = s.room(base) if base else None
    if found is None:
        piles.insert(0, (room,))
    else:
        piles[found[1]] = (room, *piles[found[1]])
    return set_keep(s, seat, piles=tuple(piles)), id


def lift(s: BossMonster, id: int) -> BossMonster:
    """A visible room is taken away; what lies beneath is visible, a gap closes towards the boss (BM-54)."""
    found = s.room(id)
    if found is None:
        return s
    seat, k, _ = found
    piles = list(s.keeps[seat].piles)
    rest = piles[k][1:]
    piles[k : k + 1] = [rest] if rest else []
    return _keep_walking(set_keep(s, seat, piles=tuple(piles)), seat, k, id, bool(rest))


@carries("BM-54", "BM-52")
def _keep_walking(s: BossMonster, seat: int, k: int, id: int, uncovered: bool) -> BossMonster:
    """A hero stays where he is as the rooms close up; the one whose room has gone is on his way to the next (BM-A8)."""
    walk = s.walk
    if walk is None or walk.seat != seat or walk.pile < k:
        return s
    here = walk.room == id
    back = not uncovered or (here and s.ruling("BM-A8") == "under")
    return replace(s, walk=replace(walk, pile=walk.pile - back, room=0 if here else walk.room))


@carries("BM-54", "BM-48", "BM-49")
def destroy(s: BossMonster, id: int, rule: str = "BM-54") -> BossMonster:
    """A visible room goes to the discards, unless it is face down or exhausted; what that sets off."""
    found = s.room(id)
    if found is None or not awake(found[2]):
        return s
    seat, _, room = found
    s = note(
        put_away(lift(s, id), room.card.key),
        rule,
        Text("{room} of {who} is destroyed", room=room_name(room), who=s.seats[seat]),
    )
    return happens(s, "destroyed", Case(seat, id))


@carries("BM-48")
def exhaust(s: BossMonster, id: int) -> BossMonster:
    """A visible room lies sideways until the turn ends; it does not show what is beneath it."""
    found = s.room(id)
    if found is None or found[2].exhausted or found[2].down:
        return s
    s = set_room(s, id, exhausted=True)
    return note(s, "BM-48", Text("{room} is exhausted until the turn ends", room=room_name(found[2])))


@carries("BM-43")
def swap(s: BossMonster, one: int, other: int) -> BossMonster:
    """Two piles of one dungeon change places, each in its own order."""
    here, there = s.room(one), s.room(other)
    if here is None or there is None or here[0] != there[0]:
        return s
    seat, piles = here[0], list(s.keeps[here[0]].piles)
    piles[here[1]], piles[there[1]] = piles[there[1]], piles[here[1]]
    names = {"room": room_name(here[2]), "other": room_name(there[2])}
    return note(set_keep(s, seat, piles=tuple(piles)), "BM-43", Text("{room} and {other} change places", **names))


# --- heroes in them ----------------------------------------------------------------------------------------------


def walking(s: BossMonster, d: Declared) -> Hero | None:
    """The hero who is in the very room from which something is declared."""
    found = s.hero(s.walk.hero) if s.walk and s.walk.room == d.room else None
    return found[1] if found else None
