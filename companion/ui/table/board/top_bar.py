"""Top bar: back, title, undo and menu; nothing else takes the place of undo."""

from __future__ import annotations

import flet as ft

from companion.i18n import Translate
from companion.ui.design.text_fit import abreast
from companion.ui.design.theme import THUMB, Space, Type
from companion.ui.widgets.controls import Do, icon_press
from rules.engine import Text


@ft.component
def Bar(  # noqa: N802
    words: Translate,
    title: str,
    undo: Do | None,
    on_history: Do,
    on_back: Do,
    on_menu: Do,
    undoes: Text | None = None,
    clock: ft.Control | None = None,
) -> ft.Control:
    """Build the top bar; a tap on undo takes back ``undo_label``, a long press opens history."""
    back = icon_press(ft.Icons.ARROW_BACK_IOS_NEW, words(Text("Back")), on_back, Type.HEAD)
    menu = icon_press(ft.Icons.MORE_VERT, words(Text("Menu")), on_menu)
    taken = ft.IconButton(
        ft.Icon(ft.Icons.UNDO, semantics_label=words(Text("Undo"))),
        icon_size=Type.BIG,
        padding=(THUMB - Type.BIG) / 2,
        on_click=undo,
        on_long_press=on_history,
        disabled=undo is None,
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGH,
        icon_color=ft.Colors.ON_SURFACE,
    )
    name = ft.Text(title, size=Type.BODY, weight=ft.FontWeight.W_600, max_lines=2, style=ft.TextStyle(height=1.1))
    small = [*([clock] if clock else []), *([_undoes(words, undoes)] if undoes and undo else [])]
    lines: list[ft.Control] = [name, *([ft.Row(small, spacing=Space.GAP)] if small else [])]
    title_ = ft.Column(lines, spacing=Space.HAIR, tight=True, expand=True)
    row = ft.Row([back, title_, taken, menu], spacing=Space.HAIR)
    return ft.Container(
        row, padding=ft.Padding.only(left=Space.HAIR, right=Space.HAIR, top=Space.TIGHT, bottom=Space.HAIR)
    )


def _undoes(words: Translate, what: Text) -> ft.Control:
    """Build the preview of what undo would take back (X-03)."""
    text = words(Text("Undo: {what}", what=what))
    return ft.Text(
        text,
        size=Type.FINE,
        color=ft.Colors.ON_SURFACE_VARIANT,
        max_lines=abreast(2),
        style=ft.TextStyle(height=1.1),
        overflow=ft.TextOverflow.ELLIPSIS,
        text_align=ft.TextAlign.END,
        expand=True,
    )
