"""What every game's state has, and the small records by which it explains itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from .kinds import NoteKind
from .record import replace
from .step import Step
from .text import Name, Shown, Text


@dataclass(frozen=True, slots=True)
class Change:
    """A number that moved: which tracker, whose, from what to what.

    ``follows``: it is only counted from what lies on the table, so nobody moves it by itself, nor puts it back.
    """

    key: str
    who: Shown
    what: Text | Name
    before: int
    after: int
    follows: bool = False


@dataclass(frozen=True, slots=True)
class Note:
    """One line of the ribbon: something the rules did by themselves, and why.

    ``switch`` is the key of the setting that decided it, where tables differ on it. ``change`` is the number that it
    is about, ``also`` are the others that moved with it. ``kind`` tells code what happened, whatever the text says (see
    ``kinds``); ``subject`` is whom or what it happened to.
    """

    rule: str
    text: Text
    change: Change | None = None
    switch: str = ""
    also: tuple[Change, ...] = ()
    kind: NoteKind = ""
    subject: Shown = ""

    @property
    def changes(self) -> tuple[Change, ...]:
        """Every number that moved."""
        return (*((self.change,) if self.change else ()), *self.also)


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


@dataclass(frozen=True, slots=True)
class Death:
    """Somebody or something died: what it is called, whose it was, by what, by whose doing, and under which rule.

    ``player``: it was that seat itself, not a piece of it. What the rules cannot know is None.
    """

    who: Shown
    rule: str
    seat: int | None = None
    by: Shown | None = None
    killer: int | None = None
    player: bool = False


@dataclass(frozen=True, kw_only=True)
class State:
    """The common part of a state: who sits here, what is still to do, what was just done, how it ended.

    ``asked`` counts the questions put so far; ``notes`` are those of the latest event only. ``turn`` is the number of
    the turn, 0 before the first and in a game that counts none; ``active`` the seat whose turn it is, −1 if nobody's.
    """

    seats: tuple[str, ...]
    agenda: tuple[Step, ...] = ()
    asked: int = 0
    notes: tuple[Note, ...] = ()
    outcome: Outcome | None = None
    rulings: tuple[tuple[str, str], ...] = ()
    turn: int = 0
    active: int = -1

    @property
    def depth(self) -> str:
        """The choice of the switch ``depth``: how closely the table is followed; empty in a game without it."""
        return dict(self.rulings).get("depth", "")


S = TypeVar("S", bound=State)


def note(
    state: S,
    rule: str,
    text: Text,
    change: Change | None = None,
    *,
    switch: str = "",
    also: tuple[Change, ...] = (),
    kind: NoteKind = "",
    subject: Shown = "",
) -> S:
    """Append a note to the state; the fields are those of ``Note``."""
    return replace(state, notes=(*state.notes, Note(rule, text, change, switch, also, kind, subject)))
