"""Sheets of Malifaux: the crew form, a model, a hand."""

from __future__ import annotations

import flet as ft

from companion.ui.design.look import translate
from companion.ui.design.sizes import Space
from companion.ui.design.text import MUTED, body_text
from companion.ui.games.malifaux.model import FateHandSheet
from companion.ui.signs.playing_cards import HandView
from companion.ui.table.model.context import TableContext
from companion.ui.table.scene import OnOpenSheet
from companion.ui.table.sheets.host import SheetHost
from companion.ui.table.zones.middle import hand_button, remark_buttons
from companion.ui.widgets.bottom_sheet import sheet_body
from companion.ui.widgets.card_picker.memory import CardMemory
from companion.ui.widgets.controls import bind, keyed_component
from rules.engine import Choice, Fact, Text
from rules.malifaux.model.fate_deck import UNKNOWN_CARD
from rules.malifaux.view import MalifauxPlayerLine, MalifauxView

from .conditions import condition_chips, condition_line, find_model
from .damage import damage_keys
from .model import model_status, shown_conditions
from .muster import CREWS_KIND, CrewForm


def crew_sheet(sheets: SheetHost, choice: Choice) -> ft.Control:
    """Build the form of a crew, its soulstones and schemes."""
    memory = CardMemory(sheets.access, "malifaux", CREWS_KIND)  # the match has the crew: a failed save does no harm
    form = keyed_component(CrewForm, f"crew {choice.seat}", choice, memory, sheets.answer)
    return sheets.build_sheet(sheets.build_heading(choice.seat, translate(choice.label)), form)


def model_sheet(sheets: SheetHost, model_id: int) -> ft.Control | None:
    """Build a model's sheet: damage, wounds, conditions, chips that give one, and its facts.

    One that is out has only what puts it back.
    """
    found = find_model(sheets.context, model_id)
    if found is None:
        return None
    seat, model = found
    wounds = sheets.tracker_panels(
        [t for t in sheets.context.table_state.trackers if t.key == f"model.{model_id}.wounds"], across=1
    )
    lines = [condition_line(sheets, seat, condition) for condition in shown_conditions(model)]
    head = sheets.build_heading(seat, translate(model.name), model_status(model))
    own_facts = [fact for fact in sheets.context.table_state.facts if fact.key.startswith(f"model.{model_id}.")]
    facts = sheets.fact_rows([fact for fact in own_facts if not (model.is_out and is_of_living(fact))])
    keys = damage_keys(sheets, seat, model)
    parts = [*sheets.item_answers(), *keys, *wounds, *lines, *condition_chips(sheets, seat, model_id), *facts]
    return sheets.build_sheet(head, sheet_body(parts))


def is_of_living(fact: Fact) -> bool:
    """Return whether only a model with wounds has that fact: activation, conditions."""
    return fact.key.endswith(".activation") or ".condition." in fact.key


def hand_sheet(sheets: SheetHost, seat: int) -> ft.Control | None:
    """Build a player's cards and schemes for that player only; others see how many.

    Cards of the table's own decks are not in the app: there it shows the schemes alone.
    """
    context = sheets.context
    line = context.lines_as(MalifauxPlayerLine).get(seat)
    if line is None:
        return None
    is_own, is_virtual = context.role.seat == seat, context.view_as(MalifauxView).has_virtual_decks
    remarks = [remark for remark in context.remarks if remark.seat == seat and hasattr(remark.event, "cards")]
    parts: list[ft.Control] = []
    if can_show_hand(context, seat):
        schemes_text = translate(Text("Schemes: {what}", what=line.schemes)) if line.schemes else ""
        empty, below = (translate(Text("No cards in the hand")), schemes_text) if is_virtual else (schemes_text, "")
        parts.append(keyed_component(HandView, f"hand {seat}", line.hand, line.name, is_own, empty, below))
    else:
        secret = Text("{who}'s hand is on {who}'s phone.", who=line.name) if is_virtual else None
        secret = secret or Text("{who}'s schemes are on {who}'s phone.", who=line.name)
        parts.append(body_text(translate(secret), color=MUTED))
    body = sheet_body([*parts, *remark_buttons(remarks, sheets.intents.remark)], spacing=Space.ROOM)
    title = Text("{who}'s fate deck", who=line.name) if is_virtual else Text("{who}'s schemes", who=line.name)
    return sheets.build_sheet(sheets.build_heading(seat, translate(title)), body)


def can_show_hand(context: TableContext, seat: int) -> bool:
    """Return whether this device may show that hand."""
    line = context.lines_as(MalifauxPlayerLine)[seat]
    return all(face.value != UNKNOWN_CARD for face in line.hand) and context.role.seat in (None, seat)


def build_player_area(context: TableContext, seat: int, open_sheet: OnOpenSheet) -> list[ft.Control]:
    """Build the button to the hand and schemes, if there are any."""
    line = context.lines_as(MalifauxPlayerLine)[seat]
    is_virtual = context.view_as(MalifauxView).has_virtual_decks
    if not (is_virtual or line.schemes):
        return []
    label = Text("Hand and schemes") if is_virtual else Text("{who}'s schemes", who=line.name)
    return [hand_button(translate(label), bind(open_sheet, FateHandSheet(seat)))]
