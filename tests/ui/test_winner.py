"""The color of the win, without a browser: that of the winner, or of nobody."""

from __future__ import annotations

import flet as ft
import pytest

from companion.base.seat_look import SeatLook
from companion.library.library import Library
from companion.library.seat_looks import set_look
from companion.match.roles import HOST_ROLE
from companion.match.table import Table
from companion.ui.design.theme import INK, SEAT_COLORS
from companion.ui.screens.table.winner import winner_banner
from rules.engine import Outcome
from rules.four_souls.model.events import Confirmed
from tests.support.contrast import contrast
from tests.support.ui.headless import Phone, action_phase, at_table, say

pytestmark = pytest.mark.usefixtures("quick")

NEUTRAL = str(ft.Colors.INVERSE_SURFACE)


def won(library: Library, seat: int) -> Table:
    """A match that this seat has just won."""
    table = action_phase(library)
    table.adjust(f"seat.{seat}.souls", 4)
    say(table, Confirmed(True))
    assert table.state.outcome.winners == (seat,)
    return table


@pytest.mark.parametrize(("seat", "chosen"), [(0, None), (1, None), (2, None), (1, 4)])
async def test_the_win_has_the_color_of_its_winner(library: Library, seat: int, chosen: int | None) -> None:
    """The banner has the winner's color, the chosen one if there is one, and all that stands on it can be read."""
    table = won(library, seat)
    if chosen is not None:
        set_look(library.settings, table, HOST_ROLE, seat, SeatLook(chosen))
    phone = await at_table(table, library)
    grounds = [one for one in phone.controls() if isinstance(one, ft.Container) and one.bgcolor]
    around = [one for one in grounds if f"{table.match.seats[seat]} wins" in texts_on(phone, one)]
    banner = min(around, key=lambda one: len(list(phone.controls(one))))
    assert str(banner.bgcolor) == SEAT_COLORS[seat if chosen is None else chosen]
    inks = {str(one.color) for one in phone.controls(banner.content) if isinstance(one, ft.Text | ft.Icon)}
    assert inks == {INK}
    assert contrast(str(banner.bgcolor), INK) >= 4.5


def texts_on(phone: Phone, ground: ft.Container) -> list[str]:
    return [str(one.value) for one in phone.controls(ground) if isinstance(one, ft.Text)]


@pytest.mark.parametrize(
    ("outcome", "badges"),
    [(Outcome((0, 2), "FS-01"), {0, 2}), (Outcome((0,), "FS-01", draw=True), {0}), (Outcome((), "FS-01"), set())],
)
async def test_a_win_of_several_or_of_nobody_has_no_ones_color(outcome: Outcome, badges: set[int]) -> None:
    """Who wins together, or draws, has a badge in their own color on a ground of nobody's."""

    @ft.component
    def banner() -> ft.Control:
        return winner_banner(("Ana", "Beto", "Cira"), outcome)

    phone = await Phone().show(banner)
    ground, *others = [str(c.bgcolor) for c in phone.controls() if isinstance(c, ft.Container) and c.bgcolor]
    assert ground == NEUTRAL
    assert set(others) == {SEAT_COLORS[seat] for seat in badges}
