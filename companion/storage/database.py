"""The SQLite database: checked on opening, changed in transactions, errors translated."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import platformdirs

from companion.base.errors import DamagedFileError, ForeignFileError, StorageError, translate_errors
from companion.base.private_files import create_private_file, create_private_folder, make_database_private
from rules.engine import Text

from .schema import SCHEMA_VERSION, has_tables_of, migrate, read_version

REQUIRED_TABLES = frozenset({"match", "entry", "setting"})
"""Tables that every file of Sobremesa has, whatever its version."""
Row = tuple[Any, ...]
"""A row of a query, or the values of its parameters."""
DATABASE_FILE = "sobremesa.sqlite"
VERSION_LIMIT = 1000
"""Upper bound of schema versions; a number from here on is damage."""
MAX_RECALLED = 500
"""Maximum number of queries whose rows are kept in memory."""
NEWER_VERSION_TEXT = Text("The saved games were written by a newer version of Sobremesa. Update this one.")


def data_folder(given: Path | None = None) -> Path:
    """Return the data folder.

    It is the given one, else that of SOBREMESA_DATA, else the system's folder for user data.
    """
    folder = given or os.environ.get("SOBREMESA_DATA")
    return Path(folder) if folder else Path(platformdirs.user_data_dir("sobremesa", appauthor=False))


class Database:
    """The database in that folder. Every method either succeeds or raises ``StorageError``."""

    def __init__(self, folder: Path | None = None) -> None:
        self.path = data_folder(folder) / DATABASE_FILE
        self._lock = threading.RLock()
        self._recalled: dict[tuple[str, Row], tuple[int, list[Row]]] = {}
        self._log_changes = self._other_changes = 0
        self._data_version = 0
        """SQLite's number of the last known change by another connection."""
        self._db = _connect(self.path)
        try:
            with self.atomic_write() as db:
                migrate(db)
        except BaseException:
            self._db.close()
            raise

    def close(self) -> None:
        """Close the database."""
        with self._lock:
            self._db.close()

    def read(self, sql: str, values: Row = ()) -> list[Row]:
        """Return the rows of a query."""
        with self._lock, translate_errors(self.path):
            return self._db.execute(sql, values).fetchall()

    def recall(self, sql: str, values: Row = (), *, of_log: bool = True) -> list[Row]:
        """Return the rows of a query, from memory unless something has been written since.

        With ``of_log=False`` the query reads nothing that belongs to a match's log, so that answers leave it valid.
        For queries with few rows: drawing a screen must not read the database.
        """
        with self._lock, translate_errors(self.path):
            if self._db.in_transaction:
                return self.read(sql, values)
            self._notice_other_programs()
            version = self._other_changes + (self._log_changes if of_log else 0)
            known = self._recalled.get((sql, values))
            if known is None or known[0] != version:
                if len(self._recalled) >= MAX_RECALLED:
                    self._recalled.clear()
                known = self._recalled[sql, values] = version, self.read(sql, values)
            return known[1]

    def _notice_other_programs(self) -> None:
        """Forget what is recalled if another program has committed.

        The file's time does not tell: it is older than the commit, whose rows it announces.
        """
        with suppress(sqlite3.Error):  # a file that cannot be read: what is recalled is all there is
            (data_version,) = self._db.execute("PRAGMA data_version").fetchone()
            if data_version != self._data_version:
                self._data_version = data_version
                self._note_change()

    def _note_change(self, *, is_log: bool = False) -> None:
        self._log_changes += is_log
        self._other_changes += not is_log

    def write(self, sql: str, values: Row) -> None:
        """Execute one durable change."""
        with self.atomic_write():
            self._db.execute(sql, values)

    def erase(self, *deletions: str) -> None:
        """Execute durable deletions of whose rows nothing stays in the file's free pages."""
        self.read("PRAGMA secure_delete=ON")
        with self.atomic_write() as db:
            for deletion in deletions:
                db.execute(deletion)
        self.read("PRAGMA wal_checkpoint(TRUNCATE)")

    @property
    def lock(self) -> threading.RLock:
        """The lock of the database; while it is held, the file stays as it was read."""
        return self._lock

    @contextmanager
    def atomic_write(self, *, is_log: bool = False) -> Iterator[sqlite3.Connection]:
        """Run several changes as one durable transaction; ``is_log``: of the log of a match alone."""
        with self._lock, translate_errors(self.path):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                self._notice_other_programs()
                yield self._db
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise
            finally:
                self._note_change(is_log=is_log)


def _connect(path: Path) -> sqlite3.Connection:
    with translate_errors(path):
        create_private_folder(path.parent)
        create_private_file(path)
        make_database_private(path)
        # one connection, used under a lock: calls come from whichever thread serves the device
        db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=2)
        db.text_factory = decode_lossy
        try:
            _check_file(db, path)
            for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
                db.execute(f"PRAGMA {pragma}")
        except BaseException:
            db.close()
            raise
        return db


def _check_file(db: sqlite3.Connection, path: Path) -> None:
    """Check the file before anything is written.

    Another program's file, one of a newer version or a damaged one is left as it is.
    """
    known = read_version(db)
    tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if (known or tables) and not tables >= REQUIRED_TABLES:
        raise ForeignFileError(path)
    if SCHEMA_VERSION < known < VERSION_LIMIT:
        raise StorageError(NEWER_VERSION_TEXT)
    if (known or tables) and (not 0 < known <= SCHEMA_VERSION or not has_tables_of(db, known)):
        raise DamagedFileError(path)
    # indices are checked too: a match with rows missing in an index would seem shorter than it is
    if db.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
        raise DamagedFileError(path)


def decode_lossy(data: bytes) -> str:
    """Decode text and replace invalid UTF-8, so that the rest of a damaged row can be read.

    The damage is found where the value is parsed.
    """
    return data.decode("utf-8", "replace")
