"""A database that stands still, whose packets are dropped, or that others keep busy: games go on without it."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, nullcontext
from pathlib import Path

import httpx
import pytest
from sqlalchemy import make_url

from bench.hosted import TappedTable
from bench.hosted import hosted as hosted_pages
from bench.phones import BEGUN
from bench.wire import NAME
from companion.base.errors import DiskError
from companion.hosted.owner_directory import PostgresOwners
from companion.hosted.postgres_database import PostgresDatabase
from companion.hosted.postgres_database import PostgresServer as Hosted
from companion.library.library import Library
from companion.match.table import Table
from companion.storage.matches import Storage
from tests.support import postgres
from tests.support.postgres import PostgresServer, becomes
from tests.support.saved_games import ES, play, with_tests
from tests.support.server.network_faults import Air, air
from tests.toy.counting import GAME

GAMES = {GAME.key: GAME}
ANSWERED = 2.0
"""Seconds within which every tap is answered, whatever the database does."""
BUSY = 1.0
"""Seconds that a busy machine may add for a page, which is drawn and goes through the proxy."""
KNOWN = 0.5
"""Seconds for a tap once the process knows that the database is away."""


@pytest.fixture(scope="module")
def server() -> Iterator[PostgresServer]:
    """A server for this file."""
    with postgres.server("-c fsync=off") as one:
        yield one


@pytest.fixture
def address(server: PostgresServer, request: pytest.FixtureRequest) -> str:
    """A database of this test."""
    return server.database(f"slow_{abs(hash(request.node.name))}")


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    """What the test opens, and is closed after it."""
    with ExitStack() as one:
        yield one


@contextmanager
def opened(address: str) -> Iterator[Library]:
    """The library of a process at that address."""
    storage = Storage(database=PostgresDatabase.at(address))
    try:
        yield Library(storage, GAMES)
    finally:
        storage.close()


def new_table(library: Library) -> Table:
    """A table at which nothing happens but rolls."""
    return library.matches.create("counting", ("Ana", "Bea"), (("cheers", "off"),))


async def played_through(fault: AbstractContextManager[None], tables: tuple[Table, ...], seconds: float) -> list[float]:
    """Play at both tables during the fault, as the event loop of a server does; the seconds of each tap."""

    def last() -> None:
        with fault:
            time.sleep(seconds)

    took, lasts = list[float](), threading.Thread(target=last)
    lasts.start()
    while lasts.is_alive():
        for table in tables:
            began = time.monotonic()
            play(table, 1)
            took.append(time.monotonic() - began)
        await asyncio.sleep(0.2)
    return took


def stored(table: Table, library: Library) -> bool:
    """Whether every entry is in the database, once and in order."""
    rows = [row.seq for row in library.storage.entry_rows(table.match.id)]
    return rows == list(range(1, table.table_state.seq + 1))


@contextmanager
def swallowing(relay: Air) -> Iterator[None]:
    """A network that drops every packet."""
    relay.swallow()
    end = threading.Timer(30, relay.lose)  # whoever waits for ever is set free
    end.start()
    try:
        yield
    finally:
        end.cancel()
        relay.back()


def late(took: list[float]) -> float:
    """The 95th percentile."""
    return sorted(took)[int(0.95 * (len(took) - 1))]


def figures(fault: str, took: list[float]) -> str:
    """What is said of the seconds of all taps."""
    slowest, second = sorted(took, reverse=True)[:2]
    return (
        f"{fault}: {len(took)} taps, 95th percentile {late(took):.3f} s, slowest {slowest:.2f} s, then {second:.2f} s"
    )


SECONDS = pytest.mark.parametrize("seconds", [pytest.param(3, marks=pytest.mark.landing), 15])


@SECONDS
def test_a_database_that_stands_still_delays_one_tap(
    seconds: float, server: PostgresServer, address: str, say: Callable[[str], None]
) -> None:
    """Its processes are stopped while two tables play: one tap waits a second, and nothing is lost or stored twice.

    Nobody has to tap for that: all is written as soon as the database answers again.
    """
    with opened(address) as library:
        tables = new_table(library), new_table(library)
        took = asyncio.run(played_through(server.standing_still(), tables, seconds))
        assert max(took) < ANSWERED
        assert sorted(took)[-2] < KNOWN
        assert becomes(lambda: not any(table.unsaved_work for table in tables))
        assert all(stored(table, library) for table in tables)
        say(figures(f"database stopped for {seconds} s", took))


@SECONDS
def test_a_network_that_drops_packets_delays_one_tap(
    seconds: float, server: PostgresServer, address: str, say: Callable[[str], None]
) -> None:
    """The same where no connection is closed or refused, and nothing arrives any more."""
    with air("127.0.0.1", server.port) as relay:
        through = make_url(address).set(port=relay.port).render_as_string(hide_password=False)
        with opened(through) as library:
            tables = new_table(library), new_table(library)
            took = asyncio.run(played_through(swallowing(relay), tables, seconds))
            assert max(took) < ANSWERED
            assert sorted(took)[-2] < KNOWN
            assert becomes(lambda: not any(table.unsaved_work for table in tables))
            assert all(stored(table, library) for table in tables)
        say(figures(f"packets dropped for {seconds} s", took))


@contextmanager
def lagging(relay: Air) -> Iterator[None]:
    """A network on which every answer takes a fifth of a second."""
    relay.lag = 0.1
    try:
        yield
    finally:
        relay.lag = 0.0


def test_games_go_on_beside_a_slow_database(server: PostgresServer, address: str, say: Callable[[str], None]) -> None:
    """One that answers each statement, but a tap's too late, delays one tap; what waits is written meanwhile."""
    with air("127.0.0.1", server.port) as relay:
        through = make_url(address).set(port=relay.port).render_as_string(hide_password=False)
        with opened(through) as library:
            tables = new_table(library), new_table(library)
            database = library.storage.database
            assert isinstance(database, PostgresDatabase)
            count = f"SELECT count(*) FROM entry WHERE match = '{tables[0].match.id}'"
            name = str(make_url(address).database)
            played = threading.Thread(target=lambda: during.append(server.sql(count, name)[0][0]))
            during = list[object]()
            threading.Timer(9, played.start).start()
            took = asyncio.run(played_through(lagging(relay), tables, 10))
            assert max(took) < ANSWERED
            assert late(took) < KNOWN
            played.join()
            assert int(str(during[0])) > 20
            assert becomes(lambda: not any(table.unsaved_work for table in tables))
            assert becomes(lambda: not database._server._is_away)
            assert all(stored(table, library) for table in tables)
        say(figures("database that takes 0.2 s for a statement", took))


HOLDER = """
import os, signal, sys
from companion.hosted.postgres_database import PostgresServer
with PostgresServer(sys.argv[1]).database_of("one").atomic_write() as db:
    db.execute("INSERT INTO setting VALUES ('theme', 'dark', 'one')")
    print("held", flush=True)
    os.kill(os.getpid(), signal.SIGSTOP)
"""
"""A process that stops in the middle of a change of its owner's tables."""


@pytest.mark.landing
def test_a_process_that_stops_in_a_change_holds_up_no_other_owner(address: str, stack: ExitStack) -> None:
    """Others go on at once; its own owner reads why nothing was saved, plays on, and is free again by itself."""
    hosted = stack.enter_context(closing(Hosted(address)))
    owners = PostgresOwners(hosted)
    one, other = (Library(Storage(database=owners.database_of(name)), GAMES) for name in ("one", "other"))
    table = new_table(one)
    with subprocess.Popen([sys.executable, "-c", HOLDER, address], stdout=subprocess.PIPE, env=with_tests()) as holder:
        try:
            assert holder.stdout is not None
            assert holder.stdout.readline() == b"held\n"
            threading.Timer(10, holder.kill).start()
            began = time.monotonic()
            other.settings.save("theme", "light")
            assert time.monotonic() - began < ANSWERED / 2
            with pytest.raises(DiskError) as refused:
                one.settings.save("theme", "light")
            assert ES(refused.value.reason).startswith("Otro ordenador está escribiendo")
            play(table, 2)
            assert table.unsaved_work is None
            assert time.monotonic() - began < ANSWERED + BUSY

            def is_saved() -> bool:
                try:
                    one.settings.save("theme", "light")
                except DiskError:
                    return False
                return True

            assert becomes(is_saved)
        finally:
            holder.kill()
    assert one.settings.get("theme") == "light"


IMPORTER = """
import sys
from companion.hosted.postgres_database import PostgresServer
from companion.storage.matches import EntryRow, Match, Storage
storage = Storage(database=PostgresServer(sys.argv[1]).database_of("one"))
rows = [EntryRow(seq, 0.0, "Ana", seq, "", '{"type": "Stayed"}' + " " * 200) for seq in range(1, 10_000)]
print("begins", flush=True)
sys.stdin.readline()
storage.insert_match(Match("imported", "counting", 1, ("Ana", "Bea"), (), 0.0, None, 0, 0.0), rows, ())
print("done", flush=True)
sys.stdin.readline()
"""
"""A process that takes in a game of 9,999 steps."""


@pytest.mark.landing
def test_an_import_of_the_longest_game_holds_up_nobody(
    address: str, stack: ExitStack, say: Callable[[str], None]
) -> None:
    """While another process writes it, taps and changes of the same owner's tables are not waited for."""
    hosted = stack.enter_context(closing(Hosted(address)))
    one = Library(Storage(database=PostgresOwners(hosted).database_of("one")), GAMES)
    table, took = new_table(one), list[float]()
    command = [sys.executable, "-c", IMPORTER, address]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=with_tests(), text=True
    ) as importer:
        assert importer.stdin is not None
        assert importer.stdout is not None
        assert importer.stdout.readline() == "begins\n"
        importer.stdin.write("\n")
        importer.stdin.flush()
        while not one.storage.has_match("imported") and importer.poll() is None:
            began = time.monotonic()
            play(table, 1)
            one.settings.save("theme", str(len(took)))
            took.append(time.monotonic() - began)
        importer.stdin.close()
        assert importer.stdout.readline() == "done\n"
    assert len(took) > 3
    assert late(took) < ANSWERED / 2
    assert len(one.storage.entry_rows("imported")) == 9_999
    assert table.unsaved_work is None
    say(figures("tap and setting while 9,999 steps are imported", took))


async def beats(table: TappedTable, seconds: float) -> list[tuple[int, float]]:
    """The heartbeats of a table's first phone: status and seconds of each."""
    found, end = list[tuple[int, float]](), time.monotonic() + seconds
    headers = {"Host": f"{NAME}:{table.port}", **table.phones[0]._asked_with}
    async with httpx.AsyncClient(timeout=30, headers=headers) as client:
        while (began := time.monotonic()) < end:
            answer = await client.get(f"http://127.0.0.1:{table.port}/t/{table.match}/outage.json")
            found.append((answer.status_code, time.monotonic() - began))
            await asyncio.sleep(0.5)
    return found


async def comes_back(table: TappedTable, after: float) -> None:
    """Close the page of a table's first phone after so many seconds, and open it again at once."""
    await asyncio.sleep(after)
    await table.phones[0].leave()
    await table.phones[0].wake()


def stand_still(database: PostgresServer, after: float, seconds: float) -> None:
    """Stop the database for so many seconds."""
    time.sleep(after)
    with database.standing_still():
        time.sleep(seconds)


def corrections(database: PostgresServer, table: TappedTable) -> int:
    """How many of the table's log entries are corrections of the cents that its phone taps."""
    sql = f"SELECT count(*) FROM entry WHERE match = '{table.match}' AND event LIKE '%seat.0.cents%'"
    ((count,),) = database.sql(sql, "wire")
    return int(str(count))


@pytest.mark.parametrize("seconds", [pytest.param(4, marks=pytest.mark.landing), 15, 40])
def test_pages_are_answered_while_the_database_stands_still(
    seconds: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, say: Callable[[str], None]
) -> None:
    """Through the proxy taps and heartbeats of two tables are answered, and a page that was closed comes back.

    The process lives, also beyond the time after which it is killed where it stands still itself, and every tap is
    stored once.
    """
    monkeypatch.setattr("bench.hosted.EACH", 1)
    with (
        postgres.server("-c fsync=off") as database,
        hosted_pages(tmp_path, database.database("wire"), 1, 2) as house,
    ):
        one, other = (TappedTable(*each, house.port, house.is_hosted) for each in house.tables)
        waits = list[float]()

        async def scene() -> list[tuple[int, float]]:
            await asyncio.gather(*(table.come(asyncio.Semaphore(1)) for table in (one, other)))
            until = time.perf_counter() + seconds + 3
            found, *_ = await asyncio.gather(
                beats(one, seconds + 3),
                one.play(until, 0, waits),
                other.play(time.perf_counter() + seconds / 2, 0.5, waits),
                comes_back(other, seconds / 2 + 1.5),
                asyncio.to_thread(stand_still, database, 1, seconds),
            )
            await other.phones[0].sees(f", ¢ {BEGUN + other.taps},")
            for table in (one, other):
                await table.phones[0].leave()
            return found

        before = [corrections(database, table) for table in (one, other)]
        found = asyncio.run(scene())
        assert becomes(
            lambda: (
                [corrections(database, table) for table in (one, other)]
                == [count + table.taps for count, table in zip(before, (one, other), strict=True)]
            )
        )
    assert {status for status, _ in found} == {200}
    taps, heartbeats = [wait / 1000 for wait in waits], [took for _, took in found]
    assert max(late(taps), late(heartbeats)) < ANSWERED
    assert max(*taps, *heartbeats) < ANSWERED + BUSY
    say(figures(f"pages, database stopped for {seconds} s", taps))
    say(figures(f"heartbeats, database stopped for {seconds} s", heartbeats))


async def played_until(ended: Callable[[], bool], table: Table) -> list[float]:
    """Play as the event loop of a server does until that holds; the seconds of each tap."""
    took = list[float]()
    while not ended():
        began = time.monotonic()
        play(table, 1)
        took.append(time.monotonic() - began)
        await asyncio.sleep(0.1)
    return took


@pytest.mark.parametrize("fault", [pytest.param("killed", marks=pytest.mark.landing), "stopped"])
def test_games_go_on_at_the_standby(fault: str, say: Callable[[str], None]) -> None:
    """The first of two databases goes, the second takes over: no process is told, and nothing is lost.

    One that stands still instead of being gone costs each new connection a second.
    """
    with postgres.server("-c fsync=off") as first, postgres.standby(first) as second, ExitStack() as stack:
        first.database("games")
        both = f"?host=127.0.0.1:{first.port}&host=127.0.0.1:{second.port}&target_session_attrs=read-write"
        library = stack.enter_context(opened(f"postgresql+psycopg://{postgres.USER}@/games{both}"))
        table = new_table(library)
        play(table, 3)
        assert table.unsaved_work is None
        database = library.storage.database
        assert isinstance(database, PostgresDatabase)
        assert becomes(lambda: database._server.hears_others)

        def fail_over() -> None:
            time.sleep(1)
            if fault == "killed":
                first.kill()
            else:
                stack.enter_context(first.standing_still())
            time.sleep(2)
            second.promote()

        changes = threading.Thread(target=fail_over)
        changes.start()
        took = asyncio.run(
            played_until(lambda: not changes.is_alive() and table.unsaved_work is None, table),
        )
        assert max(took) < ANSWERED
        assert becomes(lambda: database._server.hears_others)
        say(figures(f"the first database is {fault}, the second takes over", took))
        count = second.sql(f"SELECT count(*), max(seq) FROM entry WHERE match = '{table.match.id}'", "games")
        assert count == [(table.table_state.seq, table.table_state.seq)]


def test_games_go_on_while_the_disk_of_the_database_is_full(say: Callable[[str], None]) -> None:
    """Screens say why, and all of it is stored by itself once there is room."""
    with postgres.small_disk("-c fsync=off", "-c max_wal_size=32MB", "-c min_wal_size=32MB") as disk:
        with opened(disk.server.database("games")) as library:
            table = new_table(library)
            play(table, 3)
            with disk.full():
                took = asyncio.run(played_until(lambda: table.unsaved_work is not None, table))
                took += asyncio.run(played_through(nullcontext(), (table,), 1))
                assert table.unsaved_work is not None
                assert "disco está lleno" in ES(table.unsaved_work.cause)
            assert any(becomes(lambda: table.unsaved_work is None) for _ in range(2))  # asked every ten seconds
            assert stored(table, library)
        assert max(took) < ANSWERED
        say(figures("disk full under the database", took))
