"""The events of a King of Tokyo game, besides those of every game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from rules.engine import Confirmed, Event, TurnPassed

from .card_catalogue import PowerCard


@dataclass(frozen=True, slots=True)
class Began(Event):
    """The first player was chosen; −1: the dice decide (KT-A2)."""

    seat: int


@dataclass(frozen=True, slots=True)
class CountedSmashes(Event):
    """The smashes of a throw for the start, as the table counted them (KT-A2)."""

    count: int


@dataclass(frozen=True, slots=True)
class ByThrows(Event):
    """The throws of this turn are entered one by one."""


@dataclass(frozen=True, slots=True)
class Kept(Event):
    """A die was put aside, or taken back (KT-04, KT-05); ``die`` is its index."""

    die: int


@dataclass(frozen=True, slots=True)
class PutAside(Event):
    """Faces of a throw were put aside; the other dice are thrown again (KT-04, KT-05)."""

    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Stopped(Event):
    """The active monster throws no more; the dice count as they are (KT-03)."""


@dataclass(frozen=True, slots=True)
class DiceStand(Event):
    """No effect is used any more; play goes on.

    It answers the questions about changing dice, healing others, and effects at the start or end of a turn.
    """


@dataclass(frozen=True, slots=True)
class Resolved(Event):
    """The group of dice resolved next where the order is free (KT-A3).

    ``what`` is ``numbers``, ``energy``, ``hearts`` or ``smash``.
    """

    what: str


@dataclass(frozen=True, slots=True)
class Divided(Event):
    """The number of heart dice that remove each kind of token (KT-34); the others heal."""

    poison: int
    shrink: int


@dataclass(frozen=True, slots=True)
class Braced(Event):
    """The hearts are lost; no effect is used against it."""


@dataclass(frozen=True, slots=True)
class Yielded(Event):
    """A monster that was hit in Tokyo left it, or stayed (KT-13)."""

    yields: bool


@dataclass(frozen=True, slots=True)
class Bought(Event):
    """A power card was bought (KT-22).

    ``seat`` is the buyer; ``place`` a slot of the shop, or one of the negative constants of ``shop/reveal.py``;
    ``cards`` the card, or none if only the ``cost`` was entered.
    """

    seat: int
    place: int = -1
    cards: tuple[PowerCard, ...] = ()
    cost: int = 0


@dataclass(frozen=True, slots=True)
class Swept(Event):
    """The shop was swept for three new cards (KT-24)."""


@dataclass(frozen=True, slots=True)
class TurnedUp(Event):
    """A card was turned up for that slot of the shop; its name is optional (KT-23)."""

    slot: int
    cards: tuple[PowerCard, ...] = ()


@dataclass(frozen=True, slots=True)
class Copied(Event):
    """Mimic's token was put on the card with that id (KT-33)."""

    item: int


@dataclass(frozen=True, slots=True)
class Swapped(Event):
    """A card was swapped for the card of another monster with that id."""

    item: int


@dataclass(frozen=True, slots=True)
class DoneBuying(Event):
    """The player buys nothing more, or declines a purchase or swap."""


@dataclass(frozen=True, slots=True)
class TookTile(Event):
    """A wickedness tile was chosen (KT-54)."""

    tile: str


@dataclass(frozen=True, slots=True)
class CurseTurned(Event):
    """A curse was turned up (KT-45, KT-47)."""

    curse: str


@dataclass(frozen=True, slots=True)
class Chose(Event):
    """A player chose a monster: its key, or a name that is in no list (KT-55)."""

    seat: int
    monster: str


@dataclass(frozen=True, slots=True)
class MonstersWanted(Event):
    """Everybody chooses a monster before the game begins (KT-55)."""


@dataclass(frozen=True, slots=True)
class Dressed(Event):
    """A monster chose its costume (KT-37)."""

    seat: int
    costume: str


@dataclass(frozen=True, slots=True)
class Claimed(Event):
    """A level of the tower was taken, or left (KT-A11)."""

    yes: bool


@dataclass(frozen=True, slots=True)
class Declined(Event):
    """An optional effect was declined."""


@dataclass(frozen=True, slots=True)
class Used(Event):
    """An effect was used in answer to a prompt.

    ``seat`` and ``key`` name the effect and its owner, ``item`` the id of its card; ``die``, ``face``, ``other`` and
    ``n`` are what it was used on.
    """

    seat: int
    key: str
    item: int = 0
    die: int = -1
    face: int = 0
    other: int = -1
    n: int = 0


@dataclass(frozen=True, slots=True)
class UsedAside(Event):
    """An effect was used beside the prompt, which stays open; the fields are those of ``Used``."""

    seat: int
    key: str
    item: int = 0
    die: int = -1
    face: int = 0
    other: int = -1
    n: int = 0


EffectUse: TypeAlias = Used | UsedAside
"""An effect that was used, whether or not it answers a prompt."""

EVENTS: tuple[type[Event], ...] = (
    Began,
    CountedSmashes,
    ByThrows,
    Kept,
    PutAside,
    Stopped,
    DiceStand,
    Resolved,
    Divided,
    Braced,
    Yielded,
    Bought,
    Swept,
    TurnedUp,
    Copied,
    Swapped,
    DoneBuying,
    TookTile,
    CurseTurned,
    Dressed,
    Chose,
    MonstersWanted,
    Claimed,
    Declined,
    Used,
    UsedAside,
    Confirmed,
    TurnPassed,
)
"""Every event class of the game, those shared with other games last."""
