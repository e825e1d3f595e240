"""Rotation of the table towards the deciding seat, for a phone between the players."""

from __future__ import annotations

import flet as ft

QUARTERS = 4


def quarters(seat: int, seats: int) -> int:
    """Return the clockwise quarter turns for a seat: the first sits below, the others go round."""
    return seat * QUARTERS // max(seats, QUARTERS) if seats != 2 else 2 * seat


def turned(table: ft.Control, by: int) -> ft.Control:
    """Rotate the table; without rotation it is returned unchanged."""
    if not by:
        return table
    # the notch does not rotate with the content
    return ft.SafeArea(ft.RotatedBox(quarter_turns=by, content=table, expand=True), expand=True)
