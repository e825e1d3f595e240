"""The log is the game: it only grows, undo and redo are entries, and every state stays in memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from .event import Event
from .game import Game, apply, follow
from .refusal import Refused
from .state import State
from .text import Text

S = TypeVar("S", bound=State)


@dataclass(frozen=True, slots=True)
class Undone(Event):
    """Everything from group ``group`` on was taken back, but for the first ``keep`` events of that group.

    A group may be an answer and what flowed by itself after it: ``keep`` reopens one of those without the answer.
    """

    group: int
    keep: int = 0


@dataclass(frozen=True, slots=True)
class Redone(Event):
    """The group that was taken back last was put back."""


@dataclass(frozen=True, slots=True)
class Moment(Generic[S]):
    """An event that stands, the group it is undone with, and the state it led to."""

    group: int
    event: Event
    state: S


class History(Generic[S]):
    """What stands of the log. Feed it every entry, undo and redo included, and it is where the table is."""

    def __init__(self, game: Game[S], first: S) -> None:
        self.game = game
        self.first = first
        self.moments: list[Moment[S]] = []
        self._undone: list[list[Moment[S]]] = []

    def copy(self) -> History[S]:
        """A history of its own over the same states: what is recorded into it does not show in this one."""
        twin = History(self.game, self.first)
        twin.moments, twin._undone = list(self.moments), [list(group) for group in self._undone]
        return twin

    @property
    def state(self) -> S:
        """Where the table is now."""
        return self.moments[-1].state if self.moments else self.first

    @property
    def last_group(self) -> int | None:
        """What one more undo takes back; None at the beginning."""
        return self.moments[-1].group if self.moments else None

    @property
    def redoable(self) -> tuple[Moment[S], ...]:
        """What one redo puts back."""
        return tuple(self._undone[-1]) if self._undone else ()

    def record(self, event: Event, group: int, known: bool = False) -> S:
        """Fold one more entry. Raises ``Refused``; then nothing has changed.

        ``known``: it was taken before, and whether it leads where it did is checked elsewhere.
        """
        match event:
            case Undone():
                self._undo(event)
            case Redone():
                self._redo()
            case _:
                after = (follow if known else apply)(self.game, self.state, event)
                self.moments.append(Moment(group, event, after))
                self._undone.clear()
        return self.state

    def before(self, undone: Undone) -> S:
        """The state that it leads to."""
        at = self._start(undone)
        return self.moments[at - 1].state if at else self.first

    def undoing(self, undone: Undone) -> tuple[Moment[S], ...]:
        """What it takes back, oldest first."""
        return tuple(self.moments[self._start(undone) :])

    def _start(self, undone: Undone) -> int:
        group = (k for k, moment in enumerate(self.moments) if moment.group >= undone.group)
        return min(next(group, len(self.moments)) + max(0, undone.keep), len(self.moments))

    def _undo(self, undone: Undone) -> None:
        at = self._start(undone)
        taken = self.moments[at:]
        if not taken:
            raise Refused("X-03", Text("There is nothing to undo."))
        del self.moments[at:]
        for moment in reversed(taken):  # each group can be put back by itself, the oldest of them first
            if self._undone and self._undone[-1][0].group == moment.group:
                self._undone[-1].insert(0, moment)
            else:
                self._undone.append([moment])

    def _redo(self) -> None:
        if not self._undone:
            raise Refused("X-03", Text("There is nothing to redo."))
        self.moments.extend(self._undone.pop())
