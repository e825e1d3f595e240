"""Files and folders that only their owner can read, on systems with file owners."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

OWN_NAME_PREFIXES = ("sobremesa", "tls", "copies", "tmp")
"""Prefixes of the names in the app's own folder."""
SQLITE_SUFFIXES = ("", "-wal", "-shm", "-journal")
"""Suffixes of the files that SQLite keeps for a database."""


def create_private_folder(folder: Path) -> Path:
    """Create a folder if needed and make it private.

    It is made private only if nothing foreign is stored in it. Raises ``OSError`` if it cannot be created.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(OSError):
        if all(path.name.startswith(OWN_NAME_PREFIXES) for path in folder.iterdir()):
            folder.chmod(0o700)
    return folder


def create_private_file(path: Path) -> None:
    """Create an empty private file if there is none; SQLite gives its other files the same mode.

    Raises ``OSError``.
    """
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def make_database_private(path: Path) -> None:
    """Make a database and its side files private, as far as the system allows."""
    for end in SQLITE_SUFFIXES:
        with suppress(OSError):
            path.with_name(f"{path.name}{end}").chmod(0o600)
