"""Bottom sheet over the table, closed by a tap beside it."""

from __future__ import annotations

from typing import Any

import flet as ft

from companion.ui.design.preferences import swift
from companion.ui.design.theme import Round, Space

from .controls import Do, icon_press, whole
from .page_frame import warning

WIDE = 560
"""Width of a sheet over a table with two columns, in points."""


def sheet(head: ft.Control, body: ft.Control, close: str, on_close: Do, *, full: bool, wide: bool) -> ft.Control:
    """Build a bottom sheet of heading, body and close button; a full one takes all the height."""
    top = ft.Row(
        [ft.Container(head, expand=True), icon_press(ft.Icons.CLOSE, close, on_close)],
        vertical_alignment=ft.CrossAxisAlignment.START,
    )
    inside = ft.Column([whole(top), whole(body, expand=full)], spacing=Space.GAP, tight=not full, expand=full)
    paper = ft.Container(
        content=inside,
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOW,
        border_radius=ft.BorderRadius.only(top_left=Round.SHEET, top_right=Round.SHEET),
        padding=ft.Padding.only(left=Space.ROOM, right=Space.EDGE, top=Space.EDGE, bottom=Space.EDGE),
        expand=full,
        shadow=ft.BoxShadow(blur_radius=24, color=ft.Colors.with_opacity(0.35, ft.Colors.BLACK)),
    )
    column = ft.Column([_above(on_close, close, full), paper], spacing=0, expand=True)
    inner = ft.Container(column, width=WIDE) if wide else ft.Container(column, expand=True)
    return ft.Row([inner], alignment=ft.MainAxisAlignment.CENTER, expand=True)


def _above(on_close: Do, close: str, full: bool) -> ft.Control:
    """Build the area above the sheet, where a tap closes it."""
    place: dict[str, Any] = {"height": 20} if full else {"expand": True}
    return _silent(ft.Container(on_click=on_close, expand=True), **place)


def _silent(control: ft.Control, **place: Any) -> ft.Control:
    """Hide a control from screen readers, which have the close button."""
    return ft.Container(ft.Semantics(content=control, exclude_semantics=True), **place)


@ft.component
def Rising(paper: ft.Control) -> ft.Control:  # noqa: N802 - Flet's components are named like classes
    """Build the animation of a sheet that slides up."""
    up, set_up = ft.use_state(False)
    ft.use_effect(lambda: set_up(True), [])
    # in a list: Flet loses the parent of a control that stays the only content of a new container
    held = ft.Column([paper], spacing=0, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
    return ft.Container(
        held,
        offset=ft.Offset(0, 0 if up else 0.12),
        animate_offset=ft.Animation(swift(), ft.AnimationCurve.EASE_OUT),
        expand=True,
    )


@ft.component
def Over(  # noqa: N802
    table: ft.Control, paper: ft.Control | None, on_close: Do, told: str = ""
) -> ft.Control:
    """Build the table and, if there is one, the sheet over it; what is covered is disabled.

    ``error_text`` is why the table refused the sheet's answer: it stands above the sheet, which keeps its input.
    """
    covered = paper is not None
    shade = ft.Container(
        bgcolor=ft.Colors.with_opacity(0.55, ft.Colors.BLACK) if covered else ft.Colors.TRANSPARENT,
        animate=ft.Animation(swift()),
        ignore_interactions=not covered,
        on_click=on_close,
        expand=True,
    )
    layers: list[ft.Control] = [ft.Semantics(content=table, exclude_semantics=covered, disabled=covered)]
    if paper is not None:
        says = ft.Container(warning(told) if told else None, padding=Space.EDGE if told else 0)
        held = ft.Column([says, ft.Container(paper, expand=True)], spacing=0, expand=True)
        layers += [_silent(shade), Rising(ft.SafeArea(held, expand=True))]
    return ft.Stack(layers, expand=True, fit=ft.StackFit.EXPAND)
