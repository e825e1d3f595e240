"""Top bar: back, title, undo and menu; nothing else takes the place of undo."""

from __future__ import annotations

import flet as ft

from companion.ui.design.boxes import column_of, row_of
from companion.ui.design.look import screen_width, translate
from companion.ui.design.sizes import MIN_TAP_SIZE, FontSize, Space
from companion.ui.design.text import MUTED, label_text
from companion.ui.design.text_fit import SPARE_SHARE, fit_lines, line_count, without_orphan
from companion.ui.widgets.controls import Action, icon_button
from companion.ui.widgets.page_frame import ICON_BUTTON_SIZE
from rules.engine import Text


@ft.component
def TopBar(  # noqa: N802
    title: str,
    on_undo: Action | None,
    on_history: Action,
    on_back: Action,
    on_menu: Action,
    undo_label: str | None = None,
    *,
    clock: ft.Control | None = None,
    on_table: Action | None = None,
    on_say: Action | None = None,
    is_narrow: bool = False,
    phase: str = "",
) -> ft.Control:
    """Build the top bar; a tap on undo takes back ``undo_label``, a long press opens history.

    The ``phase`` stands behind the title where there is room. A button opens what lies in the middle of the table, if
    anything can be seen or set there; a long press on the menu says the table, and the menu has that too.
    """
    back = icon_button(ft.Icons.ARROW_BACK_IOS_NEW, translate(Text("Back")), on_back, FontSize.HEADING)
    dots = ft.Icon(ft.Icons.MORE_VERT, semantics_label=translate(Text("Menu")))
    menu = ft.IconButton(dots, icon_size=FontSize.ICON, on_click=on_menu, on_long_press=on_say)
    middle = (
        [icon_button(ft.Icons.SPACE_DASHBOARD_OUTLINED, translate(Text("The table")), on_table, FontSize.TITLE)]
        if on_table
        else []
    )
    undo_button = ft.IconButton(
        ft.Icon(ft.Icons.UNDO, semantics_label=translate(Text("Undo"))),
        icon_size=FontSize.NUMBER,
        padding=(MIN_TAP_SIZE - FontSize.NUMBER) / 2,
        on_click=on_undo,
        on_long_press=on_history,
        disabled=on_undo is None,
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGH,
        icon_color=ft.Colors.ON_SURFACE,
    )
    free = screen_width() - (3 + len(middle)) * ICON_BUTTON_SIZE - 4 * Space.TIGHT
    name = ft.Text(
        without_orphan(title),
        semantics_label=title,
        size=fit_lines(title, FontSize.BODY, free, 1),
        weight=ft.FontWeight.W_600,
        max_lines=1,
        overflow=ft.TextOverflow.ELLIPSIS,
        style=ft.TextStyle(height=1.1),
    )
    shown_phase = (
        phase if not is_narrow and line_count(f"{title} {phase}", FontSize.BODY, free * SPARE_SHARE) <= 1 else ""
    )
    below = [_undo_preview(undo_label)] if undo_label and on_undo else []
    if clock:
        for preview in below:
            preview.expand = True
        below = [row_of([clock, *below], Space.GAP)]
    first: ft.Control = row_of([name, label_text(shown_phase, color=MUTED)], Space.GAP) if shown_phase else name
    lines: list[ft.Control] = [first, *below]
    title_column = column_of(lines, Space.HAIR, expand=True)
    row = row_of([back, title_column, *middle, undo_button, menu], Space.HAIR)
    return ft.Container(
        row, padding=ft.Padding.only(left=Space.HAIR, right=Space.HAIR, top=Space.TIGHT, bottom=Space.HAIR)
    )


def _undo_preview(what: str) -> ft.Control:
    """Build the preview of what undo would take back (X-03)."""
    text = translate(Text("Undo: {what}", what=what))
    return ft.Text(
        text,
        size=FontSize.FINE_PRINT,
        color=MUTED,
        style=ft.TextStyle(height=1.1),
        max_lines=1,
        overflow=ft.TextOverflow.ELLIPSIS,
    )
