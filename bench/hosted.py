"""Capacity of a public server, with a number of SECONDS for each load.

One, two and three processes on PostgreSQL behind the deployed proxy, and one process on SQLite, serve 50, 100 and 200
tables of four phones. At each table one phone taps in turn and the others watch; all clients run in one process of this
computer, so of its cores one is theirs. Printed are the taps a second, the time from a tap to the tapping phone's own
screen, the processor of the servers for a tap, and the memory of a table; then what PostgreSQL alone does with the same
insertions (``pgbench``).
"""

from __future__ import annotations

import asyncio
import re
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import click
from websockets.exceptions import ConnectionClosed

from bench.browser import resident
from bench.phones import BEGUN, PLACES, worked
from bench.table import Row, machine, spread
from bench.wire import NAME, Phone
from companion.hosted.owner_directory import PostgresOwners
from companion.hosted.postgres_database import PostgresServer
from companion.library.library import Library
from companion.library.owner_libraries import OwnerLibraries
from companion.storage.matches import Storage
from rules.registry import GAMES
from tests.support import postgres
from tests.support.games.four_souls_stacks import stacked
from tests.support.proxy import proxy, wait_until_served
from tests.support.ui import browser as driving

PROCESSES, TABLES, EACH = (1, 2, 3), (50, 100, 200), 4
PAUSE = 1.0
"""Seconds between the end of a tap and the next at the same table: as quick as people who only press one button."""
AT_ONCE = 8
"""Phones that join at the same time."""
MANY_PHONES = {"ADDRESS_CONNECTIONS": "100000", "ADDRESS_REQUESTS": "1000000"}
"""Limits of the proxy for an address from which the phones of hundreds of tables come."""
PGBENCH_SECONDS = 10
INSERTION = """\\set match random(1, {matches})
BEGIN;
SELECT set_config('role', 'sobremesa_tenant', true), set_config('sobremesa.owner', 'bench', true);
INSERT INTO entry(match, seq, at, "by", grp, prompt_id, event)
  VALUES ((:match)::text, nextval('bench_seq'), 0, 'x', 1, 'x', repeat('x', {bytes}));
SELECT pg_notify('sobremesa', 'bench bench 1:1');
COMMIT;
"""


class Watcher(Phone):
    """A phone that is sent everything and draws nothing, so that many fit beside the server."""

    async def _hear(self) -> None:
        async for _ in self._socket:
            pass


@dataclass
class TappedTable:
    """A table whose first phone corrects its cents up, again and again."""

    match: str
    word: str
    port: int
    is_hosted: bool
    phones: list[Phone] = field(default_factory=list)
    taps: int = 0

    async def come(self, room: asyncio.Semaphore) -> None:
        """Let its phones in, the first one with its own numbers open."""
        for place in PLACES[:EACH]:
            kind = Watcher if self.phones else Phone
            path = f"/t/{self.match}/ws" if self.is_hosted else "/ws"
            async with room:
                phone = await kind(self.port, path).come(self.word, f"/t/{self.match}")
                if not self.phones:
                    await phone.tap(place)
                    await phone.sees("Detalles")
                    await phone.tap("Ana, ")
                    await phone.sees("Más: ¢")
            self.phones.append(phone)

    async def play(self, until: float, after: float, waits: list[float]) -> None:
        """Tap until that time; each tap's milliseconds to the phone's own screen are added."""
        await asyncio.sleep(after)
        while time.perf_counter() < until:
            self.taps += 1
            begun = await self.phones[0].tap("Más: ¢")
            seen = await self.phones[0].sees(f", ¢ {BEGUN + self.taps},")
            waits.append(1000 * (seen - begun))
            await asyncio.sleep(PAUSE)


@dataclass(frozen=True)
class House:
    """Where phones arrive, the processes behind it, and how many tables lie there with their invitations."""

    port: int
    pids: tuple[int, ...]
    tables: tuple[tuple[str, str], ...]
    is_hosted: bool


def laid(library: Library, tables: int) -> tuple[tuple[str, str], ...]:
    """That many tables in the middle of a fight, each with its invitation."""
    matches = [stacked(library, 1).match.id for _ in range(tables)]
    return tuple((match, library.guests.table_invitation(match)) for match in matches)


def pid_of(server: driving.Server) -> int:
    """The process of a server that runs."""
    assert server._process is not None
    return server._process.pid


@contextmanager
def embedded(folder: Path, tables: int) -> Iterator[House]:
    """One process on SQLite."""
    storage = Storage(folder)
    found = laid(Library(storage, GAMES), tables)
    storage.close()
    server = driving.Server(folder, "--lan").start()
    try:
        yield House(server.port, (pid_of(server),), found, is_hosted=False)
    finally:
        server.kill()


@contextmanager
def hosted(folder: Path, address: str, processes: int, tables: int) -> Iterator[House]:
    """That many public processes on PostgreSQL behind the proxy."""
    with new_owners(address, 1) as (library,):
        found = laid(library, tables)
    with public_processes(folder, address, processes) as (port, servers):
        yield House(port, tuple(map(pid_of, servers)), found, is_hosted=True)


@contextmanager
def new_owners(address: str, many: int) -> Iterator[tuple[Library, ...]]:
    """The libraries of that many new owners in a database that no process serves yet."""
    database = PostgresServer(address)
    try:
        libraries = OwnerLibraries(PostgresOwners(database), GAMES, f"http://{NAME}")
        yield tuple(libraries.library_of(libraries.begin("")[0]) for _ in range(many))
    finally:
        database.close()


@contextmanager
def public_processes(folder: Path, address: str, many: int) -> Iterator[tuple[int, tuple[driving.Server, ...]]]:
    """That many started public processes over a database, and the port of the proxy before them."""
    servers = []
    for k in range(many):
        (folder / str(k)).mkdir()
        servers.append(driving.Server(folder / str(k), "--database", address))
    with ExitStack() as stack:
        ports = [one.port for one in servers]
        port = stack.enter_context(proxy(ports, folder / "proxy.log", NAME, **MANY_PHONES))
        for one in servers:
            one.options = (*one.options, "--public", f"http://{NAME}:{port}")
            stack.callback(one.kill)
            one.start()
        wait_until_served(port, NAME)
        yield port, tuple(servers)


async def loads(house: House, steps: Sequence[int], seconds: float, name: str) -> list[Row]:
    """The rows of each load: ever more tables of the house are played at, until a page is lost."""
    room, played, rows = asyncio.Semaphore(AT_ONCE), list[TappedTable](), list[Row]()
    empty = sum(map(resident, house.pids))
    try:
        for step in steps:
            new = [TappedTable(*one, house.port, house.is_hosted) for one in house.tables[len(played) : step]]
            await asyncio.gather(*(one.come(room) for one in new))
            played += new
            try:
                rows.append(await load(house, played, seconds, name))
            except (ConnectionClosed, ConnectionError, AssertionError) as lost:
                rows.append(Row(f"{name}: {len(played)} tables of {EACH}", f"a page was lost: {lost}"[:200]))
                break
        memory = (sum(map(resident, house.pids)) - empty) / len(played)
        rows.append(Row(f"{name}: memory of a table with {EACH} phones", f"{memory:.1f} MiB"))
    finally:
        await asyncio.gather(*(phone.leave() for one in played for phone in one.phones), return_exceptions=True)
    return rows


async def load(house: House, played: Sequence[TappedTable], seconds: float, name: str) -> Row:
    """The row of one load."""
    waits: list[float] = []
    spent, client = sum(map(worked, house.pids)), time.process_time()
    began = time.perf_counter()
    until = began + seconds
    await asyncio.gather(*(one.play(until, PAUSE * k / len(played), waits) for k, one in enumerate(played)))
    spent, client = sum(map(worked, house.pids)) - spent, time.process_time() - client
    took = time.perf_counter() - began  # the last taps are answered after the time is over
    figure = (
        f"{len(waits) / took:.0f} taps/s, {spread(waits)}; {spent / len(waits):.0f} ms of processor a tap, "
        f"{spent / 10 / took:.0f} % of a core, clients {100 * client / took:.0f} %"
    )
    return Row(f"{name}: {len(played)} tables of {EACH}", figure)


def ceiling(server: postgres.PostgresServer) -> Row:
    """What PostgreSQL alone does with the same insertion, from eight connections."""
    matches, bytes = 200, 300
    server.sql("CREATE DATABASE ceiling")
    one = PostgresServer(server.address("ceiling"))
    one.admit_tenants()
    one.close()
    server.sql("CREATE SEQUENCE bench_seq; GRANT USAGE ON bench_seq TO sobremesa_tenant", "ceiling")
    server.sql(
        "INSERT INTO match(id, game, rules_version, seats, rulings, created, owner)"
        f" SELECT n::text, 'x', 1, 'x', 'x', 0, 'bench' FROM generate_series(1, {matches}) n",
        "ceiling",
    )
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as script:
        script.write(INSERTION.format(matches=matches, bytes=bytes))
        script.flush()
        Path(script.name).chmod(0o644)
        command = [postgres.installed("pgbench"), "-n", "-c", "8", "-T", str(PGBENCH_SECONDS), "-f", script.name]
        address = server.address("ceiling").replace("+psycopg", "")
        done = subprocess.run([*command, address], capture_output=True, text=True)
    found = re.search(r"tps = ([\d.]+)", done.stdout)
    assert found is not None, done.stderr
    return Row("PostgreSQL alone, the same insertion and notice, 8 connections", f"{float(found[1]):.0f} a second")


def capacity(seconds: float, processes: Sequence[int] = PROCESSES, tables: Sequence[int] = TABLES) -> Iterator[Row]:
    """All rows."""
    with tempfile.TemporaryDirectory() as name, postgres.server("-c max_connections=200") as database:
        folder = Path(name)
        (folder / "embedded").mkdir()
        with embedded(folder / "embedded", max(tables)) as house:
            yield from asyncio.run(loads(house, tables, seconds, "one process on SQLite"))
        for many in processes:
            (folder / f"hosted{many}").mkdir()
            with hosted(folder / f"hosted{many}", database.database(f"hosted{many}"), many, max(tables)) as house:
                yield from asyncio.run(loads(house, tables, seconds, f"{many} on PostgreSQL"))
        yield ceiling(database)


@click.command(help=__doc__)
@click.argument("seconds", default=20.0)
def main(seconds: float) -> None:
    """Print the rows as they come."""
    for found in capacity(seconds):
        print(f"{found.what}: {found.figure}", flush=True)
    print(f"\n{machine()}")


if __name__ == "__main__":
    main()
