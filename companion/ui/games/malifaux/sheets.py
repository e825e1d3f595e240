"""Sheets of Malifaux: the crew form, a model, a hand."""

from __future__ import annotations

from dataclasses import replace

import flet as ft

from companion.ui.design.theme import FontSize, Space
from companion.ui.signs.legend import sign_icon
from companion.ui.signs.playing_cards import HandView
from companion.ui.table.board.table_items import hand_button, remark_buttons
from companion.ui.table.context.context import TableContext
from companion.ui.table.context.open_sheet import OpenSheet
from companion.ui.table.context.scene import OnOpenSheet
from companion.ui.table.sheets.choice_form import ChoiceForm
from companion.ui.table.sheets.host import SheetHost
from companion.ui.widgets.bottom_sheet import sheet_body
from companion.ui.widgets.controls import (
    bind,
    button_grid,
    icon_button,
    keyed_component,
    secondary_button,
)
from rules.engine import Choice, Event, Template, Text
from rules.malifaux.model.events import Conditioned, Lifted, Readied
from rules.malifaux.model.fate_deck import UNKNOWN_CARD
from rules.malifaux.view import ConditionLine, MalifauxPlayerLine, MalifauxView, ModelLine

from .muster import CrewForm
from .signs import CONDITION_SIGN
from .table import MUTED, model_status


def crew_sheet(sheets: SheetHost, choice: Choice) -> ft.Control:
    """Build the form of a crew, its soulstones and schemes."""
    form = keyed_component(CrewForm, f"crew {choice.seat}", sheets.translate, choice, sheets.access, sheets.answer)
    return sheets.build_sheet(sheets.build_heading(choice.seat, sheets.translate(choice.label)), form)


def model_sheet(sheets: SheetHost, model_id: int) -> ft.Control | None:
    """Build a model's sheet: wounds, conditions and what can be done with this model."""
    found = _find_model(sheets.context, model_id)
    if found is None:
        return None
    seat, model = found
    translate = sheets.translate
    wounds = sheets.tracker_panels(
        [t for t in sheets.context.table_state.trackers if t.key == f"model.{model_id}.wounds"], across=1
    )
    lines = [_condition(sheets, seat, condition) for condition in model.conditions]
    head = sheets.build_heading(seat, translate(model.name), model_status(translate, model))
    facts = sheets.fact_rows([f for f in sheets.context.table_state.facts if f.key.startswith(f"model.{model_id}.")])
    parts = [*sheets.item_answers(), *wounds, *lines, *_model_actions(sheets, seat, model_id), *facts]
    return sheets.build_sheet(head, sheet_body(parts))


def _find_model(context: TableContext, model_id: int) -> tuple[int, ModelLine] | None:
    models = ((seat, model) for seat, line in context.lines_as(MalifauxPlayerLine).items() for model in line.crew)
    return next(((seat, model) for seat, model in models if model.id == model_id), None)


def _offered(context: TableContext, seat: int, event: Event) -> bool:
    """Return whether this device may say that of the model."""
    return any(remark.admits(event) for remark in context.remarks if remark.seat == seat)


def _model_actions(sheets: SheetHost, seat: int, model_id: int) -> list[ft.Control]:
    """Build the buttons for a condition and one more activation, where the model may have them."""
    translate, buttons = sheets.translate, list[ft.Control]()
    if condition_of_model(sheets.context, model_id) is not None:
        open_form = bind(sheets.show, OpenSheet("condition", number=model_id))
        buttons.append(secondary_button(translate(Text("A condition")), open_form, expand=True))
    if _offered(sheets.context, seat, Readied(model_id)):
        ready = bind(sheets.submit_remark, Readied(model_id))
        buttons.append(secondary_button(translate(Text("Reactivate")), ready, expand=True))
    return [button_grid(buttons, 2, Space.GAP)] if buttons else []


def condition_of_model(context: TableContext, model_id: int) -> Choice | None:
    """Return the remark that gives this model a condition; None for a model that is out."""
    for remark in context.remarks:
        models = next((hole for hole in remark.template.holes if hole.name == "model"), None)
        if isinstance(remark.event, Conditioned) and models is not None and models.admits(model_id):
            holes = tuple(hole for hole in remark.template.holes if hole is not models)
            return replace(remark, template=Template(replace(remark.event, model=model_id), holes))
    return None


def condition_sheet(sheets: SheetHost, model_id: int) -> ft.Control | None:
    """Build the form of a condition for this model."""
    found, choice = _find_model(sheets.context, model_id), condition_of_model(sheets.context, model_id)
    if found is None or choice is None:
        return None
    seat, model = found
    head = sheets.build_heading(seat, sheets.translate(model.name), sheets.translate(choice.label))
    form = keyed_component(ChoiceForm, f"condition {model_id}", sheets.translate, choice, sheets.submit_remark)
    return sheets.build_sheet(head, form)


def _condition(sheets: SheetHost, seat: int, condition: ConditionLine) -> ft.Control:
    """Build a condition's line, with the button that removes it."""
    translate, event = sheets.translate, Lifted(condition.id)
    lasts = (
        Text("until the end of the turn", "for {n} more turns", n=condition.turns) if condition.turns else Text("stays")
    )
    sign = sign_icon(translate, CONDITION_SIGN, FontSize.SUBTITLE)
    text = ft.Text(f"{translate(condition.name)} · {translate(lasts)}", size=FontSize.BODY, expand=True)
    lift = translate(Text("{what} ends", what=condition.name))
    on_lift = bind(sheets.submit_remark, event)
    removal = [icon_button(ft.Icons.DELETE_OUTLINE, lift, on_lift)] if _offered(sheets.context, seat, event) else []
    return ft.Row([sign, text, *removal], spacing=Space.GAP)


def hand_sheet(sheets: SheetHost, seat: int) -> ft.Control | None:
    """Build a player's cards and schemes for that player only; others see how many."""
    context, translate = sheets.context, sheets.translate
    line = context.lines_as(MalifauxPlayerLine).get(seat)
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
    body = sheet_body([*parts, *remark_buttons(translate, remarks, sheets.make_remark)], spacing=Space.ROOM)
    return sheets.build_sheet(sheets.build_heading(seat, translate(Text("{who}'s fate deck", who=line.name))), body)


def can_show_hand(context: TableContext, seat: int) -> bool:
    """Return whether this device may show that hand."""
    line = context.lines_as(MalifauxPlayerLine)[seat]
    return all(face.value != UNKNOWN_CARD for face in line.hand) and context.role.seat in (None, seat)


def build_player_area(context: TableContext, seat: int, open_sheet: OnOpenSheet) -> list[ft.Control]:
    """Build the button to the hand and schemes, if there are any."""
    line = context.lines_as(MalifauxPlayerLine)[seat]
    if not (context.view_as(MalifauxView).has_virtual_decks or line.schemes):
        return []
    label = context.translate(Text("Hand and schemes"))
    return [hand_button(label, bind(open_sheet, OpenSheet("hand", number=seat)))]
