"""What happens at a Darkmoor table and no other."""

from dataclasses import dataclass

from rules.engine import Event

from .cards import HeroCard, LocationCard, MinionCard


@dataclass(frozen=True, slots=True)
class Located(Event):
    """A location was laid out, with one side up; ``cards`` holds the one."""

    cards: tuple[LocationCard, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnedUp(Event):
    """The next legendary hero was revealed; ``cards`` holds the one."""

    cards: tuple[HeroCard, ...] = ()


@dataclass(frozen=True, slots=True)
class Began(Event):
    """This seat fled from a fight most recently and goes first."""

    seat: int


@dataclass(frozen=True, slots=True)
class Played(Event):
    """The active player played a minion at the back of the horde of that location; ``cards`` holds the one."""

    place: int
    cards: tuple[MinionCard, ...] = ()


@dataclass(frozen=True, slots=True)
class Declined(Event):
    """The active player does not use what an ability allows, or has done what a card says."""


@dataclass(frozen=True, slots=True)
class PlaysMore(Event):
    """What a card says lets the active player play one more minion."""


@dataclass(frozen=True, slots=True)
class Aimed(Event):
    """That minion is meant: by the hero, by an ability, as the next whose ability resolves; 0: none of them."""

    minion: int


@dataclass(frozen=True, slots=True)
class Headed(Event):
    """That location is meant: the horde that is attacked, or to which a minion is moved."""

    place: int


@dataclass(frozen=True, slots=True)
class Lined(Event):
    """A minion takes that row of its horde, 0 nearest to the location."""

    row: int


@dataclass(frozen=True, slots=True)
class Controlled(Event):
    """By its scoring ability that seat controls the location; −1: nobody does."""

    seat: int


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """By hand: a minion lies in that row of the horde of that location, or behind the last."""

    item: int
    place: int
    row: int


@dataclass(frozen=True, slots=True)
class Felled(Event):
    """By hand: a minion was defeated; who plays gets the VP for it or not."""

    item: int
    paid: bool


@dataclass(frozen=True, slots=True)
class Fled(Event):
    """By hand: a minion is in the haven of its location."""

    item: int


EVENTS: tuple[type[Event], ...] = (
    Located,
    TurnedUp,
    Began,
    Played,
    Declined,
    PlaysMore,
    Aimed,
    Headed,
    Lined,
    Controlled,
    Moved,
    Felled,
    Fled,
)
"""All of them: what a log of this game may hold beside the engine's own."""
