"""Page frame and common page controls: headers, hints, warnings, panels, cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import flet as ft

from companion.ui.design.preferences import tall
from companion.ui.design.text_fit import enlarged, fitted, lines
from companion.ui.design.theme import Round, Space, Type

from .controls import icon_press

WIDEST = 600
"""Maximum width of a page in points, for lines that stay readable."""
SIGN = 48
"""Size of an icon button beside a title, in points."""
Tap = Callable[[], None]
NOTHING: Any = None
"""Initial value of what a page has not loaded yet."""


def page(
    route: str, head: ft.Control, body: Sequence[ft.Control], foot: ft.Control | None = None, key: str = ""
) -> ft.View:
    """Build a page: fixed header, scrolling body, fixed footer."""
    scrolling = ft.Column(
        [*body, ft.Container(height=Space.PAGE)], scroll=ft.ScrollMode.AUTO, expand=True, spacing=Space.EDGE
    )
    parts: list[ft.Control] = [
        head,
        ft.Container(scrolling, padding=ft.Padding.symmetric(horizontal=Space.PAGE), expand=True),
    ]
    if foot is not None:
        parts.append(ft.Container(foot, padding=ft.Padding.symmetric(vertical=Space.EDGE, horizontal=Space.PAGE)))
    middle = ft.Column(parts, spacing=0, expand=True, width=width())
    return ft.View(
        route=route,
        padding=0,
        bgcolor=ft.Colors.SURFACE,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        controls=[ft.SafeArea(middle, expand=True)],
    )


def width() -> float:
    """Return the width of a page on this screen, in points."""
    return min(ft.context.page.width or WIDEST, WIDEST)


def head(title: str, back: str, on_back: Tap, *more: ft.Control) -> ft.Control:
    """Build the page header: back button, title and further buttons."""
    free = width() - 2 * Space.GAP - (1 + len(more)) * SIGN
    name = ft.Text(
        title,
        size=fitted(title, Type.HEAD, free),
        weight=ft.FontWeight.W_600,
        expand=True,
        max_lines=2,
        style=ft.TextStyle(height=1.1),
    )
    return ft.Container(
        ft.Row([icon_press(ft.Icons.ARROW_BACK, back, on_back), name, *more], spacing=Space.TIGHT),
        padding=ft.Padding.symmetric(vertical=Space.NEAR, horizontal=Space.GAP),
    )


def heading(text: str) -> ft.Control:
    """Build the heading of a section."""
    words = ft.Text(text, size=Type.SMALL, weight=ft.FontWeight.W_600, color=ft.Colors.PRIMARY)
    return ft.Container(words, margin=ft.Margin.only(top=Space.EDGE))


def quiet(text: str, **more: Any) -> ft.Text:
    """Build a hint text."""
    return ft.Text(text, size=Type.SMALL, color=ft.Colors.ON_SURFACE_VARIANT, **more)


def warning(text: str) -> ft.Control:
    """Build a warning with an icon, announced by screen readers."""
    line = ft.Text(text, size=Type.BODY, color=ft.Colors.ON_SURFACE, expand=True)
    sign = ft.Icon(ft.Icons.INFO_OUTLINE, color=ft.Colors.ERROR)
    return ft.Semantics(
        live_region=True,
        content=ft.Container(
            ft.Row([sign, line], vertical_alignment=ft.CrossAxisAlignment.START, spacing=Space.EDGE),
            bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST,
            border_radius=Round.TILE,
            padding=Space.EDGE,
        ),
    )


def panel(*controls: ft.Control, **more: Any) -> ft.Container:
    """Build a panel that groups controls on a background of its own."""
    column = ft.Column(list(controls), spacing=Space.GAP, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
    return ft.Container(
        column,
        bgcolor=ft.Colors.SURFACE_CONTAINER,
        border_radius=Round.PILL,
        padding=more.pop("padding", Space.ROOM),
        **more,
    )


def main_button(text: str, on_click: Tap, which: ft.IconData | None = None, **more: Any) -> ft.FilledButton:
    """Build the main button of a page, large and at the bottom."""
    style = ft.ButtonStyle(
        shape=ft.RoundedRectangleBorder(radius=Round.PILL),
        text_style=ft.TextStyle(size=Type.LEAD, weight=ft.FontWeight.W_600),
    )
    icon = which if not enlarged() else None
    high = max(60, Space.AIR + lines(text, Type.LEAD, width() - 2 * Space.PAGE - 2 * Space.AIR) * tall(Type.LEAD * 1.3))
    return ft.FilledButton(
        text, icon=icon, on_click=lambda event: on_click(), height=high, style=style, expand=True, **more
    )


def card(content: ft.Control, on_click: Tap, strong: bool = False) -> ft.Button:
    """Build a card that can be tapped as a whole; its texts are its accessible name."""
    ground, ink = (
        (ft.Colors.PRIMARY_CONTAINER, ft.Colors.ON_PRIMARY_CONTAINER)
        if strong
        else (ft.Colors.SURFACE_CONTAINER, ft.Colors.ON_SURFACE)
    )
    style = ft.ButtonStyle(
        shape=ft.RoundedRectangleBorder(radius=Round.PILL),
        padding=ft.Padding.all(Space.ROOM),
        bgcolor=ground,
        color=ink,
        elevation={ft.ControlState.DEFAULT: 0},
        shadow_color=ft.Colors.TRANSPARENT,
        alignment=ft.Alignment.CENTER_LEFT,
    )
    return ft.Button(content, on_click=lambda event: on_click(), style=style)


def folded(title: str, rows: list[ft.Control], says: str = "") -> ft.Control:
    """Build an expandable section for controls that are rarely needed."""
    inside = ft.Container(
        ft.Column(rows, spacing=Space.EDGE),
        padding=ft.Padding.only(left=Space.ROOM, top=Space.GAP, right=Space.ROOM, bottom=Space.ROOM),
    )
    tile = ft.ExpansionTile(
        title=ft.Text(title, size=Type.BODY, weight=ft.FontWeight.W_500),
        subtitle=quiet(says) if says else None,
        controls=[inside],
        shape=ft.RoundedRectangleBorder(radius=Round.PILL),
        collapsed_shape=ft.RoundedRectangleBorder(radius=Round.PILL),
        bgcolor=ft.Colors.SURFACE_CONTAINER,
        collapsed_bgcolor=ft.Colors.SURFACE_CONTAINER,
        expanded_cross_axis_alignment=ft.CrossAxisAlignment.STRETCH,
        maintain_state=True,
    )
    return ft.Container(tile, border_radius=Round.PILL, clip_behavior=ft.ClipBehavior.ANTI_ALIAS)
