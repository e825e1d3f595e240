"""The event log with undo and redo: it only grows, and every state stays in memory."""

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
    """Everything from ``group`` on was undone, except the first ``keep`` events of that group.

    A group may be an answer and the automatic answers after it: ``keep`` undoes back to one of those.
    """

    group: int
    keep: int = 0


@dataclass(frozen=True, slots=True)
class Redone(Event):
    """The group that was undone last was redone."""


@dataclass(frozen=True, slots=True)
class Moment(Generic[S]):
    """An event in effect, the group with which it is undone, and the state after it."""

    group: int
    event: Event
    state: S


class History(Generic[S]):
    """The events in effect and the state after them.

    Record every entry of the log, undo and redo included, to reach the present state.
    """

    def __init__(self, game: Game[S], first: S) -> None:
        self.game = game
        self.first = first
        self.moments: list[Moment[S]] = []
        self._undone: list[list[Moment[S]]] = []

    def copy(self) -> History[S]:
        """Return a copy that shares the states; what is recorded in it does not change this one."""
        twin = History(self.game, self.first)
        twin.moments, twin._undone = list(self.moments), [list(group) for group in self._undone]
        return twin

    @property
    def state(self) -> S:
        """The present state."""
        return self.moments[-1].state if self.moments else self.first

    @property
    def last_group(self) -> int | None:
        """The group that the next undo undoes; None at the beginning."""
        return self.moments[-1].group if self.moments else None

    @property
    def redoable(self) -> tuple[Moment[S], ...]:
        """The entries that the next redo puts back."""
        return tuple(self._undone[-1]) if self._undone else ()

    def record(self, event: Event, group: int, known: bool = False) -> S:
        """Apply one more entry and return the state. Raises ``Refused``; then nothing has changed.

        ``trusted``: the event was applied before, so it is not checked; that it leads to the same state is checked
        elsewhere.
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
        """Return the state to which an undo leads."""
        at = self._start(undone)
        return self.moments[at - 1].state if at else self.first

    def undoing(self, undone: Undone) -> tuple[Moment[S], ...]:
        """Return the entries that an undo takes back, oldest first."""
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
        for moment in reversed(taken):  # one redo puts back one group, the oldest first
            if self._undone and self._undone[-1][0].group == moment.group:
                self._undone[-1].insert(0, moment)
            else:
                self._undone.append([moment])

    def _redo(self) -> None:
        if not self._undone:
            raise Refused("X-03", Text("There is nothing to redo."))
        self.moments.extend(self._undone.pop())
