"""Events by which the table corrects what lies on it; nothing follows from them (X-06)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.engine import Event

Fact = Literal["levelled", "doubled", "shut", "soul", "out", "no_building"]
"""A fact of a player that is on or off; ``no_building`` is the table's."""


@dataclass(frozen=True, slots=True)
class RoomAdded(Event):
    """By hand: a room lies at the entrance (``item`` 0) or on that visible room.

    ``room``: its key, empty for a face-down one; ``cards``: with virtual cards the room of the hand.
    """

    seat: int
    item: int
    room: str = ""
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RoomReplaced(Event):
    """By hand: a room is another one; a face-down room is turned up as that one."""

    item: int
    room: str


@dataclass(frozen=True, slots=True)
class RoomDescribed(Event):
    """By hand: a room without a name has that treasure, damage and kind."""

    item: int
    treasure: str
    damage: int
    kind: str
    advanced: bool


@dataclass(frozen=True, slots=True)
class RoomMoved(Event):
    """By hand: a pile of rooms has that place in its dungeon, 0 at the entrance."""

    item: int
    pile: int


@dataclass(frozen=True, slots=True)
class RoomMarked(Event):
    """By hand: the once-a-turn ability of a room was used, or was not after all."""

    item: int


@dataclass(frozen=True, slots=True)
class RoomHidden(Event):
    """By hand: a room lies face down again until it is revealed."""

    item: int


@dataclass(frozen=True, slots=True)
class RoomReturned(Event):
    """By hand: a room goes back to the hand of its player."""

    item: int


@dataclass(frozen=True, slots=True)
class HeroAdded(Event):
    """By hand: a hero of the decks is in town (−1) or at the entrance of a seat.

    ``hero``: his name, or his class and health.
    """

    seat: int
    hero: str


@dataclass(frozen=True, slots=True)
class HeroReplaced(Event):
    """By hand: a hero is another one."""

    item: int
    hero: str


@dataclass(frozen=True, slots=True)
class HeroReturned(Event):
    """By hand: a hero goes back into his deck."""

    item: int


@dataclass(frozen=True, slots=True)
class HeroRemoved(Event):
    """By hand: a hero leaves the game."""

    item: int


@dataclass(frozen=True, slots=True)
class HeroOrdered(Event):
    """By hand: a hero has that place among those in town or at the entrance, 0 the first."""

    item: int
    row: int


@dataclass(frozen=True, slots=True)
class HeroWalked(Event):
    """By hand: the hero on his way stands in the room of that pile, −1 before the first."""

    item: int
    pile: int


@dataclass(frozen=True, slots=True)
class ScoreTurned(Event):
    """By hand: a hero in a score area is turned over: a wound is a soul, a soul a wound."""

    item: int


@dataclass(frozen=True, slots=True)
class FactChanged(Event):
    """By hand: a fact of a player, or of the table (−1), is on or off."""

    seat: int
    fact: Fact


@dataclass(frozen=True, slots=True)
class BossReplaced(Event):
    """By hand: a player has another boss."""

    seat: int
    boss: str


@dataclass(frozen=True, slots=True)
class DeclarationRemoved(Event):
    """By hand: a spell or ability that waits was not declared."""

    declared: int


@dataclass(frozen=True, slots=True)
class CardRegained(Event):
    """By hand: a discarded virtual card goes to a hand."""

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class CardsReturned(Event):
    """By hand: virtual cards of a hand go back into their decks."""

    seat: int
    cards: tuple[str, ...] = ()


ROOM_CORRECTIONS = (RoomAdded, RoomReplaced, RoomDescribed, RoomMoved, RoomMarked, RoomHidden, RoomReturned)
HERO_CORRECTIONS = (HeroAdded, HeroReplaced, HeroReturned, HeroRemoved, HeroOrdered, HeroWalked)
OTHER_CORRECTIONS = (ScoreTurned, FactChanged, BossReplaced, DeclarationRemoved, CardRegained, CardsReturned)
CORRECTIONS: tuple[type[Event], ...] = (*ROOM_CORRECTIONS, *HERO_CORRECTIONS, *OTHER_CORRECTIONS)
"""Every event class of a correction, by what it is about."""
