"""Looks of the seats of the table that a page shows."""

from __future__ import annotations

from contextlib import suppress

import flet as ft

from companion.base.seat_look import SeatLook
from companion.base.session_value import SessionValue

SEAT_SIGNS = {
    "anchor": ft.Icons.ANCHOR,
    "rocket": ft.Icons.ROCKET_LAUNCH,
    "tree": ft.Icons.PARK,
    "note": ft.Icons.MUSIC_NOTE,
    "sun": ft.Icons.WB_SUNNY,
    "snow": ft.Icons.AC_UNIT,
    "key": ft.Icons.KEY,
    "cake": ft.Icons.CAKE,
}
"""Icon of each sign that a badge may show instead of an initial."""
NO_LOOKS: tuple[SeatLook, ...] = ()
_looks = SessionValue[tuple[SeatLook, ...]]("seat looks", lambda: NO_LOOKS)


def show_looks(looks: tuple[SeatLook, ...]) -> None:
    """Set the looks for the page that is being drawn."""
    _looks.set(ft.context.page, looks)


def current_looks() -> tuple[SeatLook, ...]:
    """Return the looks for the page that is being drawn; empty outside of a table."""
    with suppress(RuntimeError):  # outside of a page
        return _looks.get(ft.context.page)
    return NO_LOOKS


def seat_look(seat: int) -> SeatLook:
    """Return the look of a seat; the default one outside of a table."""
    looks = current_looks()
    return looks[seat] if 0 <= seat < len(looks) else SeatLook(seat)


def seat_sign(seat: int | None) -> ft.IconData | None:
    """Return the icon that stands for a seat; None where its initial does."""
    return None if seat is None else SEAT_SIGNS.get(seat_look(seat).sign)
