"""The one server of a data folder: a second start finds the address of the first."""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from companion.access.file_lock import lock
from companion.storage.private_files import create_private_folder

RUNNING_FILE = "sobremesa-running"
"""File in the data folder that a server locks; it holds the address for this computer's browser."""
PATIENCE_SECONDS = 15.0
"""Seconds that a second start waits for the address of one that has just begun."""
LOCKED_ERRNOS = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)
TellAddress = Callable[[str], None]
"""Tells other starts where this server is."""


class AlreadyRunningError(Exception):
    """Another server serves the games of this folder; ``url`` is empty if it has not said where."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.url = url


@contextmanager
def only_server(folder: Path) -> Iterator[TellAddress]:
    """Keep other servers from this folder while the context is open.

    Raises ``AlreadyRunningError``. Where the file system knows no locks nobody is kept away.
    """
    path = folder / RUNNING_FILE
    held = _hold(path)
    try:
        yield lambda url: _write(held, url)
    finally:
        if held is not None:
            with suppress(OSError):  # Windows removes no open file; an empty one without a lock does no harm
                path.unlink()
            held.close()


def _hold(path: Path) -> IO[bytes] | None:
    """Return the locked file; None where there can be none."""
    until = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            create_private_folder(path.parent)
            file = path.open("a+b", buffering=0)
        except OSError:
            return None  # whoever opens the games says why
        try:
            lock(file)
        except OSError as error:
            file.close()
            if error.errno not in LOCKED_ERRNOS:
                return None
            if (url := _read(path)) or time.monotonic() > until:
                raise AlreadyRunningError(url) from None
            time.sleep(0.1)
            continue
        if _is_at(file, path):
            file.truncate(0)
            return file
        file.close()  # the one before has removed it meanwhile


def _is_at(file: IO[bytes], path: Path) -> bool:
    with suppress(OSError):
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    return False


def _read(path: Path) -> str:
    with suppress(OSError, UnicodeDecodeError):
        return path.read_text("ascii")
    return ""


def _write(file: IO[bytes] | None, url: str) -> None:
    if file is not None:
        with suppress(OSError):  # the disk is full
            file.write(url.encode("ascii"))
