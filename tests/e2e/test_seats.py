"""Seats of several phones in a real browser, also after the server was killed."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from companion.access.guests import DeviceRegistry
from companion.access.lan import lan_addresses
from companion.library.library import Library
from companion.storage.matches import Storage
from rules.registry import GAMES
from tests.support.ui import browser as driving
from tests.support.ui.browser import Phone, Server

ADDRESS = next(iter(lan_addresses()), "")
pytestmark = pytest.mark.skipif(not ADDRESS, reason="this machine has no address that others reach")


class Table(Server):
    """A ``sobremesa --lan`` with one table, under the address in the table's code."""

    def __init__(self, data: Path) -> None:
        super().__init__(data, "--lan")
        storage = Storage(data)
        table = Library(storage, GAMES).new_match("four_souls", ("Ana", "Beto", "Cira"))
        self.table = f"/t/{table.match.id}"
        self.word = DeviceRegistry(storage).table_invitation(table.match.id)
        storage.close()

    @property
    def code(self) -> str:
        return f"http://{ADDRESS}:{self.port}/?i={self.word}"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Table]:
    served = Table(tmp_path)
    try:
        yield served.start()  # type: ignore[misc]
    finally:
        served.kill()


class Outside:
    """The same server under the address in its code."""

    def __init__(self, server: Table) -> None:
        self.url = server.code


@pytest.fixture
def guests(chromium: Any, server: Table) -> Iterator[list[Phone]]:
    """Two phones that have followed the code."""
    with ExitStack() as stack:
        yield [stack.enter_context(driving.phone(chromium, Outside(server))) for _ in range(2)]  # type: ignore[arg-type]


def test_everybody_says_who_they_are_and_is_there_again_after_a_kill(
    phone: Phone, guests: list[Phone], server: Table
) -> None:
    """A seat takes one tap, and after a kill each phone is in its seat again, in its language.

    A phone that was offline catches up.
    """
    ana, beto = guests
    ana.sees("¿Quién eres?", "Cira: Libre").tap("Ana: Libre").sees("¿quién eres?")
    beto.sees("Ana: Otro teléfono").tap("Beto: Libre").sees("¿quién eres?")
    beto.tap("Cerrar").tap("Menú").sees("Este teléfono: Beto").tap("English").sees("This phone: Beto").tap("Back").sees(
        "who are you?"
    )
    beto.page.context.set_offline(True)
    beto.page.locator("#outage p").wait_for()
    phone.open(server.table).tap("Judas").sees("Cira es Judas")
    beto.page.context.set_offline(False)
    beto.page.locator("#outage").wait_for(state="detached")
    beto.sees("Judas")
    server.restart()
    for one in (phone, *guests):
        one.page.locator("#outage").wait_for(state="detached")
        one.sees("Judas")
        assert one.at_table() == server.table
    beto.sees("Turn up a character each: who are you?")
    ana.sees("¿quién eres?").tap("Isaac").sees("Ana es Isaac")
    phone.sees("Ana es Isaac").open(server.table + "/history").sees("· Ana", "el teléfono del anfitrión")
    phone.open(server.table + "/phones").sees("Ana", "Conectado", "Beto").tap(re.compile("^Echar .*Beto$")).tap("Echar")
    beto.page.get_by_text("ha echado a este teléfono").wait_for()
    ana.sees("Isaac: Ana", "Beto", "¿quién eres?")  # his seat is free again, so that any phone may answer for him
