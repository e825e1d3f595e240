"""Match history, newest first; a line shows what an undo to it takes back, and undoes it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass

import flet as ft

from companion.base.dates import format_clock_time
from companion.i18n import Translate
from companion.match.log import ActorNamer, LogLine, actor_namer, merge_adjustments
from companion.match.roles import DeviceRole
from companion.match.table import Table
from companion.match.undo import UndoPreview
from companion.stats.timing import measure_timing
from companion.storage.matches import StorageError
from companion.ui.design.theme import FontSize, Radius, Space
from companion.ui.files.exports import MatchExports
from companion.ui.hooks import use_observable
from companion.ui.pages.match import open_table
from companion.ui.session.error_boundary import failure_of
from companion.ui.session.phone import Phone
from companion.ui.state import use_loaded, use_optional
from companion.ui.table.board.clock import is_clock_on, turn_time_panel
from companion.ui.table.board.why import ExplanationRequest, change_values, rule_badge, use_rule_sheet
from companion.ui.widgets import page_frame
from companion.ui.widgets.controls import bind, capitalize_first, icon_button, pressable, secondary_button
from rules.engine import Displayable, Note, Redone, Text, Undone

Explain = Callable[[ExplanationRequest], None]
GROUPS_PER_PAGE = 40
"""Groups drawn at first, and as many more at each tap."""
MAX_LISTED_UNDONE = 4
"""Undone actions that are listed by name; the rest are counted."""


@dataclass(frozen=True)
class LogGroup:
    """Log entries that are undone together, oldest first."""

    lines: tuple[LogLine, ...]

    @property
    def number(self) -> int:
        """The group's number in the log."""
        return self.lines[0].entry.group

    @property
    def is_undoable(self) -> bool:
        """Whether the group is still in effect, so that the match can go back to before it."""
        return all(line.is_in_effect and not isinstance(line.entry.event, Undone | Redone) for line in self.lines)


def group_log(lines: Iterable[LogLine]) -> tuple[LogGroup, ...]:
    """Return the log as groups, newest first."""
    groups: list[list[LogLine]] = []
    for line in lines:
        if groups and groups[-1][0].entry.group == line.entry.group:
            groups[-1].append(line)
        else:
            groups.append([line])
    return tuple(LogGroup(tuple(group)) for group in reversed(groups))


@dataclass(frozen=True)
class OpenPicture:
    """The picture that is open: number of its entry, and its JPEG."""

    seq: int
    jpeg: bytes


@dataclass(frozen=True)
class HistoryContext:
    """The device that shows the history, and the actions of its taps."""

    phone: Phone
    table: Table
    role: DeviceRole
    actor_namer: ActorNamer
    toggle_group: Callable[[int | None], None]
    undo_before: Callable[[int], None]
    explain: Explain
    pictured_entries: frozenset[int] = frozenset()
    """Sequence numbers of the entries whose roll was read from a picture."""
    open_picture: OpenPicture | None = None
    show_picture: Callable[[int], None] = lambda seq: None

    @property
    def can_undo(self) -> bool:
        """Whether this device may undo anything here."""
        return not self.table.is_put_away and not self.role.is_spectator


@ft.component
def HistoryPage(phone: Phone, match_id: str) -> ft.View:  # noqa: N802 - Flet's components are named like classes
    """The page of a match's history."""
    table = use_loaded([match_id], open_table, phone, match_id)
    shows_exports, set_shows_exports = ft.use_state(False)
    more = [*_redo(phone, table), *_export_button(phone, table, lambda: set_shows_exports(not shows_exports))]
    back = lambda: phone.go(f"/table/{match_id}")  # noqa: E731
    head = page_frame.page_header(phone.translate, Text("History"), back, *more)

    def log_and_exports(table: Table) -> list[ft.Control]:
        exports = [MatchExports(phone, match_id, table.state.outcome is not None)] if shows_exports else []
        return [*exports, HistoryLog(phone, table)]

    body = page_frame.loaded_body(phone.translate, table, log_and_exports)
    return page_frame.page_view(f"/table/{match_id}/history", head, body)


def _redo(phone: Phone, table: Table | Text | None) -> list[ft.Control]:
    return [RedoButton(phone, table)] if isinstance(table, Table) else []


def _export_button(phone: Phone, table: Table | Text | None, on_tap: page_frame.OnTap) -> list[ft.Control]:
    """Build the export button, on the host's phone only."""
    if not isinstance(table, Table) or not phone.role_at(table.match.id).is_host:
        return []
    return [icon_button(ft.Icons.FILE_DOWNLOAD_OUTLINED, phone.translate(Text("Export")), on_tap)]


@ft.component
def RedoButton(phone: Phone, table: Table) -> ft.Control:  # noqa: N802
    """Button that redoes the last undo."""
    use_observable(table)
    role = phone.role_at(table.match.id)
    return ft.TextButton(
        phone.translate(Text("Redo")),
        icon=ft.Icons.REDO,
        visible=table.table_state.can_redo and not table.is_put_away and not role.is_spectator,
        on_click=lambda event: failure_of(lambda: table.redo(role)),
    )


@ft.component
def HistoryLog(phone: Phone, table: Table) -> ft.Control:  # noqa: N802
    """The log lines."""
    use_observable(table)
    role = phone.role_at(table.match.id)
    open_group, set_open_group = use_optional(int)
    shown_count, set_shown_count = ft.use_state(GROUPS_PER_PAGE)
    open_picture, set_open_picture = use_optional(OpenPicture)
    problem, set_problem = use_optional(Text)
    explain = use_rule_sheet(phone.translate, table, phone.go)
    lines = table.log(role)
    groups, namer = group_log(lines), actor_namer(lines)

    def undo_before(number: int) -> None:
        set_problem(failure_of(lambda: table.undo(role, number)))
        set_open_group(None)

    def show_picture(seq: int) -> None:
        """Open the picture of that entry, or close it."""
        if open_picture is not None and open_picture.seq == seq:
            set_open_picture(None)
        else:
            set_problem(failure_of(lambda: set_open_picture(OpenPicture(seq, table.picture(seq)))))

    error_notice: list[ft.Control] = [page_frame.warning(phone.translate(problem))] if problem else []
    pictured_entries = _pictured_entries(table)
    reader = HistoryContext(
        phone,
        table,
        role,
        namer,
        set_open_group,
        undo_before,
        explain,
        pictured_entries,
        open_picture,
        show_picture,
    )
    rows = [_group_row(reader, group, group.number == open_group) for group in groups[:shown_count]]
    more = (
        [_more(phone.translate, lambda: set_shown_count(shown_count + GROUPS_PER_PAGE))]
        if len(groups) > shown_count
        else []
    )
    empty = [] if groups else [_empty(phone.translate)]
    body = [*error_notice, *_turn_times(phone, table, lines), *rows, *more, *empty]
    return ft.Column(body, spacing=Space.GAP, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def _turn_times(phone: Phone, table: Table, lines: tuple[LogLine, ...]) -> list[ft.Control]:
    """Build each player's total turn time, if the table has a clock and the game counts turns."""
    if not lines or not is_clock_on(phone.library, table.match.id):
        return []
    until = time.time() if table.prompt else lines[-1].entry.at
    turn_times = measure_timing(lines, len(table.match.seats), until)
    return [turn_time_panel(phone.translate, table.match.seats, turn_times)] if any(turn_times.seats) else []


def _more(translate: Translate, on_click: page_frame.OnTap) -> ft.Control:
    return ft.TextButton(translate(Text("Show earlier")), on_click=lambda event: on_click(), height=48)


def _empty(translate: Translate) -> ft.Control:
    return page_frame.panel(
        ft.Icon(ft.Icons.HISTORY, size=FontSize.ILLUSTRATION, color=ft.Colors.OUTLINE),
        page_frame.hint_text(translate(Text("Nothing has happened yet.")), text_align=ft.TextAlign.CENTER),
        padding=Space.AIR,
    )


def _group_row(reader: HistoryContext, group: LogGroup, is_open: bool) -> ft.Control:
    """Build one group: a tap on a line offers the undo, a tap on a note shows its rule.

    A match that was put away offers no undo.
    """

    def tap() -> None:
        if reader.phone.preferences.sure:
            reader.toggle_group(None if is_open else group.number)
        else:
            reader.undo_before(group.number)

    parts: list[ft.Control] = []
    before = ""
    for line in merge_adjustments(group.lines):
        actor = reader.actor_namer(line.entry.actor) if line.entry.actor != before else ""
        parts += _line(
            reader.phone.translate, line, actor, tap if group.is_undoable and reader.can_undo else None, reader.explain
        )
        parts += _picture(reader, line.entry.seq)
        before = line.entry.actor
    faded = 1.0 if all(line.is_in_effect for line in group.lines) else 0.5
    column = ft.Column(parts, spacing=0, horizontal_alignment=ft.CrossAxisAlignment.STRETCH, opacity=faded)
    ground = ft.Colors.SURFACE_CONTAINER if group.is_undoable else ft.Colors.TRANSPARENT
    pad = ft.Padding.symmetric(vertical=Space.NEAR, horizontal=Space.NEAR)
    body = ft.Container(column, bgcolor=ground, border_radius=Radius.PILL, padding=pad)
    return ft.Column([body, *([_undo_panel(reader, group)] if is_open and reader.can_undo else [])], spacing=0)


def _line(
    translate: Translate, line: LogLine, actor: Displayable, on_tap: page_frame.OnTap | None, explain: Explain
) -> list[ft.Control]:
    """Build a line's time and author, its text, and the notes of the rules."""
    style = None if line.is_in_effect else ft.TextStyle(decoration=ft.TextDecoration.LINE_THROUGH)
    line_text = capitalize_first(translate(line.text))
    texts: list[ft.Control] = [ft.Text(line_text, size=FontSize.BODY, style=style)]
    if actor:
        when = f"{format_clock_time(line.entry.at)} · {translate(actor)}"
        texts.insert(0, ft.Text(when, size=FontSize.SMALL, color=ft.Colors.ON_SURFACE_VARIANT))
    pad = ft.Padding.symmetric(vertical=Space.NEAR, horizontal=Space.GAP)
    spoken = " · ".join(text.value for text in texts if isinstance(text, ft.Text))
    column = ft.Column(texts, spacing=Space.HAIR, tight=True, horizontal_alignment=ft.CrossAxisAlignment.START)
    control: ft.Control = ft.Container(column, padding=pad)
    if on_tap is not None:
        control = pressable(column, spoken, on_tap, pad=pad, radius=Radius.TILE, align=ft.Alignment.CENTER_LEFT)
    return [control, *(_note(translate, note, line, explain) for note in line.notes)]


def _pictured_entries(table: Table) -> frozenset[int]:
    with suppress(StorageError):
        return table.pictured_entries()
    return frozenset()


def _picture(reader: HistoryContext, seq: int) -> list[ft.Control]:
    """Build the button that opens a roll's picture, and the open picture (X-04)."""
    if seq not in reader.pictured_entries:
        return []
    translate = reader.phone.translate
    is_open = reader.open_picture is not None and seq == reader.open_picture.seq
    label = translate(Text("Hide the picture") if is_open else Text("The picture of the dice"))
    face = ft.Row(
        [
            ft.Icon(ft.Icons.IMAGE_OUTLINED, size=FontSize.SUBTITLE, color=ft.Colors.PRIMARY),
            ft.Text(label, size=FontSize.SMALL),
        ],
        spacing=Space.GAP,
    )
    pad = ft.Padding.only(left=Space.EDGE, right=Space.GAP, top=Space.EDGE, bottom=Space.EDGE)
    on_tap = bind(reader.show_picture, seq)
    button = pressable(face, label, on_tap, pad=pad, radius=Radius.TILE, align=ft.Alignment.CENTER_LEFT)
    data = reader.open_picture.jpeg if is_open and reader.open_picture else b""
    image = ft.Image(
        src=data, height=220, fit=ft.BoxFit.CONTAIN, border_radius=Radius.TILE, exclude_from_semantics=True
    )
    return [button, image] if data else [button]


def _note(translate: Translate, note: Note, line: LogLine, explain: Explain) -> ft.Control:
    """Build one automatic change with its rule badge; a tap explains the rule."""
    text = ft.Text(translate(note.text), size=FontSize.SMALL, expand=True, color=ft.Colors.ON_SURFACE_VARIANT)
    has_values = {"before", "after"} <= dict(note.text.args).keys()
    change = [change_values(note.change)] if note.change and not has_values else []
    row = ft.Row(
        [rule_badge(note.rule), text, *change], spacing=Space.GAP, vertical_alignment=ft.CrossAxisAlignment.START
    )
    spoken = translate(Text("Why: {what}", what=note.text))
    pad = ft.Padding.only(left=Space.EDGE, right=Space.GAP, top=Space.EDGE, bottom=Space.EDGE)
    request = ExplanationRequest(note.rule, (note,), line.switch)
    return pressable(row, spoken, bind(explain, request), pad=pad, radius=Radius.TILE, align=ft.Alignment.CENTER_LEFT)


def _undo_panel(reader: HistoryContext, group: LogGroup) -> ft.Control:
    """Build the undo preview: how much is undone, the button, and the list of it."""
    translate, undoing = reader.phone.translate, reader.table.view(reader.role).preview_undo(group.number)
    count = Text("This undoes {n} thing:", "This undoes {n} things:", n=len(undoing.entries))
    undo_button = page_frame.main_button(
        translate(Text("Go back to before this")), lambda: reader.undo_before(group.number), ft.Icons.UNDO
    )
    situation_route = f"/table/{reader.table.match.id}/situation/{group.lines[0].entry.seq}"
    share_button = secondary_button(
        translate(Text("Share that moment")), bind(reader.phone.go, situation_route), ft.Icons.QR_CODE_2
    )
    return page_frame.panel(
        _strong(translate(count)), ft.Row([undo_button]), *undo_summary(translate, undoing), share_button
    )


def undo_summary(translate: Translate, preview: UndoPreview) -> list[ft.Control]:
    """List what an undo takes back, and what people put back on the table."""
    parts: list[ft.Control] = []
    if preview.restorations:
        parts.append(_strong(translate(Text("Put back on the table:"))))
        parts += [ft.Text(f"· {translate(text)}", size=FontSize.BODY) for text in preview.restorations]
        parts.append(_strong(translate(Text("Undone:"))))
    parts += [
        ft.Text(f"· {translate(text)}", size=FontSize.SMALL, opacity=0.85)
        for text in reversed(preview.entries[-MAX_LISTED_UNDONE:])
    ]
    if len(preview.entries) > MAX_LISTED_UNDONE:
        parts.append(
            page_frame.hint_text(translate(Text("… and {n} more", n=len(preview.entries) - MAX_LISTED_UNDONE)))
        )
    return parts


def _strong(text: str) -> ft.Control:
    return ft.Text(text, size=FontSize.BODY, weight=ft.FontWeight.W_600)
