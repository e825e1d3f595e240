"""Rows of the values that a number printed on a card may have."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

import flet as ft

from companion.ui.design.look import scaled_height, screen_width, translate
from companion.ui.design.sizes import MIN_TAP_SIZE, FontSize, Radius, Space
from companion.ui.design.text_fit import fit_count, fit_font_size
from companion.ui.widgets.controls import Action, bind, even_rows, pressable
from rules.engine import Text

LABEL_WIDTH = 52
"""Width of a row's label beside its values, in points."""
MUTED = ft.Colors.ON_SURFACE_VARIANT


@dataclass(frozen=True)
class NumberRow:
    """A number printed on cards: field of the record, label, values on offer, and sign."""

    field: str
    label: Text
    values: Sequence[int]
    icon: ft.IconData
    color: str = MUTED


def number_row(
    row: NumberRow,
    chosen: int | None,
    on_value: Callable[[int], object],
    possible: Collection[int] | None = None,
    *,
    share: float = 1,
    wraps: bool = False,
) -> ft.Control:
    """Build a number's values; those that are not ``possible`` are dim and disabled, None disables none.

    The row takes that ``share`` of the screen's width. Values that do not fit beside the label stand below it in one
    line, or in several lower ones if the row ``wraps``.
    """
    label = translate(row.label)
    head: list[ft.Control] = [
        ft.Icon(row.icon, size=FontSize.HEADING, color=row.color),
        ft.Text(label, size=fit_font_size(label, FontSize.FINE_PRINT, LABEL_WIDTH), color=MUTED, no_wrap=True),
    ]
    keys = [
        _value(label, n, n == chosen, bind(on_value, n) if possible is None or n in possible else None, wraps)
        for n in row.values
    ]
    middle = ft.CrossAxisAlignment.CENTER
    beside = ft.Column(head, spacing=0, width=LABEL_WIDTH, tight=True, horizontal_alignment=middle)
    width = screen_width() * share - 3 * Space.EDGE - LABEL_WIDTH
    if wraps:
        return ft.Row([beside, ft.Container(even_rows(keys, width), expand=True)], spacing=Space.TIGHT)
    if fit_count(width, scaled_height(MIN_TAP_SIZE), Space.TIGHT) < len(keys):
        below: list[ft.Control] = [ft.Row(head, spacing=Space.TIGHT), ft.Row(keys, spacing=Space.TIGHT)]
        return ft.Column(below, spacing=0, tight=True)
    return ft.Row([beside, *keys], spacing=Space.TIGHT)


def _value(label: str, n: int, is_chosen: bool, on_tap: Action | None, is_low: bool) -> ft.Control:
    ink = ft.Colors.ON_PRIMARY if is_chosen else ft.Colors.ON_SURFACE if on_tap else ft.Colors.OUTLINE_VARIANT
    text = ft.Text(str(n), size=FontSize.TITLE, weight=ft.FontWeight.W_700, color=ink)
    fill = ft.Colors.PRIMARY if is_chosen else ft.Colors.SURFACE_CONTAINER_HIGH
    height = 44 if is_low else 56
    spoken = f"{label} {n}"
    return pressable(
        text, spoken, on_tap, fill=fill, pad=0, radius=Radius.TILE, height=height, is_chosen=is_chosen, expand=True
    )
