"""Temporary folder of one process for received files.

A lock file in it is locked while its process lives; a folder whose file is not locked was left by one that was killed.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import IO

from .file_lock import lock

FOLDER_PREFIX = "sobremesa-uploads-"
LOCK_FILE = "lock"


class UploadFolder:
    """A folder that is created on first use and removed by ``close``."""

    def __init__(self) -> None:
        self._path: Path | None = None
        self._lock: IO[bytes] | None = None

    @property
    def path(self) -> Path:
        """Path of the existing folder. Raises ``OSError``."""
        if self._path is None:
            remove_abandoned()
            path = Path(tempfile.mkdtemp(prefix=f"{FOLDER_PREFIX}{os.getpid()}-"))
            self._lock = (path / LOCK_FILE).open("wb")
            lock(self._lock)
            self._path = path
        return self._path

    def close(self) -> None:
        """Remove the folder with its content."""
        if self._lock is not None:
            self._lock.close()
        if self._path is not None:
            shutil.rmtree(self._path, ignore_errors=True)
        self._path = self._lock = None


def remove_abandoned() -> None:
    """Remove the folders of this user's processes that were killed."""
    with suppress(OSError):
        for path in Path(tempfile.gettempdir()).glob(f"{FOLDER_PREFIX}*"):
            with suppress(OSError):
                if _is_abandoned(path):
                    shutil.rmtree(path, ignore_errors=True)


def _is_abandoned(path: Path) -> bool:
    """Return whether no process holds the folder's lock.

    A folder without a lock file is just being created. Raises ``OSError``.
    """
    if path.is_symlink() or (hasattr(os, "getuid") and path.lstat().st_uid != os.getuid()):
        return False
    with (path / LOCK_FILE).open("r+b") as file:
        lock(file)
    return True
