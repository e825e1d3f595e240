"""Several phones at one table in a real browser, each with its own screen of the same match."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from companion.access.lan import lan_addresses
from companion.library.library import Library
from companion.storage.matches import Storage
from rules.registry import GAMES
from tests.support.games.four_souls_stacks import stacked
from tests.support.ui import browser as driving
from tests.support.ui.browser import Phone, Server

ADDRESS = next(iter(lan_addresses()), "")
pytestmark = pytest.mark.skipif(not ADDRESS, reason="this machine has no address that others reach")


@pytest.fixture
def options() -> tuple[str, ...]:
    return ("--lan",)


@pytest.fixture
def invited(chromium: Any, server: Server) -> Iterator[Callable[[str, str], Phone]]:
    """A phone that has followed a table's invitation and taken a seat there."""
    shown = re.search(rf"https?://{re.escape(ADDRESS)}:\d+/", server.log.read_text("utf-8"))
    assert shown is not None
    with ExitStack() as stack:

        def come(word: str, seat: str) -> Phone:
            outside = Server(server.data)
            outside.url = f"{shown[0]}?i={word}"
            phone: Phone = stack.enter_context(driving.phone(chromium, outside))
            return phone.tap(re.compile(f"^{seat}"))

        yield come


def test_each_answers_on_their_own_phone(
    server: Server, phones: Callable[..., Phone], invited: Callable[[str, str], Phone]
) -> None:
    """Ana passes and Beto responds on their own phones, and the phone in the middle shows both."""
    storage = Storage(server.data)
    library = Library(storage, GAMES)
    match = stacked(library, 1).match.id
    word = library.guests.table_invitation(match)
    storage.close()
    ana, beto = invited(word, "Ana"), invited(word, "Beto")
    middle = phones(path=f"/t/{match}")
    for phone in (ana, beto):
        phone.sees("¡Te toca!", "Piensan: Ana, Beto, Cira, Dani")
        assert phone.page.title() == "¡Te toca! · Sobremesa"
    middle.sees("Toda la mesa", "Piensan: Ana, Beto, Cira, Dani")
    ana.tap("Pasamos").sees("Has pasado. Sigue pensando: Beto")
    for phone in (beto, middle):
        phone.sees("Piensa: Beto", "Han pasado: Ana, Cira, Dani")
    assert not middle.can_tap("Pasamos")
    for name, phone in (("ana", ana), ("beto", beto), ("middle", middle)):
        phone.shot(f"phones-{name}")
    beto.tap("Jugar botín").tap("A la pila").sees("Pila · 2".upper())
    for phone in (ana, middle):
        phone.sees("Pila · 2".upper(), "de Beto", "Piensan: Beto, Cira, Dani, Ana")
    ana.sees("¡Te toca!")
    beto.tap("Deshacer").sees("Deshecho: ")
    for phone in (ana, middle):
        phone.sees("Beto ha deshecho: ", "Rehacer")
    ana.sees_no("Beto ha deshecho: ")
    middle.tap("Rehacer")
    for phone in (ana, beto):
        phone.sees("Pila · 2".upper())
