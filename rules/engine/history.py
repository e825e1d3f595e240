"""The event log with undo and redo: it only grows, and every state stays in memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from .event import Event, Refused
from .game import Game, apply, apply_unchecked
from .state import State
from .text import Text


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


class Grouped(Protocol):
    """What is undone and redone together with its group."""

    @property
    def group(self) -> int:
        """The number of the group."""
        ...


G = TypeVar("G", bound=Grouped)
S = TypeVar("S", bound=State)


class UndoStack(Generic[G]):
    """The entries in effect, oldest first, and the undone groups, the next to redo last."""

    def __init__(self) -> None:
        self.entries: list[G] = []
        self.undone: list[list[G]] = []

    @property
    def last_group(self) -> int | None:
        """The group that the next undo undoes; None at the beginning."""
        return self.entries[-1].group if self.entries else None

    @property
    def redo_entries(self) -> tuple[G, ...]:
        """The entries that the next redo puts back."""
        return tuple(self.undone[-1]) if self.undone else ()

    def entries_to_undo(self, undone: Undone) -> tuple[G, ...]:
        """Return the entries that an undo takes back, oldest first."""
        first = next((k for k, entry in enumerate(self.entries) if entry.group >= undone.group), len(self.entries))
        return tuple(self.entries[first + max(0, undone.keep) :])

    def push(self, entry: G) -> None:
        """Add an entry; what was undone before cannot be redone any more."""
        self.entries.append(entry)
        self.undone.clear()

    def undo_or_redo(self, event: Undone | Redone) -> None:
        """Undo or redo. Raises ``Refused`` where there is nothing to; then nothing has changed."""
        if isinstance(event, Undone):
            self._undo(event)
        elif self.undone:
            self.entries.extend(self.undone.pop())
        else:
            raise Refused("X-03", Text("There is nothing to redo."))

    def _undo(self, event: Undone) -> None:
        back = self.entries_to_undo(event)
        if not back:
            raise Refused("X-03", Text("There is nothing to undo."))
        del self.entries[-len(back) :]
        for entry in reversed(back):  # one redo puts back one group, the oldest first
            if self.undone and self.undone[-1][0].group == entry.group:
                self.undone[-1].insert(0, entry)
            else:
                self.undone.append([entry])


@dataclass(frozen=True, slots=True)
class HistoryEntry(Generic[S]):
    """An event in effect, the group with which it is undone, and the state after it."""

    group: int
    event: Event
    state: S


class History(UndoStack[HistoryEntry[S]], Generic[S]):
    """The events in effect and the state after each.

    Record every entry of the log, undo and redo included, to reach the present state.
    """

    def __init__(self, game: Game[S], initial_state: S) -> None:
        super().__init__()
        self.game = game
        self.initial_state = initial_state

    def copy(self) -> History[S]:
        """Return a copy that shares the states; what is recorded in it does not change this one."""
        twin = History(self.game, self.initial_state)
        twin.entries, twin.undone = list(self.entries), [list(group) for group in self.undone]
        return twin

    @property
    def state(self) -> S:
        """The present state."""
        return self._state_after(len(self.entries))

    def record(self, event: Event, group: int, trusted: bool = False) -> S:
        """Apply one more entry and return the state. Raises ``Refused``; then nothing has changed.

        ``trusted``: the event was applied before, so it is not checked; that it leads to the same state is checked
        elsewhere.
        """
        if isinstance(event, Undone | Redone):
            self.undo_or_redo(event)
        else:
            after = (apply_unchecked if trusted else apply)(self.game, self.state, event)
            self.push(HistoryEntry(group, event, after))
        return self.state

    def state_after_undo(self, undone: Undone) -> S:
        """Return the state to which an undo leads."""
        return self._state_after(len(self.entries) - len(self.entries_to_undo(undone)))

    def _state_after(self, count: int) -> S:
        return self.entries[count - 1].state if count else self.initial_state
