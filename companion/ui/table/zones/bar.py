"""Top bar: back, the turn, and undo, whose place nothing else takes."""

from __future__ import annotations

from dataclasses import dataclass

import flet as ft

from companion.ui.design.boxes import column_of, row_of
from companion.ui.design.look import screen_width, translate
from companion.ui.design.sizes import MIN_TAP_SIZE, FontSize, Space
from companion.ui.design.text import MUTED, label_text
from companion.ui.design.text_fit import SPARE_SHARE, fit_lines, line_count, without_orphan
from companion.ui.redraw import memoized
from companion.ui.table.zones.clock import Clock, ClockModel
from companion.ui.widgets.controls import Action, icon_button
from companion.ui.widgets.page_frame import ICON_BUTTON_SIZE
from rules.engine import Text


@dataclass(frozen=True)
class BarTaps:
    """What taps on the bar do.

    ``on_undo`` and ``on_table`` are None where there is nothing to undo or to open. A long press on undo opens history,
    one on the menu says the table, which the menu has as well.
    """

    on_back: Action
    on_undo: Action | None
    on_history: Action
    on_menu: Action
    on_table: Action | None
    on_say: Action


def top_bar(
    title: str, phase: str, undo: str | None, clock: ClockModel | None, taps: BarTaps, *, is_narrow: bool
) -> ft.Control:
    """Build the top bar; ``undo`` is what it takes back, ``phase`` stands where there is room."""
    free = screen_width() - (3 + (taps.on_table is not None)) * ICON_BUTTON_SIZE - 4 * Space.TIGHT
    back = icon_button(ft.Icons.ARROW_BACK_IOS_NEW, translate(Text("Back")), taps.on_back, FontSize.HEADING)
    shown_undo = undo if taps.on_undo else None
    row = row_of(
        [back, BarTitle(title, "" if is_narrow else phase, shown_undo, clock, free), BarButtons(taps)], Space.HAIR
    )
    return ft.Container(
        row, padding=ft.Padding.only(left=Space.HAIR, right=Space.HAIR, top=Space.TIGHT, bottom=Space.HAIR)
    )


@memoized
def BarTitle(  # noqa: N802
    title: str, phase: str, undo: str | None, clock: ClockModel | None, free: float
) -> ft.Control:
    """Build the title in ``free`` points, below it clock and what undo takes back (X-03)."""
    name = ft.Text(
        without_orphan(title),
        semantics_label=title,
        size=fit_lines(title, FontSize.BODY, free, 1),
        weight=ft.FontWeight.W_600,
        max_lines=1,
        overflow=ft.TextOverflow.ELLIPSIS,
        style=ft.TextStyle(height=1.1),
    )
    has_room = bool(phase) and line_count(f"{title} {phase}", FontSize.BODY, free * SPARE_SHARE) <= 1
    first: ft.Control = row_of([name, label_text(phase, color=MUTED)], Space.GAP) if has_room else name
    below: list[ft.Control] = [_undo_preview(undo, expand=clock is not None)] if undo else []
    if clock is not None:
        below = [row_of([Clock(clock), *below], Space.GAP)]
    return column_of([first, *below], Space.HAIR, expand=True)


@memoized
def BarButtons(taps: BarTaps) -> ft.Control:  # noqa: N802
    """Build the buttons at the right: what lies in the middle of the table, undo, menu."""
    middle = icon_button(ft.Icons.SPACE_DASHBOARD_OUTLINED, translate(Text("The table")), taps.on_table, FontSize.TITLE)
    undo = ft.IconButton(
        ft.Icon(ft.Icons.UNDO, semantics_label=translate(Text("Undo"))),
        icon_size=FontSize.NUMBER,
        padding=(MIN_TAP_SIZE - FontSize.NUMBER) / 2,
        on_click=taps.on_undo,
        on_long_press=taps.on_history,
        disabled=taps.on_undo is None,
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGH,
        icon_color=ft.Colors.ON_SURFACE,
    )
    dots = ft.Icon(ft.Icons.MORE_VERT, semantics_label=translate(Text("Menu")))
    menu = ft.IconButton(dots, icon_size=FontSize.ICON, on_click=taps.on_menu, on_long_press=taps.on_say)
    return row_of([*([middle] if taps.on_table else []), undo, menu], Space.HAIR, tight=True)


def _undo_preview(what: str, *, expand: bool) -> ft.Control:
    return ft.Text(
        translate(Text("Undo: {what}", what=what)),
        size=FontSize.FINE_PRINT,
        color=MUTED,
        style=ft.TextStyle(height=1.1),
        max_lines=1,
        overflow=ft.TextOverflow.ELLIPSIS,
        expand=expand,
    )
