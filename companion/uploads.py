"""Where photos land on their way from a phone: each is read once and removed, and all go with the process."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

HEAVIEST = 100_000_000
"""Bytes of the largest file that is taken."""
PATH = "upload"


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
