"""Face of a card in a list, and the row that picks it."""

from __future__ import annotations

from collections.abc import Sequence

import flet as ft

from companion.ui.design.boxes import column_of, row_of, wrapped_row
from companion.ui.design.look import translate
from companion.ui.design.sizes import MIN_TAP_SIZE, FontSize, Radius, Space
from companion.ui.design.text import MUTED, body_text, label_text
from companion.ui.widgets.controls import Action, Surface, pressable
from rules.engine import Displayable


def text_face(
    name: Displayable,
    marks: Sequence[ft.Control] = (),
    lines: Sequence[Displayable | None] = (),
    *,
    before: Sequence[ft.Control] = (),
    ink: str | None = None,
    size: float = FontSize.SUBTITLE,
) -> ft.Column:
    """Build a card's face: its name between signs and ``marks``, and small ``lines`` below.

    ``ink`` colors everything; without it the lines are pale. ``size`` is the font size of the name.
    """
    title = ft.Text(translate(name), size=size, weight=ft.FontWeight.W_700, color=ink, expand=True)
    shown = [label_text(translate(line), color=ink or MUTED) for line in lines if line]
    return column_of([row_of([*before, title, *marks], Space.GAP), *shown], Space.HAIR)


def card_row(
    face: ft.Column,
    spoken: str,
    on_tap: Action | None,
    after: Sequence[ft.Control] = (),
    *,
    fill: str = ft.Colors.SURFACE_CONTAINER_HIGH,
) -> ft.Control:
    """Build a card and the buttons ``after`` it; without ``on_tap`` it is only shown."""
    pad = ft.Padding.symmetric(horizontal=Space.EDGE, vertical=Space.GAP)
    height = MIN_TAP_SIZE if len(face.controls) == 1 else None  # what a card does may have several lines
    card: ft.Control = ft.Container(face, bgcolor=fill, padding=pad, border_radius=Radius.TILE, expand=True)
    if on_tap is not None:
        left = ft.Alignment.CENTER_LEFT
        card = pressable(face, spoken, on_tap, Surface(fill=fill, pad=pad, align=left), height=height, expand=True)
    return row_of([card, *after], Space.HAIR)


def card_chip(name: str, spoken: str, icon: ft.IconData, on_tap: Action) -> ft.Control:
    """Build a chip of what is remembered or lies ready, and is taken whole."""
    parts: list[ft.Control] = [ft.Icon(icon, size=FontSize.BODY, color=ft.Colors.PRIMARY)]
    face = row_of([*parts, body_text(name)], Space.NEAR, tight=True)
    edge, pad = ft.BorderSide(1, ft.Colors.PRIMARY), ft.Padding.symmetric(horizontal=Space.EDGE)
    return pressable(face, spoken, on_tap, Surface(edge=edge, radius=Radius.PILL, pad=pad), height=44)


def chip_row(chips: Sequence[ft.Control]) -> ft.Control:
    """Arrange chips in as many lines as they need."""
    return wrapped_row(list(chips), Space.NEAR)
