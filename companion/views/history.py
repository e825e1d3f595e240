"""Everything that happened, newest first; a tap on a line says what going back there would undo, one more does it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import flet as ft

from companion.hub import use_table
from companion.log import LogLine, Undoing
from companion.table import Table
from companion.words import Translate
from rules.engine import Note, Redone, Text, Undone

from . import frame
from .match import opening
from .phone import Phone
from .settings import BY, attempt
from .when import clock
from .why import badge, span

SHOWN = 40
"""Groups that are drawn at first, and as many again at each tap."""
LISTED = 4
"""Things taken back that are named; the rest are counted."""


@dataclass(frozen=True)
class Group:
    """What is undone together, oldest first."""

    lines: tuple[LogLine, ...]

    @property
    def number(self) -> int:
        """By which the table knows it."""
        return self.lines[0].entry.group

    @property
    def reachable(self) -> bool:
        """Whether it still stands, so that one can go back to before it."""
        return all(line.stands and not isinstance(line.entry.event, Undone | Redone) for line in self.lines)


def grouped(lines: Iterable[LogLine]) -> tuple[Group, ...]:
    """The log as groups, newest first."""
    groups: list[list[LogLine]] = []
    for line in lines:
        if groups and groups[-1][0].entry.group == line.entry.group:
            groups[-1].append(line)
        else:
            groups.append([line])
    return tuple(Group(tuple(group)) for group in reversed(groups))


@ft.component
def HistoryPage(phone: Phone, id: str) -> ft.View:  # noqa: N802 - Flet's components are named like classes
    """The page of a match's history."""
    opened, set_opened = ft.use_state(frame.NOTHING)

    async def find() -> None:
        set_opened(await asyncio.to_thread(opening, phone, id))

    ft.use_effect(find, [id])
    head = frame.head(
        phone.words(Text("History")), phone.words(Text("Back")), lambda: phone.go(f"/table/{id}"), *_redo(phone, opened)
    )
    body: list[ft.Control] = [Log(phone, opened)] if isinstance(opened, Table) else [ft.ProgressBar()]
    if isinstance(opened, Text):
        body = [frame.warning(phone.words(opened))]
    return frame.page(f"/table/{id}/history", head, body)


def _redo(phone: Phone, opened: Table | Text | None) -> list[ft.Control]:
    return [Redo(phone, opened)] if isinstance(opened, Table) else []


@ft.component
def Redo(phone: Phone, table: Table) -> ft.Control:  # noqa: N802
    """Puts back what was taken back last."""
    use_table(table)
    return ft.TextButton(
        phone.words(Text("Redo")),
        icon=ft.Icons.REDO,
        visible=table.now.redoable,
        on_click=lambda event: attempt(lambda: table.redo(BY)),
    )


@ft.component
def Log(phone: Phone, table: Table) -> Any:  # noqa: N802
    """The lines."""
    use_table(table)
    opened, open_ = ft.use_state(frame.NOTHING)
    shown, show = ft.use_state(SHOWN)
    trouble, set_trouble = ft.use_state(frame.NOTHING)
    groups = grouped(table.log())

    def back(number: int) -> None:
        set_trouble(attempt(lambda: table.undo(BY, number)))
        open_(None)

    told: list[ft.Control] = [frame.warning(phone.words(trouble))] if trouble else []
    rows = [_row(phone, table, group, group.number == opened, open_, back) for group in groups[:shown]]
    more = [_more(phone.words, lambda: show(shown + SHOWN))] if len(groups) > shown else []
    empty = [] if groups else [_empty(phone.words)]
    return ft.Column([*told, *rows, *more, *empty], spacing=8, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def _more(words: Translate, on_click: frame.Tap) -> ft.Control:
    return ft.TextButton(words(Text("Show earlier")), on_click=lambda event: on_click(), height=48)


def _empty(words: Translate) -> ft.Control:
    return frame.panel(
        ft.Icon(ft.Icons.HISTORY, size=48, color=ft.Colors.OUTLINE),
        frame.quiet(words(Text("Nothing has happened yet.")), text_align=ft.TextAlign.CENTER),
        padding=28,
    )


def _row(phone: Phone, table: Table, group: Group, opened: bool, open_: Any, back: Any) -> ft.Control:
    first = group.lines[0]
    faded = 1.0 if all(line.stands for line in group.lines) else 0.5
    face = ft.Column([_line(phone.words, line, line is first) for line in group.lines], spacing=6, opacity=faded)
    if not group.reachable:
        return ft.Container(face, padding=ft.Padding.symmetric(vertical=8, horizontal=16))
    tap = frame.card(face, lambda: open_(None if opened else group.number))
    return ft.Column([tap, *([_back(phone.words, table, group, back)] if opened else [])], spacing=0)


def _line(words: Translate, line: LogLine, first: bool) -> ft.Control:
    style = None if line.stands else ft.TextStyle(decoration=ft.TextDecoration.LINE_THROUGH)
    text = ft.Text(words(line.text), size=16 if first else 15, expand=True, style=style)
    row = ft.Row([text], vertical_alignment=ft.CrossAxisAlignment.START)
    notes = [_note(words, note) for note in line.notes]
    who = ft.Text(f"{clock(line.entry.at)} · {words(_by(line.entry.by))}", size=12, opacity=0.7)
    return ft.Column([*([who] if first else []), row, *notes], spacing=4)


def _by(by: str) -> Text | str:
    return {"host": Text("the table"), "stops": Text("by itself")}.get(by, by)


def _note(words: Translate, note: Note) -> ft.Control:
    """What the rules did by themselves: by which rule, and which number moved."""
    text = ft.Text(words(note.text), size=14, expand=True, opacity=0.85)
    said = {"before", "after"} <= dict(note.text.args).keys()
    change = [span(note.change)] if note.change and not said else []
    row = ft.Row([badge(note.rule), text, *change], spacing=8, vertical_alignment=ft.CrossAxisAlignment.START)
    return ft.Container(row, padding=ft.Padding.only(left=8))


def _back(words: Translate, table: Table, group: Group, back: Any) -> ft.Control:
    """How much going back undoes, the tap that does it, and what that is in full."""
    undoing = table.undoing(group.number)
    count = Text("This undoes {n} thing:", "This undoes {n} things:", n=len(undoing.taken))
    do = frame.main_button(words(Text("Go back to before this")), lambda: back(group.number), ft.Icons.UNDO)
    return frame.panel(_strong(words(count)), ft.Row([do]), *undone(words, undoing))


def undone(words: Translate, undoing: Undoing) -> list[ft.Control]:
    """What an undo takes back, and what people put back on the table."""
    parts: list[ft.Control] = []
    if undoing.back:
        parts.append(_strong(words(Text("Put back on the table:"))))
        parts += [ft.Text(f"· {words(text)}", size=15) for text in undoing.back]
        parts.append(_strong(words(Text("Taken back:"))))
    parts += [ft.Text(f"· {words(text)}", size=14, opacity=0.85) for text in reversed(undoing.taken[-LISTED:])]
    if len(undoing.taken) > LISTED:
        parts.append(frame.quiet(words(Text("… and {n} more", n=len(undoing.taken) - LISTED))))
    return parts


def _strong(text: str) -> ft.Control:
    return ft.Text(text, size=15, weight=ft.FontWeight.W_600)
