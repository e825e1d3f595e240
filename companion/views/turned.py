"""The table turned towards whoever decides, for a phone that lies between the people."""

from __future__ import annotations

import flet as ft

QUARTERS = 4


def quarters(seat: int, seats: int) -> int:
    """Quarter turns clockwise, that this seat reads it upright: the first sits below, the others go round."""
    return seat * QUARTERS // max(seats, QUARTERS) if seats != 2 else 2 * seat


def turned(table: ft.Control, by: int) -> ft.Control:
    """The table turned by so many quarters; what is not turned is left alone."""
    if not by:
        return table
    # a notch stays where it is while what is shown turns
    return ft.SafeArea(ft.RotatedBox(quarter_turns=by, content=table, expand=True), expand=True)
