"""Sheets of Four Souls: monster, item, whole stack."""

from __future__ import annotations

import flet as ft

from companion.ui.design.look import translate
from companion.ui.design.text import MUTED, body_text
from companion.ui.games.four_souls.model import why_unusable
from companion.ui.table.model.choice_layout import item_id_of
from companion.ui.table.sheets.host import SheetHost
from companion.ui.table.zones.middle import remark_buttons
from companion.ui.widgets.bottom_sheet import sheet_body
from companion.ui.widgets.controls import capitalize_first
from rules.engine import Displayable, Text
from rules.four_souls.turn.view import FourSoulsPlayerLine, FourSoulsView, OwnedItemLine

from .belongings import item_status
from .stack import full_stack


def _refusal_lines(sheets: SheetHost, seat: int, owned: OwnedItemLine) -> list[ft.Control]:
    refused = why_unusable(sheets.context, seat, owned)
    if refused is None:
        return []
    return [body_text(translate(refused.reason), 600)]


def effect_lines(does: Displayable | None) -> list[ft.Control]:
    """Build the line of what a card does; none where nothing is known of it."""
    if does is None:
        return []
    text = capitalize_first(translate(does))
    return [body_text(text, color=MUTED)]


def stack_sheet(sheets: SheetHost, _: int) -> ft.Control | None:
    """Build the sheet of the whole stack; None if it is empty."""
    context = sheets.context
    cards = context.view_as(FourSoulsView).stack
    if not cards:
        return None
    head = sheets.build_heading(
        None, translate(Text("Stack · {n}", n=len(cards))), translate(Text("They resolve from the top"))
    )
    return sheets.build_sheet(head, full_stack(cards, context.seats))


def monster_sheet(sheets: SheetHost, id: int) -> ft.Control | None:
    """Build a monster's sheet: effect, reward, trackers."""
    found = next((m for m in sheets.context.view_as(FourSoulsView).monsters if m.id == id), None)
    if found is None:
        return None
    numbers = sheets.tracker_panels(
        [t for t in sheets.context.table_state.trackers if t.key.startswith(f"monster.{id}.")]
    )
    head = sheets.build_heading(None, translate(found.name), translate(Text("Reward: {what}", what=found.reward)))
    parts = [*effect_lines(found.effect), *sheets.item_answers(), *numbers, *sheets.manual_adjustment_note()]
    return sheets.build_sheet(head, sheet_body(parts))


def item_sheet(sheets: SheetHost, id: int) -> ft.Control | None:
    """Build an item's sheet: its uses, trackers and remarks."""
    context = sheets.context
    found = [
        (seat, o) for seat, line in context.lines_as(FourSoulsPlayerLine).items() for o in line.items if o.id == id
    ]
    if not found:
        return None
    seat, owned = found[0]
    uses = [
        choice
        for choice in (context.annotated_prompt.choices if context.annotated_prompt else ())
        if item_id_of(choice) == id
    ]
    remarks = [remark for remark in context.remarks if item_id_of(remark) == id]
    parts = [
        *effect_lines(owned.does),
        *_refusal_lines(sheets, seat, owned),
        *remark_buttons(uses, sheets.choose),
        *sheets.tracker_panels([t for t in context.table_state.trackers if t.key.startswith(f"owned.{id}.")], across=1),
        *remark_buttons(remarks, sheets.intents.remark),
    ]
    head = sheets.build_heading(seat, translate(owned.name), translate(item_status(owned)))
    return sheets.build_sheet(head, sheet_body(parts))
