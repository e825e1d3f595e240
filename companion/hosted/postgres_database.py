"""The database of a hosted Sobremesa: PostgreSQL, shared by several processes."""

from __future__ import annotations

import re
import secrets
import threading
import weakref
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from psycopg.errors import DiskFull, LockNotAvailable
from sqlalchemy import URL, Connection, CursorResult, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DataError, DBAPIError, IntegrityError, ProgrammingError, SQLAlchemyError

from companion.base.errors import (
    DISK_FULL_TEXT,
    NOT_WRITABLE_TEXT,
    TWO_WRITERS_TEXT,
    ConcurrentWriteError,
    CorruptDataError,
    DiskError,
    StorageError,
)
from companion.storage.database import OtherChange, Row, RowCache, Rows
from companion.storage.schema import HOUSE_OWNER
from companion.storage.upgrades import NEWER_VERSION_TEXT
from rules.engine import Text

from .listener import CHANNEL, ChangeListener
from .time_limits import (
    LOCK_SECONDS,
    NO_SERVER_LIMITS,
    PATIENT_SECONDS,
    SERVER_OPTIONS,
    SLOW_SECONDS,
    TRANSACTION_SECONDS,
    LimitedConnection,
    is_limit_exceeded,
    is_time_limited,
    open_in_time,
    renew_time_limit,
    time_limit,
    usual_seconds,
)

MIGRATIONS = Path(__file__).with_name("migrations")
DRIVER = "postgresql+psycopg"
OTHER_NAMES = ("postgresql", "postgres")
"""Names under which the programs of PostgreSQL and other drivers know the same addresses."""
POOL_SIZE, MAX_OVERFLOW = 5, 15
"""Connections that stay open, and those that may be opened beyond them for a while."""
ROWS_AT_ONCE = 100
"""Rows written within one time limit: for as long as the database takes these it is not away."""
WRITER_LOCK = 7_262_637
"""Number of the advisory lock for changes of tables and roles, and the first one of an owner's own lock."""
OWNER_LOCK = "SELECT pg_advisory_xact_lock(?, ?)"
"""The lock that transactions of one owner outside logs take in turn."""
TENANT_ROLE = "sobremesa_tenant"
"""The role that the policies of the tables bind; it may not log in."""
SET_TENANT = "SELECT set_config('role', %s, true), set_config('sobremesa.owner', %s, true)"
"""Parameters: the role and the owner, both until the end of the transaction."""
OWNED_TABLES = (
    *("match", "entry", "snapshot", "picture", "throw", "guest", "place", "invitation"),
    *("setting", "card", "seen", "correction", "own_die"),
)
"""The tables whose rows have an owner: all of them."""
NO_TENANT_ROLE_TEXT = Text(
    "The database keeps strangers apart by the role sobremesa_tenant, which must exist, see no more than others and be"
    " granted to this user."
)
OTHER_OWNERS = "SELECT 1 FROM guest WHERE owner <> %s LIMIT 1"
STRANGERS_TEXT = Text("This database keeps tables of people who do not know each other: serve it with --public.")
DEFAULT_PORT = 5432
UNREACHABLE_TEXT = Text("The database cannot be reached.")
BUSY_TEXT = Text("Another computer is writing to these tables just now.")
WRONG_ADDRESS_TEXT = Text("This is no address of a PostgreSQL database: postgresql+psycopg://user@server/name")


class PostgresServer:
    """A PostgreSQL server with Sobremesa's tables, which keeps the rows of many owners.

    Changes of other processes arrive by ``NOTIFY`` (``listener``). A server that has kept anybody waiting for too long
    is away: nothing is asked of it until the listener has had an answer, so that an outage delays one caller only.
    """

    def __init__(self, url: str) -> None:
        """Open the database at a SQLAlchemy URL and bring its tables up to date.

        Raises ``StorageError``.
        """
        self._engine = _engine(url)
        self.name = secrets.token_hex(8)
        """The name of this process in its notices, which it ignores itself."""
        self._databases: weakref.WeakSet[PostgresDatabase] = weakref.WeakSet()
        self._lock = threading.Lock()
        self._is_away = False
        with translate_errors(partial(_failure_at_start, self._engine.url)):
            with time_limit(TRANSACTION_SECONDS), self._engine.connect():
                pass
            with time_limit(PATIENT_SECONDS):
                upgrade(self._engine)
        self._listener = ChangeListener(partial(_open, self._engine, autocommit=True), self._on_notice, self._on_gap)

    @contextmanager
    def connect(self) -> Iterator[Connection]:
        """Yield a connection for queries, outside of any transaction.

        Raises ``StorageError``.
        """
        with self._limited(usual_seconds()), self._engine.connect() as connection:
            yield connection.execution_options(isolation_level="AUTOCOMMIT")

    @contextmanager
    def begin(self, *, is_patient: bool = False) -> Iterator[Connection]:
        """Yield a connection in a transaction.

        One that ``is_patient`` may take long: it must not run on the event loop. Raises ``StorageError``.
        """
        with self._limited(PATIENT_SECONDS if is_patient else usual_seconds()), self._engine.begin() as connection:
            for statement in NO_SERVER_LIMITS if is_patient else ():
                connection.exec_driver_sql(statement)
            yield connection

    @contextmanager
    def _limited(self, seconds: float) -> Iterator[None]:
        """Ask the database within the block for so long; while it is away, not at all."""
        if self._is_away and not is_time_limited():
            raise DiskError(UNREACHABLE_TEXT)
        with translate_errors(), time_limit(seconds):
            renew_time_limit()
            try:
                yield
            except Exception:  # whatever the driver calls it, the time was up; it is raised again
                if is_limit_exceeded():
                    self._is_away = True
                    self._listener.check()
                raise

    @property
    def hears_others(self) -> bool:
        """Whether notices of other processes arrive."""
        return self._listener.is_connected

    def admit_tenants(self) -> None:
        """Prepare the role for owners who do not know each other.

        Raises ``StorageError`` where this user may not create it, or it would see all rows.
        """
        with self.begin(is_patient=True) as connection:
            run = connection.exec_driver_sql
            run("SELECT pg_advisory_xact_lock(%s)", (WRITER_LOCK,))
            try:
                if not run("SELECT 1 FROM pg_roles WHERE rolname = %s", (TENANT_ROLE,)).fetchall():
                    run(f"CREATE ROLE {TENANT_ROLE} NOLOGIN")
                    run(f"GRANT {TENANT_ROLE} TO CURRENT_USER")
                run(f"GRANT SELECT, INSERT, UPDATE, DELETE ON {', '.join(OWNED_TABLES)} TO {TENANT_ROLE}")
                run("SELECT set_config('role', %s, true)", (TENANT_ROLE,))
            except ProgrammingError as error:
                raise StorageError(NO_TENANT_ROLE_TEXT) from error
            ((sees_all,),) = run("SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = %s", (TENANT_ROLE,))
            if sees_all:
                raise StorageError(NO_TENANT_ROLE_TEXT)

    def database_of(self, owner: str) -> PostgresDatabase:
        """Return the database with that owner's rows only, whatever a statement asks for."""
        return PostgresDatabase(self, owner, role=TENANT_ROLE)

    def register(self, database: PostgresDatabase) -> None:
        """Tell that database of the changes by other processes from now on."""
        with self._lock:
            self._databases.add(database)

    def _registered(self) -> list[PostgresDatabase]:
        with self._lock:
            return list(self._databases)

    def close(self) -> None:
        """Close all connections."""
        self._listener.stop()
        self._engine.dispose()

    def _on_notice(self, payload: str) -> None:
        """Tell the databases of that owner of a change by another process."""
        name, owner, log_notice = payload.split(" ", 2)
        if name != self.name:
            self.note_change(owner, log_notice)

    def note_change(self, owner: str, log_notice: str = "") -> None:
        """Tell the databases of that owner of a change that none of them has made."""
        for database in [one for one in self._registered() if one.owner == owner]:
            database.note_other_change(log_notice)

    def _on_gap(self, *, was_deaf: bool, is_slow: bool) -> None:
        """Read everything again: the database has just answered.

        While it is too slow for actions, only this thread asks it, and writes what waits.
        """
        self._is_away = self._is_away and is_slow
        with time_limit(SLOW_SECONDS) if is_slow else nullcontext():
            for database in self._registered():
                database.note_gap(was_deaf=was_deaf and not is_slow)


class PostgresDatabase:
    """The rows of one owner in a PostgreSQL database, for use from several threads."""

    def __init__(self, server: PostgresServer, owner: str = HOUSE_OWNER, *, role: str = "") -> None:
        """Open that owner's rows.

        Without a ``role`` nothing but the statements keeps other owners' rows apart.
        """
        self.owner = owner
        self._server, self._role = server, role
        self._cache = RowCache()
        self._open = threading.local()
        self._follow: Callable[[OtherChange], None] = lambda change: None
        server.register(self)

    @classmethod
    def at(cls, url: str) -> PostgresDatabase:
        """Open the household's database at a SQLAlchemy URL.

        Raises ``StorageError``, also where the database keeps tables of other owners, whom a household would see.
        """
        server = PostgresServer(url)
        with server.connect() as connection:
            has_strangers = connection.exec_driver_sql(OTHER_OWNERS, (HOUSE_OWNER,)).fetchall()
        if has_strangers:
            server.close()
            raise StorageError(STRANGERS_TEXT)
        return cls(server)

    def close(self) -> None:
        """Close all connections, unless the server has other owners."""
        if not self._role:
            self._server.close()

    def read(self, sql: str, values: Row = (), *, remembers: bool = False) -> list[Row]:
        """Return the rows of a query; with ``remembers``, while it is away, those of the last time."""
        if remembers:
            return self._cache.ask(sql, values, lambda: self.read(sql, values))
        if (transaction := self._transaction) is not None:
            with translate_errors():
                return transaction.execute(sql, values).fetchall()
        with self._connect() as connection:
            return HostedTransaction(connection).execute(sql, values).fetchall()

    @contextmanager
    def _connect(self) -> Iterator[Connection]:
        """Yield a connection for one query: without a role outside of any transaction."""
        if self._role:
            with self._begin() as connection:
                yield connection
        else:
            with self._server.connect() as connection:
                yield connection

    @contextmanager
    def _begin(self) -> Iterator[Connection]:
        """Yield a connection in a transaction.

        With a role it sees this owner's rows only.
        """
        with self._server.begin() as connection:
            if self._role:  # both end with the transaction
                connection.exec_driver_sql(SET_TENANT, (self._role, self.owner))
            yield connection

    def recall(self, sql: str, values: Row = (), *, of_log: bool = True) -> list[Row]:
        """Return the rows of a query, from memory unless something has been written since.

        While notices of other processes do not arrive the database is asked, and memory serves if that fails too.
        """
        if self._transaction is not None:
            return self.read(sql, values)
        if not self._server.hears_others:
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
    def atomic_write(self, *, log_notice: str = "", excludes: bool = True) -> Iterator[HostedTransaction]:
        """Run several changes as one durable transaction; within another one they belong to that."""
        if (outer := self._transaction) is not None:
            yield outer
            return
        try:
            with self._begin() as connection:
                transaction = self._open.transaction = HostedTransaction(connection)
                if excludes and not log_notice:
                    transaction.execute(OWNER_LOCK, (WRITER_LOCK, _lock_number(self.owner)))
                yield transaction
                transaction.execute(
                    "SELECT pg_notify(?, ?)", (CHANNEL, f"{self._server.name} {self.owner} {log_notice}")
                )
        finally:
            self._open.transaction = None
            self._cache.note_change(of_log=bool(log_notice))

    def watch(self, follow: Callable[[OtherChange], None]) -> None:
        """Call ``follow`` for each change by another process."""
        self._follow = follow

    @property
    def _transaction(self) -> HostedTransaction | None:
        return getattr(self._open, "transaction", None)

    def note_other_change(self, log_notice: str) -> None:
        """Forget what another process has changed, and say so."""
        self._cache.note_change(of_log=bool(log_notice))
        self._follow(OtherChange(log_notice.rpartition(":")[0], of_log=bool(log_notice)))

    def note_gap(self, *, was_deaf: bool) -> None:
        """Forget everything after a time in which notices may have been lost, or were."""
        self._cache.note_change()
        self._follow(OtherChange(of_log=not was_deaf))


class HostedTransaction:
    """A connection that takes statements with ``?`` for each value."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def execute(self, sql: str, values: Row = (), /) -> Rows:
        """Execute a statement."""
        return _Result(self._connection.exec_driver_sql(_to_psycopg(sql), values))

    def executemany(self, sql: str, rows: Iterable[Row], /) -> None:
        """Execute a statement once for each row of values."""
        every = list(rows)
        for start in range(0, len(every), ROWS_AT_ONCE):
            if start:
                renew_time_limit()
            self._connection.exec_driver_sql(_to_psycopg(sql), every[start : start + ROWS_AT_ONCE])


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
        if address.drivername in OTHER_NAMES:
            address = address.set(drivername=DRIVER)
        if address.drivername != DRIVER:
            raise StorageError(WRONG_ADDRESS_TEXT)
        given = address.query.get("options", "")
        options = " ".join((SERVER_OPTIONS, *((given,) if isinstance(given, str) else given))).strip()
        engine = create_engine(
            address.update_query_dict({"options": options}),
            pool_size=POOL_SIZE,
            max_overflow=MAX_OVERFLOW,
            pool_pre_ping=True,
            pool_timeout=LOCK_SECONDS,
        )
    except (ArgumentError, TypeError, ValueError) as error:
        raise StorageError(WRONG_ADDRESS_TEXT) from error

    event.listen(engine, "do_connect", lambda *_: _open(engine))
    return engine


def _open(engine: Engine, *, autocommit: bool = False) -> LimitedConnection:
    """Open a connection as the engine's address says, which the engine does not know."""
    _, parameters = engine.dialect.create_connect_args(engine.url)
    return open_in_time(partial(LimitedConnection.connect, **parameters, autocommit=autocommit))


def upgrade(engine: Engine) -> None:
    """Bring the tables and the documents in them to today's format with Alembic.

    Of several processes one does it, and the others wait. Raises ``StorageError``; then nothing has changed.
    """
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with engine.begin() as connection:
        for statement in NO_SERVER_LIMITS:
            connection.exec_driver_sql(statement)
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(%s)", (WRITER_LOCK,))
        config.attributes["connection"] = connection
        try:
            command.upgrade(config, "head")
        except CommandError as error:  # a revision that only a newer version has
            raise StorageError(NEWER_VERSION_TEXT) from error


def _lock_number(owner: str) -> int:
    """Return the second number of the owner's lock, which hardly any two owners share."""
    return zlib.crc32(owner.encode()) - 2**31


def _to_psycopg(sql: str) -> str:
    """Return the statement with psycopg's placeholders.

    No statement of ours has ``?`` or ``%`` in a literal.
    """
    return sql.replace("?", "%s")


def _failure(error: SQLAlchemyError) -> StorageError:
    match error:
        case DBAPIError(orig=LockNotAvailable()):
            return DiskError(BUSY_TEXT)
        case DBAPIError(orig=DiskFull()):
            return DiskError(DISK_FULL_TEXT)
    return DiskError(UNREACHABLE_TEXT)


def _failure_at_start(url: URL, error: SQLAlchemyError) -> StorageError:
    """Return an error with what the server or the driver says, for whoever starts a process."""
    if not isinstance(error, DBAPIError) or isinstance(error.orig, LockNotAvailable | DiskFull):
        return _failure(error)
    first, *_ = str(error.orig).strip().splitlines() or [""]
    return StorageError(
        Text(
            "The database {name} at {where} cannot be opened: {why}",
            name=url.database or "",
            where=f"{url.host or 'localhost'}:{url.port or DEFAULT_PORT}",
            why=re.sub(r".*(?:failed|FATAL|ERROR): +", "", first),
        )
    )


@contextmanager
def translate_errors(failure: Callable[[SQLAlchemyError], StorageError] = _failure) -> Iterator[None]:
    """Translate errors of the database into ``StorageError``."""
    try:
        yield
    except IntegrityError as error:
        raise ConcurrentWriteError(TWO_WRITERS_TEXT) from error
    except (DataError, UnicodeEncodeError, CorruptDataError) as error:
        raise StorageError(NOT_WRITABLE_TEXT) from error
    except SQLAlchemyError as error:
        raise failure(error) from error
