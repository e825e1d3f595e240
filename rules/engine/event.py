"""Events that every game has, two that only some games have, and the refusal of an event."""

from dataclasses import dataclass

from .text import Text


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened at the table; the log stores it and ``apply`` applies it."""


@dataclass(frozen=True, slots=True)
class Rolled(Event):
    """Dice came to rest, read by the camera or typed; ``faces`` in the order of the prompt."""

    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Adjusted(Event):
    """A number was adjusted by hand; ``key`` names a tracker, ``by`` is a difference."""

    key: str
    by: int


@dataclass(frozen=True, slots=True)
class FactSet(Event):
    """A fact was set by hand; ``key`` names it, ``value`` is what it is from now on."""

    key: str
    value: str | int = ""


@dataclass(frozen=True, slots=True)
class WentTo(Event):
    """The table jumped to another step; ``rule`` is the rule id of that position."""

    rule: str


@dataclass(frozen=True, slots=True)
class Ruled(Event):
    """The table chose a setting: an open point, an automatic answer, how closely it is followed."""

    switch: str
    choice: str


@dataclass(frozen=True, slots=True)
class Confirmed(Event):
    """Whether a number that was set by hand changed in play."""

    played: bool


@dataclass(frozen=True, slots=True)
class TurnPassed(Event):
    """The next player's turn, where only numbers are followed."""


class Refused(Exception):  # noqa: N818 - a refusal is an answer of the rules, not an error of the program
    """An event that the rules do not allow now; ``rule`` is the id that forbids it.

    The state has not changed.
    """

    def __init__(self, rule: str, reason: Text) -> None:
        super().__init__(f"{rule}: {reason.key}")
        self.rule = rule
        self.reason = reason
