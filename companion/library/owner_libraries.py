"""The libraries of a public server, one for each owner, and the end of what nobody uses."""

from __future__ import annotations

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from weakref import WeakValueDictionary

from companion.access.connections import PageLimits
from companion.access.invitations import AccessGrant, generate_secret, hash_key
from companion.access.public_access import PublicAccess
from companion.access.rate_limit import AttemptLimiter
from companion.storage.matches import Storage, StorageError
from companion.storage.owners import OwnerDirectory, Swept
from rules.engine import Game, State

from .library import Library
from .tenancy import KEPT_DAYS, TERMS, Tenancy

MAX_IDLE_LIBRARIES = 100
"""Libraries kept although no page may show them: those used last."""
MAX_CLOCK_DIFFERENCE = 3600.0
"""Seconds by which a process's clock may differ from the database's where it erases anything."""
CHECK_SECONDS = 3600.0
"""Seconds between two searches for what is to be erased."""


class OwnerLibraries:
    """The libraries of all owners at the public address ``url``, one of each."""

    def __init__(
        self,
        owners: OwnerDirectory,
        games: Mapping[str, Game[State]],
        url: str,
        clock: Callable[[], float] = time.time,
        page_limits: PageLimits | None = None,
    ) -> None:
        self.owners = owners
        self.url = url.rstrip("/")
        self.attempts = AttemptLimiter()
        """Wrong invitations, with all owners together."""
        self._games = games
        self._clock = clock
        self._page_limits = page_limits or PageLimits()
        self._libraries: WeakValueDictionary[str, Library] = WeakValueDictionary()
        self._latest: OrderedDict[str, Library] = OrderedDict()
        self._lock = threading.Lock()

    def library_of(self, owner: str) -> Library:
        """Return that owner's library, the same object for every page."""
        with self._lock:
            library = self._libraries.get(owner) or self._open(owner)
            self._libraries[owner] = self._latest[owner] = library
            self._latest.move_to_end(owner)
            if len(self._latest) > MAX_IDLE_LIBRARIES:  # pages keep the libraries that they show
                self._latest.popitem(last=False)
        return library

    def _open(self, owner: str) -> Library:
        storage, tenancy = Storage(database=self.owners.database_of(owner)), Tenancy(self.owners, owner)
        storage.require_bytes = tenancy.require_bytes
        storage.keeps_pictures = lambda: tenancy.keeps_pictures(storage)
        library = Library(storage, self._games, self._clock, tenancy)
        library.guests.limit_pages(self._page_limits)
        library.device_access = PublicAccess(library.guests, self.attempts, self.owners, self.url)
        return library

    def begin(self, key: str) -> tuple[str, AccessGrant]:
        """Make a new owner, whose host is the device with that key; return both, with a new key.

        Raises ``StorageError``.
        """
        owner = generate_secret()
        library = self.library_of(owner)
        self.owners.note_use(owner)
        grant = library.guests.redeem_invitation(library.guests.host_invitation(), "")
        assert grant is not None
        if key:
            self.owners.replace_key(hash_key(key), hash_key(grant.key))
        return owner, grant

    @property
    def in_use(self) -> tuple[Library, ...]:
        """The libraries that pages show, and those used last."""
        with self._lock:
            return tuple(self._libraries.values())

    @property
    def unsaved(self) -> tuple[Library, ...]:
        """The libraries with tables that go on in memory because the database accepts nothing."""
        return tuple(library for library in self.in_use if library.matches.unsaved_tables())


class Retention:
    """Erases what nobody uses, from time to time in a thread of its own."""

    def __init__(self, libraries: OwnerLibraries, clock: Callable[[], float] = time.time) -> None:
        self._libraries, self._clock = libraries, clock
        self._stopping = threading.Event()
        self._clocks_differ = False

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
            except Exception:  # the next time must come all the same
                logging.getLogger(__name__).exception("what nobody uses could not be erased")
            if self._stopping.wait(CHECK_SECONDS):
                return

    def erase_unused(self) -> None:
        """Announce and erase the tables and the owners that nobody uses.

        Nothing is done while this process's clock and the database's differ: one of them is wrong. Raises
        ``StorageError``.
        """
        for library in self._libraries.in_use:  # a page may stay open for weeks
            for table in library.matches.open_tables():
                self._libraries.owners.note_use(library.storage.database.owner, table.match.id)
        if not self._is_clock_right():
            return
        swept = self._libraries.owners.erase_unused(TERMS)
        if swept != Swept():
            says = "erased %d tables that nobody has used for %d days, and %d owners without tables%s"
            more = "; more are erased next time" if swept.more_waits else ""
            logging.getLogger(__name__).warning(says, swept.matches, KEPT_DAYS, swept.owners, more)

    def _is_clock_right(self) -> bool:
        """Return whether the process's clock agrees with the database's; log once if not."""
        apart = self._clock() - self._libraries.owners.now()
        before, self._clocks_differ = self._clocks_differ, abs(apart) > MAX_CLOCK_DIFFERENCE
        if self._clocks_differ and not before:
            says = "nothing is erased: this computer's clock is %d s ahead of the database's (behind if negative)"
            logging.getLogger(__name__).warning(says, apart)
        return not self._clocks_differ
