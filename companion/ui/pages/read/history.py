"""Match history, newest first; a line shows what an undo to it takes back, and undoes it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import flet as ft

from companion.base.background import aside
from companion.base.dates import clock
from companion.i18n import Translate
from companion.match.log import Called, LogLine, called_in, series
from companion.match.roles import Chair
from companion.match.table import Table
from companion.match.undo import Undoing
from companion.stats.timing import pace
from companion.storage.matches import StorageTrouble
from companion.ui.design.theme import Round, Space, Type
from companion.ui.files.exports import Takeaway
from companion.ui.hooks import use_table
from companion.ui.pages.host.settings import attempt
from companion.ui.pages.match import opening
from companion.ui.session.phone import Phone
from companion.ui.table.board.clock import ticks, totals
from companion.ui.table.board.why import Asked, badge, span, use_why
from companion.ui.widgets import page_frame
from companion.ui.widgets.controls import bound, icon_press, press, quiet, sentence
from rules.engine import Note, Redone, Shown, Text, Undone

SHOWN = 40
"""Groups drawn at first, and as many more at each tap."""
LISTED = 4
"""Undone actions that are listed by name; the rest are counted."""


@dataclass(frozen=True)
class Group:
    """Log entries that are undone together, oldest first."""

    lines: tuple[LogLine, ...]

    @property
    def number(self) -> int:
        """The group's number in the log."""
        return self.lines[0].entry.group

    @property
    def reachable(self) -> bool:
        """Whether the group is still in effect, so that the match can go back to before it."""
        return all(line.stands and not isinstance(line.entry.event, Undone | Redone) for line in self.lines)


def grouped(lines: Iterable[LogLine]) -> tuple[Group, ...]:
    """Return the log as groups, newest first."""
    groups: list[list[LogLine]] = []
    for line in lines:
        if groups and groups[-1][0].entry.group == line.entry.group:
            groups[-1].append(line)
        else:
            groups.append([line])
    return tuple(Group(tuple(group)) for group in reversed(groups))


@dataclass(frozen=True)
class Reader:
    """The device that shows the history, and the actions of its taps."""

    phone: Phone
    table: Table
    chair: Chair
    called: Called
    open: Callable[[int | None], Any]
    back: Callable[[int], Any]
    why: Callable[[Asked], Any]
    pictured: frozenset[int] = frozenset()
    """Sequence numbers of the entries whose roll was read from a picture."""
    looked: int | None = None
    """Sequence number of the entry whose picture is open, or None."""
    look: Callable[[int | None], Any] = lambda seq: None

    @property
    def may(self) -> bool:
        """Whether this device may undo anything here."""
        return not self.table.kept and not self.chair.watches


@ft.component
def HistoryPage(phone: Phone, id: str) -> ft.View:  # noqa: N802 - Flet's components are named like classes
    """The page of a match's history."""
    opened, set_opened = ft.use_state(page_frame.NOTHING)

    async def find() -> None:
        set_opened(await aside(opening, phone, id))

    ft.use_effect(find, [id])
    taking, take = ft.use_state(False)
    more = [*_redo(phone, opened), *_take(phone, opened, lambda: take(not taking))]
    back = lambda: phone.go(f"/table/{id}")  # noqa: E731
    head = page_frame.head(phone.words(Text("History")), phone.words(Text("Back")), back, *more)
    body: list[ft.Control] = [ft.ProgressBar()]
    if isinstance(opened, Table):
        away = [Takeaway(phone, id, opened.state.outcome is not None)] if taking else []
        body = [*away, Log(phone, opened)]
    if isinstance(opened, Text):
        body = [page_frame.warning(phone.words(opened))]
    return page_frame.page(f"/table/{id}/history", head, body)


def _redo(phone: Phone, opened: Table | Text | None) -> list[ft.Control]:
    return [Redo(phone, opened)] if isinstance(opened, Table) else []


def _take(phone: Phone, opened: Table | Text | None, on_take: page_frame.Tap) -> list[ft.Control]:
    """Build the export button, on the host's phone only."""
    if not isinstance(opened, Table) or not phone.chair(opened.match.id).host:
        return []
    return [icon_press(ft.Icons.FILE_DOWNLOAD_OUTLINED, phone.words(Text("Take it with you")), on_take)]


@ft.component
def Redo(phone: Phone, table: Table) -> ft.Control:  # noqa: N802
    """Button that redoes the last undo."""
    use_table(table)
    chair = phone.chair(table.match.id)
    return ft.TextButton(
        phone.words(Text("Redo")),
        icon=ft.Icons.REDO,
        visible=table.now.redoable and not table.kept and not chair.watches,
        on_click=lambda event: attempt(lambda: table.redo(chair)),
    )


@ft.component
def Log(phone: Phone, table: Table) -> Any:  # noqa: N802
    """The log lines."""
    use_table(table)
    chair = phone.chair(table.match.id)
    opened, open_ = ft.use_state(page_frame.NOTHING)
    shown, show = ft.use_state(SHOWN)
    looked, look = ft.use_state(page_frame.NOTHING)
    trouble, set_trouble = ft.use_state(page_frame.NOTHING)
    why = use_why(phone.words, table, phone.go)
    lines = table.log(chair)
    groups, called = grouped(lines), called_in(lines)

    def back(number: int) -> None:
        set_trouble(attempt(lambda: table.undo(chair, number)))
        open_(None)

    told: list[ft.Control] = [page_frame.warning(phone.words(trouble))] if trouble else []
    pictured = _pictured(table)
    reader = Reader(phone, table, chair, called, open_, back, why, pictured, looked, look)
    rows = [_row(reader, group, group.number == opened) for group in groups[:shown]]
    more = [_more(phone.words, lambda: show(shown + SHOWN))] if len(groups) > shown else []
    empty = [] if groups else [_empty(phone.words)]
    body = [*told, *_times(phone, table, lines), *rows, *more, *empty]
    return ft.Column(body, spacing=Space.GAP, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def _times(phone: Phone, table: Table, lines: tuple[LogLine, ...]) -> list[ft.Control]:
    """Build each player's total turn time, if the table has a clock and the game counts turns."""
    if not lines or not ticks(phone.library, table.match.id):
        return []
    until = time.time() if table.prompt else lines[-1].entry.at
    had = pace(lines, len(table.match.seats), until)
    return [totals(phone.words, table.match.seats, had)] if any(had.seats) else []


def _more(words: Translate, on_click: page_frame.Tap) -> ft.Control:
    return ft.TextButton(words(Text("Show earlier")), on_click=lambda event: on_click(), height=48)


def _empty(words: Translate) -> ft.Control:
    return page_frame.panel(
        ft.Icon(ft.Icons.HISTORY, size=Type.SCENE, color=ft.Colors.OUTLINE),
        page_frame.quiet(words(Text("Nothing has happened yet.")), text_align=ft.TextAlign.CENTER),
        padding=Space.AIR,
    )


def _row(reader: Reader, group: Group, opened: bool) -> ft.Control:
    """Build one group: a tap on a line offers the undo, a tap on a note shows its rule.

    A match that was put away offers no undo.
    """

    def tap() -> None:
        if reader.phone.habits.sure:
            reader.open(None if opened else group.number)
        else:
            reader.back(group.number)

    parts: list[ft.Control] = []
    before = ""
    for line in series(group.lines):
        who = reader.called(line.entry.by) if line.entry.by != before else ""
        parts += _line(reader.phone.words, line, who, tap if group.reachable and reader.may else None, reader.why)
        parts += _picture(reader, line.entry.seq)
        before = line.entry.by
    faded = 1.0 if all(line.stands for line in group.lines) else 0.5
    column = ft.Column(parts, spacing=0, horizontal_alignment=ft.CrossAxisAlignment.STRETCH, opacity=faded)
    ground = ft.Colors.SURFACE_CONTAINER if group.reachable else ft.Colors.TRANSPARENT
    pad = ft.Padding.symmetric(vertical=Space.NEAR, horizontal=Space.NEAR)
    body = ft.Container(column, bgcolor=ground, border_radius=Round.PILL, padding=pad)
    return ft.Column([body, *([_back(reader, group)] if opened and reader.may else [])], spacing=0)


def _line(words: Translate, line: LogLine, who: Shown, tap: page_frame.Tap | None, why: Any) -> list[ft.Control]:
    """Build a line's time and author, its text, and the notes of the rules."""
    style = None if line.stands else ft.TextStyle(decoration=ft.TextDecoration.LINE_THROUGH)
    said = sentence(words(line.text))
    face: list[ft.Control] = [ft.Text(said, size=Type.BODY, style=style)]
    if who:
        when = f"{clock(line.entry.at)} · {words(who)}"
        face.insert(0, ft.Text(when, size=Type.SMALL, color=ft.Colors.ON_SURFACE_VARIANT))
    pad = ft.Padding.symmetric(vertical=Space.NEAR, horizontal=Space.GAP)
    spoken = " · ".join(text.value for text in face if isinstance(text, ft.Text))
    column = ft.Column(face, spacing=Space.HAIR, tight=True, horizontal_alignment=ft.CrossAxisAlignment.START)
    shown: ft.Control = ft.Container(column, padding=pad)
    if tap is not None:
        shown = press(column, spoken, tap, pad=pad, radius=Round.TILE, align=ft.Alignment.CENTER_LEFT)
    return [shown, *(_note(words, note, line, why) for note in line.notes)]


def _pictured(table: Table) -> frozenset[int]:
    with suppress(StorageTrouble):
        return table.pictures()
    return frozenset()


def _picture(reader: Reader, seq: int) -> list[ft.Control]:
    """Build the button that opens a roll's picture, and the open picture (X-04)."""
    if seq not in reader.pictured:
        return []
    words, shown = reader.phone.words, seq == reader.looked
    said = words(Text("Hide the picture") if shown else Text("The picture of the dice"))
    face = ft.Row(
        [ft.Icon(ft.Icons.IMAGE_OUTLINED, size=Type.LEAD, color=ft.Colors.PRIMARY), ft.Text(said, size=Type.SMALL)],
        spacing=Space.GAP,
    )
    pad = ft.Padding.only(left=Space.EDGE, right=Space.GAP, top=Space.EDGE, bottom=Space.EDGE)
    look = bound(reader.look, None if shown else seq)
    way = press(face, said, look, pad=pad, radius=Round.TILE, align=ft.Alignment.CENTER_LEFT)
    data = reader.table.picture(seq) if shown else b""
    image = ft.Image(src=data, height=220, fit=ft.BoxFit.CONTAIN, border_radius=Round.TILE, exclude_from_semantics=True)
    return [way, image] if data else [way]


def _note(words: Translate, note: Note, line: LogLine, why: Any) -> ft.Control:
    """Build one automatic change with its rule badge; a tap explains the rule."""
    text = ft.Text(words(note.text), size=Type.SMALL, expand=True, color=ft.Colors.ON_SURFACE_VARIANT)
    said = {"before", "after"} <= dict(note.text.args).keys()
    change = [span(note.change)] if note.change and not said else []
    row = ft.Row([badge(note.rule), text, *change], spacing=Space.GAP, vertical_alignment=ft.CrossAxisAlignment.START)
    spoken = words(Text("Why: {what}", what=note.text))
    pad = ft.Padding.only(left=Space.EDGE, right=Space.GAP, top=Space.EDGE, bottom=Space.EDGE)
    asked = Asked(note.rule, (note,), line.switch)
    return press(row, spoken, bound(why, asked), pad=pad, radius=Round.TILE, align=ft.Alignment.CENTER_LEFT)


def _back(reader: Reader, group: Group) -> ft.Control:
    """Build the undo preview: how much is undone, the button, and the list of it."""
    words, undoing = reader.phone.words, reader.table.undoing(reader.chair, group.number)
    count = Text("This undoes {n} thing:", "This undoes {n} things:", n=len(undoing.taken))
    do = page_frame.main_button(words(Text("Go back to before this")), lambda: reader.back(group.number), ft.Icons.UNDO)
    here = f"/table/{reader.table.match.id}/situation/{group.lines[0].entry.seq}"
    hand = quiet(words(Text("Show that moment to others")), bound(reader.phone.go, here), ft.Icons.QR_CODE_2)
    return page_frame.panel(_strong(words(count)), ft.Row([do]), *undone(words, undoing), hand)


def undone(words: Translate, undoing: Undoing) -> list[ft.Control]:
    """List what an undo takes back, and what people put back on the table."""
    parts: list[ft.Control] = []
    if undoing.back:
        parts.append(_strong(words(Text("Put back on the table:"))))
        parts += [ft.Text(f"· {words(text)}", size=Type.BODY) for text in undoing.back]
        parts.append(_strong(words(Text("Taken back:"))))
    parts += [ft.Text(f"· {words(text)}", size=Type.SMALL, opacity=0.85) for text in reversed(undoing.taken[-LISTED:])]
    if len(undoing.taken) > LISTED:
        parts.append(page_frame.quiet(words(Text("… and {n} more", n=len(undoing.taken) - LISTED))))
    return parts


def _strong(text: str) -> ft.Control:
    return ft.Text(text, size=Type.BODY, weight=ft.FontWeight.W_600)
