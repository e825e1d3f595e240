"""Announcing and erasing of what nobody uses in a PostgreSQL database.

Times are those of the database's clock alone.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from sqlalchemy import Connection

from companion.base.dates import SECONDS_PER_DAY, SECONDS_PER_HOUR
from companion.base.errors import StorageError
from companion.storage.owners import RetentionTerms, Swept
from companion.storage.schema import HOUSE_OWNER

from .postgres_database import OWNED_TABLES, PostgresServer

SHORTEST_INTERVAL, LONGEST_INTERVAL = SECONDS_PER_HOUR / 2, float(SECONDS_PER_DAY)
"""Seconds between two sweeps of all processes. After a longer interval every announcement counts from its end."""
BEGIN_SWEEPING = "INSERT INTO last_use(owner, match, at) VALUES ('', '', 0) ON CONFLICT DO NOTHING"
LAST_SWEEP = "SELECT at, sobremesa_now() FROM last_use WHERE owner = '' AND match = '' FOR UPDATE"
STORE_SWEEP = "UPDATE last_use SET at = %s WHERE owner = '' AND match = ''"
IS_NOT_ANNOUNCED = "(%(is_late)s OR announced IS NULL OR announced NOT BETWEEN at AND %(now)s)"
ANNOUNCE = f"""
UPDATE last_use SET announced = CASE WHEN at < %(notice)s THEN %(now)s END
WHERE (owner, match) IN (
    SELECT owner, match FROM last_use WHERE owner NOT IN ('', '{HOUSE_OWNER}')
    AND CASE WHEN at < %(notice)s THEN {IS_NOT_ANNOUNCED} ELSE announced IS NOT NULL END FOR UPDATE SKIP LOCKED)
"""
"""Skips a row that somebody writes at this moment: it is used."""
IS_DUE = (
    "last_use.announced BETWEEN last_use.at AND sobremesa_now() - %(announced)s"
    " AND last_use.at <= sobremesa_now() - %(kept)s"
)
DUE_MATCHES = (
    "SELECT match.owner, match.id FROM last_use"
    " JOIN match ON match.owner = last_use.owner AND match.id = last_use.match"
    f" WHERE {IS_DUE} ORDER BY last_use.at LIMIT %(limit)s"
)
DUE_OWNERS = (
    f"SELECT owner, '' FROM last_use WHERE match = '' AND {IS_DUE}"
    " AND NOT EXISTS (SELECT 1 FROM match WHERE match.owner = last_use.owner) ORDER BY at LIMIT %(limit)s"
)
LOCK_MATCH = "SELECT 1 FROM match WHERE id = %(match)s AND owner = %(owner)s FOR UPDATE SKIP LOCKED"
"""Finds nothing while an answer is written at that table, and lets none be written until the end of the transaction."""
ERASE_MATCH = (
    "DELETE FROM match WHERE owner = %(owner)s AND id IN (SELECT match FROM last_use"
    f" WHERE owner = %(owner)s AND match = %(match)s AND {IS_DUE} FOR UPDATE SKIP LOCKED) RETURNING id"
)
LOCK_OWNER = (
    f"SELECT 1 FROM last_use WHERE owner = %(owner)s AND match = '' AND {IS_DUE}"
    " AND NOT EXISTS (SELECT 1 FROM match WHERE match.owner = last_use.owner) FOR UPDATE SKIP LOCKED"
)


def delete_owner(connection: Connection, owner: str) -> None:
    """Delete all rows of that owner."""
    for table in (*OWNED_TABLES, "last_use"):
        connection.exec_driver_sql(f"DELETE FROM {table} WHERE owner = %s", (owner,))


class UnusedRows:
    """What nobody uses in a database.

    ``tell`` tells every process, at the end of the transaction, that rows of an owner have changed.
    """

    def __init__(self, server: PostgresServer, terms: RetentionTerms, tell: Callable[[Connection, str], None]) -> None:
        self._server, self._terms, self._tell = server, terms, tell

    def sweep(self) -> Swept:
        """Announce what nobody uses, and erase what was announced long ago. Raises ``StorageError``."""
        if not self._announce():
            return Swept()
        matches, more_matches = self._erase_each(DUE_MATCHES, self._erase_match, self._terms.max_matches)
        owners, more_owners = self._erase_each(DUE_OWNERS, self._erase_owner, self._terms.max_owners)
        return Swept(matches, owners, more_waits=more_matches or more_owners)

    def _announce(self) -> bool:
        """Announce what nobody uses, and return whether what was announced before may be erased now.

        It may not where no sweep was stored within the last day: the server was away, its clock has changed, or a
        backup was restored, and uses may be missing. Nor where another process has just looked.
        """
        with self._server.begin(is_patient=True) as connection:
            run = connection.exec_driver_sql
            run(BEGIN_SWEEPING)
            ((last, now),) = run(LAST_SWEEP).fetchall()
            if 0 <= now - last < SHORTEST_INTERVAL:
                return False
            is_late = not 0 <= now - last <= LONGEST_INTERVAL
            notice = now - self._terms.kept + self._terms.announced
            run(ANNOUNCE, {"now": now, "notice": notice, "is_late": is_late})
            run(STORE_SWEEP, (now,))
        return not is_late

    def _erase_each(
        self, find: str, erase: Callable[[Connection, dict[str, object]], bool], limit: int
    ) -> tuple[int, bool]:
        """Erase so many of what is due; return how many were, and whether more is due."""
        with self._server.begin(is_patient=True) as connection:
            found = connection.exec_driver_sql(find, {**self._times(), "limit": limit + 1}).fetchall()
        erased = 0
        for owner, match_id in found[:limit]:
            try:
                erased += self._erase_one(str(owner), str(match_id), erase)
            except StorageError as trouble:  # one that cannot be erased must not end the erasing of all others
                logging.getLogger(__name__).warning("what nobody uses could not be erased: %s", trouble)
        return erased, len(found) > limit

    def _erase_one(self, owner: str, match_id: str, erase: Callable[[Connection, dict[str, object]], bool]) -> bool:
        """Erase it in a transaction of its own, unless it was used; return whether it is gone."""
        with self._server.begin(is_patient=True) as connection:
            is_gone = erase(connection, {**self._times(), "owner": owner, "match": match_id})
            if is_gone:
                self._tell(connection, owner)
        if is_gone:
            self._server.note_change(owner)
        return is_gone

    def _erase_match(self, connection: Connection, values: dict[str, object]) -> bool:
        run = connection.exec_driver_sql
        return bool(run(LOCK_MATCH, values).fetchall()) and bool(run(ERASE_MATCH, values).fetchall())

    def _erase_owner(self, connection: Connection, values: dict[str, object]) -> bool:
        if not connection.exec_driver_sql(LOCK_OWNER, values).fetchall():
            return False
        delete_owner(connection, str(values["owner"]))
        return True

    def _times(self) -> dict[str, object]:
        return {"announced": self._terms.announced, "kept": self._terms.kept}
