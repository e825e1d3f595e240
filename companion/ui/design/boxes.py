"""Rows and columns of controls, with the spacing of the app."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import flet as ft

STRETCH, CENTER, START, END = (
    ft.CrossAxisAlignment.STRETCH,
    ft.CrossAxisAlignment.CENTER,
    ft.CrossAxisAlignment.START,
    ft.CrossAxisAlignment.END,
)
"""How controls stand across a row or a column."""
USUAL_SPACING = 10
"""Flet's own space between the controls of a row or column, in points."""


def row_of(
    controls: Sequence[ft.Control], spacing: float = USUAL_SPACING, align: ft.CrossAxisAlignment = CENTER, **more: Any
) -> ft.Row:
    """Build a row with so much space between the controls, in points; ``more`` are further properties."""
    return ft.Row(list(controls), spacing=spacing, vertical_alignment=align, **more)


def wrapped_row(controls: Sequence[ft.Control], spacing: float, **more: Any) -> ft.Row:
    """Build a row that goes on below where it does not fit, with the same space between its lines."""
    return ft.Row(list(controls), spacing=spacing, run_spacing=spacing, wrap=True, **more)


def column_of(
    controls: Sequence[ft.Control],
    spacing: float = USUAL_SPACING,
    align: ft.CrossAxisAlignment = START,
    *,
    tight: bool = True,
    **more: Any,
) -> ft.Column:
    """Build a column as high as its controls, or as high as there is room if it is not ``tight``."""
    return ft.Column(list(controls), spacing=spacing, horizontal_alignment=align, tight=tight, **more)
