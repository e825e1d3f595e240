"""Lookahead sheet: odds, and the consequences of each answer."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import flet as ft

from companion.match.log import format_signed
from companion.ui.design.boxes import column_of, row_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import FontSize, Space
from companion.ui.design.text import MUTED, body_text, heading_text, label_text
from companion.ui.table.intents import Page
from companion.ui.table.model.lookahead import AheadLine, AnswerPath, lookahead_model
from companion.ui.table.model.outcome import recent_lines
from companion.ui.table.zones.recent import RecentEntries
from companion.ui.widgets import page_frame
from companion.ui.widgets.bottom_sheet import sheet_body
from companion.ui.widgets.controls import bind, seat_badge, secondary_button
from rules.engine import Text

if TYPE_CHECKING:
    from companion.ui.table.sheets.host import SheetHost

BADGE_SIZE = 30


def format_percent(share: Fraction) -> str:
    """Format a probability in percent: never 100 unless certain, never 0 if possible."""
    if share in (0, 1):
        return "—" if share == 0 else "100"
    return "<1" if share < Fraction(1, 100) else ">99" if share > Fraction(99, 100) else str(round(100 * share))


def lookahead_sheet(sheets: SheetHost) -> ft.Control | None:
    """Build the sheet of the odds, each answer's consequences, the rule of the question, and what just happened."""
    model, seats = lookahead_model(sheets.context), sheets.context.seats
    if model is None:
        return None
    note = [page_frame.hint_text(model.note)] if model.note else []
    odds = [_odd(odd, seats) for odd in model.odds]
    parts = [*sheets.scene.build_odds_panel(sheets.context), *odds, *note, *map(_answer, model.paths)]
    explain = bind(sheets.intents.explain_rule, model.rule)
    why = secondary_button(translate(Text("Why?")), explain, ft.Icons.HELP_OUTLINE, expand=True)
    recent = RecentEntries(recent_lines(sheets.context.log), sheets.intents.open, bind(sheets.intents.go, Page.HISTORY))
    return sheets.build_sheet(sheets.build_heading(None, model.title), sheet_body([*parts, row_of([why]), recent]))


def _odd(odd: AheadLine, seats: tuple[str, ...]) -> ft.Control:
    badge = ft.Container(width=BADGE_SIZE) if odd.seat is None else seat_badge(odd.seat, seats[odd.seat], BADGE_SIZE)
    return _line([badge], odd.text, odd.chance or Fraction(0))


def _line(first: Sequence[ft.Control], label: str, chance: Fraction) -> ft.Control:
    number: ft.Control = heading_text(f"{format_percent(chance)} %", 700, no_wrap=True)
    if chance == 1:
        number = ft.Icon(ft.Icons.CHECK, size=FontSize.HEADING, color=MUTED)
    return row_of([*first, body_text(label, expand=True), number], Space.GAP)


def _answer(path: AnswerPath) -> ft.Control:
    return column_of([body_text(path.name, 700), *map(_ahead, path.lines)], Space.HAIR)


def _ahead(line: AheadLine) -> ft.Control:
    if line.chance is not None:
        return _line([], line.text, line.chance)
    if line.is_quiet:
        return label_text(line.text, color=MUTED)
    chances = " · ".join(f"{format_signed(by)}: {format_percent(chance)} %" for by, chance in line.spread)
    return body_text(f"{line.text} {chances}" if chances else line.text)
