"""The event log with undo and redo: it only grows, and every state stays in memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from .event import Event, Refused
from .game import Game, apply, apply_unchecked
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
class HistoryEntry(Generic[S]):
    """An event in effect, the group with which it is undone, and the state after it."""

    group: int
    event: Event
    state: S


class History(Generic[S]):
    """The events in effect and the state after them.

    Record every entry of the log, undo and redo included, to reach the present state.
    """

    def __init__(self, game: Game[S], initial_state: S) -> None:
        self.game = game
        self.initial_state = initial_state
        self.entries: list[HistoryEntry[S]] = []
        self._undone: list[list[HistoryEntry[S]]] = []

    def copy(self) -> History[S]:
        """Return a copy that shares the states; what is recorded in it does not change this one."""
        twin = History(self.game, self.initial_state)
        twin.entries, twin._undone = list(self.entries), [list(group) for group in self._undone]
        return twin

    @property
    def state(self) -> S:
        """The present state."""
        return self.entries[-1].state if self.entries else self.initial_state

    @property
    def last_group(self) -> int | None:
        """The group that the next undo undoes; None at the beginning."""
        return self.entries[-1].group if self.entries else None

    @property
    def redo_entries(self) -> tuple[HistoryEntry[S], ...]:
        """The entries that the next redo puts back."""
        return tuple(self._undone[-1]) if self._undone else ()

    def record(self, event: Event, group: int, trusted: bool = False) -> S:
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
                after = (apply_unchecked if trusted else apply)(self.game, self.state, event)
                self.entries.append(HistoryEntry(group, event, after))
                self._undone.clear()
        return self.state

    def state_after_undo(self, undone: Undone) -> S:
        """Return the state to which an undo leads."""
        at = self._undo_index(undone)
        return self.entries[at - 1].state if at else self.initial_state

    def entries_to_undo(self, undone: Undone) -> tuple[HistoryEntry[S], ...]:
        """Return the entries that an undo takes back, oldest first."""
        return tuple(self.entries[self._undo_index(undone) :])

    def _undo_index(self, undone: Undone) -> int:
        group = (k for k, moment in enumerate(self.entries) if moment.group >= undone.group)
        return min(next(group, len(self.entries)) + max(0, undone.keep), len(self.entries))

    def _undo(self, undone: Undone) -> None:
        at = self._undo_index(undone)
        entries = self.entries[at:]
        if not entries:
            raise Refused("X-03", Text("There is nothing to undo."))
        del self.entries[at:]
        for moment in reversed(entries):  # one redo puts back one group, the oldest first
            if self._undone and self._undone[-1][0].group == moment.group:
                self._undone[-1].insert(0, moment)
            else:
                self._undone.append([moment])

    def _redo(self) -> None:
        if not self._undone:
            raise Refused("X-03", Text("There is nothing to redo."))
        self.entries.extend(self._undone.pop())
