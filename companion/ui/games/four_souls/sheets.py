"""Sheets of Four Souls: monster, item, whole stack."""

from __future__ import annotations

import flet as ft

from companion.ui.design.boxes import column_of, row_of
from companion.ui.design.look import sentence, translate
from companion.ui.design.sizes import Space
from companion.ui.design.text import MUTED, body_text, heading_text, name_text
from companion.ui.games.four_souls.model import why_unusable
from companion.ui.table.model.choice_layout import item_id_of
from companion.ui.table.sheets.host import SheetHost
from companion.ui.table.zones.middle import remark_buttons
from companion.ui.widgets.bottom_sheet import sheet_body
from companion.ui.widgets.controls import capitalize_first, seat_badge, tile
from rules.engine import Displayable, Text
from rules.four_souls.model.item_catalogue import find_item
from rules.four_souls.model.state import FourSouls
from rules.four_souls.turn.view import FourSoulsPlayerLine, FourSoulsView, OwnedItemLine, StackItemCard
from rules.four_souls.vocabulary.card_text import known_card_text

from .belongings import item_status
from .board_model import spoken_card, treasure_name


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
    rows = [_stack_row(card, context.seats, place) for place, card in enumerate(cards, start=1)]
    return sheets.build_sheet(head, sheet_body(rows, spacing=Space.NEAR))


def _stack_row(card: StackItemCard, seats: tuple[str, ...], place: int) -> ft.Control:
    """Build a card of the stack with what it does, and its place in the order."""
    number = heading_text(str(place), 700, ft.Colors.PRIMARY if place == 1 else MUTED, width=28)
    does = [body_text(sentence(card.does), color=MUTED)] if card.does else []
    lines = column_of([name_text(sentence(card.title), 600), *does], 0, expand=True)
    row = row_of([number, lines, seat_badge(card.seat, seats[card.seat], 26)])
    face = tile(row, seat=card.seat, is_highlighted=place == 1)
    return ft.Semantics(content=face, label=f"{place}\n{spoken_card(card, seats)}", exclude_semantics=True)


def monster_sheet(sheets: SheetHost, id: int) -> ft.Control | None:
    """Build a monster's sheet: effect, reward, trackers."""
    found = next((m for m in sheets.context.view_as(FourSoulsView).monsters if m.id == id), None)
    if found is None:
        return None
    numbers = sheets.tracker_panels(
        [t for t in sheets.context.table_state.trackers if t.key.startswith(f"monster.{id}.")]
    )
    head = sheets.build_heading(None, translate(found.name), translate(Text("Reward: {what}", what=found.reward)))
    monster = sheets.context.state_as(FourSouls).find_monster(id)
    why = sheets.questions_button(monster.card.id) if monster else []
    parts = [*effect_lines(found.effect), *why, *sheets.item_answers(), *numbers, *sheets.manual_adjustment_note()]
    return sheets.build_sheet(head, sheet_body(parts))


def treasure_sheet(sheets: SheetHost, number: int) -> ft.Control:
    """Build the sheet of a treasure for sale: what it does, if known, and the purchase."""
    context = sheets.context
    shop = context.state_as(FourSouls).shop
    card = find_item(shop[number]) if 0 <= number < len(shop) else None
    does = known_card_text(card.id) if card is not None else None
    head = sheets.build_heading(None, translate(treasure_name(context, number)))
    why = sheets.questions_button(card.id) if card is not None else []
    return sheets.build_sheet(head, sheet_body([*effect_lines(does), *why, *sheets.item_answers()]))


def item_sheet(sheets: SheetHost, id: int) -> ft.Control | None:
    """Build an item's sheet: its uses, trackers and remarks."""
    context = sheets.context
    found = [
        (seat, o) for seat, line in context.lines_as(FourSoulsPlayerLine).items() for o in line.items if o.id == id
    ]
    if not found:
        return None
    seat, owned = found[0]
    record = context.state_as(FourSouls).find_owned_item(id)
    uses = [
        choice
        for choice in (context.annotated_prompt.choices if context.annotated_prompt else ())
        if item_id_of(choice) == id
    ]
    remarks = [remark for remark in context.remarks if item_id_of(remark) == id]
    parts = [
        *effect_lines(owned.does),
        *sheets.questions_button(record[1].card if record else ""),
        *_refusal_lines(sheets, seat, owned),
        *remark_buttons(uses, sheets.choose),
        *sheets.tracker_panels([t for t in context.table_state.trackers if t.key.startswith(f"owned.{id}.")], across=1),
        *remark_buttons(remarks, sheets.intents.remark),
    ]
    head = sheets.build_heading(seat, translate(owned.name), translate(item_status(owned)))
    return sheets.build_sheet(head, sheet_body(parts))
