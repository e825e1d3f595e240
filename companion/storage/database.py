"""What the stores need of a database: transactions, queries, and rows kept in memory."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, Literal, Protocol

import platformdirs

from companion.base.errors import DiskError

Row = tuple[Any, ...]
"""A row of a query, or the values of its parameters."""
KeptKind = Literal["games", "house", "guests"]
"""What may be limited: games, the host's cards, settings and taught dice, and what guests add to these."""
MAX_RECALLED = 500
"""Maximum number of queries whose rows are kept in memory."""
Version = tuple[int, int]
"""Numbers of the last changes that a query was read after: one outside logs, and one of a log."""
NEVER_VALID: Version = (-1, -1)
"""Version of rows that only an outage makes good enough."""


def data_folder(given: Path | None = None) -> Path:
    """Return the absolute path of the data folder.

    It is the given one, else that of SOBREMESA_DATA, else the system's folder for user data. ``~`` is the home folder.
    """
    folder = given or os.environ.get("SOBREMESA_DATA") or platformdirs.user_data_dir("sobremesa", appauthor=False)
    return Path(os.path.expanduser(folder)).absolute()


@dataclass(frozen=True, slots=True)
class OtherChange:
    """What another process has changed: the log of a match, of any match, or anything at all."""

    match_id: str = ""
    """The match; empty where it may be any."""
    of_log: bool = False
    """Whether only logs have changed."""


class Rows(Protocol):
    """The rows that a statement returns."""

    def fetchone(self) -> Row | None:
        """Return the next row, or None after the last one."""

    def fetchall(self) -> list[Row]:
        """Return all rows that are left."""

    def __iter__(self) -> Iterator[Row]: ...


class SqlTransaction(Protocol):
    """An open transaction: its statements become durable together, or none does."""

    def execute(self, sql: str, values: Row = ..., /) -> Rows:
        """Execute a statement, with ``?`` for each value."""

    def executemany(self, sql: str, rows: Iterable[Row], /) -> object:
        """Execute a statement once for each row of values."""


class Database(Protocol):
    """A database with Sobremesa's tables.

    Every method either succeeds or raises ``StorageError``. Statements are in the SQL that SQLite and PostgreSQL share.
    A call within a transaction of the same thread belongs to it.
    """

    owner: str
    """Whose rows it reads and writes: the household, or whoever else keeps tables on the same server."""

    def close(self) -> None:
        """Close the database."""

    def read(self, sql: str, values: Row = (), *, remembers: bool = False) -> list[Row]:
        """Return the rows of a query.

        With ``remembers`` they are those that it had last while a database on another computer is away.
        """

    def recall(self, sql: str, values: Row = (), *, of_log: bool = True) -> list[Row]:
        """Return the rows of a query, from memory unless something has been written since.

        With ``of_log=False`` the query reads nothing that belongs to a match's log, so that answers leave it valid.
        For queries with few rows: drawing a screen must not read the database.
        """

    def write(self, sql: str, values: Row) -> None:
        """Execute one durable change."""

    def erase(self, *deletions: str) -> None:
        """Execute durable deletions of rows that nobody shall recover.

        How soon their bytes are overwritten is the database's matter.
        """

    def atomic_write(self, *, log_notice: str = "", excludes: bool = True) -> AbstractContextManager[SqlTransaction]:
        """Run several changes as one durable transaction.

        ``log_notice`` is ``match:seq`` of the last entry where the log of that match alone changes. Any other
        transaction of this owner excludes all others of its kind, also those of other processes, if ``excludes``: one
        that is long, and decides nothing by what it has read, need not. Within another transaction it belongs to that,
        which an error must end.
        """

    def watch(self, follow: Callable[[OtherChange], None]) -> None:
        """Call ``follow`` for each change by another process, from a thread of its own."""


class RowCache:
    """Rows of queries, valid until the next change. Safe to use from several threads."""

    def __init__(self, max_queries: int = MAX_RECALLED) -> None:
        self._max_queries = max_queries
        self._rows: dict[tuple[str, Row], tuple[Version, list[Row]]] = {}
        self._numbers = count(1)
        self._log_version = self._version = 0

    def note_change(self, *, of_log: bool = False) -> None:
        """Forget the rows of all queries, or of those that read a log."""
        if of_log:
            self._log_version = next(self._numbers)
        else:
            self._version = next(self._numbers)

    def recall(self, sql: str, values: Row, read: Callable[[], list[Row]], *, of_log: bool) -> list[Row]:
        """Return the rows of that query, from ``read`` if they are not known."""
        version = self._version, self._log_version if of_log else 0
        known = self._rows.get((sql, values))
        if known is None or known[0] != version:
            known = self._store(sql, values, version, read())
        return known[1]

    def ask(self, sql: str, values: Row, read: Callable[[], list[Row]]) -> list[Row]:
        """Return the rows of that query, from ``read``; where that fails, those it had last."""
        try:
            rows = read()
        except DiskError:
            if known := self.last_known(sql, values):
                return known
            raise
        if rows:
            self._store(sql, values, NEVER_VALID, rows)
        else:
            self._rows.pop((sql, values), None)
        return rows

    def _store(self, sql: str, values: Row, version: Version, rows: list[Row]) -> tuple[Version, list[Row]]:
        if len(self._rows) >= self._max_queries:
            self._rows.clear()
        known = self._rows[sql, values] = version, rows
        return known

    def last_known(self, sql: str, values: Row) -> list[Row] | None:
        """Return the rows that were read last, valid or not; None if there are none."""
        known = self._rows.get((sql, values))
        return known[1] if known else None
