"""Rotation of the table towards the deciding seat, for a phone between the players."""

from __future__ import annotations

import flet as ft

QUARTERS_PER_TURN = 4


def quarter_turns(seat: int, seats: int) -> int:
    """Return the clockwise quarter turns for a seat: the first sits below, the others go round."""
    return seat * QUARTERS_PER_TURN // max(seats, QUARTERS_PER_TURN) if seats != 2 else 2 * seat


def rotate_table(table: ft.Control, quarters: int) -> ft.Control:
    """Rotate the table; without rotation it is returned unchanged."""
    if not quarters:
        return table
    # the notch does not rotate with the content
    return ft.SafeArea(ft.RotatedBox(quarter_turns=quarters, content=table, expand=True), expand=True)
