"""Settings of uploads: size limit, path, and whether local paths may be read."""

from __future__ import annotations

MAX_FILE_BYTES = 100_000_000
"""Maximum size of a file, in bytes."""
UPLOAD_PATH = "upload"
"""Path of the upload endpoint, relative to the server's address."""


class _Device:
    """Setting made at the start of this process; nothing that a client sends changes it."""

    files_may_be_read = False


def allow_paths() -> None:
    """Allow file pickers to return local paths: for an app without a server."""
    _Device.files_may_be_read = True


def are_paths_allowed() -> bool:
    """Return whether the path in a file picker's result may be read; never in a server."""
    return _Device.files_may_be_read
