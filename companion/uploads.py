"""Files from phones: how large they may be, where they are sent, and whether a path may be read at all."""

from __future__ import annotations

HEAVIEST = 100_000_000
"""Bytes of the largest file that is taken."""
PATH = "upload"
"""Where a phone sends them, below the server's address."""


class _Device:
    """What the start of this process decided; nothing that a client sends changes it."""

    files_may_be_read = False


def allow_paths() -> None:
    """Let a file picker name files of this device: for an app without a server, whose user holds the device."""
    _Device.files_may_be_read = True


def paths_allowed() -> bool:
    """Whether a path in a file picker's result may be read; never in a process that serves phones."""
    return _Device.files_may_be_read
