"""Look-ups of owners in PostgreSQL, by the user whom the policies do not bind."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable

from sqlalchemy import Connection

from companion.base.dates import SECONDS_PER_HOUR
from companion.storage.database import Row, RowCache
from companion.storage.owners import AnnouncedMatch, RetentionTerms, Swept

from .erasing import UnusedRows, delete_owner
from .listener import CHANNEL
from .postgres_database import PostgresDatabase, PostgresServer

OWNER_OF_MATCH = "SELECT owner FROM match WHERE id = %s"
OWNER_OF_INVITATION = (
    "SELECT owner FROM invitation WHERE sha256(word::bytea) = %s AND word <> ''"
    " UNION ALL SELECT owner FROM setting WHERE key = 'invitation' AND sha256(value::bytea) = %s"
)
"""Parameters: twice the hash of the invitation, so that the time taken says nothing of which letters are right."""
OWNERS_OF_KEY = "SELECT owner, host <> 0 FROM guest WHERE key = %s ORDER BY host DESC, owner"
IS_HOST_ELSEWHERE = (
    "SELECT other.owner FROM guest AS own JOIN guest AS other ON other.key = own.key AND other.owner <> own.owner"
    " WHERE own.owner = %s AND own.id = %s AND other.host <> 0 LIMIT 1"
)
REPLACE_KEY = "UPDATE guest SET key = %s WHERE key = %s"
NOW = "SELECT sobremesa_now()"
NOTE_USE = (
    "SELECT sobremesa_note_use(%(owner)s, %(match)s)"
    " WHERE %(match)s = '' OR EXISTS (SELECT 1 FROM match WHERE id = %(match)s AND owner = %(owner)s)"
)
ANNOUNCED_MATCHES = (
    "SELECT match, at, announced FROM last_use WHERE owner = %s AND match <> '' AND announced >= at"
    " AND EXISTS (SELECT 1 FROM match WHERE match.id = last_use.match)"
)
MAX_NOTED = 100_000
"""Most uses of this hour, and most tables and keys with their owners, that a process remembers."""


class PostgresOwners:
    """The owners in a PostgreSQL database (``OwnerDirectory``)."""

    def __init__(self, server: PostgresServer, clock: Callable[[], float] = time.time) -> None:
        """Prepare the database for owners who do not know each other. Raises ``StorageError``."""
        server.admit_tenants()
        self._server, self._clock = server, clock
        self._noted: set[tuple[str, str, int]] = set()
        self._latest = RowCache(MAX_NOTED)

    def database_of(self, owner: str) -> PostgresDatabase:
        """Return the database with that owner's rows only."""
        return self._server.database_of(owner)

    def owner_of_match(self, match_id: str) -> str:
        """Return whose match it is; empty if there is none."""
        return next((str(owner) for (owner,) in self._remembered(OWNER_OF_MATCH, match_id)), "")

    def owner_of_invitation(self, invitation: str) -> str:
        """Return who has made this invitation, a table's or the host's; empty for a wrong one."""
        digest = hashlib.sha256(invitation.encode()).digest()
        return next((str(owner) for (owner,) in self._rows(OWNER_OF_INVITATION, digest, digest)), "")

    def owners_of_key(self, key_hash: str) -> dict[str, bool]:
        """Return the owners who let that key's device in, and whether as a host; hosts first."""
        return {str(owner): bool(is_host) for owner, is_host in self._remembered(OWNERS_OF_KEY, key_hash)}

    def is_host_elsewhere(self, owner: str, device_id: str) -> bool:
        """Return whether the key of that owner's device makes it a host of another owner too."""
        return bool(self._first(IS_HOST_ELSEWHERE, owner, device_id))

    def replace_key(self, key_hash: str, new_hash: str) -> None:
        """Replace a device's key with all owners."""
        with self._server.begin() as connection:
            connection.exec_driver_sql(REPLACE_KEY, (new_hash, key_hash))

    def now(self) -> float:
        """Return the Unix time of the database, by which uses are noted and things erased."""
        return float(self._first(NOW))

    def note_use(self, owner: str, match_id: str = "") -> None:
        """Note that a page of that owner or match is open; once an hour is enough.

        A use ends the announcement of an erasing. The database notes new matches and answers by itself.
        """
        use = owner, match_id, int(self._clock() // SECONDS_PER_HOUR)
        if use in self._noted:
            return
        with self._server.begin() as connection:
            connection.exec_driver_sql(NOTE_USE, {"owner": owner, "match": match_id})
        if len(self._noted) >= MAX_NOTED:
            self._noted.clear()
        self._noted.add(use)

    def announced_matches(self, owner: str) -> tuple[AnnouncedMatch, ...]:
        """Return the matches of that owner whose erasing is announced."""
        found = self._rows(ANNOUNCED_MATCHES, owner)
        return tuple(AnnouncedMatch(str(id), float(str(used)), float(str(at))) for id, used, at in found)

    def erase_unused(self, terms: RetentionTerms) -> Swept:
        """Announce the erasing of what nobody uses, and erase what was announced and still not used."""
        return UnusedRows(self._server, terms, self._tell).sweep()

    def erase(self, owner: str) -> None:
        """Erase all rows of that owner, and tell every process."""
        with self._server.begin(is_patient=True) as connection:
            delete_owner(connection, owner)
            self._tell(connection, owner)
        self._server.note_change(owner)

    def _tell(self, connection: Connection, owner: str) -> None:
        connection.exec_driver_sql("SELECT pg_notify(%s, %s)", (CHANNEL, f"{self._server.name} {owner} "))

    def _first(self, sql: str, *values: str | bytes) -> str:
        return next((str(first) for (first,) in self._rows(sql, *values)), "")

    def _remembered(self, sql: str, value: str) -> list[Row]:
        """Return the rows of a query of each request; while it is away, those of the last time."""
        return self._latest.ask(sql, (value,), lambda: self._rows(sql, value))

    def _rows(self, sql: str, *values: str | bytes | float) -> list[Row]:
        with self._server.connect() as connection:
            return [tuple(row) for row in connection.exec_driver_sql(sql, values)]
