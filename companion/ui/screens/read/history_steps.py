"""Steps of the history: an action with its notes, its picture, and the undo of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import flet as ft

from companion.base.actors import STOPS_ACTOR
from companion.base.dates import format_clock_time
from companion.match.latest import told_notes
from companion.match.log import ActorNamer, LogLine, merge_adjustments
from companion.match.roles import DeviceRole
from companion.match.table import Table
from companion.match.undo import UndoPreview
from companion.ui.design.boxes import START, STRETCH, column_of, row_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import FontSize, Radius, Space
from companion.ui.design.text import MUTED, body_text, label_text
from companion.ui.session.phone import Phone
from companion.ui.table.intents import Explanation
from companion.ui.table.sheets.why import change_values, rule_badge
from companion.ui.widgets import page_frame
from companion.ui.widgets.controls import Surface, bind, capitalize_first, pressable, secondary_button
from rules.engine import Displayable, Note, Redone, Text, Undone

Explain = Callable[[Explanation], None]
MAX_LISTED_UNDONE = 4
"""Undone actions that are listed by name; the rest are counted."""


@dataclass(frozen=True)
class LogGroup:
    """Log entries that are undone together, oldest first."""

    lines: tuple[LogLine, ...]

    @property
    def first_seq(self) -> int:
        """The number of its first entry."""
        return self.lines[0].entry.seq

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
class OpenUndo:
    """The undo that is shown: back to before an entry, of an action or of a whole turn."""

    seq: int
    is_turn: bool = False


@dataclass(frozen=True)
class HistoryContext:
    """The device that shows the history, and the actions of its taps."""

    phone: Phone
    table: Table
    role: DeviceRole
    actor_namer: ActorNamer
    show_undo: Callable[[OpenUndo | None], None]
    undo_before: Callable[[int], None]
    """Goes back to before the entry of that number."""
    explain: Explain
    pictured_entries: frozenset[int] = frozenset()
    """Sequence numbers of the entries whose roll was read from a picture."""
    open_picture: OpenPicture | None = None
    show_picture: Callable[[int], None] = lambda seq: None
    open_undo: OpenUndo | None = None
    shows_details: bool = True
    """Whether rule ids, house rules that decided, and automatic passes are shown."""

    @property
    def can_undo(self) -> bool:
        """Whether this device may undo anything here."""
        return not self.table.is_put_away and not self.role.is_spectator

    def ask_undo(self, undo: OpenUndo) -> None:
        """Show what that undo takes back, or close it.

        It is done at once if this phone does not want to be asked.
        """
        if self.phone.preferences.sure:
            self.show_undo(None if undo == self.open_undo else undo)
        else:
            self.undo_before(undo.seq)


def told_lines(lines: Iterable[LogLine], shows_details: bool) -> Iterator[LogLine]:
    """Yield the lines that are shown: without details no automatic pass that led to nothing."""
    return (line for line in lines if shows_details or line.notes or line.entry.actor != STOPS_ACTOR)


def group_row(reader: HistoryContext, group: LogGroup) -> ft.Control:
    """Build one group: a tap on a line offers the undo, a tap on a note shows its rule.

    A match that was put away offers no undo.
    """
    undo = OpenUndo(group.first_seq)
    tap = bind(reader.ask_undo, undo)
    parts: list[ft.Control] = []
    before = ""
    for line in merge_adjustments(group.lines):
        actor = reader.actor_namer(line.entry.actor) if line.entry.actor != before else ""
        parts += _line(reader, line, actor, tap if group.is_undoable and reader.can_undo else None)
        parts += _picture(reader, line.entry.seq)
        before = line.entry.actor
    faded = 1.0 if all(line.is_in_effect for line in group.lines) else 0.5
    column = column_of(parts, 0, STRETCH, tight=False, opacity=faded)
    ground = ft.Colors.SURFACE_CONTAINER if group.is_undoable else ft.Colors.TRANSPARENT
    pad = ft.Padding.symmetric(vertical=Space.NEAR, horizontal=Space.NEAR)
    body = ft.Container(column, bgcolor=ground, border_radius=Radius.PILL, padding=pad)
    panel = [undo_panel(reader, group.first_seq)] if reader.open_undo == undo and reader.can_undo else []
    return column_of([body, *panel], 0, tight=False)


def _line(
    reader: HistoryContext, line: LogLine, actor: Displayable, on_tap: page_frame.OnTap | None
) -> list[ft.Control]:
    style = None if line.is_in_effect else ft.TextStyle(decoration=ft.TextDecoration.LINE_THROUGH)
    line_text = capitalize_first(translate(line.text))
    texts: list[ft.Control] = [body_text(line_text, style=style)]
    if actor:
        when = f"{format_clock_time(line.entry.at)} · {translate(actor)}"
        texts.insert(0, label_text(when, color=MUTED))
    pad = ft.Padding.symmetric(vertical=Space.NEAR, horizontal=Space.GAP)
    spoken = " · ".join(text.value for text in texts if isinstance(text, ft.Text))
    column = column_of(texts, Space.HAIR, START)
    control: ft.Control = ft.Container(column, padding=pad)
    if on_tap is not None:
        control = pressable(
            column, spoken, on_tap, Surface(pad=pad, radius=Radius.TILE, align=ft.Alignment.CENTER_LEFT)
        )
    told = line.notes if reader.shows_details else told_notes(line.notes)
    return [control, *(_note(reader, note, line) for note in told)]


def _picture(reader: HistoryContext, seq: int) -> list[ft.Control]:
    """Build the button that opens a roll's picture, and the open picture (X-04)."""
    if seq not in reader.pictured_entries:
        return []
    is_open = reader.open_picture is not None and seq == reader.open_picture.seq
    label = translate(Text("Hide the picture") if is_open else Text("The picture of the dice"))
    face = row_of(
        [ft.Icon(ft.Icons.IMAGE_OUTLINED, size=FontSize.SUBTITLE, color=ft.Colors.PRIMARY), label_text(label)],
        Space.GAP,
    )
    pad = ft.Padding.only(left=Space.EDGE, right=Space.GAP, top=Space.EDGE, bottom=Space.EDGE)
    on_tap = bind(reader.show_picture, seq)
    button = pressable(face, label, on_tap, Surface(pad=pad, radius=Radius.TILE, align=ft.Alignment.CENTER_LEFT))
    data = reader.open_picture.jpeg if is_open and reader.open_picture else b""
    image = ft.Image(
        src=data, height=220, fit=ft.BoxFit.CONTAIN, border_radius=Radius.TILE, exclude_from_semantics=True
    )
    return [button, image] if data else [button]


def _note(reader: HistoryContext, note: Note, line: LogLine) -> ft.Control:
    badge = [rule_badge(note.rule)] if reader.shows_details else []
    text = label_text(translate(note.text), color=MUTED, expand=True)
    has_values = {"before", "after"} <= dict(note.text.args).keys()
    change = [change_values(note.change)] if note.change and not has_values else []
    row = row_of([*badge, text, *change], Space.GAP, START)
    spoken = translate(Text("Why: {what}", what=note.text))
    pad = ft.Padding.only(left=Space.EDGE, right=Space.GAP, top=Space.EDGE, bottom=Space.EDGE)
    request = Explanation(note.rule, (note,), line.switch)
    on_tap = bind(reader.explain, request)
    return pressable(row, spoken, on_tap, Surface(pad=pad, radius=Radius.TILE, align=ft.Alignment.CENTER_LEFT))


def undo_panel(reader: HistoryContext, seq: int) -> ft.Control:
    """Build the preview of an undo to an entry: how much, the button, and the list of it."""
    undoing = reader.table.view(reader.role).preview_undo_to_entry(seq)
    count = Text("This undoes {n} thing:", "This undoes {n} things:", n=len(undoing.entries))
    undo_button = page_frame.main_button(
        translate(Text("Go back to before this")), bind(reader.undo_before, seq), ft.Icons.UNDO
    )
    situation_route = f"/t/{reader.table.match.id}/situation/{seq}"
    share_button = secondary_button(
        translate(Text("Share that moment")), bind(reader.phone.go, situation_route), ft.Icons.QR_CODE_2
    )
    return page_frame.panel(_strong(translate(count)), row_of([undo_button]), *undo_summary(undoing), share_button)


def undo_summary(preview: UndoPreview) -> list[ft.Control]:
    """List what an undo takes back, and what people put back on the table."""
    parts: list[ft.Control] = []
    if preview.restorations:
        parts.append(_strong(translate(Text("Put back on the table:"))))
        parts += [body_text(f"· {translate(text)}") for text in preview.restorations]
        parts.append(_strong(translate(Text("Undone:"))))
    parts += [
        label_text(f"· {translate(text)}", opacity=0.85) for text in reversed(preview.entries[-MAX_LISTED_UNDONE:])
    ]
    if len(preview.entries) > MAX_LISTED_UNDONE:
        parts.append(
            page_frame.hint_text(translate(Text("… and {n} more", n=len(preview.entries) - MAX_LISTED_UNDONE)))
        )
    return parts


def _strong(text: str) -> ft.Control:
    return body_text(text, 600)
