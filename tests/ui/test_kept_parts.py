"""What the comparison of a screen that kept parts of itself with one drawn now finds.

Whole matches are compared in ``tests/laws/test_kept_parts.py``.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import flet as ft
import pytest

from companion.library.library import Library
from companion.match.roles import HOST_ROLE
from companion.match.table import Table
from companion.ui.design.look import current_preferences, screen_width
from companion.ui.design.preferences import Preferences
from companion.ui.hooks import use_observable
from companion.ui.redraw import memoized
from companion.ui.table.model import seats
from tests.support.ui.table_device import STILL, Device, opened, run_on_device, without_delays


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove the delays of the screen."""
    without_delays(monkeypatch)


def found_after(library: Library, change: Callable[[Device], Awaitable[None]], screen: Any = None) -> list[str]:
    """Return the differences that the comparison finds after a change at a table."""
    device = Device(opened(library, "king_of_tokyo"), library, HOST_ROLE, **({"screen": screen} if screen else {}))
    found: list[str] = []

    async def scene() -> None:
        assert await device.differences() == []
        await change(device)
        found.extend(await device.differences())

    run_on_device(device, scene)
    return found


async def number(device: Device) -> None:
    """Change a number."""
    device.table.adjust(device.table.table_state.trackers[0].key, 1)


async def text(device: Device) -> None:
    """Choose larger text."""
    await device.change(preferences=Preferences(text="largest", motion=STILL.motion))


async def width(device: Device) -> None:
    """Turn the phone."""
    await device.turn_to(844, 390)


def test_a_part_that_reads_what_is_not_in_its_arguments_is_found(library: Library) -> None:
    """A part that reads the table from its closure is stale, and the comparison says where."""

    @memoized
    def Part(table: list[Table]) -> ft.Control:  # noqa: N802 - named like a class
        return ft.Text(f"{table[0].table_state.seq}")

    @ft.component
    def screen(table: Table, library: Library, *others: object) -> ft.Control:
        use_observable(table)
        return ft.Column([Part([table]), ft.Text(f"{table.table_state.seq}")])

    assert len(found_after(library, number, screen)) == 1


def test_a_player_row_that_ignores_its_numbers_is_found(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """A real part is stale if its argument counts as the same whatever it shows."""
    monkeypatch.setattr(seats.SeatModel, "__eq__", lambda one, other: one.seat == other.seat)
    assert any(
        one.count(": Ana, hearts") == one.count("and anew Ana, hearts") == 1 for one in found_after(library, number)
    )


@memoized
def Sized() -> ft.Control:  # noqa: N802 - named like a class
    """A part without arguments that depends on the preferences and the width of the page."""
    return ft.Text(f"{current_preferences().scale} {screen_width()}")


@ft.component
def sized_screen(*context: object) -> ft.Control:
    """A screen of that part, which is drawn again when its page has another size."""
    _, set_size = ft.use_state(0)
    return ft.Container(Sized(), on_size_change=lambda event: set_size(event.width))


@pytest.mark.parametrize("change", [text, width])
def test_a_part_is_drawn_again_for_other_preferences_and_another_width(
    library: Library, monkeypatch: pytest.MonkeyPatch, change: Callable[[Device], Awaitable[None]]
) -> None:
    """A part that depends on them is not stale; without that comparison in ``memoized`` it is."""
    assert found_after(library, change, sized_screen) == []
    monkeypatch.setattr("companion.ui.redraw.current_look", lambda: None)
    assert len(found_after(library, change, sized_screen)) == 1
