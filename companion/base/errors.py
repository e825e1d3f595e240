"""Exceptions of the database and of imported files, with a reason for the screen."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rules.engine import Text


class CorruptDataError(ValueError):
    """The data were never written in this form; the message is for whoever examines the file."""


FILE_TOO_LARGE_TEXT = Text("The file is too large: choose a smaller picture.")

DISK_FULL_TEXT = Text("The disk is full: make room.")

FILE_GONE_TEXT = Text("The file could not be read: choose it again.")


MATCH_DELETED_TEXT = Text("This game has been deleted.")


class SobremesaError(Exception):
    """The action failed; ``reason`` says why, for the screen."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason.key)
        self.reason = reason


NEWER_FILE_TEXT = Text("That file was written by a newer Sobremesa: update this one. Nothing was imported.")


class NewerFileError(SobremesaError):
    """The file has a newer format than this Sobremesa knows; nothing was imported."""

    def __init__(self) -> None:
        super().__init__(NEWER_FILE_TEXT)


class StorageError(SobremesaError):
    """Nothing was written."""


class ForeignFileError(StorageError):
    """The file holds something else than matches, by the names of its tables."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            Text(
                "{file} holds something else, not Sobremesa's games: it was left as it is. Move it away.",
                file=str(path),
            )
        )


class ConcurrentWriteError(StorageError):
    """Another program has written to the same match, so the state in memory is out of date."""


class DiskError(StorageError):
    """The disk accepts nothing now and may later; ``cause`` is the fault, ``reason`` its effect."""

    def __init__(self, cause: Text, reason: Text | None = None) -> None:
        super().__init__(reason or Text("{cause} Nothing was saved.", cause=cause))
        self.cause = cause


class DamagedFileError(DiskError):
    """The database file is damaged."""

    def __init__(self, path: Path) -> None:
        file = str(path)
        super().__init__(
            Text("{file} is damaged.", file=file),
            Text("{file} is damaged. Move it away and start again, or put a copy of it back.", file=file),
        )


@contextmanager
def translate_errors(path: Path) -> Iterator[None]:
    """Translate errors of SQLite and of the system for that file into ``StorageError``."""
    try:
        yield
    except sqlite3.Error as error:
        raise _storage_error(getattr(error, "sqlite_errorcode", 0) & 0xFF, path, error) from error
    except (UnicodeEncodeError, CorruptDataError) as error:
        raise StorageError(NOT_WRITABLE_TEXT) from error
    except UnicodeDecodeError as error:  # a damaged name, which SQLite cannot even put into its message
        raise DamagedFileError(path) from error
    except OSError as error:
        raise DiskError(Text("The folder {folder} cannot be written.", folder=str(path.parent))) from error


def _storage_error(code: int, path: Path, error: sqlite3.Error) -> StorageError:
    match code:
        case sqlite3.SQLITE_FULL:
            return DiskError(DISK_FULL_TEXT)
        case sqlite3.SQLITE_IOERR:
            return DiskError(Text("The disk did not take it (is it full?): make room."))
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
            return DiskError(Text("{file} cannot be written.", file=str(path)))
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return DamagedFileError(path)
        case sqlite3.SQLITE_CONSTRAINT:
            return ConcurrentWriteError(TWO_WRITERS_TEXT)
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return StorageError(TWO_WRITERS_TEXT)
    return DiskError(Text("Saving failed ({why}).", why=str(error)))


NOT_WRITABLE_TEXT = Text("This cannot be written down: nothing was saved.")
TWO_WRITERS_TEXT = Text("Another Sobremesa is writing the same games: nothing was saved. Close one of the two.")
