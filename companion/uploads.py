"""Files from phones: where uploads land (each is read once and removed), and whether a path may be read at all."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

HEAVIEST = 100_000_000
"""Bytes of the largest file that is taken."""
PATH = "upload"


class _Device:
    """What the start of this process decided; nothing that a client sends changes it."""

    files_may_be_read = False


def allow_paths() -> None:
    """Let a file picker name files of this device: for an app without a server, whose user holds the device."""
    _Device.files_may_be_read = True


def paths_allowed() -> bool:
    """Whether a path in a file picker's result may be read; never in a process that serves phones."""
    return _Device.files_may_be_read


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="sobremesa-", ignore_cleanup_errors=True)


def folder() -> Path:
    """The folder of this process."""
    return Path(_folder().name)


def take(name: str) -> bytes | None:
    """What arrived under that name, if anything did."""
    path = folder() / name
    try:
        data = path.read_bytes()
        path.unlink()
    except OSError:
        return None
    return data
