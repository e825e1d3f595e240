"""Sheet of the effect builder: the player who uses the card, and what the card does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import flet as ft

from companion.ui.design.preferences import scaled_height
from companion.ui.design.text_fit import fit_count, screen_width
from companion.ui.design.theme import MIN_TAP_SIZE, FontSize, Space, seat_colour
from companion.ui.table.context.open_sheet import sheet_for
from companion.ui.widgets.bottom_sheet import SHEET_WIDTH
from companion.ui.widgets.controls import bind, button_grid, keyed_component, pressable, seat_badge
from rules.engine import Choice, Text

from .pad import EffectBuilder
from .remembered_effects import PlayContext

if TYPE_CHECKING:
    from companion.ui.table.sheets.host import SheetHost

SEAT = 72
"""Width of a seat's name with its badge, in points."""


def fought(view: Any) -> int:
    """Return the id of the monster under attack; 0 for none."""
    return next((m.id for m in view.monsters if m.fighting), 0)


def effects_sheet(sheets: SheetHost, choice: Choice) -> ft.Control:
    """Build the sheet of a card's effects."""
    active = sheets.context.active_seat
    here = PlayContext(active if choice.seat is None else choice.seat, active, fought(sheets.context.game_view))
    pad = keyed_component(
        EffectBuilder,
        repr((choice.event, choice.label)),
        sheets.translate,
        sheets.context.table_state.game.key,
        choice,
        here,
        sheets.access,
        sheets.answer,
        6 if sheets.context.is_landscape else 3,
    )
    follows = sheets.translate(choice.consequence) if choice.consequence else ""
    head = sheets.build_heading(choice.seat, sheets.translate(choice.label), follows)
    return sheets.build_sheet(ft.Column([head, *_whose(sheets, choice)], spacing=Space.GAP, tight=True), pad)


def _whose(sheets: SheetHost, choice: Choice) -> list[ft.Control]:
    """Build a button per seat that has the same kind of choice."""
    asked = sheets.context.annotated_prompt
    if asked is None or not choice.kind:
        return []
    same = [c for c in asked.choices if c.kind == choice.kind and c.seat is not None]
    if len(same) < 2:
        return []
    across = fit_count(min(screen_width(), SHEET_WIDTH) - 2 * Space.EDGE, scaled_height(SEAT), Space.NEAR)
    return [button_grid([_seat(sheets, c, c.seat == choice.seat) for c in same], across, Space.NEAR)]


def _seat(sheets: SheetHost, choice: Choice, chosen: bool) -> ft.Control:
    name = sheets.context.seats[choice.seat or 0]
    text = ft.Text(
        name, size=FontSize.SMALL, weight=ft.FontWeight.W_600, no_wrap=True, overflow=ft.TextOverflow.ELLIPSIS
    )
    edge = ft.BorderSide(2, seat_colour(choice.seat)) if chosen else None
    face = ft.Row([seat_badge(choice.seat, name, 22), text], tight=True, spacing=Space.NEAR)
    spoken = sheets.translate(Text("It is {who}'s", who=name))
    return pressable(
        face, spoken, bind(sheets.show, sheet_for(choice)), edge=edge, pad=Space.TIGHT, height=MIN_TAP_SIZE, expand=True
    )
