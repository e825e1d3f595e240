"""Everything that happens at the table is an event: those of every game, and two that only some games know."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened at the table: what the log keeps and what ``apply`` folds."""


@dataclass(frozen=True, slots=True)
class Rolled(Event):
    """Dice came to rest, by camera or by thumb; ``faces`` in the order that the prompt asked for."""

    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Adjusted(Event):
    """The first door: somebody corrected a number by hand. ``key`` names a tracker, ``by`` is a difference."""

    key: str
    by: int


@dataclass(frozen=True, slots=True)
class WentTo(Event):
    """The second door: the table is at another step than we thought. ``rule`` is that step's id."""

    rule: str


@dataclass(frozen=True, slots=True)
class Ruled(Event):
    """The table settled how it plays: an ambiguity, a stop, a depth of following."""

    switch: str
    choice: str


@dataclass(frozen=True, slots=True)
class Confirmed(Event):
    """Whether a number set by hand happened in play."""

    played: bool


@dataclass(frozen=True, slots=True)
class TurnPassed(Event):
    """Following numbers only: the next player's turn."""
