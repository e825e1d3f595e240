"""Write buffer of a table: entries go to disk, or stay in memory while the disk fails.

Where the disk fails the game goes on and says so. ``unsaved_work`` is written with the next action, on a manual retry
or as soon as a hosted database answers again, completely and in order.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from companion.base.errors import ConcurrentWriteError, DiskError, StorageError
from companion.storage.matches import Storage
from companion.storage.records import Entry, Match, RollRecord, Snapshot
from rules.engine import Game, State, Text

PLAYED_ELSEWHERE_TEXT = Text("Another Sobremesa has played on in this game meanwhile.")


@dataclass(frozen=True, slots=True)
class UnsavedWork:
    """Why the disk fails, since when (unix seconds), and how many entries are in memory only."""

    cause: Text
    since: float
    entry_count: int


@dataclass(frozen=True, slots=True)
class _Batch:
    """What is to be written together."""

    entries: tuple[Entry, ...] = ()
    snapshot: Snapshot | None = None
    finished: float | None = None
    rolls: tuple[RollRecord, ...] = ()


class Journal:
    """The writer of one match's log, thread-safe.

    While one thread writes what waits, further entries wait with it: no action waits for a slow database twice.
    """

    def __init__(
        self,
        storage: Storage,
        match: Match,
        game: Game[State],
        clock: Callable[[], float],
        on_unsaved_change: Callable[[], None],
    ) -> None:
        self.unsaved_work: UnsavedWork | None = None
        self._storage = storage
        self._match = match
        self._game = game
        self._clock = clock
        self._on_unsaved_change = on_unsaved_change
        self._batch = _Batch()
        self._is_writing = False
        self._lock = threading.Lock()

    def append(
        self,
        entries: Sequence[Entry],
        snapshot: Snapshot | None,
        finished: float | None,
        rolls: Sequence[RollRecord] = (),
    ) -> None:
        """Write the entries and rolls of one action, after all pending ones.

        Where the disk fails they wait.

        Raises ``StorageError`` where they cannot be kept at all, ``ConcurrentWriteError`` if another program was
        quicker.
        """
        with self._lock:
            waiting = self._batch
            self._batch = _Batch(
                (*waiting.entries, *entries), snapshot or waiting.snapshot, finished, (*waiting.rolls, *rolls)
            )
            if self._is_writing and self.unsaved_work is not None:
                self.unsaved_work = replace(self.unsaved_work, entry_count=len(self._batch.entries))
                return
            self._is_writing = True
        try:
            self._write_pending()
        except StorageError:
            with self._lock:
                self._batch = waiting
            raise

    def save_snapshot(self, snapshot: Snapshot) -> None:
        """Write a snapshot by itself; one of pending entries is written with them."""
        with self._lock:
            if self.unsaved_work is not None:
                self._batch = replace(self._batch, snapshot=snapshot)
                return
        self._storage.save_snapshot(self._match, snapshot)

    def retry(self) -> None:
        """Write what is pending, if the disk accepts it now; ``unsaved_work`` says whether it did."""
        with self._lock:
            if self._is_writing or self.unsaved_work is None:
                return
            self._is_writing = True
        self._write_pending()

    def _write_pending(self) -> None:
        before = self.unsaved_work
        try:
            while self._is_writing:
                batch = self._batch
                self._store(batch)
                self._remove(batch)
        except ConcurrentWriteError:
            if self.unsaved_work is None:
                raise
            self._defer(PLAYED_ELSEWHERE_TEXT)  # what was played here is kept although another program has written
        except DiskError as trouble:
            self._defer(trouble.cause)
        finally:
            with self._lock:
                self._is_writing = False
        if (before is None) != (self.unsaved_work is None):
            self._on_unsaved_change()

    def _store(self, batch: _Batch) -> None:
        """Store the batch; without the pictures of rolls where the disk has no room for these."""
        answers = self._match, self._game, batch.entries, batch.snapshot, batch.finished
        try:
            self._storage.append_entries(*answers, batch.rolls)
        except DiskError:
            if not any(roll.jpeg for roll in batch.rolls):
                raise
            self._storage.append_entries(*answers, [replace(roll, jpeg=b"") for roll in batch.rolls])

    def _remove(self, stored: _Batch) -> None:
        """Keep what has come while that batch was stored; without any, nothing is left to write."""
        with self._lock:
            if self._batch is stored:
                self._batch, self.unsaved_work, self._is_writing = _Batch(), None, False
                return
            now = self._batch
            snapshot = None if now.snapshot is stored.snapshot else now.snapshot
            entries, rolls = now.entries[len(stored.entries) :], now.rolls[len(stored.rolls) :]
            self._batch = replace(now, entries=entries, snapshot=snapshot, rolls=rolls)

    def _defer(self, cause: Text) -> None:
        with self._lock:
            since = self.unsaved_work.since if self.unsaved_work else self._clock()
            self.unsaved_work = UnsavedWork(cause, since, len(self._batch.entries))
