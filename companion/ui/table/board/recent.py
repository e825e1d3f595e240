"""Recent entries of the log; a tap opens the details of one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import flet as ft

from companion.base.actors import CAMERA_ACTOR, STOPS_ACTOR
from companion.match.log import merge_adjustments
from companion.match.table import LogLine
from companion.storage.records import Entry
from companion.ui.design.look import scaled_height, translate
from companion.ui.design.sizes import FontSize, Radius, Space
from companion.ui.redraw import memoized
from companion.ui.table.model.sheet import EntrySheet, Sheet
from companion.ui.widgets.controls import (
    Action,
    bind,
    capitalize_first,
    caption,
    icon_button,
    keyed_component,
    pressable,
)
from rules.engine import Adjusted, Displayable, FactSet, Redone, Text, Undone

ACTOR_ICONS = {STOPS_ACTOR: ft.Icons.AUTO_MODE, CAMERA_ACTOR: ft.Icons.VIDEOCAM_OUTLINED}
"""Icons of entries that were not made by a tap, by actor."""
LINE_HEIGHT = 44
"""Height of a line in points."""
MAX_LINES = 4
"""Maximum number of lines; the history has all of them."""


@dataclass(frozen=True)
class RecentLine:
    """Line of a recent entry with its texts.

    ``spoken_texts`` are read aloud: the effects only, to be told apart from the answer that caused them.
    """

    entry: Entry
    texts: tuple[Displayable, ...]
    spoken_texts: tuple[Displayable, ...]


def recent_lines(log: tuple[LogLine, ...], count: int = MAX_LINES) -> tuple[RecentLine, ...]:
    """Return the latest lines that still stand, last one first."""
    recent: list[RecentLine] = []
    for line in reversed(merge_adjustments(log)):
        if line.is_in_effect and not isinstance(line.entry.event, Undone | Redone) and not _is_empty_window(line):
            recent.append(_recent_line(line))
        if len(recent) == count:
            break
    return tuple(recent)


def _is_empty_window(line: LogLine) -> bool:
    """Return whether it is a window without answer and effects; only the history shows it."""
    return line.entry.actor == STOPS_ACTOR and not line.notes


def _recent_line(line: LogLine) -> RecentLine:
    notes = tuple(note.text for note in line.notes)
    effects = tuple(text for text in notes if text != line.text)
    is_automatic = line.entry.actor == STOPS_ACTOR
    only_notes = notes and (is_automatic or isinstance(line.entry.event, Adjusted | FactSet))
    texts = notes if only_notes else (line.text, *effects)
    return RecentLine(line.entry, texts, notes or (line.text,))


@memoized
def RecentEntries(  # noqa: N802
    lines: tuple[RecentLine, ...],
    open_sheet: Callable[[Sheet], object],
    on_history: Action,
) -> ft.Control:
    """Build the recent lines, with a button for the history; a tap opens a line's details."""
    if not lines:
        return ft.Container(height=0)
    rows: list[ft.Control] = [keyed_component(RecentHead, "head", on_history)]
    rows += [keyed_component(RecentRow, f"{line.entry.seq}", line, k == 0, open_sheet) for k, line in enumerate(lines)]
    return ft.Column(rows, spacing=0, tight=True)


@memoized
def RecentHead(on_history: Action) -> ft.Control:  # noqa: N802
    """Build the heading of the lines with the button for the history."""
    history = icon_button(ft.Icons.HISTORY, translate(Text("History")), on_history, FontSize.HEADING)
    title = ft.Container(caption(translate(Text("What just happened"))), expand=True)
    return ft.Row([title, history], height=scaled_height(LINE_HEIGHT))


@memoized
def RecentRow(  # noqa: N802
    line: RecentLine, is_bright: bool, open_sheet: Callable[[Sheet], object]
) -> ft.Control:
    """Build a line with everything that happened at once."""
    icon = ACTOR_ICONS.get(line.entry.actor, ft.Icons.TOUCH_APP)
    text = ft.Text(
        _joined(line.texts),
        size=FontSize.SMALL,
        color=ft.Colors.ON_SURFACE if is_bright else ft.Colors.ON_SURFACE_VARIANT,
        expand=True,
    )
    more = ft.Icon(ft.Icons.CHEVRON_RIGHT, size=FontSize.SUBTITLE, color=ft.Colors.OUTLINE)
    row = ft.Row([ft.Icon(icon, size=FontSize.BODY, color=ft.Colors.OUTLINE), text, more], spacing=Space.GAP)
    pad = ft.Padding.symmetric(horizontal=Space.TIGHT, vertical=Space.EDGE)
    name = translate(Text("What happened: {what}", what=_joined(line.spoken_texts)))
    on_tap = bind(open_sheet, EntrySheet(line.entry.seq))
    return ft.Row([pressable(row, name, on_tap, pad=pad, radius=Radius.SOFT, expand=True)])


def _joined(texts: tuple[Displayable, ...]) -> str:
    return " · ".join(capitalize_first(translate(text)) for text in texts)
