"""Write buffer of a table: entries go to disk, or stay in memory while the disk fails.

Where the disk fails the game goes on and says so. ``unsaved_work`` is written with the next action or on a manual
retry, completely and in order, as soon as there is room.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.base.errors import DiskTrouble, Overtaken
from companion.storage.matches import Storage
from companion.storage.records import Entry, Match, Snapshot
from rules.engine import Game, Text

APART = Text("Another Sobremesa has played on in this game meanwhile.")


@dataclass(frozen=True, slots=True)
class Unsaved:
    """Why the disk fails, since when (unix seconds), and how many entries are in memory only."""

    cause: Text
    since: float
    entries: int


@dataclass(frozen=True, slots=True)
class _Page:
    """What is to be written together."""

    entries: tuple[Entry, ...] = ()
    snapshot: Snapshot | None = None
    finished: float | None = None
    after: tuple[Callable[[], None], ...] = ()
    """Writes about the entries, to be made once the entries are stored."""


class Journal:
    """The writer of one match's log."""

    def __init__(
        self, storage: Storage, match: Match, game: Game[Any], clock: Callable[[], float], told: Callable[[], None]
    ) -> None:
        self.unsaved: Unsaved | None = None
        self._storage = storage
        self._match = match
        self._game = game
        self._clock = clock
        self._told = told
        self._page = _Page()

    def append(self, entries: Sequence[Entry], snapshot: Snapshot | None, finished: float | None) -> None:
        """Write the entries of one action, after all pending ones; where the disk fails they wait.

        Raises ``StorageError`` where they cannot be kept at all, ``ConcurrentWriteError`` if another program was
        quicker.
        """
        page = self._page
        self._try(
            replace(page, entries=(*page.entries, *entries), snapshot=snapshot or page.snapshot, finished=finished)
        )

    def keep(self, snapshot: Snapshot) -> None:
        """Write a snapshot by itself; one of pending entries is written with them."""
        if self.unsaved is None:
            self._storage.keep(self._match, snapshot)
        else:
            self._page = replace(self._page, snapshot=snapshot)

    def about(self, write: Callable[[], None]) -> None:
        """Write something about the entries that were appended last, once they are stored."""
        if self.unsaved is None:
            write()
        else:
            self._page = replace(self._page, after=(*self._page.after, write))

    def retry(self) -> None:
        """Write what is pending, if the disk accepts it now; ``unsaved_work`` says whether it did."""
        if self.unsaved is not None:
            self._try(self._page)

    def _try(self, page: _Page) -> None:
        try:
            self._storage.append(self._match, self._game, page.entries, page.snapshot, page.finished)
        except Overtaken:
            if self.unsaved is None:
                raise
            self._wait(page, APART)  # the entries played here are kept although another program has written
        except DiskTrouble as trouble:
            self._wait(page, trouble.cause)
        else:
            self._written(page)

    def _wait(self, page: _Page, cause: Text) -> None:
        before = self.unsaved
        since = before.since if before else self._clock()
        self._page, self.unsaved = page, Unsaved(cause, since, len(page.entries))
        if before is None:
            self._told()

    def _written(self, page: _Page) -> None:
        before, self.unsaved, self._page = self.unsaved, None, _Page()
        for write in page.after:
            write()
        if before is not None:
            self._told()
