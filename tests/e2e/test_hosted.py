"""Two servers over one PostgreSQL database, behind the proxy that is deployed."""

from __future__ import annotations

import json
import re
import signal
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from companion.hosted.postgres_database import PostgresDatabase
from companion.i18n import translator
from companion.library.library import Library
from companion.storage.matches import Storage
from rules.registry import GAMES
from tests.support import postgres
from tests.support.postgres import PostgresServer
from tests.support.proxy import proxy
from tests.support.ui import browser as driving
from tests.support.ui.browser import Server
from tests.support.ui.die_photo import FACE, PHOTO
from tests.support.ui.four_souls_setup import laid

AWAY = "No se llega a la base de datos."
MOVING = "La mesa pasa a otro ordenador"


class HostedServer(Server):
    """A ``sobremesa`` process over that database, with a data folder of its own for its log."""

    def __init__(self, data: Path, address: str) -> None:
        data.mkdir()
        super().__init__(data, "--database", address)
        self.is_forked = True
        self._address = address

    def open_storage(self) -> Storage:
        return Storage(database=PostgresDatabase.at(self._address))


@pytest.fixture
def database() -> Iterator[PostgresServer]:
    """A running PostgreSQL."""
    with postgres.server() as one:
        yield one


@contextmanager
def two_servers(database: PostgresServer, folder: Path) -> Iterator[tuple[Server, Server]]:
    """Run two processes over the same games."""
    address = database.database("games")
    one, two = HostedServer(folder / "one", address), HostedServer(folder / "two", address)
    try:
        yield one.start(), two.start()
    finally:
        one.kill()
        two.kill()


@pytest.fixture
def servers(database: PostgresServer, tmp_path: Path) -> Iterator[tuple[Server, Server]]:
    """Two processes over the same games."""
    with two_servers(database, tmp_path) as pair:
        yield pair


@dataclass
class House:
    """Two processes behind the proxy, which says in its log which of them answered."""

    servers: tuple[Server, Server]
    url: str
    log: Path

    def answering(self, table: str) -> Server:
        """The process that answers for that table now."""
        urllib.request.urlopen(f"{self.url}{table.lstrip('/')}/outage.json", timeout=10).close()
        return self.servers[int(self.requests(table)[-1].split(" ", 1)[0][-1]) - 1]

    def requests(self, table: str) -> list[str]:
        """Requests below the path of that table, as the proxy has logged them."""
        lines = self.log.read_text("utf-8").splitlines()
        return [line for line in lines if f" {table}/" in line or f" {table} " in line]

    def processes(self, table: str) -> set[str]:
        """The processes that have got requests below the path of that table."""
        return {line.split(" ", 1)[0] for line in self.requests(table)}


@contextmanager
def proxied(servers: tuple[Server, Server], folder: Path) -> Iterator[House]:
    """Run the proxy before these processes."""
    log = folder / "proxy.log"
    with proxy([one.port for one in servers], log) as port:
        yield House(servers, f"http://127.0.0.1:{port}/", log)


@pytest.fixture
def house(servers: tuple[Server, Server], tmp_path: Path) -> Iterator[House]:
    """The processes behind the proxy."""
    with proxied(servers, tmp_path) as one:
        yield one


@pytest.fixture(scope="module")
def shared_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The processes behind the proxy, for all tests that only ask."""
    folder = tmp_path_factory.mktemp("house")
    with postgres.server() as database, two_servers(database, folder) as servers, proxied(servers, folder) as one:
        yield one


@pytest.fixture
def tables(house: House) -> tuple[str, str]:
    """Addresses of two tables that the proxy gives to different processes."""
    first = laid(house.servers[0])
    for _ in range(20):
        other = laid(house.servers[0])
        if house.answering(other) is not house.answering(first):
            return first, other
    raise AssertionError("the proxy sends all tables to one process")


def test_a_table_stays_at_one_process_behind_the_proxy(chromium: Any, house: House, tables: tuple[str, str]) -> None:
    """Page, socket, heartbeat and photos of a table reach one process, also from a phone at two tables."""
    one, other = tables
    with ExitStack() as stack:
        here, there, both = (
            stack.enter_context(driving.phone(chromium, house, table))  # type: ignore[arg-type]
            for table in (one, other, one)
        )
        here.tap(re.compile("^Atacar Mosca")).sees("Tira un dado contra Mosca")
        here.tap(re.compile("^Cámara")).sees("Foto de los dados").upload(PHOTO, "Foto de los dados")
        both.sees(f"Tirada de {FACE}: ¿alguien responde?")
        there.tap(re.compile("^Atacar Mosca")).sees("Tira un dado contra Mosca").tap("Dado: 1")
        there.sees("Tirada de 1: ¿alguien responde?")
        for tap, path, said in (
            ("Atrás", "", "Partida nueva"),
            (re.compile("Seguir"), other.lstrip("/"), "Tirada de 1: ¿alguien responde?"),
        ):
            with both.page.expect_navigation(url=house.url + path):
                both.tap(tap)
            both.wake().sees(said)
    assert house.processes(one).isdisjoint(house.processes(other))
    for path in (f"GET {one}/ws 101", f"PUT {one}/upload 200", f"GET {one}/outage.json 200", f"GET {other}/ws 101"):
        assert path in house.log.read_text("utf-8")


@pytest.mark.parametrize("name", ["localhost", "127.0.0.1", "localhost:8550", "", "127.0.0.1:1"])
def test_nobody_outside_is_at_home_by_a_name(shared_house: House, name: str) -> None:
    """A process takes a request from this computer that names "localhost" for its owner's: the proxy refuses it."""
    asked = urllib.request.Request(shared_house.url, headers={"Host": name})
    with pytest.raises(urllib.error.HTTPError, match=r"42[01]|400"):
        urllib.request.urlopen(asked, timeout=10)


@pytest.mark.parametrize("path", ["health", "ready", "metrics"])
def test_the_probes_are_not_for_phones(shared_house: House, path: str) -> None:
    """The proxy itself asks; nobody else learns how the processes are."""
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(shared_house.url + path, timeout=10)


@pytest.mark.landing
def test_phones_outlive_a_killed_process_and_a_restart_of_the_database(
    chromium: Any,
    house: House,
    tables: tuple[str, str],
    database: PostgresServer,
    tmp_path: Path,
    say: Callable[[str], None],
) -> None:
    """Four phones at two tables come back to the same questions: nothing is lost, nothing is there twice."""
    one, other = tables
    with ExitStack() as stack:
        phones = [stack.enter_context(driving.phone(chromium, house, table)) for table in (one, one, other, other)]  # type: ignore[arg-type]
        phones[0].tap(re.compile("^Atacar Mosca")).sees("Tira un dado contra Mosca").tap("Dado: 1")
        phones[2].tap(re.compile("^Atacar Mosca")).sees("Tira un dado contra Mosca")
        phones[1].sees("Tirada de 1: ¿alguien responde?")

        house.answering(one).kill()
        began = time.monotonic()
        phones[1].tap(re.compile("^Nadie responde")).sees("Tira un dado contra Mosca")
        back = time.monotonic() - began
        database.stop()
        phones[2].tap("Dado: 1").sees(AWAY)
        database.start()
        phones[3].sees("Tira un dado contra Mosca")
        phones[0].sees("Tira un dado contra Mosca").tap("Dado: 6").sees("Tirada de 6: ¿alguien responde?")
        phones[2].tap(re.compile("^Nadie responde")).sees_no(AWAY)
        for phone, said in zip(phones, ("Sale 6", "Sale 6", "Sale 1", "Sale 1"), strict=True):
            phone.tap("Detalles").tap("Historial").sees(said, "Sale 1")
    for table, taps in ((one, ["Attacked", "Rolled", "Rolled"]), (other, ["Attacked", "Rolled"])):
        assert [name for name in stored(house, table) if name in ("Attacked", "Rolled")] == taps
        assert replayed(house, table, tmp_path) == len(stored(house, table))
    say(f"a tap after kill -9 of its table's process is answered by the other one after {back:.1f} s")
    assert house.answering(one) is house.answering(other)


def stored(house: House, table: str) -> list[str]:
    """The names of the answers that the database has of a table, in their order."""
    storage = house.servers[0].open_storage()
    try:
        return [json.loads(row.event)["type"] for row in storage.entry_rows(table.rpartition("/")[2])]
    finally:
        storage.close()


def replayed(house: House, table: str, folder: Path) -> int:
    """Replay a table's log from its first step in an empty folder: the number of steps.

    The file that is brought over has the digest of the state that the database's snapshots lead to. It is refused where
    the replay leads to another.
    """
    storage, other = house.servers[0].open_storage(), Storage(folder / table.rpartition("/")[2])
    try:
        _, exported = Library(storage, GAMES).exchange.export(table.rpartition("/")[2], translator("es"))
        brought = Library(other, GAMES)
        return len(brought.matches.open(brought.exchange.import_match(exported).id).match_record.lines)
    finally:
        storage.close()
        other.close()


def test_a_process_that_is_ended_sends_its_phones_to_the_other(
    chromium: Any, house: House, tables: tuple[str, str]
) -> None:
    """On SIGTERM the proxy hears of it first, phones read a sentence, and go on at the other process."""
    table = tables[0]
    ended = house.answering(table)
    with driving.phone(chromium, house, table) as phone:  # type: ignore[arg-type]
        phone.tap(re.compile("^Atacar Mosca")).sees("Tira un dado contra Mosca")
        assert ended._process is not None
        ended._process.send_signal(signal.SIGTERM)
        phone.page.wait_for_function(f"document.getElementById('notice')?.textContent.includes('{MOVING}')")
        assert ended._process.wait(20) in (0, -signal.SIGTERM)
        phone.tap("Dado: 6").sees("Tirada de 6: ¿alguien responde?")
    assert "Traceback" not in ended.log.read_text("utf-8")
    assert house.answering(table) is not ended
