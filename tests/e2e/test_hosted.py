"""Two servers over one PostgreSQL database, with a phone at each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.hosted.postgres_database import PostgresDatabase
from companion.storage.matches import Storage
from tests.support import postgres
from tests.support.postgres import PostgresServer
from tests.support.ui import browser as driving
from tests.support.ui.browser import Server
from tests.support.ui.four_souls_setup import laid

AWAY = "No se llega a la base de datos."


class HostedServer(Server):
    """A ``sobremesa`` process over that database, with a data folder of its own for its log."""

    def __init__(self, data: Path, address: str) -> None:
        data.mkdir()
        super().__init__(data, "--database", address)
        self._address = address

    def open_storage(self) -> Storage:
        return Storage(database=PostgresDatabase(self._address))


@pytest.fixture
def database() -> Iterator[PostgresServer]:
    """A running PostgreSQL."""
    with postgres.server() as one:
        yield one


@pytest.fixture
def servers(database: PostgresServer, tmp_path: Path) -> Iterator[tuple[Server, Server]]:
    """Two processes over the same games."""
    address = database.database("games")
    one, two = HostedServer(tmp_path / "one", address), HostedServer(tmp_path / "two", address)
    try:
        yield one.start(), two.start()
    finally:
        one.kill()
        two.kill()


def test_a_turn_goes_on_over_two_processes_a_restart_and_a_kill(
    chromium: Any, servers: tuple[Server, Server], database: PostgresServer
) -> None:
    """What one phone answers the other shows; a restart of the database and ``kill -9`` of a process lose nothing."""
    one, two = servers
    table = laid(one)
    with driving.phone(chromium, one, table) as here, driving.phone(chromium, two, table) as there:
        here.tap(re.compile("^Atacar Mosca")).sees("Tira un dado contra Mosca")
        there.sees("Tira un dado contra Mosca").tap("Dado: 1")
        here.sees("Tirada de 1: ¿alguien responde?")

        database.stop()
        here.tap(re.compile("^Nadie responde")).sees(AWAY).sees("Tira un dado contra Mosca").shot("away")
        database.start()
        here.tap("Dado: 6").sees("Tirada de 6: ¿alguien responde?").sees_no(AWAY)
        there.sees("Tirada de 6: ¿alguien responde?")

        one.kill()
        there.tap("Deshacer").sees("Tira un dado contra Mosca").tap("Dado: 5")
        there.sees("Tirada de 5: ¿alguien responde?").tap("Historial").sees("Sale 5", "Sale 1")
    assert "Traceback" not in two.log.read_text("utf-8")
