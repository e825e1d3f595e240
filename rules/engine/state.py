"""What every game's state has, and the small records by which it explains itself."""

from __future__ import annotations

from dataclasses import dataclass

from .step import Step
from .text import Name, Shown, Text


@dataclass(frozen=True, slots=True)
class Change:
    """A number that moved: which tracker, whose, from what to what."""

    key: str
    who: Shown
    what: Text
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Note:
    """One line of the ribbon: something the rules did by themselves, and why.

    ``switch`` is the key of the setting that decided it, where tables differ on it.
    """

    rule: str
    text: Text
    change: Change | None = None
    switch: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the game ended: the winners' seats (several: all of them won; none: everybody lost) and the rule.

    In a ``draw`` those seats were level, and nobody has won.
    """

    winners: tuple[int, ...]
    rule: str
    draw: bool = False


@dataclass(frozen=True, slots=True)
class Veil:
    """What happened is that seat's secret; ``text`` is what all others read of it."""

    seat: int
    text: Text


@dataclass(frozen=True, slots=True)
class Tracker:
    """A number on the table that anybody may correct; ``icon`` is its kind, by which a screen chooses its picture.

    ``low`` and ``high`` are what the rules allow by themselves; by hand it may be 0 … 999.
    """

    key: str
    label: Text | Name
    value: int
    seat: int | None = None
    full: int | None = None
    icon: str = "counter"


@dataclass(frozen=True, kw_only=True)
class State:
    """The common part of a state: who sits here, what is still to do, what was just done, how it ended.

    ``asked`` counts the questions put so far; ``notes`` are those of the latest event only.
    """

    seats: tuple[str, ...]
    agenda: tuple[Step, ...] = ()
    asked: int = 0
    notes: tuple[Note, ...] = ()
    outcome: Outcome | None = None
    rulings: tuple[tuple[str, str], ...] = ()
