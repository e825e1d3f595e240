"""The events of Retreat to Darkmoor, besides those of every game."""

from dataclasses import dataclass

from rules.engine import Event, TurnPassed

from .cards import HeroCard, LocationCard, MinionCard


@dataclass(frozen=True, slots=True)
class Located(Event):
    """A location was laid out, with one side up; ``cards`` holds that card."""

    cards: tuple[LocationCard, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnedUp(Event):
    """The next legendary hero was revealed; ``cards`` holds that card."""

    cards: tuple[HeroCard, ...] = ()


@dataclass(frozen=True, slots=True)
class Began(Event):
    """The seat that goes first: the one that fled from a fight most recently."""

    seat: int


@dataclass(frozen=True, slots=True)
class Played(Event):
    """The active player played a minion at the back of that horde; ``cards`` holds that card."""

    place: int
    cards: tuple[MinionCard, ...] = ()


@dataclass(frozen=True, slots=True)
class Declined(Event):
    """The active player does not use an ability, or has done what a card says."""


@dataclass(frozen=True, slots=True)
class PlaysMore(Event):
    """A card lets the active player play one more minion."""


@dataclass(frozen=True, slots=True)
class UsesAbility(Event):
    """The active player uses an ability that may be declined."""


@dataclass(frozen=True, slots=True)
class Aimed(Event):
    """The minion chosen as a target, or as the next whose ability resolves; 0: none of them."""

    minion: int


@dataclass(frozen=True, slots=True)
class Headed(Event):
    """The location chosen: the horde that is attacked, or to which a minion is moved."""

    place: int


@dataclass(frozen=True, slots=True)
class Lined(Event):
    """A minion takes that row of its horde, 0 nearest to the location."""

    row: int


@dataclass(frozen=True, slots=True)
class ReadVp(Event):
    """The VP that were read off the card of that minion, and so off every card of its name."""

    item: int
    vp: int


@dataclass(frozen=True, slots=True)
class ReadKind(Event):
    """The type that was read off the card of that minion, and so off every card of its name."""

    item: int
    kind: str


@dataclass(frozen=True, slots=True)
class Controlled(Event):
    """The seat to which a scoring ability gives the location; −1: nobody."""

    seat: int


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """By hand: a minion moves to that row of a location's horde; −1: behind the last."""

    item: int
    place: int
    row: int


@dataclass(frozen=True, slots=True)
class Felled(Event):
    """By hand: a minion was defeated; ``paid``: the active player gets the VP for it."""

    item: int
    paid: bool


@dataclass(frozen=True, slots=True)
class Fled(Event):
    """By hand: a minion escaped to the haven of its location."""

    item: int


EVENTS: tuple[type[Event], ...] = (
    Located,
    TurnedUp,
    Began,
    Played,
    Declined,
    PlaysMore,
    UsesAbility,
    Aimed,
    Headed,
    Lined,
    ReadVp,
    ReadKind,
    Controlled,
    Moved,
    Felled,
    Fled,
    TurnPassed,
)
"""The events that a log of this game may hold besides those of the engine."""
