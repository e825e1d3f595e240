"""The database that the command line names: embedded in a folder, or hosted at an address."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rules.engine import Text

from .errors import EXIT_NO_STORAGE, CliError, explain_missing_libraries, requested_language, say
from .paths import absolute_path, cause_of

if TYPE_CHECKING:
    from companion.hosted.postgres_database import PostgresServer
    from companion.storage.matches import Storage
    from companion.storage.owners import OwnerDirectory


def open_hosted(database: str, language: str) -> Storage:
    """Open the PostgreSQL database at that address.

    Raises ``StorageError``, or ``CliError`` without the extra ``hosted``.
    """
    from companion.storage.matches import Storage

    with explain_missing_libraries(language):
        from companion.hosted.postgres_database import PostgresDatabase
    return Storage(database=PostgresDatabase.at(database))


def database_of_environment() -> str | None:
    """Return the database's address from the environment, or from the file that it names.

    Raises ``UsageError`` if that file cannot be read.
    """
    path = os.environ.get("SOBREMESA_DATABASE_FILE")
    if not path:
        return os.environ.get("SOBREMESA_DATABASE") or None
    try:
        return absolute_path(path).read_text("utf-8").strip() or None
    except (OSError, ValueError) as error:
        why = cause_of(error, Path(path)) if isinstance(error, OSError) else Text("{file} holds no text.", file=path)
        raise click.UsageError(
            say(Text("{variable} names no address: {why}", variable="SOBREMESA_DATABASE_FILE", why=why))
        ) from error


def open_owners(database: str, language: str) -> tuple[PostgresServer, OwnerDirectory]:
    """Open the PostgreSQL database at that address for owners who do not know each other.

    Raises ``StorageError``, or ``CliError`` without the extra ``hosted``.
    """
    from companion.base.errors import StorageError

    with explain_missing_libraries(language):
        from companion.hosted.owner_directory import PostgresOwners
        from companion.hosted.postgres_database import PostgresServer
    server = PostgresServer(database)
    try:
        return server, PostgresOwners(server)
    except StorageError:
        server.close()
        raise


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
