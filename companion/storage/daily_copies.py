"""Daily backups of the database, kept for three days, for the recovery of lost pages.

A backup holds the matches, settings, cards and custom dice. It holds no invitation, no device key, no picture of a
roll and no correction, because what was renewed or erased since would come back with it.
"""

from __future__ import annotations

import logging
import os
import re
import shutil
import sqlite3
import threading
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import date
from pathlib import Path

from .private_files import create_private_file, create_private_folder

BACKUP_FOLDER = "copies"
DAYS_KEPT = 3
"""Days of which a backup is kept."""
MAX_DATABASE_BYTES = 512 * 2**20
"""Bytes of the largest database that is backed up."""
CHECK_SECONDS = 3600.0
"""Seconds between two checks whether a day has passed."""
BACKUP_NAME = re.compile(r"sobremesa-(\d{4}-\d{2}-\d{2})\.sqlite")
PRIVACY_STATEMENTS = (
    "DELETE FROM place",
    "DELETE FROM guest WHERE id <> ''",
    "DELETE FROM invitation",
    "DELETE FROM correction",
    "DELETE FROM picture",
    "DELETE FROM setting WHERE key IN ('invitation', 'rescued', 'devices')",
    "VACUUM",
)


def backup_path(database: Path, day: date) -> Path:
    """Return where the backup of that day lies."""
    return database.parent / BACKUP_FOLDER / f"sobremesa-{day.isoformat()}.sqlite"


def list_backups(database: Path) -> list[tuple[date, Path]]:
    """Return the backups of that database, the newest first."""
    found = list[tuple[date, Path]]()
    with suppress(OSError):
        for path in (database.parent / BACKUP_FOLDER).iterdir():
            named = BACKUP_NAME.fullmatch(path.name)
            with suppress(ValueError):
                found += [(date.fromisoformat(named[1]), path)] if named else []
    return sorted(found, reverse=True)


def open_intact_backups(database: Path) -> Generator[tuple[date, sqlite3.Connection]]:
    """Yield the backups that SQLite finds intact, newest first, as open read-only connections.

    Each is closed when the next is requested.
    """
    for day, path in list_backups(database):
        with suppress(sqlite3.Error), closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as db:
            if db.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",):
                yield day, db


def make_backup(database: Path, today: date) -> bool:
    """Make the backup of that day if there is none yet and enough room.

    Returns whether it was made. Raises ``OSError`` or ``sqlite3.Error``; then nothing was changed.
    """
    if any(day == today for day, _ in list_backups(database)) or not _has_room(database):
        return False
    folder = create_private_folder(database.parent / BACKUP_FOLDER)
    new = folder / "new.sqlite"
    new.unlink(missing_ok=True)
    create_private_file(new)
    try:
        _write_backup(database, new)
        os.replace(new, backup_path(database, today))
    finally:
        new.unlink(missing_ok=True)
    _delete_old_backups(database, today)
    return True


def try_backup(database: Path) -> None:
    """Make today's backup if there is none yet; a failure is logged."""
    try:
        make_backup(database, date.today())
    except (OSError, sqlite3.Error):
        logging.getLogger(__name__).warning("the daily copy was not made", exc_info=True)


def _has_room(database: Path) -> bool:
    size = database.stat().st_size
    return size <= MAX_DATABASE_BYTES and shutil.disk_usage(database.parent).free > 3 * size


def _write_backup(database: Path, new: Path) -> None:
    """Write and check the backup on a connection of its own, while the tables go on."""
    with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as db:
        db.execute("VACUUM INTO ?", (str(new),))
    with closing(sqlite3.connect(new, isolation_level=None)) as db:
        for statement in PRIVACY_STATEMENTS:
            db.execute(statement)
        if db.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
            raise sqlite3.DatabaseError("the copy is damaged")


def _delete_old_backups(database: Path, today: date) -> None:
    """Delete all backups but the latest few, and those dated in the future after a wrong clock."""
    past = [path for day, path in list_backups(database) if day <= today]
    for _, path in list_backups(database):
        if path not in past[:DAYS_KEPT]:
            path.unlink(missing_ok=True)


@contextmanager
def daily_backups(database: Path) -> Iterator[None]:
    """Run a thread that makes a backup at once and on each new day, while the context is open."""
    ended = threading.Event()

    def watch() -> None:
        while True:
            try_backup(database)
            if ended.wait(CHECK_SECONDS):
                return

    thread = threading.Thread(target=watch, name="daily copy", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join(5)
