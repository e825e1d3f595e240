"""Terms of an owner on a public server: how much is kept, until when, and how it is erased."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.base.dates import SECONDS_PER_DAY
from companion.storage.matches import StorageError
from companion.storage.owners import OwnerDirectory
from rules.engine import Refused, Text

if TYPE_CHECKING:
    from .owner_libraries import OwnerLibraries

MAX_MATCHES = 300
"""Most games that an owner may keep."""
KEPT_DAYS = 90
"""Days after which a table that nobody has opened is erased."""
ANNOUNCED_DAYS = 14
"""Days before that in which its erasure is announced."""
CHECK_SECONDS = 3600.0
"""Seconds between two searches for what is to be erased."""
PICTURES_SETTING = "pictures"
"""Key of the setting that is "on" where the owner wants the pictures of rolls to be kept."""
TOO_MANY_MATCHES_TEXT = Text(
    "So many games are kept here that no other fits: delete some, or save them in a file first."
)


class Tenancy:
    """The terms of one owner."""

    def __init__(self, owners: OwnerDirectory, owner: str, clock: Callable[[], float] = time.time) -> None:
        self._owners, self._owner, self._clock = owners, owner, clock

    def require_room(self, match_count: int) -> None:
        """Raise ``Refused`` (X-01) if the owner keeps as many games as allowed."""
        if match_count >= MAX_MATCHES:
            raise Refused("X-01", TOO_MANY_MATCHES_TEXT)

    def erasure_times(self) -> dict[str, float]:
        """Return the Unix times at which tables are erased, by match, where that is soon.

        Raises ``StorageError``.
        """
        since = self._clock() - (KEPT_DAYS - ANNOUNCED_DAYS) * SECONDS_PER_DAY
        return {
            one.match_id: one.used + KEPT_DAYS * SECONDS_PER_DAY
            for one in self._owners.unused_matches(since, self._owner)
        }

    def erase_everything(self) -> None:
        """Erase all that is kept of the owner, whose devices are strangers from then on.

        Raises ``StorageError``.
        """
        self._owners.erase(self._owner)


class Retention:
    """Erases what nobody has used for ``KEPT_DAYS``, from time to time in a thread of its own."""

    def __init__(self, libraries: OwnerLibraries, clock: Callable[[], float] = time.time) -> None:
        self._libraries, self._clock = libraries, clock
        self._stopping = threading.Event()

    def start(self) -> None:
        """Look for what is to be erased, now and every hour."""
        threading.Thread(target=self._run, name="retention", daemon=True).start()

    def stop(self) -> None:
        """Look no more."""
        self._stopping.set()

    def _run(self) -> None:
        while True:
            try:
                self.erase_unused()
            except StorageError as trouble:
                logging.getLogger(__name__).warning("nothing was looked for that nobody uses: %s", trouble)
            except Exception:  # one table that cannot be erased must not end the erasing of all others
                logging.getLogger(__name__).exception("what nobody uses could not be erased")
            if self._stopping.wait(CHECK_SECONDS):
                return

    def erase_unused(self) -> None:
        """Erase the tables and the owners that nobody has used. Raises ``StorageError``."""
        owners, before = self._libraries.owners, self._clock() - KEPT_DAYS * SECONDS_PER_DAY
        for one in owners.unused_matches(before):
            self._libraries.library_of(one.owner).delete(one.match_id)
        for owner in owners.unused_owners(before):
            owners.erase(owner)
