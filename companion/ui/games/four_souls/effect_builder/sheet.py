"""Sheet of the effect builder: the player who uses the card, and what the card does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from companion.ui.design.boxes import column_of, row_of
from companion.ui.design.look import screen_width, translate
from companion.ui.design.sizes import MIN_TAP_SIZE, FontSize, Space
from companion.ui.design.text_fit import names_across
from companion.ui.design.theme import seat_color
from companion.ui.table.model.choice_layout import item_id_of
from companion.ui.table.model.context import TableContext
from companion.ui.table.model.sheet import ChoiceSheet
from companion.ui.widgets.bottom_sheet import SHEET_WIDTH
from companion.ui.widgets.card_picker.memory import CardMemory
from companion.ui.widgets.controls import (
    Surface,
    bind,
    button_grid,
    capitalize_first,
    keyed_component,
    named_badge,
    pressable,
)
from rules.engine import Choice, Displayable, Text
from rules.four_souls.model.events import Told
from rules.four_souls.turn.view import FourSoulsPlayerLine, FourSoulsView

from .chips import CHIPS_ACROSS
from .pad import EffectBuilder, Storeys
from .remembered_effects import PlayContext

if TYPE_CHECKING:
    from companion.ui.table.sheets.host import SheetHost

ACROSS_LANDSCAPE = 6
"""Effects side by side on a phone that lies on its side."""
BADGE_SIZE = 22
"""Size of the badge beside a name, in points."""


def fought(view: FourSoulsView) -> int:
    """Return the id of the monster under attack; 0 for none."""
    return next((m.id for m in view.monsters if m.fighting), 0)


def effects_sheet(sheets: SheetHost, choice: Choice) -> ft.Control:
    """Build the sheet of a card's effects."""
    active = sheets.context.active_seat
    here = PlayContext(
        active if choice.seat is None else choice.seat, active, fought(sheets.context.view_as(FourSoulsView))
    )
    pad = keyed_component(
        EffectBuilder,
        repr((choice.event, choice.label)),
        choice,
        here,
        lambda kind: CardMemory(sheets.access, sheets.context.table_state.game.key, kind, sheets.intents.tell),
        sheets.answer,
        _storeys(sheets.context),
    )
    text = _card_text(sheets, choice) or choice.consequence
    follows = capitalize_first(translate(text)) if text else ""
    head = sheets.build_heading(choice.seat, translate(choice.label), follows)
    return sheets.build_sheet(column_of([head, *_whose(sheets, choice)], Space.GAP), pad)


def _storeys(context: TableContext) -> Storeys:
    if context.is_landscape:
        return Storeys(ACROSS_LANDSCAPE)
    return Storeys(CHIPS_ACROSS, are_fixed=context.is_roomy or context.is_low, is_low=context.is_low)


def _card_text(sheets: SheetHost, choice: Choice) -> Displayable | None:
    """Return what the card does whose effects are said, if it is known.

    An item's text, or that of the question.
    """
    if isinstance(choice.event, Told):
        asked = sheets.context.annotated_prompt
        return asked.stake if asked else None
    lines = sheets.context.lines_as(FourSoulsPlayerLine).values()
    return next((o.does for line in lines for o in line.items if o.id == item_id_of(choice)), None)


def _whose(sheets: SheetHost, choice: Choice) -> list[ft.Control]:
    asked = sheets.context.annotated_prompt
    if asked is None or not choice.kind:
        return []
    same = [c for c in asked.choices if c.kind == choice.kind and c.seat is not None]
    if len(same) < 2:
        return []
    width, around = (
        min(screen_width(), SHEET_WIDTH) - Space.ROOM - Space.EDGE,
        BADGE_SIZE + Space.NEAR + 2 * Space.TIGHT,
    )
    across = names_across([sheets.context.seats[c.seat or 0] for c in same], width, around, FontSize.SMALL, Space.NEAR)
    fits = across == len(same)
    keys = [_seat(sheets, one, one.seat == choice.seat, fills=fits) for one in same]
    return [button_grid(keys, across, Space.NEAR) if fits else row_of(keys, Space.NEAR, scroll=ft.ScrollMode.HIDDEN)]


def _seat(sheets: SheetHost, choice: Choice, chosen: bool, *, fills: bool) -> ft.Control:
    name = sheets.context.seats[choice.seat or 0]
    edge = ft.BorderSide(2, seat_color(choice.seat)) if chosen else None
    face = named_badge(choice.seat, name, BADGE_SIZE, FontSize.SMALL)
    spoken = translate(Text("It is {who}'s", who=name))
    return pressable(
        face,
        spoken,
        bind(sheets.intents.open, ChoiceSheet(choice)),
        Surface(edge=edge, pad=ft.Padding.symmetric(horizontal=Space.GAP, vertical=Space.TIGHT)),
        height=MIN_TAP_SIZE,
        is_chosen=chosen,
        expand=fills,
        grows=False,
    )
