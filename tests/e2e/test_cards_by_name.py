"""Cards by their names in a real browser: the taps of a nickel, a bomb, a card that is searched, and an item's use."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.library.library import Library
from companion.match.table import Table
from companion.storage.matches import Storage
from rules.four_souls.model.catalogue import monsters
from rules.four_souls.model.events import Began, Chose, Named, Revealed
from rules.registry import GAMES
from tests.support.ui.browser import HUMAN, Phone, Server

SOULS = [Chose(0, "isaac"), Chose(1, "maggy"), Began(0)]
SHOWN = [Revealed(slot, (monsters()[card],)) for slot, card in enumerate(("fly", "ring-of-flies"))]
SEARCH = "Buscar un efecto o nombrar la carta"


@pytest.fixture
def action(server: Server) -> str:
    """Address of a table in Ana's action phase; an item without a name lies in front of her, and Mr. Boom."""
    return laid(server.data)


def laid(folder: Path) -> str:
    storage = Storage(folder)
    table: Table = Library(storage, GAMES).new_match("four_souls", ("Ana", "Beto"))
    for event in (*SOULS, *SHOWN):
        table.answer(table.prompt_id, event)
    treasures = next(t.key for t in table.table_state.trackers if t.seat == 0 and t.key.endswith("treasures"))
    table.adjust(treasures, 2)
    table.make_remark(Named(0, 0, "mr-boom"))
    storage.close()
    return f"/table/{table.match.id}"


def taps(phone: Phone, *names: str | re.Pattern[str]) -> int:
    """Tap one after the other; how many taps it took."""
    phone.taps = 0
    for name in names:
        phone.tap(name)
    return phone.taps


def test_cards_by_name_take_two_or_three_taps(phone: Phone, action: str) -> None:
    """A nickel is two taps, a bomb on a monster three; a response that is searched asks only which of its effects.

    Bomb! is 1 damage to a monster or a player, XIV. Temperance 1 damage and 4¢ or 2 damage and 8¢.
    """
    phone.open(action).sees("Ana", "¿Qué haces?")
    assert taps(phone, "Jugar botín", "+5 ¢, a la pila") == 2
    phone.sees("¢").tap("Deshacer").sees("¿Qué haces?")
    assert taps(phone, "Jugar botín", re.compile("^Bomba: "), re.compile("^Anillo de moscas, 1 de daño")) == 3
    phone.sees("PILA · 1", "Bomba", "1 de daño a Anillo de moscas")
    for _ in range(2):
        phone.tap("Deshacer")
    phone.sees("¿Qué haces?").tap("Jugar botín")
    phone.page.get_by_role("textbox", name=SEARCH).first.click()
    phone.page.wait_for_timeout(HUMAN)
    phone.page.keyboard.type("temp", delay=60)
    phone.tap(re.compile("^XIV. Templanza: ")).sees("¿cuál de sus efectos?").tap(re.compile("^1 de daño a Ana"))
    phone.sees("PILA · 1", "1 de daño a Ana")


def test_an_item_is_used_with_one_tap_and_named_by_a_search(phone: Phone, action: str) -> None:
    """Mr. Boom's chip says what it does; an item gets its name by typing a part of it and one tap on the name."""
    phone.open(action).sees("Sr. Buum")
    assert taps(phone, re.compile("^Sr. Buum: 1 de daño")) == 1
    phone.sees("elige el objetivo").tap("Deshacer").sees("¿Qué haces?")
    phone.tap(re.compile("^Ana, vida")).tap("Poner nombre a un objeto de Ana")
    phone.page.get_by_role("textbox", name="Nombre", exact=True).first.click()
    phone.page.wait_for_timeout(HUMAN)
    phone.page.keyboard.type("desay", delay=60)
    phone.tap("Desayuno").sees("Desayuno", "vida 3")
