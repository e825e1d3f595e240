"""Answers of the next question below “No responses”, and the silences, as a person taps them."""

from __future__ import annotations

import pytest

from companion.library.library import Library
from companion.match.table import Table
from companion.ui.design.look import PageLook, given_look
from companion.ui.design.preferences import Preferences
from companion.ui.table.model.choice_layout import NextAnswers
from rules.engine import Rolled
from rules.engine.switch import silences
from rules.four_souls.model.events import Attacked, Bought
from tests.support.ui.app import app_at
from tests.support.ui.headless import action_phase, at_table, say
from tests.support.ui.table_context import table_context

pytestmark = pytest.mark.usefixtures("quick")


@pytest.fixture
def table(library: Library) -> Table:
    """Ana's action phase, with Fly (life 1) and Big Spider (life 3), and 10 ¢."""
    table = action_phase(library)
    table.adjust("seat.0.cents", 10)
    return table


async def test_after_a_purchase_the_next_action_is_one_tap(table: Table, library: Library) -> None:
    """FS-64: nobody responds to the purchase, and Ana attacks: one tap, one undo."""
    say(table, Bought("shop"))
    bought, lines = table.state, len(table.log())
    phone = await at_table(table, library)
    assert "No responses. What do you do?" in phone.texts()
    await phone.tap("Attack Fly")
    assert table.state.players[0].treasures == bought.players[0].treasures + 1
    assert table.prompt is not None
    assert table.prompt.title.key == "Roll one die against {monster}"
    assert {line.entry.group for line in table.log()[lines:]} == {table.log()[-1].entry.group}
    await phone.tap("Undo")
    assert table.state == bought


async def test_after_a_kill_the_sheet_of_the_next_monster_is_one_tap(table: Table, library: Library) -> None:
    """FS-95: the roll that kills Fly: the sheet says that nobody responded, and which monster comes."""
    say(table, Attacked(table.state.slots[0].id))
    say(table, Rolled((6,)))
    rolled = table.state
    phone = await at_table(table, library)
    await phone.tap("A monster")
    assert table.state == rolled
    await phone.type("Search by name", "Clotty")
    await phone.tap("Clotty")
    assert table.state.slots[0].card.id == "clotty"
    table.undo()
    assert table.state == rolled


SMALL = [(360, 640, 1.0), (320, 844, 1.3), (320, 568, 1.3)]
"""Width, height and text scale of devices with little room."""


@pytest.mark.parametrize(("width", "height", "scale"), SMALL)
def test_in_a_small_window_the_next_throw_and_the_next_attacks_are_offered(
    table: Table, width: int, height: int, scale: float
) -> None:
    """The faces of the next throw stand below "No responses" there too.

    After a purchase the attacks of the next action do, the rest of it waits for its question.
    """

    def following() -> NextAnswers:
        with given_look(PageLook(preferences=Preferences(letters=scale))):
            found = table_context(table, size=(width, height)).layout.next_answers
        assert found is not None
        return found

    say(table, Bought("shop"))
    assert following().question.key == "What do you do?"
    assert [type(choice.event) for choice in following().choices] == [Attacked]
    table.undo()
    say(table, Attacked(table.state.slots[1].id))
    say(table, Rolled((6,)))
    assert following().dice is not None
    assert following().choices == ()


async def test_a_player_is_not_asked_again_and_takes_it_back(table: Table, library: Library) -> None:
    """The bell says for whom; the table's menu lists it, and ends it."""
    say(table, Bought("shop"))
    phone = await app_at(library, f"/t/{table.match.id}")
    await phone.sees("Nadie responde")
    await phone.tap("No preguntar más por esto")
    await phone.tap("Beto: una compra")
    assert silences(table.state.rulings) == (("purchase", 1),)
    assert table.prompt is not None
    assert table.prompt.awaited_seats == (0, 2)
    phone = await app_at(library, f"/t/{table.match.id}/settings")
    await phone.sees("Lo que ya no se pregunta en esta partida", "Beto: una compra")
    await phone.tap("Volver a preguntar")
    assert silences(table.state.rulings) == ()
