"""What happens at a King of Tokyo table, besides what happens at every table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from rules.engine import Confirmed, Event, TurnPassed

from .powercards import PowerCard


@dataclass(frozen=True, slots=True)
class Began(Event):
    """The table says who begins (KT-A2)."""

    seat: int


@dataclass(frozen=True, slots=True)
class ByThrows(Event):
    """This turn's throws are followed one by one."""


@dataclass(frozen=True, slots=True)
class Kept(Event):
    """A die was put aside, or taken back (KT-04, KT-05)."""

    die: int


@dataclass(frozen=True, slots=True)
class Stopped(Event):
    """The dice count as they lie: no more throws (KT-03)."""


@dataclass(frozen=True, slots=True)
class DiceStand(Event):
    """Nobody changes the dice any more."""


@dataclass(frozen=True, slots=True)
class Resolved(Event):
    """What is resolved next where the order is free (KT-A3): numbers, energy, hearts, smash."""

    what: str


@dataclass(frozen=True, slots=True)
class Divided(Event):
    """How many of the heart dice take away which tokens (KT-34); the others heal."""

    poison: int
    shrink: int


@dataclass(frozen=True, slots=True)
class Braced(Event):
    """The hearts are lost; nothing is done about it."""


@dataclass(frozen=True, slots=True)
class Yielded(Event):
    """A monster that was hit in Tokyo leaves it, or stays (KT-13)."""

    yields: bool


@dataclass(frozen=True, slots=True)
class Bought(Event):
    """A power card was bought (KT-22): by whom, from where (a place of the shop, or one of those of ``reveal.py``),
    which card, or only for how much."""

    seat: int
    place: int = -1
    cards: tuple[PowerCard, ...] = ()
    cost: int = 0


@dataclass(frozen=True, slots=True)
class Swept(Event):
    """The shop was swept for three new cards (KT-24)."""


@dataclass(frozen=True, slots=True)
class TurnedUp(Event):
    """A card was turned up for that place of the shop: which, if the table says so (KT-23)."""

    slot: int
    cards: tuple[PowerCard, ...] = ()


@dataclass(frozen=True, slots=True)
class Copied(Event):
    """Mimic's token was put on that card (KT-33)."""

    item: int


@dataclass(frozen=True, slots=True)
class Swapped(Event):
    """A card was swapped for that one of another monster."""

    item: int


@dataclass(frozen=True, slots=True)
class DoneBuying(Event):
    """Nothing more is bought."""


@dataclass(frozen=True, slots=True)
class TookTile(Event):
    """A wickedness tile was chosen (KT-54)."""

    tile: str


@dataclass(frozen=True, slots=True)
class CurseTurned(Event):
    """A curse was turned up (KT-45, KT-47)."""

    curse: str


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
    """Nothing of what was offered is done."""


@dataclass(frozen=True, slots=True)
class Used(Event):
    """An effect was used in answer to a question: whose and which, the card's id, and what it was used on."""

    seat: int
    key: str
    item: int = 0
    die: int = -1
    face: int = 0
    other: int = -1
    n: int = 0


@dataclass(frozen=True, slots=True)
class UsedAside(Event):
    """The same beside a question, which stays."""

    seat: int
    key: str
    item: int = 0
    die: int = -1
    face: int = 0
    other: int = -1
    n: int = 0


Use: TypeAlias = Used | UsedAside
"""An effect that was used, whether or not it answers a question."""

EVENTS: tuple[type[Event], ...] = (
    Began,
    ByThrows,
    Kept,
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
    Claimed,
    Declined,
    Used,
    UsedAside,
    Confirmed,
    TurnPassed,
)
