"""Lines to tick in the question's card, and what screen readers are told of an answer, without a browser."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import flet as ft
import pytest

from companion.library.library import Library
from companion.match.roles import HOST_ROLE, DeviceRole
from companion.match.table import Table
from companion.ui.design.page_look import show_preferences
from companion.ui.design.preferences import Preferences, parse_preferences
from companion.ui.screens.table.screen import TableScreen
from rules.engine import Rolled
from rules.four_souls.model.effect import Effect, Target
from rules.four_souls.model.events import Attacked, Passed
from tests.support.moments import triggers
from tests.support.ui.headless import NOWHERE, Phone, action_phase, say

pytestmark = pytest.mark.usefixtures("quick")
SPECTATOR = DeviceRole(is_spectator=True)
USUAL = Preferences()
Scene = Callable[[Phone], Awaitable[None]]


@pytest.fixture
def table(library: Library) -> Table:
    """Ana's action phase, with nothing left to do by hand."""
    table = action_phase(library)
    for line in table.hand_lines():
        table.tick(line.marks)
    return table


async def opened(
    table: Table,
    library: Library,
    habits: Preferences,
    role: DeviceRole = HOST_ROLE,
    size: tuple[int, int] = (390, 844),
) -> Phone:
    """A phone that shows the table in English."""

    def board(*args: Any) -> ft.Control:
        show_preferences(ft.context.page, habits)
        return TableScreen(*args)

    return await Phone(*size).show(ft.component(board), table, library, role, NOWHERE)


def shown(table: Table, library: Library, scene: Scene, habits: Preferences = USUAL, **how: Any) -> None:
    async def run() -> None:
        await scene(await opened(table, library, habits, **how))

    asyncio.run(run())


def gains(table: Table, *amounts: int, seat: int = 0) -> None:
    """Let a player gain ¢ by one effect after the other."""
    for n in amounts:
        triggers(table, Effect("cents", Target("seat", seat), n))


def boxes(phone: Phone) -> list[str]:
    """The lines that can be ticked."""
    return [name.removeprefix("Done: ") for name in phone.names() if name.startswith("Done: ")]


def test_one_tap_ticks_a_line_and_it_is_gone(table: Table, library: Library) -> None:
    gains(table, 1)

    async def scene(phone: Phone) -> None:
        assert boxes(phone) == ["Ana: take 1 ¢"]
        seq = table.table_state.seq
        await phone.tap("Done: Ana: take 1 ¢")
        assert boxes(phone) == []
        assert table.table_state.seq == seq  # the game has not moved

    shown(table, library, scene)


def test_more_than_three_lines_take_no_more_room_and_a_tap_opens_all(library: Library) -> None:
    """Four players have something to do: two lines stand there, and a tap shows the others."""
    table = everybody_gains(library)

    async def scene(phone: Phone) -> None:
        assert boxes(phone) == ["Ana: take 1 ¢", "Beto: take 2 ¢"]
        await phone.tap("2 more")
        assert boxes(phone)[-2:] == ["Cira: take 3 ¢", "Dani: take 4 ¢"]
        await phone.tap("Done: Dani: take 4 ¢")
        assert boxes(phone)[-1] == "Cira: take 3 ¢"

    shown(table, library, scene)


def everybody_gains(library: Library) -> Table:
    """Each of four players has gained as many ¢ as their seat."""
    table = action_phase(library, "Ana", "Beto", "Cira", "Dani")
    for line in table.hand_lines():
        table.tick(line.marks)
    for seat in range(4):
        gains(table, seat + 1, seat=seat)
    return table


def test_a_small_phone_has_one_row_for_all_of_them(library: Library) -> None:
    table = everybody_gains(library)

    async def scene(phone: Phone) -> None:
        assert boxes(phone) == []
        await phone.tap("4 things to do at the table")
        assert boxes(phone)[0] == "Ana: take 1 ¢"

    shown(table, library, scene, size=(320, 640))


def test_whoever_does_not_want_them_has_none(table: Table, library: Library) -> None:
    gains(table, 1)

    async def scene(phone: Phone) -> None:
        assert boxes(phone) == []
        assert not any("take 1 ¢" in text for text in phone.texts())

    shown(table, library, scene, Preferences(hands=False))


def test_whoever_watches_reads_them(table: Table, library: Library) -> None:
    gains(table, 1)

    async def scene(phone: Phone) -> None:
        assert boxes(phone) == []
        assert "Ana: take 1 ¢" in phone.texts()

    shown(table, library, scene, role=SPECTATOR)


# --- announcements -----------------------------------------------------------------------------------------------


def announced(phone: Phone) -> str:
    """What the results' live region says: its label, else its texts."""
    regions = [c for c in phone.controls() if isinstance(c, ft.Semantics) and c.live_region]
    texts = [
        c.label or " · ".join(t.semantics_label or t.value for t in phone.controls(c) if isinstance(t, ft.Text))
        for c in regions
    ]
    return " | ".join(texts)


def rolls(table: Table, face: int) -> None:
    say(table, Attacked(table.state.slots[1].id))
    say(table, Rolled((face,)))
    say(table, Passed((0, 1, 2), table.state.stack.top.id))


@pytest.mark.parametrize(
    ("length", "said", "unsaid"),
    [
        ("short", ("5 hits Big Spider",), ("life (2)", "Beto: ")),
        ("usual", ("5 hits Big Spider", "life (2)"), ("Beto: ",)),
        ("long", ("5 hits Big Spider", "life (2)", "Ana's turn", "Beto: life 2 of 2, 3 ¢"), ()),
    ],
)
def test_results_are_announced_in_the_chosen_length(
    table: Table, library: Library, length: str, said: tuple[str, ...], unsaid: tuple[str, ...]
) -> None:
    """Short: the die and its outcome; usual: the lines; long: also the numbers and who is next."""

    async def scene(phone: Phone) -> None:
        assert "hits" not in announced(phone)
        rolls(table, 5)
        await phone.settle()
        told = announced(phone)
        assert all(text in told for text in said), told
        assert not any(text in told for text in unsaid), told

    shown(table, library, scene, Preferences(announce=length))


def test_the_choices_are_kept_like_other_preferences() -> None:
    chosen = Preferences(hands=False, announce="long")
    assert parse_preferences(chosen.to_json()) == chosen
    assert parse_preferences('{"announce": "shouted", "text": "large"}') == Preferences()


def test_what_one_player_does_is_one_line(table: Table, library: Library) -> None:
    """Three gains are one move of hands."""
    gains(table, 1, 2, 3)

    async def scene(phone: Phone) -> None:
        assert boxes(phone) == ["Ana: take 6 ¢"]

    shown(table, library, scene)
