"""The database of a hosted Sobremesa: PostgreSQL, shared by several processes."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, CursorResult, Engine, create_engine, make_url
from sqlalchemy.exc import ArgumentError, DataError, DBAPIError, IntegrityError, SQLAlchemyError

from companion.base.errors import (
    NOT_WRITABLE_TEXT,
    TWO_WRITERS_TEXT,
    ConcurrentWriteError,
    CorruptDataError,
    DiskError,
    StorageError,
)
from companion.storage.database import OtherChange, Row, RowCache, Rows
from rules.engine import Text

from .listener import CHANNEL, CONNECT_SECONDS, ChangeListener

MIGRATIONS = Path(__file__).with_name("migrations")
DRIVER = "postgresql+psycopg"
POOL_SIZE, MAX_OVERFLOW = 5, 15
"""Connections that stay open, and those that may be opened beyond them for a while."""
WRITER_LOCK = 7_262_637
"""Number of the advisory lock that transactions outside logs take in turn."""
UNREACHABLE_TEXT = Text("The database cannot be reached.")
WRONG_ADDRESS_TEXT = Text("This is no address of a PostgreSQL database: postgresql+psycopg://user@server/name")


class PostgresDatabase:
    """A PostgreSQL database with Sobremesa's tables, for use from several threads.

    Changes of other processes arrive by ``NOTIFY`` (``listener``).
    """

    def __init__(self, url: str) -> None:
        """Open the database at a SQLAlchemy URL and bring its tables up to date.

        Raises ``StorageError``.
        """
        self._engine = _engine(url)
        self._cache = RowCache()
        self._open = threading.local()
        self._name = secrets.token_hex(8)
        """The name of this process in its notices, which it ignores itself."""
        self._follow: Callable[[OtherChange], None] = lambda change: None
        with translate_errors():
            upgrade(self._engine)
        address = self._engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._listener = ChangeListener(address, self._on_notice, self._on_gap)

    def close(self) -> None:
        """Close all connections."""
        self._listener.stop()
        self._engine.dispose()

    def read(self, sql: str, values: Row = ()) -> list[Row]:
        """Return the rows of a query."""
        with translate_errors():
            if (transaction := self._transaction) is not None:
                return transaction.execute(sql, values).fetchall()
            with self._engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                return _Transaction(connection).execute(sql, values).fetchall()

    def recall(self, sql: str, values: Row = (), *, of_log: bool = True) -> list[Row]:
        """Return the rows of a query, from memory unless something has been written since.

        While notices of other processes do not arrive the database is asked, and memory serves if that fails too.
        """
        if self._transaction is not None:
            return self.read(sql, values)
        if not self._listener.is_connected:
            self._cache.note_change()
        known = self._cache.last_known(sql, values)
        try:
            return self._cache.recall(sql, values, lambda: self.read(sql, values), of_log=of_log)
        except DiskError:
            if known is None:
                raise
            return known

    def write(self, sql: str, values: Row) -> None:
        """Execute one durable change."""
        with self.atomic_write() as db:
            db.execute(sql, values)

    def erase(self, *deletions: str) -> None:
        """Execute durable deletions.

        The rows are overwritten once PostgreSQL vacuums their tables, and are in its backups until these are gone.
        """
        with self.atomic_write() as db:
            for deletion in deletions:
                db.execute(deletion)

    @contextmanager
    def atomic_write(self, *, log_notice: str = "") -> Iterator[_Transaction]:
        """Run several changes as one durable transaction; within another one they belong to that."""
        if (outer := self._transaction) is not None:
            yield outer
            return
        with translate_errors():
            try:
                with self._engine.begin() as connection:
                    transaction = self._open.transaction = _Transaction(connection)
                    if not log_notice:
                        transaction.execute("SELECT pg_advisory_xact_lock(?)", (WRITER_LOCK,))
                    yield transaction
                    transaction.execute("SELECT pg_notify(?, ?)", (CHANNEL, f"{self._name} {log_notice}"))
            finally:
                self._open.transaction = None
                self._cache.note_change(of_log=bool(log_notice))

    def watch(self, follow: Callable[[OtherChange], None]) -> None:
        """Call ``follow`` for each change by another process."""
        self._follow = follow

    @property
    def _transaction(self) -> _Transaction | None:
        """The open transaction of this thread."""
        return getattr(self._open, "transaction", None)

    def _on_notice(self, payload: str) -> None:
        """Forget what another process has changed, and say so."""
        name, _, log_notice = payload.partition(" ")
        if name != self._name:
            self._cache.note_change(of_log=bool(log_notice))
            self._follow(OtherChange(log_notice.rpartition(":")[0], of_log=bool(log_notice)))

    def _on_gap(self, *, was_deaf: bool) -> None:
        """Forget everything after a time in which notices may have been lost, or were."""
        self._cache.note_change()
        self._follow(OtherChange(of_log=not was_deaf))


class _Transaction:
    """A connection that takes statements with ``?`` for each value."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def execute(self, sql: str, values: Row = (), /) -> Rows:
        return _Result(self._connection.exec_driver_sql(_to_psycopg(sql), values))

    def executemany(self, sql: str, rows: Iterable[Row], /) -> None:
        if every := list(rows):
            self._connection.exec_driver_sql(_to_psycopg(sql), every)


class _Result:
    """Rows as tuples."""

    def __init__(self, result: CursorResult[Row]) -> None:
        self._result = result

    def fetchone(self) -> Row | None:
        row = self._result.fetchone()
        return None if row is None else tuple(row)

    def fetchall(self) -> list[Row]:
        return [tuple(row) for row in self._result.fetchall()]

    def __iter__(self) -> Iterator[Row]:
        return map(tuple, self._result)


def _engine(url: str) -> Engine:
    try:
        address = make_url(url)
        if address.drivername != DRIVER:
            raise StorageError(WRONG_ADDRESS_TEXT)
        return create_engine(
            address,
            pool_size=POOL_SIZE,
            max_overflow=MAX_OVERFLOW,
            pool_pre_ping=True,
            pool_timeout=CONNECT_SECONDS,
            connect_args={"connect_timeout": CONNECT_SECONDS},
        )
    except (ArgumentError, TypeError, ValueError) as error:
        raise StorageError(WRONG_ADDRESS_TEXT) from error


def upgrade(engine: Engine) -> None:
    """Bring the tables up to date with Alembic.

    Of several processes one does it, and the others wait.
    """
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with engine.begin() as connection:
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(%s)", (WRITER_LOCK,))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _to_psycopg(sql: str) -> str:
    """Return the statement with psycopg's placeholders.

    No statement of ours has ``?`` or ``%`` in a literal.
    """
    return sql.replace("?", "%s")


@contextmanager
def translate_errors() -> Iterator[None]:
    """Translate errors of the database into ``StorageError``."""
    try:
        yield
    except IntegrityError as error:
        raise ConcurrentWriteError(TWO_WRITERS_TEXT) from error
    except (DataError, UnicodeEncodeError, CorruptDataError) as error:
        raise StorageError(NOT_WRITABLE_TEXT) from error
    except (DBAPIError, SQLAlchemyError) as error:
        raise DiskError(UNREACHABLE_TEXT) from error
