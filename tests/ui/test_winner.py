"""The color of the win, without a browser: that of the winner, or of nobody."""

from __future__ import annotations

import asyncio
from typing import Any

import flet as ft
import pytest

from companion.base.seat_look import SeatLook
from companion.library.library import Library
from companion.library.seat_looks import set_look
from companion.match.roles import HOST_ROLE
from companion.match.table import Table
from companion.ui.design.theme import INK, SEAT_COLORS
from companion.ui.screens.table.screen import TableScreen
from companion.ui.screens.table.winner import winner_banner
from rules.engine import Outcome
from rules.four_souls.model.events import Confirmed
from tests.support.contrast import contrast
from tests.support.ui.headless import NOWHERE, Phone, action_phase, say

pytestmark = pytest.mark.usefixtures("quick")

NEUTRAL = str(ft.Colors.INVERSE_SURFACE)


def won(library: Library, seat: int) -> Table:
    """A match that this seat has just won."""
    table = action_phase(library)
    table.adjust(f"seat.{seat}.souls", 4)
    say(table, Confirmed(True))
    assert table.state.outcome.winners == (seat,)
    return table


def banner_of(table: Table, library: Library, sentence: str) -> tuple[str, list[Any]]:
    """The ground on which the sentence of the win stands, and the controls upon it."""

    async def run() -> tuple[str, list[Any]]:
        phone = await Phone().show(TableScreen, table, library, HOST_ROLE, NOWHERE)
        grounds = [one for one in phone.controls() if isinstance(one, ft.Container) and one.bgcolor]
        around = [one for one in grounds if sentence in texts_on(phone, one)]
        banner = min(around, key=lambda one: len(list(phone.controls(one))))
        return str(banner.bgcolor), list(phone.controls(banner.content))

    return asyncio.run(run())


def texts_on(phone: Phone, ground: ft.Container) -> list[str]:
    return [one.value for one in phone.controls(ground) if isinstance(one, ft.Text)]


@pytest.mark.parametrize("seat", range(3))
def test_the_win_has_the_color_of_its_winner(library: Library, seat: int) -> None:
    """The banner has the winner's color, and all that stands on it can be read."""
    table = won(library, seat)
    ground, upon = banner_of(table, library, f"{table.match.seats[seat]} wins")
    assert ground == SEAT_COLORS[seat]
    inks = {str(one.color) for one in upon if isinstance(one, ft.Text | ft.Icon)}
    assert inks == {INK}
    assert contrast(ground, INK) >= 4.5


def test_the_win_has_the_color_that_the_winner_chose(library: Library) -> None:
    """A color that was chosen is the one of the win."""
    table = won(library, 1)
    set_look(library.settings, table, HOST_ROLE, 1, SeatLook(4))
    assert banner_of(table, library, f"{table.match.seats[1]} wins")[0] == SEAT_COLORS[4]


@pytest.mark.parametrize(
    ("outcome", "badges"),
    [(Outcome((0, 2), "FS-01"), {0, 2}), (Outcome((0,), "FS-01", draw=True), {0}), (Outcome((), "FS-01"), set())],
)
def test_a_win_of_several_or_of_nobody_has_no_ones_color(outcome: Outcome, badges: set[int]) -> None:
    """Who wins together, or draws, has a badge in their own color on a ground of nobody's."""

    @ft.component
    def banner() -> ft.Control:
        return winner_banner(("Ana", "Beto", "Cira"), outcome)

    async def run() -> list[str]:
        phone = await Phone().show(banner)
        return [str(one.bgcolor) for one in phone.controls() if isinstance(one, ft.Container) and one.bgcolor]

    ground, *others = asyncio.run(run())
    assert ground == NEUTRAL
    assert set(others) == {SEAT_COLORS[seat] for seat in badges}
