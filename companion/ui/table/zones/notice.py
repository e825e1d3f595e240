"""Notice of why a tap was refused or what an undo took back, with a redo button.

The undo may be that of another device.
"""

from __future__ import annotations

import flet as ft

from companion.ui.design.boxes import column_of, row_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import FontSize, Radius, Space
from companion.ui.design.text import body_text
from companion.ui.redraw import memoized
from companion.ui.table.model.outcome import NoticeModel
from companion.ui.widgets.controls import Action, pressable
from rules.engine import Text

INK = ft.Colors.ON_INVERSE_SURFACE


@memoized
def Notice(notice: NoticeModel, on_redo: Action) -> ft.Control:  # noqa: N802
    """Build the notice above the answers, with a redo button as long as redoing is possible."""
    if not notice.lines:
        return ft.Container(height=0)
    text = column_of(
        [
            ft.Text(line, size=FontSize.SMALL if k else FontSize.BODY, color=INK, max_lines=3)
            for k, line in enumerate(notice.lines)
        ],
        Space.HAIR,
        expand=True,
    )
    redo_buttons = [_redo_button(on_redo)] if notice.can_redo else []
    return ft.Container(
        ft.Semantics(content=row_of([text, *redo_buttons], Space.GAP), live_region=True),
        bgcolor=ft.Colors.INVERSE_SURFACE,
        border_radius=Radius.TILE,
        padding=ft.Padding.only(left=Space.EDGE, right=Space.NEAR, top=Space.NEAR, bottom=Space.NEAR),
        margin=ft.Margin.only(bottom=Space.GAP),
    )


def _redo_button(on_redo: Action) -> ft.Control:
    label_text = translate(Text("Redo"))
    face = row_of(
        [ft.Icon(ft.Icons.REDO, size=FontSize.HEADING, color=INK), body_text(label_text, 700, INK)],
        Space.NEAR,
        tight=True,
    )
    return pressable(face, label_text, on_redo, height=44)
