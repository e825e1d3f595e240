"""Sheet of a recent entry: what happened, rules, numbers before and after, the way back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from companion.base.dates import format_clock_time
from companion.match.log import LogLine, actor_namer, merge_adjustments
from companion.ui.design.boxes import column_of, row_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import Space
from companion.ui.design.text import MUTED, body_text, name_text
from companion.ui.table.sheets.why import change_row, explanation_of, rule_badge, rule_text
from companion.ui.widgets.bottom_sheet import sheet_body
from companion.ui.widgets.controls import bind, capitalize_first, secondary_button
from rules.engine import Note, Redone, Text, Undone

if TYPE_CHECKING:
    from .host import SheetHost

BACK_TO_HERE = Text("Back to here")


def entry_sheet(sheets: SheetHost, seq: int) -> ft.Control | None:
    """Build the sheet of the entry with that number; None once it was taken back."""
    context = sheets.context
    line = next((one for one in merge_adjustments(context.log) if one.entry.seq == seq and _stands(one)), None)
    if line is None:
        return None
    actor = actor_namer(context.log)(line.entry.actor)
    when = " · ".join(filter(None, (format_clock_time(line.entry.at), translate(actor) if actor else "")))
    head = sheets.build_heading(None, capitalize_first(translate(line.text)), when)
    rules = dict.fromkeys(note.rule for note in line.notes)
    parts = [
        *(part for note in line.notes for part in _note(sheets, note)),
        *(part for rule in rules for part in _rule(sheets, rule)),
        *_buttons(sheets, line),
    ]
    return sheets.build_sheet(head, sheet_body(parts))


def _stands(line: LogLine) -> bool:
    return line.is_in_effect and not isinstance(line.entry.event, Undone | Redone)


def _note(sheets: SheetHost, note: Note) -> list[ft.Control]:
    text = name_text(capitalize_first(translate(note.text)))
    return [text, *(change_row(change) for change in note.changes)]


def _rule(sheets: SheetHost, rule: str) -> list[ft.Control]:
    title, sentence = (translate(text) for text in rule_text(sheets.context.table_state.game, rule))
    name = body_text(title, 600, expand=True)
    said = body_text(sentence, color=MUTED)
    return [column_of([row_of([rule_badge(rule), name], Space.GAP), said], Space.TIGHT)]


def _buttons(sheets: SheetHost, line: LogLine) -> list[ft.Control]:
    request = explanation_of(line)
    what = " · ".join(capitalize_first(translate(note.text)) for note in line.notes) or translate(line.text)
    buttons: list[ft.Control] = []
    if request is not None:
        name = translate(Text("Why: {what}", what=what))
        on_why = bind(sheets.intents.go, request)
        buttons.append(secondary_button(translate(Text("Why?")), on_why, ft.Icons.HELP_OUTLINE, name, expand=True))
    if sheets.intents.may_set:
        name = translate(Text("Back to here: {what}", what=capitalize_first(what)))
        on_back = bind(sheets.intents.reopen, line.entry)
        buttons.append(secondary_button(translate(BACK_TO_HERE), on_back, ft.Icons.UNDO, name, expand=True))
    return [row_of(buttons, Space.GAP)] if buttons else []
