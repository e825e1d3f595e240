"""Look-ups of owners in PostgreSQL, by the user whom the policies do not bind."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable

from companion.base.dates import SECONDS_PER_DAY
from companion.storage.owners import UnusedMatch

from .listener import CHANNEL
from .postgres_database import OWNED_TABLES, PostgresDatabase, PostgresServer, translate_errors

OWNER_OF_MATCH = "SELECT owner FROM match WHERE id = %s"
OWNER_OF_INVITATION = (
    "SELECT owner FROM invitation WHERE sha256(word::bytea) = %s AND word <> ''"
    " UNION ALL SELECT owner FROM setting WHERE key = 'invitation' AND sha256(value::bytea) = %s"
)
"""Parameters: twice the hash of the invitation, so that the time taken says nothing of which letters are right."""
OWNERS_OF_KEY = "SELECT owner, host <> 0 FROM guest WHERE key = %s ORDER BY host DESC, owner"
REPLACE_KEY = "UPDATE guest SET key = %s WHERE key = %s"
NOTE_USE = (
    "INSERT INTO last_use(owner, match, at) VALUES (%s, %s, %s)"
    " ON CONFLICT (owner, match) DO UPDATE SET at = greatest(last_use.at, excluded.at)"
)
UNUSED_MATCHES = (
    "SELECT match.owner, match.id, greatest(match.created, coalesce(last_use.at, 0)) AS used FROM match"
    " LEFT JOIN last_use ON last_use.owner = match.owner AND last_use.match = match.id"
    " WHERE match.created < %s AND coalesce(last_use.at, 0) < %s AND (%s = '' OR match.owner = %s)"
)
"""Parameters: twice the time, twice the owner or nothing."""
UNUSED_OWNERS = (
    "SELECT owner FROM last_use WHERE match = '' AND at < %s"
    " AND NOT EXISTS (SELECT 1 FROM match WHERE match.owner = last_use.owner)"
)
MAX_NOTED = 100_000
"""Most uses of this day that a process remembers to have noted."""


class PostgresOwners:
    """The owners in a PostgreSQL database (``OwnerDirectory``)."""

    def __init__(self, server: PostgresServer, clock: Callable[[], float] = time.time) -> None:
        """Prepare the database for owners who do not know each other. Raises ``StorageError``."""
        server.admit_tenants()
        self._server, self._clock = server, clock
        self._noted: set[tuple[str, str, int]] = set()

    def database_of(self, owner: str) -> PostgresDatabase:
        """Return the database with that owner's rows only."""
        return self._server.database_of(owner)

    def owner_of_match(self, match_id: str) -> str:
        """Return whose match it is; empty if there is none."""
        return self._first(OWNER_OF_MATCH, match_id)

    def owner_of_invitation(self, invitation: str) -> str:
        """Return who has made this invitation, a table's or the host's; empty for a wrong one."""
        digest = hashlib.sha256(invitation.encode()).digest()
        return self._first(OWNER_OF_INVITATION, digest, digest)

    def owners_of_key(self, key_hash: str) -> dict[str, bool]:
        """Return the owners who let that key's device in, and whether as a host; hosts first."""
        return {str(owner): bool(is_host) for owner, is_host in self._rows(OWNERS_OF_KEY, key_hash)}

    def replace_key(self, key_hash: str, new_hash: str) -> None:
        """Replace a device's key with all owners."""
        with translate_errors(), self._server.engine.begin() as connection:
            connection.exec_driver_sql(REPLACE_KEY, (new_hash, key_hash))

    def note_use(self, owner: str, match_id: str = "") -> None:
        """Note that a device has opened a page of that owner or match; once a day is enough."""
        now = self._clock()
        use = owner, match_id, int(now // SECONDS_PER_DAY)
        if use in self._noted:
            return
        with translate_errors(), self._server.engine.begin() as connection:
            connection.exec_driver_sql(NOTE_USE, (owner, match_id, now))
        if len(self._noted) >= MAX_NOTED:
            self._noted.clear()
        self._noted.add(use)

    def unused_matches(self, before: float, owner: str = "") -> tuple[UnusedMatch, ...]:
        """Return the matches that nobody has opened since a Unix time, all or those of one owner."""
        found = self._rows(UNUSED_MATCHES, before, before, owner, owner)
        return tuple(UnusedMatch(str(whose), str(id), float(str(used))) for whose, id, used in found)

    def unused_owners(self, before: float) -> tuple[str, ...]:
        """Return the owners without any match of whom no page was opened since a Unix time."""
        return tuple(str(owner) for (owner,) in self._rows(UNUSED_OWNERS, before))

    def erase(self, owner: str) -> None:
        """Erase all rows of that owner, and tell every process."""
        with translate_errors(), self._server.engine.begin() as connection:
            for table in (*OWNED_TABLES, "last_use"):
                connection.exec_driver_sql(f"DELETE FROM {table} WHERE owner = %s", (owner,))
            connection.exec_driver_sql("SELECT pg_notify(%s, %s)", (CHANNEL, f"{self._server.name} {owner} "))
        self._server.note_change(owner)

    def _first(self, sql: str, *values: str | bytes) -> str:
        return next((str(owner) for (owner,) in self._rows(sql, *values)), "")

    def _rows(self, sql: str, *values: str | bytes | float) -> list[tuple[object, ...]]:
        with translate_errors(), self._server.engine.connect() as connection:
            return [tuple(row) for row in connection.exec_driver_sql(sql, values)]
