"""The libraries of a public server, one for each owner of tables."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from weakref import WeakValueDictionary

from companion.access.connections import PageLimits
from companion.access.invitations import AccessGrant, generate_secret, hash_key
from companion.access.public_access import PublicAccess
from companion.access.rate_limit import AttemptLimiter
from companion.storage.matches import Storage
from companion.storage.owners import OwnerDirectory
from rules.engine import Game, State

from .library import Library
from .tenancy import Tenancy

MAX_IDLE_LIBRARIES = 100
"""Libraries kept although no page may show them: those used last."""


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
        library = Library(Storage(database=self.owners.database_of(owner)), self._games, self._clock)
        library.guests.limit_pages(self._page_limits)
        library.device_access = PublicAccess(library.guests, self.attempts, self.owners, self.url)
        library.tenancy = tenancy = Tenancy(self.owners, owner)
        library.storage.require_bytes = tenancy.require_bytes
        library.storage.keeps_pictures = lambda: tenancy.keeps_pictures(library.storage)
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
        return tuple(library for library in self.in_use if library.unsaved_tables)
