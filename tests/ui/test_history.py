"""The history page and the rule sheet of a line, without a browser."""

import re

import flet as ft
import pytest

from companion.i18n import translator
from companion.library.library import Library
from companion.match.roles import HOST_ROLE, DeviceRole
from companion.match.table import Table
from companion.ui.screens.read.history import GROUPS_PER_PAGE, group_log
from companion.ui.table.sheets.why import COMPANION_RULES, rule_text
from rules.engine import Rolled
from rules.four_souls.model.catalogue import monsters
from rules.four_souls.model.events import Revealed
from rules.registry import GAMES
from tests.support.device_seats import ANA, BEA
from tests.support.moments import kill_first_monster
from tests.support.ui.app import App, app_at
from tests.support.ui.headless import action_phase, say
from tests.toy.counting import Cheered, Stayed

ES, EN = translator("es"), translator("en")


@pytest.fixture
def table(library: Library) -> Table:
    """A table with two entries: Ana rolled three after all passed; Bea was cheered."""
    table = library.matches.create("counting", ("Ana", "Bea"))
    for event, chair in ((Stayed(), HOST_ROLE), (Rolled((3,)), ANA), (Cheered("venga"), HOST_ROLE)):
        table.answer(table.prompt_id, event, chair)
    return table


async def at(library: Library, table: Table, *sees: str) -> App:
    """Return a phone that shows the history, in which these texts are."""
    phone = await app_at(library, f"/t/{table.match.id}/history")
    return await phone.sees(*sees)


async def test_the_newest_is_first(library: Library, table: Table) -> None:
    """The newest line comes first, with its actor and, below it, its notes."""
    phone = await at(library, table, "Ana rolled 3")
    text = phone.text
    assert re.search(r"\d\d:\d\d · Ana · Ana rolled 3", text)
    assert text.index("“venga”") < text.index("Ana rolled 3") < text.index("TOY-4") < text.rindex("Ana has 3 ticks")
    assert "el teléfono del anfitrión" in text
    await phone.tap("Por qué: Ana has 3 ticks")
    await phone.sees("TOY-4", "Entendido")


async def test_a_line_says_what_going_back_undoes_and_goes_back(library: Library, table: Table) -> None:
    """A tap on a line says what would be undone and asked again, and changes nothing yet; one more tap goes back.

    Undone lines stay visible, lead nowhere, and can be redone.
    """
    phone = await at(library, table, "Ana rolled 3")
    before = table.table_state.seq
    await phone.tap("Ana rolled 3")
    await phone.sees("Esto deshace 2 cosas:", "Ana: ticks 3 › 0")
    assert table.table_state.seq == before
    await phone.tap("Volver a antes de esto")
    assert "“venga”" in phone.text
    assert not any("“venga”" in name for name in phone.names())
    assert table.state.totals == (0, 0)
    await phone.sees("Deshecho")
    await phone.tap("Rehacer")
    assert table.state.totals == (3, 0)
    await phone.tap("Rehacer")
    assert len(table.state.said) == 1
    assert "Rehacer" not in phone.text


def test_what_belongs_together_is_one_line(library: Library, table: Table) -> None:
    """A series of corrections is one line, because it is undone as one group."""
    for _ in range(3):
        table.adjust("total.1", 1, BEA)
    newest = group_log(table.log())[0]
    assert len(newest.lines) == 3
    assert newest.is_undoable


async def test_a_long_history_is_shown_in_pieces(library: Library, table: Table) -> None:
    """Only the latest lines are drawn at first; a tap shows earlier ones."""
    for k in range(GROUPS_PER_PAGE):
        table.adjust(f"total.{k % 2}", (-1) ** k, DeviceRole(k % 2, is_host=True))
    phone = await app_at(library, f"/t/{table.match.id}/history")
    await phone.sees("Ver lo anterior")
    assert "Ana rolled 3" not in phone.text
    await phone.tap("Ver lo anterior")
    assert "Ana rolled 3" in phone.text


async def test_nothing_yet_is_said(library: Library) -> None:
    """The history of a table without entries says that there are none."""
    table = library.matches.create("counting", ("Ana", "Bea"))
    phone = await app_at(library, f"/t/{table.match.id}/history")
    await phone.sees("Todavía no ha pasado nada.")


# --- one card a turn ---------------------------------------------------------------------------------------------


@pytest.fixture
def souls(library: Library) -> Table:
    """Ana's second turn of Four Souls; in her first she killed Fly."""
    table = action_phase(library)
    kill_first_monster(table)
    while table.state.turn == 1:
        assert table.prompt is not None
        choices = table.prompt.choices
        if any(isinstance(c.event, Revealed) for c in choices):
            say(table, Revealed(0, (monsters()["fly"],)))
        else:
            exits = [c.event for c in choices if c.role == "exit"]
            say(table, (exits or [c.event for c in choices if c.role == "default"])[0])
    return table


KILL = "Turno 1 · Ana mata a Mosca: +1 ¢"


async def test_a_turn_is_a_card_with_its_main_result(library: Library, souls: Table) -> None:
    """The headlines stand there, the newest first and open; a tap opens the steps of another turn.

    Rule ids and automatic passes are details.
    """
    phone = await at(library, souls, "Turno 2", "Preparación")
    text = phone.text
    assert text.index("Turno 2") < text.index(KILL) < text.index("Preparación")
    assert "Muere Mosca" not in text
    await phone.tap(KILL)
    await phone.sees("Mosca muere")

    assert "FS-92" not in phone.text
    brief = len(phone.text)
    await phone.tap("Detalles")
    await phone.sees("FS-92", "automático")
    assert len(phone.text) > brief
    await phone.tap("Ocultar detalles")
    assert "FS-92" not in phone.text


async def test_back_to_here_begins_the_turn_again(library: Library, souls: Table) -> None:
    """It says what it takes back, and then the table stands at the turn's first question."""
    phone = await at(library, souls, "Turno 2", "Preparación")
    await phone.tap(KILL)
    await phone.tap("Volver aquí")
    await phone.sees("Esto deshace")
    assert souls.state.turn == 2
    await phone.tap("Volver a antes de esto")
    assert souls.state.turn == 1
    assert souls.state.players[0].cents == 3
    await phone.sees("Turno 2 · deshecho")


async def test_the_turn_that_is_played_stands_open(library: Library, souls: Table) -> None:
    """After an undo that is the turn before, though what was undone is still told above it."""
    first = next(line.entry.seq for line in souls.log() if line.turn[0] == 1 and line.notes)
    souls.undo_to_entry(first + 1)
    phone = await at(library, souls, "Turno 2", "Preparación")
    heads = [c for c in phone.drawn() if isinstance(c, ft.Semantics) and c.selected]
    assert [head.label for head in heads if (head.label or "").startswith("Turno 1")]
    assert "Turno 2 · deshecho" in phone.text


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_every_rule_can_be_explained(game) -> None:
    """Every rule id, of each game and of the app, has a title and a sentence in both languages."""
    for rule in (*game.rulebook, *COMPANION_RULES):
        title, sentence = rule_text(game, rule)
        for words in (ES, EN):
            assert words(title)
            assert words(sentence) != words(rule_text(game, "?")[1])
