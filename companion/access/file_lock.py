"""Locks on files, which the system frees when their process ends, in whatever way."""

from __future__ import annotations

import sys
from typing import IO

LOCKED_BYTE = 2**20
"""Position of the byte that is locked where the system locks parts of files (Windows): behind what is in them."""


def lock(file: IO[bytes]) -> None:
    """Lock the file until it is closed or its process ends.

    Raises ``OSError`` if another process has locked it.
    """
    if sys.platform == "win32":
        import msvcrt

        file.seek(LOCKED_BYTE)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        file.seek(0)
    elif sys.platform != "emscripten":
        import fcntl

        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
