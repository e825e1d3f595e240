"""The SQLite database: checked on opening, changed in transactions, errors translated."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import platformdirs

from companion.base.errors import Damaged, Foreign, StorageTrouble, in_words
from companion.base.private_files import create, own_folder, tighten
from rules.engine import Text

from .schema import SCHEMA, bring_up, fits, version

OURS = frozenset({"match", "entry", "setting"})
"""Tables that every file of Sobremesa has, whatever its version."""
NAME = "sobremesa.sqlite"
NEVER = 1000
"""Upper bound of schema versions; a number from here on is damage."""
LATER = Text("The saved games were written by a newer version of Sobremesa. Update this one.")


def data_folder(given: Path | None = None) -> Path:
    """Return the data folder.

    It is the given one, else that of SOBREMESA_DATA, else the system's folder for user data.
    """
    told = given or os.environ.get("SOBREMESA_DATA")
    return Path(told) if told else Path(platformdirs.user_data_dir("sobremesa", appauthor=False))


class Database:
    """The database in that folder. Every method either succeeds or raises ``StorageError``."""

    def __init__(self, folder: Path | None = None) -> None:
        self.path = data_folder(folder) / NAME
        self._lock = threading.RLock()
        self._db = _connected(self.path)
        try:
            with self.all_or_nothing() as db:
                bring_up(db)
        except BaseException:
            self._db.close()
            raise

    def close(self) -> None:
        """Close the database."""
        with self._lock:
            self._db.close()

    def read(self, sql: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        """Return the rows of a query."""
        with self._lock, in_words(self.path):
            return self._db.execute(sql, values).fetchall()

    def write(self, sql: str, values: tuple[Any, ...]) -> None:
        """Execute one durable change."""
        with self.all_or_nothing():
            self._db.execute(sql, values)

    @property
    def lock(self) -> threading.RLock:
        """The lock of the database; while it is held, the file stays as it was read."""
        return self._lock

    @contextmanager
    def all_or_nothing(self) -> Iterator[sqlite3.Connection]:
        """Run several changes as one durable transaction."""
        with self._lock, in_words(self.path):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise


def _connected(path: Path) -> sqlite3.Connection:
    with in_words(path):
        own_folder(path.parent)
        create(path)
        tighten(path)
        # one connection, used under a lock: calls come from whichever thread serves the device
        db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=2)
        db.text_factory = readable
        try:
            _looked_at(db, path)
            for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
                db.execute(f"PRAGMA {pragma}")
        except BaseException:
            db.close()
            raise
        return db


def _looked_at(db: sqlite3.Connection, path: Path) -> None:
    """Check the file before anything is written.

    Another program's file, one of a newer version or a damaged one is left as it is.
    """
    known = version(db)
    tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if (known or tables) and not tables >= OURS:
        raise Foreign(path)
    if SCHEMA < known < NEVER:
        raise StorageTrouble(LATER)
    if (known or tables) and (not 0 < known <= SCHEMA or not fits(db, known)):
        raise Damaged(path)
    # indices are checked too: a match with rows missing in an index would seem shorter than it is
    if db.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
        raise Damaged(path)


def readable(written: bytes) -> str:
    """Decode text and replace invalid UTF-8, so that the rest of a damaged row can be read.

    The damage is found where the value is parsed.
    """
    return written.decode("utf-8", "replace")
