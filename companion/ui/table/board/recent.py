"""Recent entries of the log; a tap opens one, with the way back to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import flet as ft

from companion.base.actors import CAMERA_ACTOR, STOPS_ACTOR
from companion.i18n import Translate
from companion.match.log import merge_adjustments
from companion.match.table import LogLine
from companion.storage.records import Entry
from companion.ui.design.preferences import scaled_height
from companion.ui.design.theme import FontSize, Radius, Space
from companion.ui.redraw import memoized, use_handlers
from companion.ui.widgets.controls import (
    Action,
    bind,
    capitalize_first,
    caption,
    icon_button,
    keyed_component,
    pressable,
    secondary_button,
)
from rules.engine import Adjusted, Displayable, FactSet, Redone, Text, Undone

from .why import ExplanationRequest, explanation_of

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
    explanation: ExplanationRequest | None = None
    """What can be explained about the entry."""


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
    is_automatic = line.entry.actor == STOPS_ACTOR
    only_notes = notes and (is_automatic or isinstance(line.entry.event, Adjusted | FactSet))
    texts = notes if only_notes else (line.text, *notes)
    return RecentLine(line.entry, texts, notes or (line.text,), explanation_of(line))


@memoized
def RecentEntries(  # noqa: N802
    translate: Translate,
    lines: tuple[RecentLine, ...],
    on_reopen: Callable[[Entry], object] | None,
    on_history: Action,
    on_why: Callable[[ExplanationRequest], object],
) -> ft.Control:
    """Build the recent lines, with a button for the history; a tap opens a line.

    An open line has the button that goes back to it, except on a device that only watches.
    """
    opened, set_opened = ft.use_state(0)
    if not lines:
        return ft.Container(height=0)

    def toggle(seq: int) -> None:
        set_opened(0 if seq == opened else seq)

    tap = use_handlers(LineHandlers(toggle))
    rows: list[ft.Control] = [keyed_component(RecentHead, "head", translate, on_history)]
    for k, line in enumerate(lines):
        seq = line.entry.seq
        is_bright = k == 0 or seq == opened
        rows.append(keyed_component(RecentRow, f"{seq}", translate, line, is_bright, seq == opened, tap.toggle, on_why))
        if seq == opened and on_reopen is not None:
            way_back = _way_back(translate, line, bind(on_reopen, line.entry))
            rows.append(ft.Container(way_back, key=f"{seq} back"))
    return ft.Column(rows, spacing=0, tight=True)


@dataclass(frozen=True)
class LineHandlers:
    """Handler of a tap on a line, which opens the one of that entry, or closes it."""

    toggle: Callable[[int], None]


@memoized
def RecentHead(translate: Translate, on_history: Action) -> ft.Control:  # noqa: N802
    """Build the heading of the lines with the button for the history."""
    history = icon_button(ft.Icons.HISTORY, translate(Text("History")), on_history, FontSize.HEADING)
    title = ft.Container(caption(translate(Text("What just happened"))), expand=True)
    return ft.Row([title, history], height=scaled_height(LINE_HEIGHT))


@memoized
def RecentRow(  # noqa: N802
    translate: Translate,
    line: RecentLine,
    is_bright: bool,
    is_open: bool,
    toggle: Callable[[int], None],
    on_why: Callable[[ExplanationRequest], object],
) -> ft.Control:
    """Build a line with everything that happened at once."""
    icon = ACTOR_ICONS.get(line.entry.actor, ft.Icons.TOUCH_APP)
    text = ft.Text(
        _joined(translate, line.texts),
        size=FontSize.SMALL,
        color=ft.Colors.ON_SURFACE if is_bright else ft.Colors.ON_SURFACE_VARIANT,
        expand=True,
    )
    row = ft.Row([ft.Icon(icon, size=FontSize.BODY, color=ft.Colors.OUTLINE), text], spacing=Space.GAP)
    spoken = _joined(translate, line.spoken_texts)
    pad = ft.Padding.symmetric(horizontal=Space.TIGHT, vertical=Space.EDGE)
    name = translate(Text("What happened: {what}", what=spoken))
    on_tap = bind(toggle, line.entry.seq)
    tap = pressable(row, name, on_tap, pad=pad, radius=Radius.SOFT, is_chosen=is_open, expand=True)
    if line.explanation is None:
        return ft.Row([tap])
    why = pressable(
        ft.Icon(ft.Icons.HELP_OUTLINE, size=FontSize.SUBTITLE, color=ft.Colors.OUTLINE),
        translate(Text("Why: {what}", what=spoken)),
        bind(on_why, line.explanation),
        pad=0,
        radius=Radius.SOFT,
        height=LINE_HEIGHT,
        width=LINE_HEIGHT,
    )
    return ft.Row([tap, why], spacing=0)


def _way_back(translate: Translate, line: RecentLine, on_tap: Action) -> ft.Control:
    """Build the button that goes back to where the line was a question."""
    name = translate(Text("Back to here: {what}", what=_joined(translate, line.spoken_texts)))
    return ft.Row([secondary_button(translate(Text("Back to here")), on_tap, ft.Icons.UNDO, name, height=LINE_HEIGHT)])


def _joined(translate: Translate, texts: tuple[Displayable, ...]) -> str:
    return " · ".join(capitalize_first(translate(text)) for text in texts)
