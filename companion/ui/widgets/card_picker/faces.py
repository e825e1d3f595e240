"""Face of a card in a list, and the row that picks it."""

from __future__ import annotations

from collections.abc import Sequence

import flet as ft

from companion.ui.design.look import translate
from companion.ui.design.sizes import MIN_TAP_SIZE, FontSize, Radius, Space
from companion.ui.widgets.controls import Action, pressable
from rules.engine import Displayable

MUTED = ft.Colors.ON_SURFACE_VARIANT


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
    shown = [ft.Text(translate(line), size=FontSize.SMALL, color=ink or MUTED) for line in lines if line]
    return ft.Column([ft.Row([*before, title, *marks], spacing=Space.GAP), *shown], spacing=Space.HAIR, tight=True)


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
        card = pressable(face, spoken, on_tap, fill=fill, pad=pad, align=left, height=height, expand=True)
    return ft.Row([card, *after], spacing=Space.HAIR)


def card_chip(name: str, spoken: str, icon: ft.IconData, on_tap: Action) -> ft.Control:
    """Build a chip of what is remembered or lies ready, and is taken whole."""
    parts: list[ft.Control] = [ft.Icon(icon, size=FontSize.BODY, color=ft.Colors.PRIMARY)]
    face = ft.Row([*parts, ft.Text(name, size=FontSize.BODY)], tight=True, spacing=Space.NEAR)
    edge, pad = ft.BorderSide(1, ft.Colors.PRIMARY), ft.Padding.symmetric(horizontal=Space.EDGE)
    return pressable(face, spoken, on_tap, edge=edge, radius=Radius.PILL, height=44, pad=pad)


def chip_row(chips: Sequence[ft.Control]) -> ft.Control:
    """Arrange chips in as many lines as they need."""
    return ft.Row(list(chips), wrap=True, spacing=Space.NEAR, run_spacing=Space.NEAR)
