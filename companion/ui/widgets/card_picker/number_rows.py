"""Rows of the values that a number printed on a card may have."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

import flet as ft

from companion.ui.design.boxes import CENTER, column_of, row_of
from companion.ui.design.drawn_signs import SignIcon, icon_of
from companion.ui.design.look import scaled_height, screen_width, translate
from companion.ui.design.sizes import MIN_TAP_SIZE, FontSize, Radius, Space
from companion.ui.design.text import MUTED, title_text
from companion.ui.design.text_fit import fit_count, fit_font_size
from companion.ui.widgets.controls import Action, Surface, bind, even_rows, pressable
from rules.engine import Text

LABEL_WIDTH = 52
"""Width of a row's label beside its values, in points."""
KEY_HEIGHT, LOW_KEY_HEIGHT = 56, 44
"""Height of a key in a row of one line, and in one of several lines."""


@dataclass(frozen=True)
class NumberRow:
    """A number printed on cards: field of the record, label, values on offer, and sign."""

    field: str
    label: Text
    values: Sequence[int]
    icon: SignIcon
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
    """Build a number's values; those not ``possible`` are disabled, with None all are possible.

    The row takes that ``share`` of the screen's width. Values that do not fit beside the label stand below it in one
    line, or in several lower ones if the row ``wraps``.
    """
    label = translate(row.label)
    name = ft.Text(label, size=fit_font_size(label, FontSize.FINE_PRINT, LABEL_WIDTH), color=MUTED, no_wrap=True)
    head = [icon_of(row.icon, FontSize.HEADING, row.color), name]
    keys = [
        value_key(
            str(n),
            f"{label} {n}",
            bind(on_value, n) if possible is None or n in possible else None,
            is_chosen=n == chosen,
            height=LOW_KEY_HEIGHT if wraps else KEY_HEIGHT,
        )
        for n in row.values
    ]
    if not wraps:
        return key_row(head, keys, LABEL_WIDTH)
    width = screen_width() * share - 3 * Space.EDGE - LABEL_WIDTH
    return row_of([_beside(head, LABEL_WIDTH), ft.Container(even_rows(keys, width), expand=True)], Space.TIGHT)


def key_row(
    head: Sequence[ft.Control], keys: Sequence[ft.Control], width: float, *, is_stacked: bool = True
) -> ft.Control:
    """Build a line of keys beside the ``head`` of that width, or below it where they do not fit.

    The parts of a head beside its keys stand one below the other if it ``is_stacked``.
    """
    free = screen_width() - 3 * Space.EDGE - width
    if fit_count(free, scaled_height(MIN_TAP_SIZE), Space.TIGHT) < len(keys):
        lines = [row_of(list(head), Space.TIGHT), row_of(list(keys), Space.TIGHT)]
        return column_of([*lines], 0)
    beside = _beside(head, width) if is_stacked else row_of(list(head), Space.TIGHT, width=width)
    return row_of([beside, *keys], Space.TIGHT)


def _beside(head: Sequence[ft.Control], width: float) -> ft.Control:
    middle = CENTER
    return column_of(list(head), 0, middle, width=width)


def value_key(
    text: str, spoken: str, on_tap: Action | None, *, is_chosen: bool | None = None, height: float = KEY_HEIGHT
) -> ft.Control:
    """Build the key of one value; without ``on_tap`` it is dim and disabled."""
    ink = ft.Colors.ON_PRIMARY if is_chosen else ft.Colors.ON_SURFACE if on_tap else ft.Colors.OUTLINE_VARIANT
    face = title_text(text, 700, ink)
    fill = ft.Colors.PRIMARY if is_chosen else ft.Colors.SURFACE_CONTAINER_HIGH
    return pressable(
        face,
        spoken,
        on_tap,
        Surface(fill=fill, pad=0, radius=Radius.TILE),
        height=height,
        is_chosen=is_chosen,
        expand=True,
    )
