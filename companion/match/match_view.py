"""Read side of one match: its current state, what each device may see, and undo previews."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from companion.base.observable import Observable
from companion.storage.matches import Storage, StorageError
from companion.storage.records import Match
from rules.engine import Game, Prompt, Refused, State, Text, Undone

from . import log, roles, undo
from .journal import Journal, UnsavedWork
from .log import LogLine
from .replay import resume_match
from .roles import HOST_ROLE, DeviceRole
from .table_state import MatchRecord, OpenAdjustment, TableState
from .transaction import MatchState, match_record_of, match_state_of
from .undo import UndoPreview

T = TypeVar("T")
SECRETS_TEXT = Text("In this game players' phones keep secrets: it can be exported when it is over.")
ADJUSTMENT_SECONDS = 5.0
"""Seconds within which adjustments of one tracker by one device are one adjustment."""
ADJUSTMENT_REDRAW_SECONDS = 0.25
"""Seconds after the last tap on a number after which the tables of all devices are redrawn."""


class StaleAnswerError(Exception):
    """An answer to a prompt that is no longer asked; nothing has changed."""

    reason = Text("The table has moved on: look again.")


@dataclass(frozen=True)
class AdjustmentSeries:
    """Adjustments of one tracker by one device, which are undone as one."""

    key: str
    role: DeviceRole
    at: float
    group: int
    value_before: int


class MatchView(Observable):
    """The read side of one match, with thread-safe methods."""

    def __init__(
        self,
        game: Game[State],
        match: Match,
        storage: Storage,
        clock: Callable[[], float],
        load_claimed_seats: Callable[[], frozenset[int]],
        on_unsaved_change: Callable[[], None],
    ) -> None:
        super().__init__()
        self.game = game
        self.match = match
        self.is_deleted = False
        """Whether the match was deleted: nothing is written any more."""
        self._storage = storage
        self._journal = Journal(storage, match, game, clock, on_unsaved_change)
        self._clock = clock
        self._load_claimed_seats = load_claimed_seats
        self._claimed_seats = frozenset[int]()
        self._lock = threading.RLock()
        self._series: AdjustmentSeries | None = None
        resumed = resume_match(storage, match, game)
        self.warning = resumed.warning
        self._match_state = match_state_of(game, resumed)
        self._memo: tuple[MatchState | None, dict[object, Any]] = (None, {})
        self._put_away = self.state.outcome is not None

    @property
    def unsaved_work(self) -> UnsavedWork | None:
        """What the disk has not accepted, if anything: the game then goes on in memory."""
        return self._journal.unsaved_work

    @property
    def table_state(self) -> TableState:
        """The current table state."""
        return self._memoized("now", self._make_table_state)

    def _make_table_state(self) -> TableState:
        match_state = self._match_state
        history = match_state.history
        return TableState(
            self.game,
            history.state,
            match_state.seq,
            match_state.branch,
            history.last_group,
            bool(history.redo_entries),
        )

    def table_state_for(self, role: DeviceRole) -> TableState:
        """Return the table state as that device may see it, without the secrets of others."""
        table_state, seats = self.table_state, self._visible_seats(role)
        state = self.game.conceal(table_state.state, seats)
        return (
            table_state
            if state is table_state.state
            else self._memoized(("now", seats), lambda: replace(table_state, state=state))
        )

    def _memoized(self, key: object, make: Callable[[], T]) -> T:
        """Return a value that depends on the match state only, computed once for all devices."""
        match_state, made = self._memo
        if match_state is not self._match_state:
            made = {}
            self._memo = self._match_state, made
        if key not in made:
            made[key] = make()
        found: T = made[key]
        return found

    def _visible_seats(self, role: DeviceRole) -> frozenset[int]:
        return roles.visible_seats(role, len(self.match.seats), self.claimed_seats)

    @property
    def claimed_seats(self) -> frozenset[int]:
        """The seats that a device has claimed; the last known ones where the database fails."""
        with suppress(StorageError):
            self._claimed_seats = self._load_claimed_seats()
        return self._claimed_seats

    @property
    def open_adjustment(self) -> OpenAdjustment | None:
        """The adjustment that one more tap would continue."""
        with self._lock:
            series, at = self._series, self._clock()
            if series is None or not 0 <= at - series.at <= ADJUSTMENT_SECONDS:
                return None
            return OpenAdjustment(
                series.key, series.value_before, self._value(series.key), ADJUSTMENT_SECONDS - (at - series.at)
            )

    @property
    def redraw_delay(self) -> float:
        """Seconds that a redraw may wait after a tap on a number; its counter shows it at once."""
        return 0.0 if self._series is None else ADJUSTMENT_REDRAW_SECONDS

    def _value(self, key: str) -> int:
        return next((tracker.value for tracker in self.table_state.trackers if tracker.key == key), 0)

    @property
    def state(self) -> State:
        """The state of the game."""
        return self._match_state.history.state

    @property
    def prompt(self) -> Prompt | None:
        """The current prompt; None when the game has ended."""
        return self.table_state.prompt

    @property
    def prompt_id(self) -> str:
        """The id of the current prompt, by which an answer says what it answers."""
        return self.table_state.prompt_id

    @property
    def match_record(self) -> MatchRecord:
        """The whole record of the match."""
        return match_record_of(self.match, self._match_state)

    def match_record_for(self, role: DeviceRole) -> MatchRecord:
        """Return the record as that device may see it, without the secrets of others."""
        record, seats = self.match_record, self._visible_seats(role)
        first, *states = (self.game.conceal(state, seats) for state in (record.first_state, *record.states))
        last = states[-1] if states else first
        return replace(record, first_state=first, lines=self._lines(role), last_state=last, states=tuple(states))

    def state_at(self, role: DeviceRole = HOST_ROLE, seq: int | None = None) -> State:
        """Return the current state, or the state before the entry of that number.

        Its notes belong to what came before. Raises ``StaleAnswerError`` if the entry is not in effect any more,
        ``Refused`` while others have secrets from that device.
        """
        history = self._match_state.history
        state = history.state if seq is None else history.state_after_undo(self._undo_before(seq))
        if self.state.outcome is None and self.game.conceal(state, self._visible_seats(role)) != state:
            raise Refused("X-08", SECRETS_TEXT)
        return state

    @property
    def last_activity(self) -> float:
        """Time of the last entry, in unix seconds."""
        lines = self._match_state.lines
        return lines[-1].entry.at if lines else self.match.last

    @property
    def is_put_away(self) -> bool:
        """Whether the game is over and put away: it can be viewed, and every change is refused."""
        return self._put_away and self.state.outcome is not None

    def preview_undo(self, role: DeviceRole = HOST_ROLE, group: int | None = None) -> UndoPreview:
        """Return what ``undo`` would take back, in words that this device may read."""
        back = self._match_state.history.last_group if group is None else group
        return undo.preview_undo(self._lines(role), Undone(back)) if back is not None else UndoPreview((), ())

    def preview_undo_to_entry(self, seq: int, role: DeviceRole = HOST_ROLE) -> UndoPreview:
        """Return what ``undo_to_entry`` would take back, in words that this device may read."""
        return undo.preview_undo(self._lines(role), self._undo_before(seq))

    def _undo_before(self, seq: int) -> Undone:
        undone = undo.undo_before(self._match_state.lines, seq)
        if undone is None:
            raise StaleAnswerError
        return undone

    def log(self, role: DeviceRole = HOST_ROLE) -> tuple[LogLine, ...]:
        """Return all log lines, oldest first, as that device may read them."""
        return self._memoized(("log", self._visible_seats(role)), lambda: undo.mark_lines_in_effect(self._lines(role)))

    def _lines(self, role: DeviceRole) -> tuple[LogLine, ...]:
        return log.visible_lines(self.game, self._match_state.lines, self._visible_seats(role))

    def pictured_entries(self) -> frozenset[int]:
        """Return the numbers of the entries of which the log keeps a picture."""
        return self._storage.pictured_entries(self.match)

    def picture(self, seq: int) -> bytes:
        """Return the JPEG in which that entry was read; empty if there is none."""
        return self._storage.load_picture(self.match, seq)
