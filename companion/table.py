"""One match as a plain object: who may answer what now, what was done, and what undoing it means.

Every action is computed on a copy of the history, written to disk, and only then seen by anybody: what the phones
show is what the file holds.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from rules.engine import (
    Adjusted,
    Choice,
    Event,
    Game,
    History,
    Note,
    Prompt,
    Redone,
    Refused,
    Ruled,
    Text,
    Tracker,
    Undone,
    WentTo,
    prompt,
    prompt_id,
    remarks,
)

from . import log
from .entry import Entry
from .log import LogLine, Undoing
from .resume import Resumed, resume, taken
from .shared import Shared
from .storage import Match, Overtaken, Storage

__all__ = ["FLOW", "SERIES", "SNAPSHOT", "Late", "LogLine", "Now", "Running", "Story", "Table", "Undoing"]

SERIES = 5.0
"""Seconds within which corrections of one number by one person are one correction."""
FLOW = 1000
"""Answers in a row that the table's stops may give before we ask a person after all."""
SNAPSHOT = 24
"""Entries after which a snapshot is due: about a turn."""
PUT_AWAY = Text("This game is over and put away. Whoever wants to go on says so first.")


class Late(Exception):  # noqa: N818 - being late is no error
    """An answer to a question that is no longer asked; nothing has changed."""

    reason = Text("The table has moved on: look again.")


@dataclass(frozen=True, slots=True)
class Now:
    """Where the table is, all of one moment: read it once and draw from it."""

    game: Game[Any]
    state: Any
    seq: int
    branch: int
    undoable: int | None
    redoable: bool

    @property
    def prompt(self) -> Prompt | None:
        """What is asked; None when the game has ended."""
        return prompt(self.state)

    @property
    def prompt_id(self) -> str:
        """The question's name: an answer to an earlier one, or to one that was undone, is late."""
        return f"{self.branch}.{prompt_id(self.state)}"

    @property
    def remarks(self) -> tuple[Choice, ...]:
        """What may be said beside the question."""
        return remarks(self.game, self.state)

    @property
    def trackers(self) -> tuple[Tracker, ...]:
        """The numbers on the table."""
        return self.game.trackers(self.state)

    @property
    def notes(self) -> tuple[Note, ...]:
        """What the rules did by themselves after the latest event."""
        notes: tuple[Note, ...] = self.state.notes
        return notes


@dataclass(frozen=True, slots=True)
class Story:
    """A match from its first state to its last, of one moment; before ``after`` nothing can be replayed any more."""

    match: Match
    after: int
    first: Any
    lines: tuple[LogLine, ...]
    last: Any


@dataclass(frozen=True)
class _Held:
    """All that changes when somebody acts, exchanged in one piece."""

    history: History[Any]
    lines: tuple[LogLine, ...]
    seq: int
    branch: int
    snapshot: int


@dataclass(frozen=True, slots=True)
class Running:
    """A number that somebody is correcting right now: from what to what, and seconds until the next tap is another."""

    key: str
    before: int
    after: int
    left: float


@dataclass(frozen=True)
class _Series:
    key: str
    who: str
    at: float
    group: int
    before: int


class Table(Shared):
    """One match. Its methods may be called from any thread; they raise ``Refused``, ``Late`` or ``StorageTrouble``."""

    def __init__(self, game: Game[Any], match: Match, storage: Storage, clock: Callable[[], float] = time.time) -> None:
        super().__init__()
        self.game = game
        self.match = match
        self._storage = storage
        self._clock = clock
        self._lock = threading.RLock()
        self._series: _Series | None = None
        resumed = resume(storage, match, game)
        self.warning = resumed.warning
        self._held = _held(game, resumed)
        self._away = self.state.outcome is not None
        self.gone = False
        """The match was deleted: nothing is written any more."""
        if resumed.last_seq == 0:
            self._flow_once()

    @property
    def now(self) -> Now:
        """Where the table is."""
        held = self._held
        history = held.history
        return Now(self.game, history.state, held.seq, held.branch, history.last_group, bool(history.redoable))

    @property
    def running(self) -> Running | None:
        """The correction that one more tap would continue."""
        with self._lock:
            series, at = self._series, self._clock()
            if series is None or not 0 <= at - series.at <= SERIES:
                return None
            return Running(series.key, series.before, self._value(series.key), SERIES - (at - series.at))

    def _value(self, key: str) -> int:
        return next((tracker.value for tracker in self.now.trackers if tracker.key == key), 0)

    @property
    def state(self) -> Any:
        """The state of the game."""
        return self._held.history.state

    @property
    def prompt(self) -> Prompt | None:
        """What is asked; None when the game has ended."""
        return self.now.prompt

    @property
    def prompt_id(self) -> str:
        """The name by which an answer says what it answers."""
        return self.now.prompt_id

    @property
    def story(self) -> Story:
        """All of it."""
        held, match = self._held, self.match
        return Story(match, held.seq - len(held.lines), held.history.first, held.lines, held.history.state)

    @property
    def kept(self) -> bool:
        """Whether the game is over and put away: it can be looked at, and every change is refused."""
        return self._away and self.state.outcome is not None

    def put_away(self) -> None:
        """The game is over and nobody doubts it any more; one that is not over stays as it is."""
        self._away = self.state.outcome is not None
        self.changed()

    def go_on(self) -> None:
        """Take the game out again: what ended it may be taken back."""
        self._away = False
        self.changed()

    def answer(self, prompt_id: str, event: Event, by: str) -> None:
        """Answer the question of that name. Raises ``Late`` if it is no longer asked."""
        with self._lock:
            if prompt_id != self.prompt_id:
                raise Late
            self._act(event, by, prompt_id)
        self.changed()

    def say(self, event: Event, by: str) -> None:
        """Say one of ``now.remarks``, whatever is being asked. Raises ``Late`` if it can no longer be said."""
        with self._lock:
            if not any(remark.admits(event) for remark in self.now.remarks):
                raise Late
            self._act(event, by, None)
        self.changed()

    def adjust(self, key: str, by: int, who: str) -> None:
        """Correct a number by a difference; a quick series by one person is undone as one."""
        with self._lock:
            at, last = self._clock(), self._series
            goes_on = last and (last.key, last.who) == (key, who) and 0 <= at - last.at <= SERIES
            before = last.before if last and goes_on else self._value(key)
            group = last.group if last and goes_on else None
            group = self._act(Adjusted(key, by), who, None, group)
            self._series = _Series(key, who, at, group, before)
        self.changed()

    def go(self, rule: str, by: str) -> None:
        """The table is at another step than we thought."""
        self._decree(WentTo(rule), by)

    def rule(self, switch: str, choice: str, by: str) -> None:
        """The table settles how it plays."""
        self._decree(Ruled(switch, choice), by)

    def undo(self, by: str, group: int | None = None, seen: int | None = None) -> None:
        """Take back the last group, or everything back through ``group``.

        ``seen`` is the ``now.seq`` that the person looked at: if more has happened since, it is ``Late``.
        """
        with self._lock:
            self._still(seen)
            back = self._held.history.last_group if group is None else group
            if back is None:
                raise Refused("X-03", Text("There is nothing to undo."))
            self._branch(Undone(back), by)
        self.changed()

    def reopen(self, by: str, seq: int) -> None:
        """Go back to where the entry of that number was still a question, though it flowed by after an answer.

        Raises ``Late`` if it does not stand any more.
        """
        with self._lock:
            self._branch(self._before(seq), by)
        self.changed()

    def redo(self, by: str, seen: int | None = None) -> None:
        """Put back the group that was taken back last, unless more has happened since ``seen``."""
        with self._lock:
            self._still(seen)
            self._branch(Redone(), by)
        self.changed()

    def undoing(self, group: int | None = None) -> Undoing:
        """What ``undo`` would take back, in words."""
        back = self._held.history.last_group if group is None else group
        return log.undoing(self._held.lines, Undone(back)) if back is not None else Undoing((), ())

    def reopening(self, seq: int) -> Undoing:
        """What ``reopen`` would take back, in words."""
        return log.undoing(self._held.lines, self._before(seq))

    def _before(self, seq: int) -> Undone:
        undone = log.back_to(self._held.lines, seq)
        if undone is None:
            raise Late
        return undone

    def log(self) -> tuple[LogLine, ...]:
        """Everything that happened, oldest first."""
        return log.marked(self._held.lines)

    def keep(self) -> None:
        """Write a snapshot now: a turn has ended."""
        with self._lock:
            held = self._held
            if held.seq > held.snapshot:
                self._storage.keep(self.match, taken(self._storage.codec(self.game), held.history.state, held.seq))
                self._held = replace(held, snapshot=held.seq)

    def _still(self, seen: int | None) -> None:
        if seen is not None and seen != self._held.seq:
            raise Late

    def _still_out(self) -> None:
        if self.kept:
            raise Refused("X-01", PUT_AWAY)

    def _decree(self, event: Event, by: str) -> None:
        with self._lock:
            self._act(event, by, None)
        self.changed()

    def _act(self, event: Event, by: str, prompt_id: str | None, group: int | None = None) -> int:
        """Record what somebody did and what the stops answer to it, in one group; which one."""
        self._still_out()
        if isinstance(event, Undone | Redone) or not self._storage.codec(self.game).knows(event):
            raise Refused("X-01", Text("That is not an answer to what is asked now."))
        draft = _Draft(self.game, self._held, self._clock(), group)
        draft.record(event, by, prompt_id)
        draft.flow()
        self._commit(draft)
        return draft.group

    def _branch(self, event: Event, by: str) -> None:
        """Record an undo or redo; the stops wait until somebody acts, or the undo would be undone at once."""
        self._still_out()
        draft = _Draft(self.game, self._held, self._clock(), None)
        draft.record(event, by, None)
        draft.branch = draft.seq
        self._commit(draft)

    def _flow_once(self) -> None:
        """The stops may answer the very first question."""
        draft = _Draft(self.game, self._held, self._clock(), None)
        draft.flow()
        if draft.entries:
            self._commit(draft)

    def _commit(self, draft: _Draft) -> None:
        """First the disk, then everybody's eyes."""
        state, before = draft.history.state, self._held.history.state
        over = state.outcome is not None and before.outcome is None  # the shelf reads who won from the last snapshot
        due = over or draft.seq - draft.snapshot >= SNAPSHOT
        snapshot = taken(self._storage.codec(self.game), state, draft.seq) if due else None
        finished = None if state.outcome is None else (self._clock() if over else self.match.finished)
        try:
            self._storage.append(self.match, self.game, draft.entries, snapshot, finished)
        except Overtaken:
            self._catch_up()
            raise
        self.match = replace(self.match, finished=finished)
        self._series = None
        self._held = draft.held(draft.seq if due else draft.snapshot)

    def _catch_up(self) -> None:
        """Another program has played on: show what the file holds."""
        self.match = self._storage.match(self.match.id)
        self._held = _held(self.game, resume(self._storage, self.match, self.game))
        self.changed()


class _Draft:
    """An action that nobody has seen yet."""

    def __init__(self, game: Game[Any], held: _Held, at: float, group: int | None) -> None:
        self.game = game
        self.history = held.history.copy()
        self.lines = list(held.lines)
        self.seq = held.seq
        self.branch = held.branch
        self.snapshot = held.snapshot
        self.at = at
        self.group = held.seq + 1 if group is None else group
        self.entries: list[Entry] = []

    def record(self, event: Event, by: str, prompt_id: str | None) -> None:
        """Fold one more entry. Raises ``Refused``."""
        before = self.history.state
        self.history.record(event, self.group)
        self.seq += 1
        entry = Entry(self.seq, self.at, by, self.group, prompt_id, event)
        self.entries.append(entry)
        self.lines.append(log.written(self.game, before, entry, self.history.state))

    def flow(self) -> None:
        """Let the stops answer while they have an answer."""
        for _ in range(FLOW):
            state = self.history.state
            event = self.game.flow(state)
            if event is None:
                return
            try:
                self.record(event, log.STOPS, f"{self.branch}.{prompt_id(state)}")
            except Refused:  # a person can always answer what a stop could not
                return

    def held(self, snapshot: int) -> _Held:
        """The draft as what everybody sees."""
        return _Held(self.history, tuple(self.lines), self.seq, self.branch, snapshot)


def _held(game: Game[Any], resumed: Resumed[Any]) -> _Held:
    lines = tuple(log.written(game, one.before, one.entry, one.after) for one in resumed.folded)
    turns = (line.entry.seq for line in lines if log.turns(line.entry.event))
    branch = max(resumed.base, max(turns, default=0))
    return _Held(resumed.history, lines, resumed.last_seq, branch, resumed.snapshot)
