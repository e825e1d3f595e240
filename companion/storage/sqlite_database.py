"""SQLite, the embedded database: checked on opening, changed in transactions."""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import date
from pathlib import Path

from companion.base.errors import DamagedFileError, ForeignFileError, StorageError, translate_errors

from . import upgrades
from .daily_copies import make_backup
from .database import OtherChange, Row, RowCache, data_folder
from .private_files import create_private_file, create_private_folder, make_database_private
from .schema import HOUSE_OWNER, has_tables_of, read_format, upgrade

REQUIRED_TABLES = frozenset({"match", "entry", "setting"})
"""Tables that every file of Sobremesa has, whatever its format."""
DATABASE_FILE = "sobremesa.sqlite"
FORMAT_LIMIT = 1000
"""Upper bound of formats; a number from here on is damage."""


def database_path(folder: Path | None = None) -> Path:
    """Return the path of the database in that folder, see ``data_folder``."""
    return data_folder(folder) / DATABASE_FILE


class SqliteDatabase:
    """The SQLite database in that folder, used by one connection under a lock."""

    def __init__(self, folder: Path | None = None) -> None:
        self.path = database_path(folder)
        self.owner = HOUSE_OWNER
        self._lock = threading.RLock()
        self._cache = RowCache()
        self._data_version = 0
        """SQLite's number of the last known change by another connection."""
        self._db = _connect(self.path)
        try:
            self._upgrade()
        except BaseException:
            self._db.close()
            raise

    def _upgrade(self) -> None:
        """Create the tables, or upgrade those of an older format after the day's backup."""
        if 0 < read_format(self._db) < upgrades.FORMAT:
            try:
                make_backup(self.path, date.today())
            except (OSError, sqlite3.Error):  # the upgrade changes the file as a whole or not at all
                logging.getLogger(__name__).warning("no backup was made before the upgrade", exc_info=True)
        with self.atomic_write() as db:
            upgrade(db)

    def close(self) -> None:
        """Close the database."""
        with self._lock:
            self._db.close()

    def read(self, sql: str, values: Row = (), *, remembers: bool = False) -> list[Row]:
        """Return the rows of a query."""
        with self._lock, translate_errors(self.path):
            return self._db.execute(sql, values).fetchall()

    def recall(self, sql: str, values: Row = (), *, of_log: bool = True) -> list[Row]:
        """Return the rows of a query, from memory unless something has been written since."""
        with self._lock, translate_errors(self.path):
            if self._db.in_transaction:
                return self.read(sql, values)
            self._notice_other_programs()
            return self._cache.recall(sql, values, lambda: self.read(sql, values), of_log=of_log)

    def _notice_other_programs(self) -> None:
        """Forget what is recalled if another program has committed.

        The file's time does not tell: it is older than the commit, whose rows it announces.
        """
        with suppress(sqlite3.Error):  # a file that cannot be read: what is recalled is all there is
            (data_version,) = self._db.execute("PRAGMA data_version").fetchone()
            if data_version != self._data_version:
                self._data_version = data_version
                self._cache.note_change()

    def write(self, sql: str, values: Row) -> None:
        """Execute one durable change."""
        with self.atomic_write() as db:
            db.execute(sql, values)

    def erase(self, *deletions: str) -> None:
        """Execute durable deletions of whose rows nothing stays in the file's free pages."""
        self.read("PRAGMA secure_delete=ON")
        with self.atomic_write() as db:
            for deletion in deletions:
                db.execute(deletion)
        self.read("PRAGMA wal_checkpoint(TRUNCATE)")

    @contextmanager
    def atomic_write(self, *, log_notice: str = "", excludes: bool = True) -> Iterator[sqlite3.Connection]:
        """Run several changes as one durable transaction; within another one they belong to that."""
        with self._lock, translate_errors(self.path):
            if self._db.in_transaction:
                yield self._db
                return
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
                self._cache.note_change(of_log=bool(log_notice))

    def watch(self, follow: Callable[[OtherChange], None]) -> None:
        """Do nothing: what another program has written is noticed when it is read."""


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

    Another program's file, one of a newer format or a damaged one is left as it is.
    """
    known = read_format(db)
    tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if (known or tables) and not tables >= REQUIRED_TABLES:
        raise ForeignFileError(path)
    if upgrades.FORMAT < known < FORMAT_LIMIT:
        raise StorageError(upgrades.NEWER_VERSION_TEXT)
    if (known or tables) and (not 0 < known <= upgrades.FORMAT or not has_tables_of(db, known)):
        raise DamagedFileError(path)
    # indices are checked too: a match with rows missing in an index would seem shorter than it is
    if db.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
        raise DamagedFileError(path)


def decode_lossy(data: bytes) -> str:
    """Decode text and replace invalid UTF-8, so that the rest of a damaged row can be read.

    The damage is found where the value is parsed.
    """
    return data.decode("utf-8", "replace")
