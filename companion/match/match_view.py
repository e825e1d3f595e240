"""One match at one moment: its state, and what the devices of some seats may see of it."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from companion.storage.records import Match
from rules.engine import Game, Refused, State, Text, Undone

from . import log, undo
from .log import LogLine
from .table_state import MatchRecord, TableState
from .transaction import MatchState, match_record_of
from .undo import UndoPreview

SECRETS_TEXT = Text("In this game players' phones keep secrets: it can be exported when it is over.")


class StaleAnswerError(Exception):
    """An answer to a prompt that is no longer asked; nothing has changed."""

    reason = Text("The table has moved on: look again.")


class MatchMoment:
    """A published state of a match, with what is computed of it once for all devices."""

    def __init__(self, game: Game[State], match_state: MatchState) -> None:
        self.game, self.match_state = game, match_state
        self._views: dict[frozenset[int], MatchView] = {}

    @cached_property
    def table_state(self) -> TableState:
        """The table state with all secrets."""
        history, match_state = self.match_state.history, self.match_state
        group, can_redo = history.last_group, bool(history.redo_entries)
        return TableState(
            self.game, history.state, match_state.seq, match_state.branch, group, can_redo, match_state.asked
        )

    def view(self, seats: frozenset[int]) -> MatchView:
        """Return what a device may see that speaks for those seats."""
        return self._views.setdefault(seats, MatchView(self, seats))

    def undo_before(self, seq: int) -> Undone:
        """Return the undo that goes back before that entry.

        Raises ``StaleAnswerError`` if the entry is not in effect any more.
        """
        undone = undo.undo_before(self.match_state.lines, seq)
        if undone is None:
            raise StaleAnswerError
        return undone


class MatchView:
    """A match at one moment without the secrets of all but some seats."""

    def __init__(self, moment: MatchMoment, seats: frozenset[int]) -> None:
        self._moment, self._seats, self._game = moment, seats, moment.game

    @cached_property
    def table_state(self) -> TableState:
        """The table state; where nothing is concealed, the one that all devices share."""
        whole = self._moment.table_state
        state = self._conceal(whole.state)
        return whole if state is whole.state else replace(whole, state=state, asked=None)

    @cached_property
    def lines(self) -> tuple[LogLine, ...]:
        """All log lines, oldest first."""
        return log.visible_lines(self._game, self._moment.match_state.lines, self._seats)

    @cached_property
    def log(self) -> tuple[LogLine, ...]:
        """All log lines, oldest first, each with whether it is in effect."""
        return undo.mark_lines_in_effect(self.lines)

    def record(self, match: Match) -> MatchRecord:
        """Return the record of the match."""
        record = match_record_of(match, self._moment.match_state)
        first, *states = map(self._conceal, (record.first_state, *record.states))
        last = states[-1] if states else first
        return replace(record, first_state=first, lines=self.lines, last_state=last, states=tuple(states))

    def state_at(self, seq: int | None = None) -> State:
        """Return the current state, or the state before the entry of that number.

        Its notes belong to what came before. Raises ``StaleAnswerError`` if the entry is not in effect any more,
        ``Refused`` while others have secrets from these seats.
        """
        history = self._moment.match_state.history
        state = history.state if seq is None else history.state_after_undo(self._moment.undo_before(seq))
        if history.state.outcome is None and self._conceal(state) != state:
            raise Refused("X-08", SECRETS_TEXT)
        return state

    def preview_undo(self, group: int | None = None) -> UndoPreview:
        """Return what undoing the last group, or everything back through ``group``, would take back."""
        back = self._moment.match_state.history.last_group if group is None else group
        return undo.preview_undo(self.lines, Undone(back)) if back is not None else UndoPreview((), ())

    def preview_undo_to_entry(self, seq: int) -> UndoPreview:
        """Return what going back before the entry of that number would take back."""
        return undo.preview_undo(self.lines, self._moment.undo_before(seq))

    def _conceal(self, state: State) -> State:
        return self._game.conceal(state, self._seats)
