"""One match as a plain object: answers, adjustments, undo and redo.

Every action is computed on a copy of the history, written to disk, and only then published: devices show what the file
holds. Where the disk accepts nothing, they show that as well (see ``journal``).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace

from companion.base.errors import ConcurrentWriteError, StorageError
from companion.base.input_limits import MAX_STEPS
from companion.base.observable import Observable
from companion.dice.provenance import RollSource, record_misread_roll
from companion.storage.matches import Storage
from companion.storage.records import Match, RollRecord
from rules.engine import (
    Adjusted,
    Choice,
    Event,
    FactSet,
    Game,
    Prompt,
    Redone,
    Refused,
    Ruled,
    State,
    Text,
    Undone,
    WentTo,
)
from rules.engine.switch import NOT_ASKED, silence_switch

from . import roles, undo
from .adjustments import ADJUSTMENT_REDRAW_SECONDS, ADJUSTMENT_SECONDS, AdjustmentSeries, OpenAdjustment
from .deck import answer_before_virtual_roll, draw_cards
from .journal import Journal, UnsavedWork
from .latest import HandLine, HandMark, hand_lines
from .log import LogLine
from .match_state import MatchRecord, MatchView, StaleAnswerError
from .replay import resume_match, snapshot_of
from .roles import HOST_ROLE, SPECTATOR_TEXT, DeviceRole
from .table_state import TableState
from .transaction import Transaction
from .undo import UndoPreview

__all__ = [
    "ADJUSTMENT_SECONDS",
    "SNAPSHOT_INTERVAL",
    "LogLine",
    "OpenAdjustment",
    "StaleAnswerError",
    "Table",
    "TableState",
    "UndoPreview",
]

SNAPSHOT_INTERVAL = 24
"""Entries after which a snapshot is due: about a turn."""
PUT_AWAY_TEXT = Text("This game is over and put away. To play on, tap “Keep playing” first.")
NO_ANSWER_TEXT = Text("That is not an answer to what is asked now.")
UNDO_TOO_FAR_TEXT = Text("Others have played on since: only the host's phone goes back that far.")
TOO_LONG_TEXT = Text("This game has as many steps as a game can have. Begin another one.")
HOST_ONLY_TEXT = Text("How the table plays, only the host's phone changes.")


class Table(Observable):
    """One match, with thread-safe methods.

    They raise ``Refused``, ``StaleAnswerError`` or ``StorageError``.
    """

    def __init__(
        self,
        game: Game[State],
        match: Match,
        storage: Storage,
        clock: Callable[[], float] = time.time,
        load_claimed_seats: Callable[[], frozenset[int]] = frozenset,
        on_unsaved_change: Callable[[], None] = lambda: None,
    ) -> None:
        """Open the match.

        ``load_claimed_seats`` returns the seats that a device has claimed; ``on_unsaved_change`` is called when
        ``unsaved_work`` begins and when it ends.
        """
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
        self._match_state = resume_match(storage, match, game)
        self.warning = self._match_state.warning
        self._put_away = self.state.outcome is not None
        self._ticked = frozenset[HandMark]()
        if self._match_state.seq == 0:
            self._answer_first_prompt()

    # --- what it shows -----------------------------------------------------------------------------------------------

    def view(self, role: DeviceRole = HOST_ROLE) -> MatchView:
        """Return the match as that device may see it now, without the secrets of others."""
        return self._match_state.view(roles.visible_seats(role, len(self.match.seats), self.claimed_seats))

    def table_state_for(self, role: DeviceRole) -> TableState:
        """Return the table state as that device may see it, without the secrets of others."""
        return self.view(role).table_state

    def log(self, role: DeviceRole = HOST_ROLE) -> tuple[LogLine, ...]:
        """Return all log lines, oldest first, as that device may read them."""
        return self.view(role).log

    def hand_lines(self, role: DeviceRole = HOST_ROLE) -> tuple[HandLine, ...]:
        """Return what hands must still do this turn, as that device may read it.

        That is nothing when the game is over.
        """
        return self.open_hand_lines(self.log(role))

    def open_hand_lines(self, log: tuple[LogLine, ...]) -> tuple[HandLine, ...]:
        """Return the same for a device that has read its log."""
        if self.state.outcome is not None:
            return ()
        return hand_lines(self.game, log, self.match.seats, self._ticked)

    @property
    def table_state(self) -> TableState:
        """The current table state."""
        return self._match_state.table_state

    @property
    def state(self) -> State:
        """The state of the game."""
        return self.table_state.state

    @property
    def prompt(self) -> Prompt | None:
        """The current prompt; None when the game has ended."""
        return self.table_state.prompt

    @property
    def first_turn(self) -> int:
        """The number of the turn in which the log begins: not 0 where the table came from outside."""
        return self._match_state.history.initial_state.turn

    @property
    def prompt_id(self) -> str:
        """The id of the current prompt, by which an answer says what it answers."""
        return self.table_state.prompt_id

    @property
    def match_record(self) -> MatchRecord:
        """The whole record of the match."""
        return self._match_state.record(self.match)

    @property
    def unsaved_work(self) -> UnsavedWork | None:
        """What the disk has not accepted, if anything: the game then goes on in memory."""
        return self._journal.unsaved_work

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
            series = self._series
            return series.open_at(self._clock(), self._value(series.key)) if series else None

    @property
    def redraw_delay(self) -> float:
        """Seconds that a redraw may wait after a tap on a number; its counter shows it at once."""
        return 0.0 if self._series is None else ADJUSTMENT_REDRAW_SECONDS

    def _value(self, key: str) -> int:
        return next((tracker.value for tracker in self.table_state.trackers if tracker.key == key), 0)

    @property
    def last_activity(self) -> float:
        """Time of the last entry, in unix seconds."""
        lines = self._match_state.lines
        return lines[-1].entry.at if lines else self.match.last

    @property
    def is_put_away(self) -> bool:
        """Whether the game is over and put away: it can be viewed, and every change is refused."""
        return self._put_away and self.state.outcome is not None

    def pictured_entries(self) -> frozenset[int]:
        """Return the numbers of the entries of which the log keeps a picture."""
        return self._storage.pictured_entries(self.match)

    def picture(self, seq: int) -> bytes:
        """Return the JPEG in which that entry was read; empty if there is none."""
        return self._storage.load_picture(self.match, seq)

    # --- what changes it ---------------------------------------------------------------------------------------------

    def put_away(self, role: DeviceRole = HOST_ROLE) -> None:
        """Put a finished match away, so that it can only be viewed; one that is not over stays open."""
        with self._changing(role):
            self._put_away = self.state.outcome is not None

    def continue_match(self, role: DeviceRole = HOST_ROLE) -> None:
        """Reopen a match that was put away, so that what ended it can be undone."""
        with self._changing(role):
            self._put_away = False

    def answer(
        self,
        prompt_id: str,
        event: Event,
        role: DeviceRole = HOST_ROLE,
        seen_seq: int | None = None,
        picture: bytes = b"",
        source: RollSource = "typed",
        first: Event | None = None,
    ) -> None:
        """Answer the prompt with that id. Raises ``StaleAnswerError`` if it is no longer asked.

        Where the answer waits for cards of a virtual deck, they are drawn now. ``seen_seq`` is the ``table_state.seq``
        that the device showed: the answers of a prompt may change while it keeps its id, and a refusal is then
        reported as stale. ``picture`` is the JPEG in which the answer was read: the log keeps it (X-04). ``source`` is
        the source of a roll. With ``first`` that answers the prompt, and ``event`` the prompt that then follows, in the
        state that the device showed: both are one action.
        """
        with self._changing():
            if prompt_id != self.prompt_id:
                raise StaleAnswerError
            answers: list[tuple[Event, RollSource]] = [(event, source)]
            if first is not None:
                self._require_current(seen_seq)
                answers.insert(0, (first, "typed"))
            reopened = undo.reopened_question(self._match_state.lines)
            transaction = Transaction(self._match_state, self._clock())
            try:
                for answer, origin in answers:
                    choices, events = self._check_answer(transaction.prompt, answer, role, origin)
                    for each in events:
                        transaction.enter(each, role.actor_name(self.match.seats), transaction.prompt_id)
                    roll = RollRecord(transaction.seq, source, picture)
                    transaction.run_automatic_answers(self.claimed_seats)
                self._commit(transaction, (roll,))
            except Refused:
                self._require_current(seen_seq)
                raise
            if source in ("typed", "looked"):  # the camera alone may have seen another throw
                record_misread_roll(self.match.id, reopened.undone, reopened.since, choices, events[-1], self._storage)

    def _check_answer(
        self, prompt: Prompt | None, event: Event, role: DeviceRole, source: RollSource
    ) -> tuple[tuple[Choice, ...], tuple[Event, ...]]:
        """Return the choices of the prompt and the events of an answer that this device may give.

        The cards of the answer are drawn; a virtual roll comes after the answer by which its dice are thrown again.
        """
        self._require_not_put_away()
        choices = prompt.choices if prompt else ()
        event = draw_cards(choices, event)
        if isinstance(event, (Adjusted, FactSet, WentTo, Ruled, *self.game.remark_events)):
            raise Refused("X-01", NO_ANSWER_TEXT)  # each of these has its own method
        if prompt is not None:
            roles.authorize_answer(role, prompt, choices, event, self.match.seats, self.claimed_seats)
        self._require_valid(event)
        before = answer_before_virtual_roll(choices, event) if source == "virtual" else None
        return choices, (event,) if before is None else (before, event)

    def make_remark(self, event: Event, role: DeviceRole = HOST_ROLE) -> None:
        """Make one of ``table_state.remarks``, whatever the prompt.

        Raises ``StaleAnswerError`` if it is no longer offered.
        """
        with self._changing(role):
            choices = self.table_state.remarks
            event = draw_cards(choices, event)
            if not any(remark.admits(event) for remark in choices):
                raise StaleAnswerError
            roles.authorize_answer(role, None, choices, event, self.match.seats, self.claimed_seats)
            self._act(event, role=role)

    def adjust(self, key: str, by: int, role: DeviceRole = HOST_ROLE) -> int:
        """Correct a tracker by a difference and return its value.

        A quick series by one device is undone as one.
        """
        with self._changing(role):
            at = self._clock()
            last = self._series if self._series and self._series.goes_on(key, role, at) else None
            before = last.value_before if last else self._value(key)
            group = self._act(Adjusted(key, by), role=role, group=last.group if last else None)
            self._series = AdjustmentSeries(key, role, at, group, before)
            return self._value(key)

    def set_fact(self, event: FactSet, role: DeviceRole = HOST_ROLE) -> None:
        """Set a fact by hand, such as who stands where."""
        with self._changing(role):
            self._act(event, role=role)

    def jump_to(self, rule: str, role: DeviceRole = HOST_ROLE) -> None:
        """Jump to another step, because the real table is there."""
        with self._changing(role):
            self._act(WentTo(rule), role=role)

    def set_ruling(self, switch: str, choice: str, role: DeviceRole = HOST_ROLE) -> None:
        """Set a rule switch of the table; a seat's own stops may also be set from its device."""
        with self._changing(role):
            if not roles.may_set(role, switch, self.claimed_seats):
                raise Refused("X-09", HOST_ONLY_TEXT)
            self._act(Ruled(switch, choice), role=role)

    def silence(self, key: str, seats: tuple[int, ...], role: DeviceRole = HOST_ROLE) -> None:
        """Ask those seats no more about that subject of the present question, until the match ends.

        Raises ``StaleAnswerError`` if one of them is not asked about it now, ``Refused`` if the device does not speak
        for them.
        """
        with self._changing(role):
            asked = [(one.key, one.seat) for one in self.prompt.about] if self.prompt else []
            wanted = [(key, seat) for seat in seats] if isinstance(seats, tuple) else []
            if not wanted or any(one not in asked for one in wanted):
                raise StaleAnswerError
            if not roles.can_speak_for(role, seats, self.claimed_seats):
                raise Refused("X-09", HOST_ONLY_TEXT)
            self._act(*(Ruled(silence_switch(key, seat), NOT_ASKED) for seat in seats), role=role)

    def tick(self, marks: frozenset[HandMark], role: DeviceRole = HOST_ROLE) -> None:
        """Mark what hands must do as done, for all devices, as long as the match is open.

        Raises ``StaleAnswerError`` if none of it is to be done any more. What is undone is not done any more either.
        """
        with self._changing(role):
            self._require_not_put_away()
            due = frozenset(mark for line in self.hand_lines(role) for mark in line.marks)
            due = due & marks if isinstance(marks, frozenset) else frozenset()
            if not due:
                raise StaleAnswerError
            self._ticked |= due

    def undo(self, role: DeviceRole = HOST_ROLE, group: int | None = None, seen_seq: int | None = None) -> None:
        """Undo the last group, or everything back through ``group``.

        ``seen_seq`` is the ``table_state.seq`` that the person looked at: if more has happened since, raises
        ``StaleAnswerError``.
        """
        with self._changing(role):
            self._require_current(seen_seq)
            back = self._match_state.history.last_group if group is None else group
            if back is None:
                raise Refused("X-03", Text("There is nothing to undo."))
            self._undo_or_redo(Undone(back), role)

    def undo_to_entry(self, seq: int, role: DeviceRole = HOST_ROLE) -> None:
        """Go back to where the entry of that number was still a prompt.

        That may be one that was answered automatically. Raises ``StaleAnswerError`` if the entry is not in effect any
        more.
        """
        with self._changing(role):
            self._undo_or_redo(self._match_state.undo_before(seq), role)

    def redo(self, role: DeviceRole = HOST_ROLE, seen_seq: int | None = None) -> None:
        """Redo the group that was undone last, unless more has happened since ``seen_seq``."""
        with self._changing(role):
            self._require_current(seen_seq)
            self._undo_or_redo(Redone(), role)

    def _undo_or_redo(self, event: Undone | Redone, role: DeviceRole) -> None:
        """Undo or redo, without automatic answers, which would undo the undo at once.

        Any device may undo the last group and its own entries; anything further only the host (X-03).
        """
        actor, lines = role.actor_name(self.match.seats), self._match_state.lines
        if isinstance(event, Undone) and not (role.is_host or undo.may_undo(lines, event, actor)):
            raise Refused("X-03", UNDO_TOO_FAR_TEXT)
        self._require_not_put_away()
        transaction = Transaction(self._match_state, self._clock())
        transaction.enter(event, actor)
        self._commit(transaction)
        if self._ticked:
            due = hand_lines(self.game, self.log(), self.match.seats)
            self._ticked &= {mark for line in due for mark in line.marks}

    @contextmanager
    def _changing(self, role: DeviceRole = HOST_ROLE) -> Iterator[None]:
        """Hold the lock for a change, then tell all devices.

        Raises ``Refused`` for a spectator (X-01).
        """
        if role.is_spectator:
            raise Refused("X-01", SPECTATOR_TEXT)
        with self._lock:
            yield
        self.notify()

    def _require_current(self, seen_seq: int | None) -> None:
        if seen_seq is not None and seen_seq != self._match_state.seq:
            raise StaleAnswerError

    def _require_not_put_away(self) -> None:
        if self.is_put_away:
            raise Refused("X-01", PUT_AWAY_TEXT)

    def _require_valid(self, event: Event) -> None:
        if isinstance(event, Undone | Redone) or not self._storage.codec(self.game).is_valid_event(event):
            raise Refused("X-01", NO_ANSWER_TEXT)

    def _act(self, *events: Event, role: DeviceRole, group: int | None = None) -> int:
        """Do what answers no prompt, with the automatic answers to it; return the group."""
        self._require_not_put_away()
        transaction = Transaction(self._match_state, self._clock(), group)
        for event in events:
            self._require_valid(event)
            transaction.enter(event, role.actor_name(self.match.seats))
        transaction.run_automatic_answers(self.claimed_seats)
        self._commit(transaction)
        return transaction.group

    def _answer_first_prompt(self) -> None:
        """Let automatic answers handle the very first prompt."""
        transaction = Transaction(self._match_state, self._clock())
        transaction.run_automatic_answers(self.claimed_seats)
        if transaction.entries and transaction.seq <= MAX_STEPS:
            self._commit(transaction)

    # --- what is written ---------------------------------------------------------------------------------------------

    def _commit(self, transaction: Transaction, rolls: tuple[RollRecord, ...] = ()) -> None:
        """Write the transaction to disk, if possible, and then publish it.

        Raises ``Refused`` (X-01) where the match would be too long to be imported again.
        """
        if transaction.seq > MAX_STEPS:
            raise Refused("X-01", TOO_LONG_TEXT)
        state, before = transaction.history.state, self._match_state
        over = state.outcome is not None and self.state.outcome is None  # the match list reads this snapshot
        due = over or transaction.seq - before.snapshot_seq >= SNAPSHOT_INTERVAL
        snapshot = snapshot_of(self._storage.codec(self.game), state, transaction.seq) if due else None
        finished = None if state.outcome is None else (self._clock() if over else self.match.finished)
        try:
            self._journal.append(transaction.entries, snapshot, finished, rolls)
        except ConcurrentWriteError:
            self._catch_up()
            raise
        self.match = replace(self.match, finished=finished)
        self._series = None
        self._match_state = transaction.result(transaction.seq if due else before.snapshot_seq)

    def save_snapshot(self) -> None:
        """Write a snapshot now, at the end of a turn."""
        with self._lock:
            now = self._match_state
            if now.seq > now.snapshot_seq:
                self._journal.save_snapshot(snapshot_of(self._storage.codec(self.game), now.history.state, now.seq))
                self._match_state = replace(now, snapshot_seq=now.seq)

    def retry_save(self) -> None:
        """Try again to write ``unsaved_work``.

        Raises ``StorageError`` where another program is writing.
        """
        self._journal.retry()
        self.notify()

    def follow(self, entries: int) -> None:
        """Show what another program has written, or write what the database has not accepted before.

        Another program has written where the database has that many ``entries`` and this table fewer.
        """
        if self.unsaved_work is not None:  # no tap waits for this
            self._journal.retry()
            if self.unsaved_work is None:
                self.notify()
        with self._lock:
            if entries > self.table_state.seq and self.unsaved_work is None:
                self._catch_up()

    def _catch_up(self) -> None:
        """Reload the match from the database after another program has continued it."""
        self.match = self._storage.load_match(self.match.id)
        self._match_state = resume_match(self._storage, self.match, self.game)
        self.notify()
