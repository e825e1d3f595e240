"""What a table writes: on the disk before anybody sees it, or in memory for as long as the disk takes nothing.

Where the disk fails the game goes on, and says so: what is ``unsaved`` is written with the next action, or when
somebody tries again, whole and in its order, as soon as there is room.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.engine import Game, Text

from .entry import Entry
from .saved import Match, Snapshot
from .storage import Storage
from .trouble import DiskTrouble, Overtaken

APART = Text("Another Sobremesa has played on in this game meanwhile.")


@dataclass(frozen=True, slots=True)
class Unsaved:
    """Why the disk takes nothing, since when (unix seconds), and how many entries are in memory only."""

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
    """What is written about the entries once they are there."""


class Journal:
    """The log of one match on its way to the disk."""

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
        """Write the entries of one action, after all that waits; where the disk fails they wait as well.

        Raises ``StorageTrouble`` where they can be kept nowhere, ``Overtaken`` if another program was quicker.
        """
        page = self._page
        self._try(
            replace(page, entries=(*page.entries, *entries), snapshot=snapshot or page.snapshot, finished=finished)
        )

    def keep(self, snapshot: Snapshot) -> None:
        """Write a snapshot by itself; one of entries that wait is written with them."""
        if self.unsaved is None:
            self._storage.keep(self._match, snapshot)
        else:
            self._page = replace(self._page, snapshot=snapshot)

    def about(self, write: Callable[[], None]) -> None:
        """Write something about the entries that were appended last, once they are there."""
        if self.unsaved is None:
            write()
        else:
            self._page = replace(self._page, after=(*self._page.after, write))

    def retry(self) -> None:
        """Write what waits, if the disk takes it now; ``unsaved`` says whether it did."""
        if self.unsaved is not None:
            self._try(self._page)

    def _try(self, page: _Page) -> None:
        try:
            self._storage.append(self._match, self._game, page.entries, page.snapshot, page.finished)
        except Overtaken:
            if self.unsaved is None:
                raise
            self._wait(page, APART)  # what was played here is not thrown away for what was played there
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
