"""Recent entries of the log; a tap opens the details of one."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.base.actors import CAMERA_ACTOR, STOPS_ACTOR
from companion.ui.design.boxes import column_of, row_of
from companion.ui.design.look import scaled_height, translate
from companion.ui.design.sizes import FontSize, Radius, Space
from companion.ui.design.text import MUTED, label_text
from companion.ui.redraw import memoized
from companion.ui.table.model.outcome import RecentLine
from companion.ui.table.model.sheet import EntrySheet, Sheet
from companion.ui.widgets.controls import Action, Surface, bind, caption, icon_button, keyed_component, pressable
from rules.engine import Text

ACTOR_ICONS = {STOPS_ACTOR: ft.Icons.AUTO_MODE, CAMERA_ACTOR: ft.Icons.VIDEOCAM_OUTLINED}
"""Icons of entries that were not made by a tap, by actor."""
LINE_HEIGHT = 44
"""Height of a line in points."""


@memoized
def RecentEntries(  # noqa: N802
    lines: tuple[RecentLine, ...], open_sheet: Callable[[Sheet], object], on_history: Action
) -> ft.Control:
    """Build the recent lines, with a button for the history; a tap opens a line's details."""
    if not lines:
        return ft.Container(height=0)
    rows: list[ft.Control] = [keyed_component(RecentHead, "head", on_history)]
    rows += [keyed_component(RecentRow, f"{line.seq}", line, k == 0, open_sheet) for k, line in enumerate(lines)]
    return column_of(rows, 0)


@memoized
def RecentHead(on_history: Action) -> ft.Control:  # noqa: N802
    """Build the heading of the lines with the button for the history."""
    history = icon_button(ft.Icons.HISTORY, translate(Text("History")), on_history, FontSize.HEADING)
    title = ft.Container(caption(translate(Text("What just happened"))), expand=True)
    return row_of([title, history], height=scaled_height(LINE_HEIGHT))


@memoized
def RecentRow(  # noqa: N802
    line: RecentLine, is_bright: bool, open_sheet: Callable[[Sheet], object]
) -> ft.Control:
    """Build a line with everything that happened at once."""
    icon = ACTOR_ICONS.get(line.actor, ft.Icons.TOUCH_APP)
    text = label_text(line.text, color=ft.Colors.ON_SURFACE if is_bright else MUTED, expand=True)
    more = ft.Icon(ft.Icons.CHEVRON_RIGHT, size=FontSize.SUBTITLE, color=ft.Colors.OUTLINE)
    row = row_of([ft.Icon(icon, size=FontSize.BODY, color=ft.Colors.OUTLINE), text, more], Space.GAP)
    pad = ft.Padding.symmetric(horizontal=Space.TIGHT, vertical=Space.EDGE)
    on_tap = bind(open_sheet, EntrySheet(line.seq))
    return row_of([pressable(row, line.spoken, on_tap, Surface(pad=pad, radius=Radius.SOFT), expand=True)])
