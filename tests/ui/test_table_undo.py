"""Undo, redo and the lines of what happened last, on the table screen."""

import flet as ft
import pytest

from companion.library.library import Library
from companion.match.table import Table
from companion.ui.table.intents import Page
from rules.engine import Rolled
from rules.four_souls.model.events import Attacked, Played
from tests.support.ui.headless import action_phase, at_table, say

pytestmark = pytest.mark.usefixtures("quick")


@pytest.fixture
def table(library: Library) -> Table:
    return action_phase(library)


ATTACK_FLY = "Attack Fly, 2 or more · 83 %"


async def test_undo_says_what_goes_back_and_redo_is_one_tap(table, library):
    """One tap undoes and says what was undone; one more tap redoes it."""
    say(table, Played(0, "loot", "A Penny!", (), "play"))
    phone = await at_table(table, library)
    before = table.state
    await phone.tap("Undo")
    assert any(text.startswith("Undone: ") and "A Penny!" in text for text in phone.texts())
    await phone.tap("Redo")
    assert table.state == before
    assert "Redo" not in phone.names()


async def test_as_many_taps_on_redo_as_on_undo(table, library):
    """Several undos are redone by as many taps; then nothing is left to redo."""
    say(table, Attacked(table.state.slots[0].id))
    say(table, Rolled((4,)))
    phone = await at_table(table, library)
    before = table.state
    for name in ("Undo", "Undo", "Undo", "Redo", "Redo", "Redo"):
        await phone.tap(name)
    assert table.state == before
    assert "Redo" not in phone.names()


async def test_a_long_press_on_undo_opens_the_history(table, library):
    """A long press on undo opens the history and undoes nothing."""
    opened = []
    phone = await at_table(table, library, ways=opened.append)
    seq = table.table_state.seq
    await phone.press("Undo")
    assert opened == [Page.HISTORY]
    assert table.table_state.seq == seq


async def test_a_tap_on_the_ribbon_takes_nothing_back(table, library):
    """A ribbon line is whole; a tap opens its details with the way back, and takes nothing back by itself."""
    say(table, Attacked(table.state.slots[0].id))
    phone = await at_table(table, library)
    seq, line = table.table_state.seq, "What happened: Ana attacks Fly"
    [text] = [one for one in phone.controls(phone.find(line)) if isinstance(one, ft.Text)]
    assert (text.max_lines, text.no_wrap) == (None, False)
    assert not any(name.startswith("Back to here") for name in phone.names())
    await phone.tap(line)
    assert any(name.startswith("Back to here") for name in phone.names())
    await phone.tap("Close")
    assert not any(name.startswith("Back to here") for name in phone.names())
    assert table.table_state.seq == seq


async def test_an_open_line_of_the_ribbon_goes_back_to_what_was_done(table, library):
    """The button of an open line undoes back to where that line was a question."""
    prompt = table.prompt
    say(table, Attacked(table.state.slots[0].id))
    phone = await at_table(table, library)
    await phone.tap("What happened: Ana attacks Fly")
    await phone.tap("Back to here: Ana attacks Fly")
    assert table.prompt == prompt
    assert ATTACK_FLY in phone.names()


async def test_what_flowed_by_can_be_reopened_singly(table, library):
    """Going back to an automatic pass asks that question again, and undoes nothing before it."""
    phone = await at_table(table, library)
    cards = table.state.slots
    await phone.tap("What happened: Ana: +1 loot card (4)")
    await phone.tap("Back to here: Ana: +1 loot card (4)")
    assert table.state.slots == cards
    assert table.state.players[0].loot == 3
    assert [name.startswith("No responses, Loot 1 resolves") for name in phone.names("usual")] == [True]
