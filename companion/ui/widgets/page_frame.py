"""Page frame and common page controls: headers, hints, warnings, panels, cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import flet as ft

from companion.ui.design.boxes import CENTER, START, STRETCH, column_of, row_of
from companion.ui.design.font import FONT_FAMILY
from companion.ui.design.look import scaled_height, translate
from companion.ui.design.sizes import FontSize, Radius, Space
from companion.ui.design.text import MUTED, body_text, label_text
from companion.ui.design.text_fit import fit_font_size, has_large_text, line_count
from companion.ui.state import use_ref
from rules.engine import Displayable, Text

from .controls import icon_button, keyed_component

MAX_PAGE_WIDTH = 600
"""Maximum width of a page in points, for lines that stay readable."""
ICON_BUTTON_SIZE = 48
"""Size of an icon button beside a title, in points."""
MAIN_BUTTON_HEIGHT = 60
"""Least height of the main button of a page, in points."""
OnTap = Callable[[], object]
Loaded = TypeVar("Loaded")


def page_view(
    route: str, head: ft.Control, body: Sequence[ft.Control], foot: ft.Control | None = None, key: str = ""
) -> ft.View:
    """Build a page: fixed header, scrolling body, fixed footer."""
    scrolling = column_of(
        [*body, ft.Container(height=Space.PAGE)], Space.EDGE, tight=False, scroll=ft.ScrollMode.AUTO, expand=True
    )
    parts: list[ft.Control] = [
        head,
        ft.Container(scrolling, padding=ft.Padding.symmetric(horizontal=Space.PAGE), expand=True),
    ]
    if foot is not None:
        parts.append(ft.Container(foot, padding=ft.Padding.symmetric(vertical=Space.EDGE, horizontal=Space.PAGE)))
    middle = column_of(parts, 0, tight=False, expand=True, width=page_width())
    return ft.View(
        route=route,
        padding=0,
        bgcolor=ft.Colors.SURFACE,
        horizontal_alignment=CENTER,
        controls=[ft.SafeArea(middle, expand=True)],
    )


def loaded_body(loaded: Loaded | Text | None, build: Callable[[Loaded], list[ft.Control]]) -> list[ft.Control]:
    """Build the body from what ``use_loaded`` returned, once that is there."""
    return waiting_body(loaded) if loaded is None or isinstance(loaded, Text) else build(loaded)


def waiting_body(problem: Text | None) -> list[ft.Control]:
    """Build a progress bar, or the reason for which nothing can be shown."""
    return [ft.ProgressBar() if problem is None else warning(translate(problem))]


def dialog_sheet(content: ft.Control, on_close: OnTap, right: int = Space.ROOM) -> ft.BottomSheet:
    """Build the bottom sheet of a page; ``right`` is its right padding, in points."""
    padding = ft.Padding.only(left=Space.AIR, right=right, top=Space.GAP, bottom=Space.PAGE)
    return ft.BottomSheet(
        ft.Container(content, padding=padding, width=page_width()),
        show_drag_handle=True,
        scrollable=True,
        on_dismiss=lambda event: on_close(),
    )


def page_width() -> float:
    """Return the width of a page on this screen, in points."""
    return min(ft.context.page.width or MAX_PAGE_WIDTH, MAX_PAGE_WIDTH)


def page_header(title: Displayable, on_back: OnTap, *actions: ft.Control) -> ft.Control:
    """Build the page header: back button, title and further buttons."""
    text, back_label = translate(title), translate(Text("Back"))
    free = page_width() - 2 * Space.GAP - (1 + len(actions)) * ICON_BUTTON_SIZE
    name = ft.Text(
        text,
        size=fit_font_size(text, FontSize.HEADING, free),
        weight=ft.FontWeight.W_600,
        expand=True,
        max_lines=2,
        style=ft.TextStyle(height=1.1),
    )
    return ft.Container(
        row_of([icon_button(ft.Icons.ARROW_BACK, back_label, on_back), name, *actions], Space.TIGHT),
        padding=ft.Padding.symmetric(vertical=Space.NEAR, horizontal=Space.GAP),
    )


def section_heading(text: str) -> ft.Control:
    """Build the heading of a section."""
    words = label_text(text, 600, ft.Colors.PRIMARY)
    return ft.Container(words, margin=ft.Margin.only(top=Space.EDGE))


def hint_text(text: str, text_align: ft.TextAlign = ft.TextAlign.START, width: float | None = None) -> ft.Text:
    """Build a hint text."""
    return label_text(text, color=MUTED, text_align=text_align, width=width)


def warning(text: str) -> ft.Control:
    """Build a warning with an icon, announced by screen readers."""
    line = body_text(text, color=ft.Colors.ON_SURFACE, expand=True)
    sign = ft.Icon(ft.Icons.INFO_OUTLINE, color=ft.Colors.ERROR)
    return ft.Semantics(
        live_region=True,
        content=ft.Container(
            row_of([sign, line], Space.EDGE, START),
            bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST,
            border_radius=Radius.TILE,
            padding=Space.EDGE,
        ),
    )


def panel(*controls: ft.Control, padding: ft.PaddingValue = Space.ROOM) -> ft.Container:
    """Build a panel that groups controls on a background of its own."""
    column = column_of(list(controls), Space.GAP, STRETCH, tight=False)
    return ft.Container(column, bgcolor=ft.Colors.SURFACE_CONTAINER, border_radius=Radius.PILL, padding=padding)


def main_button_style() -> ft.ButtonStyle:
    """Return the form and lettering of the large buttons at the bottom of a page.

    A button's lettering replaces the theme's, so it names the font: without one, Flutter asks the server for another
    font at every accented letter.
    """
    lettering = ft.TextStyle(size=FontSize.SUBTITLE, weight=ft.FontWeight.W_600, font_family=FONT_FAMILY)
    return ft.ButtonStyle(shape=ft.RoundedRectangleBorder(radius=Radius.PILL), text_style=lettering)


def main_button(text: str, on_click: OnTap, icon: ft.IconData | None = None) -> ft.FilledButton:
    """Build the main button of a page, large and at the bottom."""
    shown_icon = icon if not has_large_text() else None
    high = max(
        MAIN_BUTTON_HEIGHT,
        Space.AIR
        + line_count(text, FontSize.SUBTITLE, page_width() - 2 * Space.PAGE - 2 * Space.AIR)
        * scaled_height(FontSize.SUBTITLE * 1.3),
    )
    return ft.FilledButton(
        text, icon=shown_icon, on_click=lambda event: on_click(), height=high, style=main_button_style(), expand=True
    )


def tappable_card(content: ft.Control, on_click: OnTap, is_primary: bool = False) -> ft.Button:
    """Build a card that can be tapped as a whole; its texts are its accessible name."""
    ground, ink = (
        (ft.Colors.PRIMARY_CONTAINER, ft.Colors.ON_PRIMARY_CONTAINER)
        if is_primary
        else (ft.Colors.SURFACE_CONTAINER, ft.Colors.ON_SURFACE)
    )
    style = ft.ButtonStyle(
        shape=ft.RoundedRectangleBorder(radius=Radius.PILL),
        padding=ft.Padding.all(Space.ROOM),
        bgcolor=ground,
        color=ink,
        elevation={ft.ControlState.DEFAULT: 0},
        shadow_color=ft.Colors.TRANSPARENT,
        alignment=ft.Alignment.CENTER_LEFT,
    )
    return ft.Button(content, on_click=lambda event: on_click(), style=style)


def expandable_section(title: str, rows: list[ft.Control], subtitle: str = "") -> ft.Control:
    """Build an expandable section for controls that are rarely needed."""
    return keyed_component(ExpandableSection, title, title, rows, subtitle)


@ft.component
def ExpandableSection(title: str, rows: list[ft.Control], subtitle: str) -> ft.Control:  # noqa: N802
    """Build a section that stays open over redraws; its title stays while it is open."""
    is_open, set_open = ft.use_state(False)
    shown = use_ref(subtitle)
    if not is_open:
        shown.set(subtitle)
    inside = ft.Container(
        column_of(rows, Space.EDGE, tight=False),
        padding=ft.Padding.only(left=Space.ROOM, top=Space.GAP, right=Space.ROOM, bottom=Space.ROOM),
    )
    tile = ft.ExpansionTile(
        title=body_text(title, 500),
        subtitle=hint_text(shown.current) if shown.current else None,
        controls=[inside],
        expanded=is_open,
        on_change=lambda event: set_open(event.data is True),
        shape=ft.RoundedRectangleBorder(radius=Radius.PILL),
        collapsed_shape=ft.RoundedRectangleBorder(radius=Radius.PILL),
        bgcolor=ft.Colors.SURFACE_CONTAINER,
        collapsed_bgcolor=ft.Colors.SURFACE_CONTAINER,
        expanded_cross_axis_alignment=STRETCH,
        maintain_state=True,
    )
    return ft.Container(tile, border_radius=Radius.PILL, clip_behavior=ft.ClipBehavior.ANTI_ALIAS)
