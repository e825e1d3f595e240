"""A match as it stands now, what devices may see of it, and its record from the start."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from companion.storage.records import Match
from rules.engine import Game, History, Prompt, Refused, State, Text, Undone

from . import log, undo
from .log import LogLine
from .table_state import TableState
from .undo import UndoPreview

SECRETS_TEXT = Text("In this game players' phones keep secrets: it can be exported when it is over.")


class StaleAnswerError(Exception):
    """An answer to a prompt that is no longer asked; nothing has changed."""

    reason = Text("The table has moved on: look again.")


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A match from its first state to its last.

    Entries up to ``base_seq`` can no longer be replayed. ``states`` holds the state after each line that is in effect.
    """

    match: Match
    base_seq: int
    first_state: State
    lines: tuple[LogLine, ...]
    last_state: State
    states: tuple[State, ...] = ()


@dataclass(frozen=True)
class MatchState:
    """A match as it stands after its last action, which has replaced it as a whole.

    What is computed of it serves all devices. ``branch`` is the number of the latest undo or redo. ``base_seq`` is not
    0 where the first state came from outside, which the rules alone may never have reached. ``known_prompt`` is the
    prompt, where that is known already; ``warning`` says what could not be read when the match was opened.
    """

    history: History[State]
    lines: tuple[LogLine, ...]
    seq: int
    branch: int
    snapshot_seq: int
    base_seq: int = 0
    known_prompt: Prompt | None = None
    warning: Text | None = None

    @property
    def game(self) -> Game[State]:
        """The game of the match."""
        return self.history.game

    @cached_property
    def table_state(self) -> TableState:
        """The table state with all secrets."""
        can_redo = bool(self.history.undone)
        return TableState(
            self.game, self.history.state, self.seq, self.branch, self.history.last_group, can_redo, self.known_prompt
        )

    def view(self, seats: frozenset[int]) -> MatchView:
        """Return what a device may see that speaks for those seats."""
        return self._views.setdefault(seats, MatchView(self, seats))

    @cached_property
    def _views(self) -> dict[frozenset[int], MatchView]:
        return {}

    def record(self, match: Match) -> MatchRecord:
        """Return the record of the match with all secrets."""
        states = tuple(entry.state for entry in self.history.entries)
        first, last = self.history.initial_state, self.history.state
        return MatchRecord(match, self.seq - len(self.lines), first, self.lines, last, states)

    def undo_before(self, seq: int) -> Undone:
        """Return the undo that goes back before that entry.

        Raises ``StaleAnswerError`` if the entry is not in effect any more.
        """
        undone = undo.undo_before(self.lines, seq)
        if undone is None:
            raise StaleAnswerError
        return undone


class MatchView:
    """A match as it stands now, without the secrets of all but some seats."""

    def __init__(self, whole: MatchState, seats: frozenset[int]) -> None:
        self._whole, self._seats = whole, seats

    @cached_property
    def table_state(self) -> TableState:
        """The table state; where nothing is concealed, the one that all devices share."""
        whole = self._whole.table_state
        state = self._conceal(whole.state)
        return whole if state is whole.state else replace(whole, state=state, known_prompt=None)

    @cached_property
    def lines(self) -> tuple[LogLine, ...]:
        """All log lines, oldest first."""
        return log.visible_lines(self._whole.game, self._whole.lines, self._seats)

    @cached_property
    def log(self) -> tuple[LogLine, ...]:
        """All log lines, oldest first, each with whether it is in effect."""
        return undo.mark_lines_in_effect(self.lines)

    def record(self, match: Match) -> MatchRecord:
        """Return the record of the match."""
        record = self._whole.record(match)
        first, *states = map(self._conceal, (record.first_state, *record.states))
        last = states[-1] if states else first
        return replace(record, first_state=first, lines=self.lines, last_state=last, states=tuple(states))

    def state_at(self, seq: int | None = None) -> State:
        """Return the current state, or the state before the entry of that number.

        Its notes belong to what came before. Raises ``StaleAnswerError`` if the entry is not in effect any more,
        ``Refused`` while others have secrets from these seats.
        """
        history = self._whole.history
        state = history.state if seq is None else history.state_after_undo(self._whole.undo_before(seq))
        if history.state.outcome is None and self._conceal(state) != state:
            raise Refused("X-08", SECRETS_TEXT)
        return state

    def preview_undo(self, group: int | None = None) -> UndoPreview:
        """Return what undoing the last group, or everything back through ``group``, would take back."""
        back = self._whole.history.last_group if group is None else group
        return (
            undo.preview_undo(self.lines, Undone(back), self.table_state.trackers)
            if back is not None
            else UndoPreview((), ())
        )

    def preview_undo_to_entry(self, seq: int) -> UndoPreview:
        """Return what going back before the entry of that number would take back."""
        return undo.preview_undo(self.lines, self._whole.undo_before(seq), self.table_state.trackers)

    def _conceal(self, state: State) -> State:
        return self._whole.game.conceal(state, self._seats)
