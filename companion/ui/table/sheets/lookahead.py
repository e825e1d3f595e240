"""Lookahead sheet: odds, and the consequences of each answer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING

import flet as ft

from companion.match.log import format_signed
from companion.match.preview_text import describe_end
from companion.ui.design.boxes import column_of, row_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import FontSize, Space
from companion.ui.design.text import MUTED, body_text, heading_text, label_text
from companion.ui.table.model.choice_layout import is_single_pass, option_label
from companion.ui.widgets import page_frame
from companion.ui.widgets.bottom_sheet import sheet_body
from companion.ui.widgets.controls import bind, capitalize_first, seat_badge, secondary_button
from rules.engine import Choice, Displayable, Name, Pick, Probability, Text
from rules.lookahead import Branch, Consequence, Forecast, TrackerChange, change_chances

if TYPE_CHECKING:
    from companion.ui.table.model.context import TableContext
    from companion.ui.table.sheets.host import SheetHost

BADGE_SIZE = 30
MAX_LISTED_OUTCOMES = 6
"""Maximum number of outcomes of a roll listed one by one; else there is a row per number."""
MAX_LISTED_EFFECTS = 4
"""Maximum number of automatic effects listed for one answer."""


def _has_consequences(path: Forecast) -> bool:
    """Return whether the path leads to more than another question."""
    return any(
        fall.consequence.outcome
        or fall.consequence.eliminated_seats
        or fall.consequence.changes
        or fall.consequence.note_texts
        for fall in path.branches
    )


def format_percent(share: Fraction) -> str:
    """Format a probability in percent: never 100 unless certain, never 0 if possible."""
    if share in (0, 1):
        return "—" if share == 0 else "100"
    return "<1" if share < Fraction(1, 100) else ">99" if share > Fraction(99, 100) else str(round(100 * share))


def lookahead_sheet(sheets: SheetHost) -> ft.Control | None:
    """Build the sheet of the odds, of each answer's consequences, and of the rule of the question."""
    prompt = sheets.context.table_state.prompt
    if prompt is None:
        return None
    why = secondary_button(
        translate(Text("Why?")), bind(sheets.intents.explain_rule, prompt.rule), ft.Icons.HELP_OUTLINE, expand=True
    )
    parts = [*sheets.scene.build_odds_panel(sheets.context), *_odds(sheets.context), *_answers(sheets.context)]
    head = sheets.build_heading(None, translate(prompt.title))
    return sheets.build_sheet(head, sheet_body([*parts, row_of([why])]))


# --- the odds ----------------------------------------------------------------------------------------------------


def _odds(context: TableContext) -> list[ft.Control]:
    lines = [_odd(context, odd) for odd in context.table_state.odds if odd.chance]  # what cannot be needs no line
    if any(odd.ignores_cards for odd in context.table_state.odds):
        lines.append(page_frame.hint_text(translate(Text("What cards do comes besides."))))
    return lines


def _odd(context: TableContext, odd: Probability) -> ft.Control:
    mark = (
        ft.Container(width=BADGE_SIZE)
        if odd.seat is None
        else seat_badge(odd.seat, context.seats[odd.seat], BADGE_SIZE)
    )
    return _line([mark], capitalize_first(translate(odd.label)), odd.chance)


def _line(first: Sequence[ft.Control], label: str, chance: Fraction) -> ft.Control:
    number: ft.Control = heading_text(f"{format_percent(chance)} %", 700, no_wrap=True)
    if chance == 1:
        number = ft.Icon(ft.Icons.CHECK, size=FontSize.HEADING, color=MUTED)
    return row_of([*first, body_text(label, expand=True), number], Space.GAP)


# --- where each answer leads -------------------------------------------------------------------------------------


def _answers(context: TableContext) -> list[ft.Control]:
    choices = context.seat_prompt.prompt.choices if context.seat_prompt else ()
    choices_to_show = [choice for choice in choices if not is_single_pass(choice)]
    led = [
        (choice, path) for choice in choices_to_show for path in context.lookahead(choice) if _has_consequences(path)
    ]
    return [_answer(context, choice, path) for choice, path in led]


def _answer(context: TableContext, choice: Choice, path: Forecast) -> ft.Control:
    name = body_text(_name(context, choice, path), 700)
    ends = [_end(context, path.only_consequence)] if path.only_consequence else _falls(context, path.branches)
    return column_of([name, *ends], Space.HAIR)


def _name(context: TableContext, choice: Choice, path: Forecast) -> str:
    options = (option for hole in choice.template.holes if isinstance(hole, Pick) for option in hole.options)
    option = next((option for option in options if option.value == path.option), None)
    label = option_label(choice, option) if option else choice.label
    return capitalize_first(translate(label))


def _end(context: TableContext, end: Consequence) -> ft.Control:
    counts = describe_end(end, context.table_state)
    lines: list[ft.Control] = [body_text(capitalize_first(translate(counts)))] if counts else []
    effects_text = " · ".join(capitalize_first(translate(text)) for text in end.note_texts[:MAX_LISTED_EFFECTS])
    muted_texts = [*([effects_text] if effects_text else []), *([_then(context, end)] if end.next_question else [])]
    lines += [label_text(text, color=MUTED) for text in muted_texts]
    return column_of(lines, Space.HAIR)


def _then(context: TableContext, end: Consequence) -> str:
    silent = Text("If nobody responds, then: {what}", what=end.next_question or "")
    return translate(silent if end.has_passed_window else Text("Then: {what}", what=end.next_question or ""))


def _falls(context: TableContext, falls: Sequence[Branch]) -> list[ft.Control]:
    """Build a row per outcome of a roll, or a row per number if there are many outcomes."""
    if len(falls) > MAX_LISTED_OUTCOMES:
        return _spread(context, falls)
    return [_line([], _counts(context, fall.consequence), fall.chance) for fall in falls]


def _counts(context: TableContext, end: Consequence) -> str:
    counts = describe_end(end, context.table_state)
    effect_text = end.note_texts[0] if end.note_texts else Text("nothing moves")
    return capitalize_first(translate(counts or effect_text))


def _spread(context: TableContext, falls: Iterable[Branch]) -> list[ft.Control]:
    rows = groupby(change_chances(falls), key=lambda one: (one[0].owner, one[0].label, one[0].key))
    return [
        body_text(_each(context, who, what, distribution)) for (who, what, _), distribution in rows if who is not None
    ]


def _each(
    context: TableContext, who: Displayable, what: Text | Name, distribution: Iterable[tuple[TrackerChange, Fraction]]
) -> str:
    chances = " · ".join(f"{format_signed(moved.by)}: {format_percent(chance)} %" for moved, chance in distribution)
    return f"{translate(who)}, {translate(what)} {chances}"
