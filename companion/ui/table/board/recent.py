"""Recent entries of the log; a tap reopens one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import flet as ft

from companion.base.actors import CAMERA, STOPS
from companion.i18n import Translate
from companion.match.log import series
from companion.match.table import LogLine
from companion.storage.records import Entry
from companion.ui.design.preferences import tall
from companion.ui.design.theme import Round, Space, Type
from companion.ui.widgets.controls import Do, bound, caption, icon_press, press, sentence
from rules.engine import Adjusted, Note, Redone, Text, Undone

from .why import Asked, about

SIGNS = {STOPS: ft.Icons.AUTO_MODE, CAMERA: ft.Icons.VIDEOCAM_OUTLINED}
"""Icons of entries that were not made by a tap, by actor."""
LINE = 44
"""Height of a line in points."""
SHOWN = 4
"""Maximum number of lines; the history has all of them."""


@dataclass(frozen=True)
class Strip:
    """Line of a recent entry with its texts.

    ``spoken_texts`` are read aloud: the effects only, to be told apart from the answer that caused them.
    """

    entry: Entry
    words: tuple[Any, ...]
    heard: tuple[Any, ...]
    asked: Asked | None = None
    """What can be explained about the entry."""


def strips(log: tuple[LogLine, ...], shown: int = SHOWN) -> tuple[Strip, ...]:
    """Return the latest lines that still stand, last one first."""
    found: list[Strip] = []
    for line in reversed(series(log)):
        if line.stands and not isinstance(line.entry.event, Undone | Redone) and not _empty(line):
            found.append(_strip(line))
        if len(found) == shown:
            break
    return tuple(found)


def _empty(line: LogLine) -> bool:
    """Return whether it is a window without answer and effects; only the history shows it."""
    return line.entry.by == STOPS and not line.notes


def _strip(line: LogLine) -> Strip:
    notes = tuple(note.text for note in line.notes)
    flowed = line.entry.by == STOPS
    only_notes = notes and (flowed or isinstance(line.entry.event, Adjusted))
    said = notes if only_notes else (line.text, *notes)
    return Strip(line.entry, said, notes or (line.text,), about(line))


def latest(log: tuple[LogLine, ...]) -> Iterator[Note]:
    """Return the notes of the last action that stands, with those of automatic steps after it."""
    standing = [line for line in log if line.stands and not isinstance(line.entry.event, Undone | Redone)]
    group = standing[-1].entry.group if standing else None
    return (note for line in standing if line.entry.group == group for note in line.notes)


def moved(log: tuple[LogLine, ...]) -> dict[str, int]:
    """Return the change of each number in the last action; empty right after an undo."""
    if log and isinstance(log[-1].entry.event, Undone | Redone):
        return {}
    by: dict[str, int] = {}
    for note in latest(log):
        for change in note.changes:
            by[change.key] = by.get(change.key, 0) + change.after - change.before
    return {key: difference for key, difference in by.items() if difference}


@ft.component
def Ribbon(  # noqa: N802
    words: Translate,
    lines: tuple[Strip, ...],
    on_reopen: Callable[[Entry], Any] | None,
    on_history: Do,
    on_why: Callable[[Asked], Any],
) -> ft.Control:
    """Build the recent lines, with a button for the history.

    On a device that only watches they cannot be reopened.
    """
    if not lines:
        return ft.Container(height=0)
    history = icon_press(ft.Icons.HISTORY, words(Text("History")), on_history, Type.HEAD)
    head = ft.Row([ft.Container(caption(words(Text("What just happened"))), expand=True), history], height=tall(LINE))
    return ft.Column(
        [head, *(_line(words, line, k, on_reopen, on_why) for k, line in enumerate(lines))], spacing=0, tight=True
    )


def _line(
    words: Translate, line: Strip, k: int, on_reopen: Callable[[Entry], Any] | None, on_why: Callable[[Asked], Any]
) -> ft.Control:
    said = _joined(words, line.words)
    icon = SIGNS.get(line.entry.by, ft.Icons.TOUCH_APP)
    ink = ft.Colors.ON_SURFACE if k == 0 else ft.Colors.ON_SURFACE_VARIANT
    text = ft.Text(said, size=Type.SMALL, color=ink, no_wrap=True, overflow=ft.TextOverflow.ELLIPSIS, expand=True)
    row = ft.Row([ft.Icon(icon, size=Type.BODY, color=ft.Colors.OUTLINE), text], spacing=Space.GAP)
    name = words(Text("Reopen: {what}", what=_joined(words, line.heard)))
    pad = ft.Padding.symmetric(horizontal=Space.TIGHT, vertical=Space.HAIR)
    reopen: ft.Control = ft.Container(row, padding=pad, height=tall(LINE), expand=True)
    if on_reopen is not None:
        reopen = press(row, name, bound(on_reopen, line.entry), pad=pad, radius=Round.SOFT, height=LINE, expand=True)
    asked = line.asked
    if asked is None:
        return ft.Row([reopen])
    mark = ft.Icon(ft.Icons.HELP_OUTLINE, size=Type.LEAD, color=ft.Colors.OUTLINE)
    said = words(Text("Why: {what}", what=_joined(words, line.heard)))
    return ft.Row(
        [reopen, press(mark, said, bound(on_why, asked), pad=0, radius=Round.SOFT, height=LINE, width=LINE)], spacing=0
    )


def _joined(words: Translate, texts: tuple[Any, ...]) -> str:
    return " · ".join(sentence(words(text)) for text in texts)
