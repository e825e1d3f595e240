"""Cards by their names in a real browser: the taps of a nickel, a bomb, a response and a treasure of one's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.library.library import Library
from companion.storage.matches import Storage
from rules.four_souls.model.catalogue import monsters
from rules.four_souls.model.events import Began, Chose, Named, Revealed
from rules.registry import GAMES
from tests.support.ui.browser import Phone, Server

SOULS = [Chose(0, "isaac"), Chose(1, "maggy"), Began(0)]
SHOWN = [Revealed(slot, (monsters()[card],)) for slot, card in enumerate(("fly", "ring-of-flies"))]


@pytest.fixture
def action(server: Server) -> str:
    """Address of a table of Ana and Beto in Ana's action phase; Ana has El Sr. Buum."""
    return laid(server.data)


def laid(folder: Path) -> str:
    storage = Storage(folder)
    table = Library(storage, GAMES).new_match("four_souls", ("Ana", "Beto"))
    for event in (*SOULS, *SHOWN):
        table.answer(table.prompt_id, event)
    table.adjust("player.0.treasures", 1)
    remark = next(
        choice for choice in table.state.remarks if isinstance(choice.event, Named) and choice.event.seat == 0
    )
    table.remark(Named(0, 0, "mr-boom") if remark else Named(0, 0, ""))
    storage.close()
    return f"/table/{table.match.id}"


def test_cards_by_name_take_two_or_three_taps(phone: Phone, action: str) -> None:
    """A nickel is two taps, a bomb on a monster three; a name that is searched is on the stack with one tap."""
    phone.open(action).sees("Jugar botín")
    phone.taps = 0
    phone.tap("Jugar botín").tap("+5 ¢, a la pila").sees("¿alguna respuesta?")
    assert phone.taps == 2
