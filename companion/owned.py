"""Files and folders that only their owner reads, where this system knows owners."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

OURS = ("sobremesa", "tls", "copies", "tmp")
"""How the names in a folder of ours begin."""
ASIDE = ("", "-wal", "-shm", "-journal")
"""What SQLite keeps of a file, by the ends of their names."""


def own_folder(folder: Path) -> Path:
    """That folder, made if need be. Nobody else looks into it, unless somebody keeps other things there too.

    Raises ``OSError`` where it cannot be made.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(OSError):
        if all(path.name.startswith(OURS) for path in folder.iterdir()):
            folder.chmod(0o700)
    return folder


def create(path: Path) -> None:
    """Make that file, empty, if there is none; what SQLite makes beside it later gets the same rights.

    Raises ``OSError``.
    """
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def tighten(path: Path) -> None:
    """Take the rights of others from that database and what lies beside it, as far as this system lets us."""
    for end in ASIDE:
        with suppress(OSError):
            path.with_name(f"{path.name}{end}").chmod(0o600)
