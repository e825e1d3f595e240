"""The database that the command line names: embedded in a folder, or hosted at an address."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .errors import EXIT_NO_STORAGE, CliError, explain_missing_libraries, requested_language

if TYPE_CHECKING:
    from companion.storage.matches import Storage


def open_embedded(data: Path | None) -> Storage:
    """Open the database in that folder, recovering a damaged one if necessary.

    Raises ``StorageError``.
    """
    from companion.storage.recovery import open_storage

    return open_storage(data)


def open_hosted(database: str, language: str) -> Storage:
    """Open the PostgreSQL database at that address.

    Raises ``StorageError``, or ``CliError`` without the extra ``hosted``.
    """
    from companion.storage.matches import Storage

    with explain_missing_libraries(language):
        from companion.hosted.postgres_database import PostgresDatabase
    return Storage(database=PostgresDatabase(database))


@contextmanager
def storage_of(ctx: click.Context) -> Iterator[Storage]:
    """Open the storage that the command line names, without recovery, and close it afterwards."""
    from companion.storage.matches import Storage, StorageError

    options, language = ctx.find_root().params, requested_language(ctx)
    folder, database = options.get("data"), options.get("database")
    try:
        storage = open_hosted(database, language) if database else Storage(folder)
    except StorageError as trouble:
        raise CliError(trouble.reason, EXIT_NO_STORAGE, language) from trouble
    try:
        yield storage
    finally:
        storage.close()
