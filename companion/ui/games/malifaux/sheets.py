"""Sheets of Malifaux: the crew form, a model, a hand."""

from __future__ import annotations

from typing import Any

import flet as ft

from companion.ui.design.theme import FontSize, Space
from companion.ui.signs.playing_cards import HandView
from companion.ui.table.board.table_items import remark_buttons
from companion.ui.table.context.context import TableContext
from companion.ui.table.context.open_sheet import OpenSheet
from companion.ui.table.sheets.host import SheetHost
from companion.ui.widgets.controls import bind, keyed_component, pressable
from rules.engine import Choice, Text
from rules.malifaux.model.fate_deck import UNKNOWN_CARD

from .muster import CrewForm
from .table import MUTED, model_status


def crew_sheet(sheets: SheetHost, offered: Choice) -> ft.Control | None:
    """Build the form of a crew, its soulstones and schemes."""
    choice = sheets.context.find_choice(offered)
    if choice is None:
        return None
    form = keyed_component(CrewForm, f"crew {choice.seat}", sheets.translate, choice, sheets.access, sheets.answer)
    return sheets.build_sheet(sheets.build_heading(choice.seat, sheets.translate(choice.label)), form)


def model_sheet(sheets: SheetHost, model_id: int) -> ft.Control | None:
    """Build a model's sheet: wounds, conditions and actions."""
    context, translate = sheets.context, sheets.translate
    found = next(
        ((seat, m) for seat, line in context.player_lines.items() for m in line.crew if m.id == model_id), None
    )
    if found is None:
        return None
    seat, found_model = found
    wounds = sheets.tracker_panels(
        [t for t in context.table_state.trackers if t.key == f"model.{model_id}.wounds"], across=1
    )
    lines = [_condition(sheets, name, turns) for name, turns in found_model.conditions]
    remarks = [remark for remark in context.remarks if remark.seat == seat and hasattr(remark.event, "model")]
    lifted = [remark for remark in context.remarks if remark.seat == seat and hasattr(remark.event, "condition")]
    remark_controls = remark_buttons(
        translate, [*remarks, *(r for r in lifted if not hasattr(r.event, "model"))], sheets.make_remark
    )
    head = sheets.build_heading(seat, translate(found_model.name), model_status(translate, found_model))
    return sheets.build_sheet(
        head, ft.Column([*wounds, *lines, *remark_controls], spacing=Space.EDGE, tight=True), full=False
    )


def _condition(sheets: SheetHost, name: Any, turns: int) -> ft.Control:
    lasts = Text("until the end of the turn", "for {n} more turns", n=turns) if turns else Text("stays")
    sign = ft.Icon(ft.Icons.FLARE, size=FontSize.SUBTITLE, color=ft.Colors.ERROR)
    text = ft.Text(f"{sheets.translate(name)} · {sheets.translate(lasts)}", size=FontSize.BODY)
    return ft.Row([sign, text], spacing=Space.GAP)


def hand_sheet(sheets: SheetHost, seat: int) -> ft.Control | None:
    """Build a player's cards and schemes for that player only; others see how many."""
    context, translate = sheets.context, sheets.translate
    line = context.player_lines.get(seat)
    if line is None:
        return None
    is_own = context.role.seat == seat
    remarks = [remark for remark in context.remarks if remark.seat == seat and hasattr(remark.event, "cards")]
    parts: list[ft.Control] = []
    if can_show_hand(context, seat):
        empty = translate(Text("No cards in the hand"))
        schemes_text = translate(Text("Schemes: {what}", what=line.schemes)) if line.schemes else ""
        parts.append(
            keyed_component(HandView, f"hand {seat}", translate, line.hand, line.name, is_own, empty, schemes_text)
        )
    else:
        secret = translate(Text("{who}'s hand is on {who}'s phone.", who=line.name))
        parts.append(ft.Text(secret, size=FontSize.BODY, color=MUTED))
    body = ft.Column(
        [*parts, *remark_buttons(translate, remarks, sheets.make_remark)], spacing=Space.ROOM, scroll=ft.ScrollMode.AUTO
    )
    return sheets.build_sheet(sheets.build_heading(seat, translate(Text("{who}'s fate deck", who=line.name))), body)


def can_show_hand(context: TableContext, seat: int) -> bool:
    """Return whether this device may show that hand."""
    line = context.player_lines[seat]
    return all(face.value != UNKNOWN_CARD for face in line.hand) and context.role.seat in (None, seat)


def build_player_area(context: TableContext, seat: int, open_sheet: Any) -> list[ft.Control]:
    """Build the button to the hand and schemes, if there are any."""
    line = context.player_lines[seat]
    if not (context.game_view.has_virtual_decks or line.schemes):
        return []
    label = context.translate(Text("Hand and schemes"))
    face = ft.Row(
        [ft.Icon(ft.Icons.STYLE, size=FontSize.SUBTITLE), ft.Text(label, size=FontSize.BODY)],
        spacing=Space.GAP,
        tight=True,
    )
    fill = ft.Colors.SURFACE_CONTAINER_HIGH
    return [
        ft.Row([pressable(face, label, bind(open_sheet, OpenSheet("hand", seat)), fill=fill, height=48, expand=True)])
    ]
