"""Undo, redo and the lines of what happened last, on the table screen."""

import flet as ft
import pytest

from companion.library.library import Library
from companion.match.table import Table
from companion.ui.table.intents import Page
from rules.engine import Rolled
from rules.four_souls.model.events import Attacked
from tests.support.ui.headless import action_phase, at_table, say

pytestmark = pytest.mark.usefixtures("quick")


@pytest.fixture
def table(library: Library) -> Table:
    return action_phase(library)


@pytest.mark.parametrize("times", [1, 3])
async def test_undo_says_what_goes_back_and_redo_takes_as_many_taps(table, library, times: int):
    """One tap undoes and says what was undone; one more tap redoes it, until nothing is left to redo."""
    for event in (Attacked(table.state.slots[0].id), Rolled((4,))):
        say(table, event)
    phone = await at_table(table, library)
    before = table.state
    for _ in range(times):
        await phone.tap("Undo")
        assert any(text.startswith("Undone: ") for text in phone.texts())
    for _ in range(times):
        assert table.state != before
        await phone.tap("Redo")
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


async def test_a_line_of_the_ribbon_opens_and_goes_back_to_what_was_done(table, library):
    """A ribbon line is whole; a tap opens its details and takes nothing back, the button there goes back to it."""
    prompt = table.prompt
    say(table, Attacked(table.state.slots[0].id))
    phone = await at_table(table, library)
    seq, line, back = table.table_state.seq, "What happened: Ana attacks Fly", "Back to here: Ana attacks Fly"
    [text] = [one for one in phone.controls(phone.find(line)) if isinstance(one, ft.Text)]
    assert (text.max_lines, text.no_wrap) == (None, False)
    for tap, is_open in ((line, True), ("Close", False), (line, True)):
        assert (back in phone.names()) != is_open
        await phone.tap(tap)
        assert (back in phone.names()) == is_open
    assert table.table_state.seq == seq
    await phone.tap(back)
    assert table.prompt == prompt


async def test_what_flowed_by_can_be_reopened_singly(table, library):
    """Going back to an automatic pass asks that question again, and undoes nothing before it."""
    phone = await at_table(table, library)
    cards = table.state.slots
    await phone.tap("What happened: Ana: +1 loot card (4)")
    await phone.tap("Back to here: Ana: +1 loot card (4)")
    assert table.state.slots == cards
    assert table.state.players[0].loot == 3
    assert [name.startswith("No responses, Loot 1 resolves") for name in phone.names("usual")] == [True]
