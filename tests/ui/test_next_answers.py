"""Answers of the next question below “No responses”, and the silences, as a person taps them."""

from __future__ import annotations

import asyncio

import flet as ft
import pytest

from companion.library.library import Library
from companion.match.roles import HOST_ROLE
from companion.match.table import Table
from companion.ui.app import build
from companion.ui.design.page_look import show_preferences
from companion.ui.design.preferences import Preferences
from companion.ui.screens.table.screen import TableScreen
from rules.engine import Rolled
from rules.engine.switch import silences
from rules.four_souls.model.events import Attacked, Bought
from tests.support.ui.app import App, played
from tests.support.ui.headless import NOWHERE, Phone, action_phase, on_phone, say

pytestmark = pytest.mark.usefixtures("quick")


@pytest.fixture
def table(library: Library) -> Table:
    """Ana's action phase, with Fly (life 1) and Big Spider (life 3), and 10 ¢."""
    table = action_phase(library)
    table.adjust("seat.0.cents", 10)
    return table


def test_after_a_purchase_the_next_action_is_one_tap(table: Table, library: Library) -> None:
    """FS-64: nobody responds to the purchase, and Ana attacks: one tap, one undo."""
    say(table, Bought("shop"))
    bought, lines = table.state, len(table.log())

    async def journey(phone: Phone, table: Table) -> None:
        assert "No responses. What do you do?" in phone.texts()
        await phone.tap("Attack Fly")
        assert table.state.players[0].treasures == bought.players[0].treasures + 1
        assert table.prompt is not None
        assert table.prompt.title.key == "Roll one die against {monster}"
        assert {line.entry.group for line in table.log()[lines:]} == {table.log()[-1].entry.group}
        await phone.tap("Undo")
        assert table.state == bought

    on_phone(table, library, journey)


def test_after_a_kill_the_sheet_of_the_next_monster_is_one_tap(table: Table, library: Library) -> None:
    """FS-95: the roll that kills Fly: the sheet says that nobody responded, and which monster comes."""
    say(table, Attacked(table.state.slots[0].id))
    say(table, Rolled((6,)))
    rolled = table.state

    async def journey(phone: Phone, table: Table) -> None:
        await phone.tap("A monster")
        assert table.state == rolled
        await phone.type("Search by name", "Clotty")
        await phone.tap("Clotty")
        assert table.state.slots[0].card.id == "clotty"
        table.undo()
        assert table.state == rolled

    on_phone(table, library, journey)


SMALL = [(360, 640, 1.0), (320, 844, 1.3), (320, 568, 1.3)]
"""Width, height and text scale of devices with little room."""


async def small_phone(table: Table, library: Library, width: int, height: int, scale: float) -> Phone:
    """A phone of that size with letters of that size."""

    @ft.component
    def board() -> ft.Control:
        show_preferences(ft.context.page, Preferences(letters=scale))
        return TableScreen(table, library, HOST_ROLE, NOWHERE)

    return await Phone(width, height).show(board)


@pytest.mark.parametrize(("width", "height", "scale"), SMALL)
def test_in_a_small_window_the_next_throw_is_one_tap(
    table: Table, library: Library, width: int, height: int, scale: float
) -> None:
    """The faces of the next throw stand below "No responses" there too: one tap, one undo."""
    say(table, Attacked(table.state.slots[1].id))
    say(table, Rolled((6,)))
    rolled = table.state

    async def journey() -> None:
        phone = await small_phone(table, library, width, height, scale)
        await phone.tap("Die: 2")
        assert table.prompt is not None
        assert "Roll of 2" in phone.texts()
        await phone.tap("Undo")
        assert table.state == rolled

    asyncio.run(journey())


@pytest.mark.parametrize(("width", "height", "scale"), SMALL)
def test_in_a_small_window_the_next_answer_is_one_tap(
    table: Table, library: Library, width: int, height: int, scale: float
) -> None:
    """After a purchase the attacks of the next action stand there, the rest waits for its question."""
    say(table, Bought("shop"))

    async def journey() -> None:
        phone = await small_phone(table, library, width, height, scale)
        assert "What do you do?" in phone.texts()
        assert not any(name.startswith("End the turn") for name in phone.names())
        await phone.tap("Attack Fly")
        assert table.prompt is not None
        assert table.prompt.title.key == "Roll one die against {monster}"

    asyncio.run(journey())


def test_a_player_is_not_asked_again_and_takes_it_back(table: Table, library: Library) -> None:
    """The bell says for whom; the table's menu lists it, and ends it."""
    say(table, Bought("shop"))

    async def ask_no_more(phone: App) -> None:
        await phone.open(build(library), f"/t/{table.match.id}")
        await phone.sees("Nadie responde")
        await phone.tap("No preguntar más por esto")
        await phone.tap("Beto: una compra")

    async def take_back(phone: App) -> None:
        await phone.open(build(library), f"/t/{table.match.id}/settings")
        await phone.sees("Lo que ya no se pregunta en esta partida", "Beto: una compra")
        await phone.tap("Volver a preguntar")

    played(ask_no_more)
    assert silences(table.state.rulings) == (("purchase", 1),)
    assert table.prompt is not None
    assert table.prompt.awaited_seats == (0, 2)
    played(take_back)
    assert silences(table.state.rulings) == ()
