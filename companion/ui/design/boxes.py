"""Rows and columns of controls, with the spacing of the app."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict, Unpack

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


class BoxProperties(TypedDict, total=False):
    """Further properties of Flet's rows and columns."""

    alignment: ft.MainAxisAlignment
    bottom: float | None
    expand: bool | int | None
    expand_loose: bool
    height: float | None
    left: float | None
    opacity: float
    right: float | None
    rotate: ft.RotateValue | None
    scroll: ft.ScrollMode | None
    tooltip: ft.Tooltip | str | None
    width: float | None


class RowProperties(BoxProperties, total=False):
    """Further properties of Flet's rows."""

    intrinsic_height: bool
    run_spacing: float
    wrap: bool


def row_of(
    controls: Sequence[ft.Control],
    spacing: float = USUAL_SPACING,
    align: ft.CrossAxisAlignment = CENTER,
    *,
    tight: bool = False,
    **more: Unpack[RowProperties],
) -> ft.Row:
    """Build a row with that space between the controls in points; a tight one is no wider."""
    return ft.Row(list(controls), spacing=spacing, vertical_alignment=align, tight=tight, **more)


def wrapped_row(controls: Sequence[ft.Control], spacing: float, **more: Unpack[BoxProperties]) -> ft.Row:
    """Build a row that goes on below where it does not fit, as far apart as its controls."""
    return ft.Row(list(controls), spacing=spacing, run_spacing=spacing, wrap=True, **more)


def column_of(
    controls: Sequence[ft.Control],
    spacing: float = USUAL_SPACING,
    align: ft.CrossAxisAlignment = START,
    *,
    tight: bool = True,
    **more: Unpack[BoxProperties],
) -> ft.Column:
    """Build a column; a tight one is as high as its controls, another as there is room."""
    return ft.Column(list(controls), spacing=spacing, horizontal_alignment=align, tight=tight, **more)
