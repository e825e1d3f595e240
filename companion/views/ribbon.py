"""What happened last, most of it by itself: a tap on a line opens it again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import flet as ft

from companion.entry import Entry
from companion.log import STOPS, series
from companion.seating import CAMERA
from companion.table import LogLine
from companion.words import Translate
from rules.engine import Adjusted, Note, Redone, Text, Undone

from .habits import tall
from .parts import Do, bound, caption, icon_press, press, sentence
from .theme import Round, Space, Type
from .why import Asked, about

SIGNS = {STOPS: ft.Icons.AUTO_MODE, CAMERA: ft.Icons.VIDEOCAM_OUTLINED}
"""Who did it, where that was no tap."""
LINE = 44
"""Points of a line's height."""
SHOWN = 4
"""Lines of the ribbon; the history has all of them."""


@dataclass(frozen=True)
class Strip:
    """One line of the ribbon: the entry it stands for, and its words.

    ``heard`` is what is read aloud: what came of it, so that it does not sound like the answer that led there.
    """

    entry: Entry
    words: tuple[Any, ...]
    heard: tuple[Any, ...]
    asked: Asked | None = None
    """What there is to explain about it."""


def strips(log: tuple[LogLine, ...], shown: int = SHOWN) -> tuple[Strip, ...]:
    """The latest lines that still stand, the last one first."""
    found: list[Strip] = []
    for line in reversed(series(log)):
        if line.stands and not isinstance(line.entry.event, Undone | Redone) and not _empty(line):
            found.append(_strip(line))
        if len(found) == shown:
            break
    return tuple(found)


def _empty(line: LogLine) -> bool:
    """Whether it is a window in which nothing was and nothing came of it; the history has it."""
    return line.entry.by == STOPS and not line.notes


def _strip(line: LogLine) -> Strip:
    notes = tuple(note.text for note in line.notes)
    flowed = line.entry.by == STOPS
    only_notes = notes and (flowed or isinstance(line.entry.event, Adjusted))
    said = notes if only_notes else (line.text, *notes)
    return Strip(line.entry, said, notes or (line.text,), about(line))


def latest(log: tuple[LogLine, ...]) -> Iterator[Note]:
    """The notes of the last action that stands: its own and those of what flowed after it."""
    standing = [line for line in log if line.stands and not isinstance(line.entry.event, Undone | Redone)]
    group = standing[-1].entry.group if standing else None
    return (note for line in standing if line.entry.group == group for note in line.notes)


def moved(log: tuple[LogLine, ...]) -> dict[str, int]:
    """By how much each number moved in the last action; nothing right after an undo."""
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
    """The last few lines; the whole history is one tap further. A phone that only looks on does not reopen them."""
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
