"""Write buffer of a table: entries go to disk, or stay in memory while the disk fails.

Where the disk fails the game goes on and says so. ``unsaved_work`` is written with the next action, on a manual retry
or as soon as a hosted database answers again, completely and in order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from companion.base.errors import ConcurrentWriteError, DiskError
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
    """The writer of one match's log."""

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
        waiting = self._batch
        self._write(
            _Batch((*waiting.entries, *entries), snapshot or waiting.snapshot, finished, (*waiting.rolls, *rolls))
        )

    def save_snapshot(self, snapshot: Snapshot) -> None:
        """Write a snapshot by itself; one of pending entries is written with them."""
        if self.unsaved_work is None:
            self._storage.save_snapshot(self._match, snapshot)
        else:
            self._batch = replace(self._batch, snapshot=snapshot)

    def retry(self) -> None:
        """Write what is pending, if the disk accepts it now; ``unsaved_work`` says whether it did."""
        if self.unsaved_work is not None:
            self._write(self._batch)

    def _write(self, batch: _Batch) -> None:
        try:
            self._store(batch)
        except ConcurrentWriteError:
            if self.unsaved_work is None:
                raise
            self._defer(
                batch, PLAYED_ELSEWHERE_TEXT
            )  # the entries played here are kept although another program has written
        except DiskError as trouble:
            self._defer(batch, trouble.cause)
        else:
            self._clear()

    def _store(self, batch: _Batch) -> None:
        """Store the batch; without the pictures of rolls where the disk has no room for these."""
        answers = self._match, self._game, batch.entries, batch.snapshot, batch.finished
        try:
            self._storage.append_entries(*answers, batch.rolls)
        except DiskError:
            if not any(roll.jpeg for roll in batch.rolls):
                raise
            self._storage.append_entries(*answers, [replace(roll, jpeg=b"") for roll in batch.rolls])

    def _defer(self, batch: _Batch, cause: Text) -> None:
        before = self.unsaved_work
        since = before.since if before else self._clock()
        self._batch, self.unsaved_work = batch, UnsavedWork(cause, since, len(batch.entries))
        if before is None:
            self._on_unsaved_change()

    def _clear(self) -> None:
        before, self.unsaved_work, self._batch = self.unsaved_work, None, _Batch()
        if before is not None:
            self._on_unsaved_change()
