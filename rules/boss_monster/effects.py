"""The one mechanism of active effects: what rooms and bosses change, when they act, and what spells and abilities do.

A step never looks for a card. It asks ``total`` for a number that may be changed, and says ``happens`` at a moment;
whoever has an effect has registered it here by its key. What is declared and may be answered (a spell, an activated
ability) is a ``Power`` under its key.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.engine import Text, carries, note

from .cards import printed
from .state import BossMonster, Declared, Room, priority, set_room

Quantity = Literal["damage", "may_cover", "spell_instead"]
"""Numbers that an effect may change: the damage of a room; whether an advanced room may lie on it (1 or 0); whether a
player may draw a spell instead of a room (1 or 0)."""

Moment = Literal["drawn", "built", "other_built", "level_up", "enters", "died", "destroyed", "cast"]
"""The start of the turn; this room is built; another of its dungeon; the boss levels up; a hero enters this room; dies
in it; another room of its dungeon is destroyed; its player plays a spell."""


@dataclass(frozen=True, slots=True)
class Source:
    """An active effect: its key, whose it is, the room it comes from (0: the boss) and that room's pile."""

    key: str
    seat: int
    room: int = 0
    pile: int = -1


@dataclass(frozen=True, slots=True)
class Case:
    """What a number or moment is about: whose dungeon, which room, which hero."""

    seat: int
    room: int = 0
    hero: int = 0


Alters: TypeAlias = Callable[[BossMonster, Source, Case, int], int]
Acts: TypeAlias = Callable[[BossMonster, Source, Case], BossMonster]
Targets: TypeAlias = Callable[[BossMonster, Declared], tuple[int, ...]]
Does: TypeAlias = Callable[[BossMonster, Declared], BossMonster]
Hidden: TypeAlias = Callable[[BossMonster, int], BossMonster]

_alters: defaultdict[str, dict[str, Alters]] = defaultdict(dict)
_acts: defaultdict[str, dict[str, Acts]] = defaultdict(dict)
hidden: dict[str, Hidden] = {}
"""What cards do with hands, decks and discards, by key: by us where these are virtual, else by the table."""
powers: dict[str, Power] = {}
"""Every spell and activated ability that changes what is tracked, by key."""


@dataclass(frozen=True, slots=True)
class Power:
    """What a spell or ability may be aimed at (None: at nothing), whether it may be used, and what it does."""

    does: Does
    targets: Targets | None = None
    allowed: Callable[[BossMonster, Declared], bool] = lambda s, d: True


def alters(what: Quantity, *keys: str) -> Callable[[Alters], Alters]:
    """Mark what those rooms do to a number: ``(s, source, case, n) -> n``."""

    def mark(function: Alters) -> Alters:
        _alters[what].update(dict.fromkeys(keys, function))
        return function

    return mark


def when(moment: Moment, *keys: str) -> Callable[[Acts], Acts]:
    """Mark what those cards do at a moment: ``(s, source, case) -> s``; they may push steps."""

    def mark(function: Acts) -> Acts:
        _acts[moment].update(dict.fromkeys(keys, function))
        return function

    return mark


def power(
    key: str, targets: Targets | None = None, allowed: Callable[[BossMonster, Declared], bool] = lambda s, d: True
) -> Callable[[Does], Does]:
    """Mark what a spell or an activated ability does when it takes effect."""

    def mark(function: Does) -> Does:
        powers[key] = Power(function, targets, allowed)
        return function

    return mark


# --- what holds now ----------------------------------------------------------------------------------------------


@carries("BM-46", "BM-48", "BM-49")
def awake(room: Room) -> bool:
    """Whether a visible room has damage, treasure and ability: not face down, not exhausted."""
    return not room.down and not room.exhausted


def active(s: BossMonster) -> tuple[Source, ...]:
    """Every effect that holds, by priority: bosses, and the visible rooms that are awake."""
    found: list[Source] = []
    for seat in priority(s):
        keep = s.keeps[seat]
        found += [Source(keep.boss, seat)] if keep.boss else []
        for k, pile in enumerate(keep.piles):
            found += [Source(pile[0].card.key, seat, pile[0].id, k)] if awake(pile[0]) and pile[0].card.key else []
    return tuple(found)


def total(s: BossMonster, what: Quantity, case: Case, base: int, besides: tuple[Source, ...] = ()) -> int:
    """The number after every effect that changes it, and ``besides`` those of a card just covered; never below 0."""
    for source in (*besides, *active(s)):
        change = _alters[what].get(source.key)
        base = max(0, change(s, source, case, base)) if change else base
    return base


def happens(s: BossMonster, moment: Moment, case: Case) -> BossMonster:
    """What the effects do that wait for that moment; the last to act stands first on the agenda."""
    for source in reversed(active(s)):
        if _concerns(source, moment, case):
            s = _act(s, source, moment, case)
    return s


def _concerns(source: Source, moment: Moment, case: Case) -> bool:
    """Whether it is this effect's moment: of its player, of its room, or of another room than it."""
    if source.seat != case.seat:
        return False
    if moment in ("built", "enters", "died"):
        return source.room == case.room
    if moment == "level_up":
        return source.room == 0
    return source.room not in (0, case.room)


def _act(s: BossMonster, source: Source, moment: Moment, case: Case) -> BossMonster:
    card, found = printed()[source.key], s.room(source.room)
    act = _acts[moment].get(source.key)
    if act is None or (card.once and found is not None and found[2].used):
        return s
    after = act(s, source, case)
    return set_room(after, source.room, used=True) if card.once and after is not s else after


@carries("BM-57", "BM-65")
def told(s: BossMonster, source: Source, case: Case) -> BossMonster:
    """What concerns hidden cards alone: the table does it, and whoever discards chooses, unless at random."""
    card = printed()[source.key]
    text = Text("{who}, {card}: {effect}", who=s.seats[source.seat], card=card.name, effect=card.effect)
    return with_hands(note(s, "BM-65", text), source.key, source.seat)


def with_hands(s: BossMonster, key: str, seat: int) -> BossMonster:
    """What that card of a player does with virtual hands, decks and discards; with the table's own nothing."""
    return hidden[key](s, seat) if s.virtual and key in hidden else s
