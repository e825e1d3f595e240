"""A PostgreSQL server from the system's packages, run by an ordinary user on loopback, and databases in it."""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import psycopg
import pytest

from companion.hosted import postgres_database as hosted
from companion.hosted.postgres_database import PostgresDatabase
from tests.support.paths import ROOT

USER = "postgres"
"""The user of Debian's package, for whoever runs the tests as root: PostgreSQL refuses to be run by root."""
TEMPLATE = "sobremesa_tables"
"""A database with the tables, of which others are copies."""
WITHOUT = "no PostgreSQL on this machine: install the system's package postgresql"
SOON = 10.0
"""Seconds within which every process has heard of a change: a listener that lost its connection waits up to five."""
STARTED = 30
"""Seconds for the server to start or stop."""
SMALL_MIB = 256
"""Size of a disk that is to be filled: a new server, two databases and their logs."""
MEMORY, DATABASES_BYTES = Path("/dev/shm"), 8 * 2**30
"""A folder that Linux keeps in memory, and the free space of it that the tests' databases may need."""


def installed(program: str) -> str:
    """The path of a program of PostgreSQL; empty without one. Debian keeps them out of the path."""
    found = shutil.which(program)
    if found is None:
        every = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{program}"))
        return str(every[-1]) if every else ""
    return found


class PostgresServer:
    """A server over its own folder, which can be stopped, killed and started again at the same port."""

    def __init__(self, folder: Path, *options: str, copied_from: PostgresServer | None = None) -> None:
        """Make its folder: an empty one, or that of a standby which follows the server that it is ``copied_from``."""
        self.folder, self._options = folder, options
        with socket.socket() as one:
            one.bind(("127.0.0.1", 0))
            self.port = int(one.getsockname()[1])
        self._lock = threading.Lock()
        if copied_from is None:
            self._run("initdb", "-D", str(folder), "-A", "trust", "-U", USER, "-E", "UTF8", "--locale=C")
        else:
            at = ("-h", "127.0.0.1", "-p", str(copied_from.port), "-U", USER)
            self._run("pg_basebackup", *at, "-D", str(folder), "-R", "-c", "fast")

    def _run(self, program: str, *words: str) -> None:
        as_user = ["runuser", "-u", USER, "--"] if os.geteuid() == 0 else []
        with (self.folder.parent / "server.log").open("ab") as log:
            subprocess.run([*as_user, installed(program), *words], check=True, stdout=log, stderr=log, cwd="/")

    def start(self) -> PostgresServer:
        """Start it; what a killed server has left in memory is gone a little later."""
        end = time.monotonic() + STARTED
        while True:
            try:
                return self._start()
            except subprocess.CalledProcessError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.1)

    def _start(self) -> PostgresServer:
        options = (f"-p {self.port}", f"-k {self.folder}", "-c listen_addresses=127.0.0.1", *self._options)
        self._run("pg_ctl", "-D", str(self.folder), "-o", " ".join(options), "-t", str(STARTED), "-w", "start")
        return self

    def stop(self) -> None:
        """Stop it at once, as an upgrade does: connections are cut."""
        self._run("pg_ctl", "-D", str(self.folder), "-m", "fast", "-t", str(STARTED), "-w", "stop")

    def promote(self) -> None:
        """Make a standby the server that takes changes."""
        self._run("pg_ctl", "-D", str(self.folder), "-t", str(STARTED), "-w", "promote")

    def kill(self) -> None:
        """Kill all its processes like a power cut, without a chance to write anything."""
        self._signal(signal.SIGKILL)

    @contextmanager
    def standing_still(self) -> Iterator[None]:
        """Stop all its processes in the middle of what they do: connections stay open, and nothing is answered."""
        self._signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        """Send that signal to all its processes, the one that starts others first."""
        first = int((self.folder / "postmaster.pid").read_text().split("\n", 1)[0])
        with contextlib.suppress(ProcessLookupError):
            os.kill(first, number)
        children = subprocess.run(["pgrep", "-P", str(first)], capture_output=True, text=True).stdout.split()
        for one in map(int, children):
            with contextlib.suppress(ProcessLookupError):
                os.kill(one, number)

    def address(self, name: str) -> str:
        """The SQLAlchemy URL of a database."""
        return f"postgresql+psycopg://{USER}@127.0.0.1:{self.port}/{name}"

    def sql(self, statement: str, name: str = USER) -> list[tuple[object, ...]]:
        """Execute a statement by a connection of its own and return its rows."""
        address = f"postgresql://{USER}@127.0.0.1:{self.port}/{name}"
        with psycopg.connect(address, autocommit=True) as db, db.execute(statement) as cursor:
            return cursor.fetchall() if cursor.description else []

    def database(self, name: str) -> str:
        """The URL of that database, which is made with empty tables where it is new."""
        with self._lock:
            known = {one for (one,) in self.sql("SELECT datname FROM pg_database")}
            if TEMPLATE not in known:
                self.sql(f"CREATE DATABASE {TEMPLATE}")
                PostgresDatabase.at(self.address(TEMPLATE)).close()
            if name not in known:
                self.sql(f"CREATE DATABASE {name} TEMPLATE {TEMPLATE}")
        return self.address(name)


def _in_memory() -> Path | None:
    """A folder in memory with room for hundreds of databases; None for the usual temporary one.

    A new database is 300 files, which took 0.4 s each on a slow disk and 0.05 s in memory.
    """
    with contextlib.suppress(OSError):
        if shutil.disk_usage(MEMORY).free > DATABASES_BYTES and os.access(MEMORY, os.W_OK):
            return MEMORY
    return None


@contextmanager
def server(*options: str, copied_from: PostgresServer | None = None) -> Iterator[PostgresServer]:
    """A running server; the test is skipped without PostgreSQL, in CI it fails."""
    if not installed("initdb"):
        if "CI" in os.environ:
            pytest.fail(WITHOUT)
        pytest.skip(WITHOUT)
    room = Path(tempfile.mkdtemp(prefix="sobremesa-postgres-", dir=_in_memory()))
    try:
        with _running_in(room, *options, copied_from=copied_from) as one:
            yield one
    finally:
        shutil.rmtree(room, ignore_errors=True)


@contextmanager
def _running_in(room: Path, *options: str, copied_from: PostgresServer | None = None) -> Iterator[PostgresServer]:
    if os.geteuid() == 0:
        room.chmod(0o755)
        shutil.chown(room, USER)
    one = PostgresServer(room / "data", *options, copied_from=copied_from).start()
    try:
        yield one
    finally:
        with contextlib.suppress(subprocess.CalledProcessError):
            one.stop()


@contextmanager
def standby(first: PostgresServer) -> Iterator[PostgresServer]:
    """A running server that has whatever ``first`` confirms, and takes no changes itself."""
    with server(copied_from=first) as one:
        first.sql("ALTER SYSTEM SET synchronous_standby_names = '*'")
        first.sql("SELECT pg_reload_conf()")
        yield one


@dataclass(frozen=True)
class SmallDisk:
    """A disk with a running server."""

    folder: Path
    server: PostgresServer

    @contextmanager
    def full(self) -> Iterator[None]:
        """Leave no room on the disk."""
        ballast = self.folder / "ballast"
        with contextlib.suppress(OSError), ballast.open("wb", buffering=0) as file:
            while file.write(bytes(4096)):
                pass
        try:
            yield
        finally:
            ballast.unlink()


@contextmanager
def small_disk(*options: str) -> Iterator[SmallDisk]:
    """A disk of its own for a server; the test is skipped where none can be mounted."""
    room = Path(tempfile.mkdtemp(prefix="sobremesa-disk-"))
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SMALL_MIB}m", "tmpfs", str(room)])
    try:
        if mounted.returncode:
            pytest.skip("this user may not mount a disk")
        with _running_in(room, *options) as one:
            yield SmallDisk(room, one)
    finally:
        if not mounted.returncode:
            subprocess.run(["umount", str(room)], check=True)
        room.rmdir()


def in_folder(one: PostgresServer, folder: Path | None) -> PostgresDatabase:
    """The database that stands for a data folder: the same one for the same folder."""
    return PostgresDatabase.at(one.database(_name_of(folder)))


def of_tenant(one: PostgresServer, folder: Path | None) -> PostgresDatabase:
    """The rows of one owner among many in one database, which stand for a data folder."""
    return _server_for_tenants(one.database("tenants")).database_of(_name_of(folder))


@cache
def _server_for_tenants(address: str) -> hosted.PostgresServer:
    server = hosted.PostgresServer(address)
    server.admit_tenants()
    return server


def _name_of(folder: Path | None) -> str:
    return f"at_{hashlib.sha256(str(folder).encode()).hexdigest()[:16]}"


def run_script(script: str, database: str, path: Path) -> subprocess.CompletedProcess[str]:
    """Run a script of ``deploy/`` with the database at that URL."""
    environment = {
        **os.environ,
        "PATH": f"{Path(installed('pg_dump')).parent}:{os.environ['PATH']}",
        "DATABASE": database.replace("postgresql+psycopg:", "postgresql:"),
    }
    return subprocess.run([ROOT / "deploy" / script, path], env=environment, capture_output=True, text=True, timeout=60)


def becomes(condition: Callable[[], bool]) -> bool:
    """Whether it becomes true soon."""
    end = time.monotonic() + SOON
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True
