"""Conditions on a model's sheet: those that it has, chips that give one, and their forms."""

from __future__ import annotations

from dataclasses import replace

import flet as ft

from companion.ui.design.boxes import column_of, row_of
from companion.ui.design.look import screen_width, translate
from companion.ui.design.sizes import MIN_TAP_SIZE, FontSize, Radius, Space
from companion.ui.design.text import MUTED, body_text, label_text
from companion.ui.design.text_fit import columns_at_scale, fit_font_size
from companion.ui.games.malifaux.model import ConditionSheet, NamedConditionSheet
from companion.ui.signs.legend import sign_icon
from companion.ui.table.model.context import TableContext
from companion.ui.table.sheets.choice_form import ChoiceForm
from companion.ui.table.sheets.host import SheetHost
from companion.ui.widgets.bottom_sheet import SHEET_WIDTH
from companion.ui.widgets.controls import Action, Surface, bind, button_grid, icon_button, keyed_component, pressable
from rules.engine import Choice, Event, Template, Text
from rules.malifaux.model.conditions import ConditionKind, condition_kinds
from rules.malifaux.model.events import Afflicted, Conditioned, Lifted, Lowered
from rules.malifaux.view import ConditionLine, MalifauxPlayerLine, ModelLine

from .signs import CONDITION_SIGN

CHIPS_PER_ROW = 2
CHIP_HEIGHT = 48
"""Points of a chip's height with letters of 100 %."""


def find_model(context: TableContext, model_id: int) -> tuple[int, ModelLine] | None:
    """Return the seat and the line of a model; None if there is no such model."""
    models = ((seat, model) for seat, line in context.lines_as(MalifauxPlayerLine).items() for model in line.crew)
    return next(((seat, model) for seat, model in models if model.id == model_id), None)


def is_offered(context: TableContext, seat: int, event: Event) -> bool:
    """Return whether this device may say that of the model."""
    return any(remark.admits(event) for remark in context.remarks if remark.seat == seat)


# --- those that it has -------------------------------------------------------------------------------------------


def condition_line(sheets: SheetHost, seat: int, condition: ConditionLine) -> ft.Control:
    """Build a condition's line: effect, duration, and the buttons that lower and remove it."""
    sign = sign_icon(CONDITION_SIGN, FontSize.SUBTITLE)
    details = [*([condition.effect] if condition.effect else []), condition.duration]
    name = body_text(translate(condition.name), 600)
    detail = label_text(" · ".join(map(translate, details)), color=MUTED)
    words = column_of([name, detail], 0, expand=True)
    buttons = [
        icon_button(icon, translate(label), bind(sheets.intents.say, event))
        for icon, label, event in (
            (ft.Icons.REMOVE, Text("{what}: 1 less", what=condition.name), Lowered(condition.id)),
            (ft.Icons.DELETE_OUTLINE, Text("{what} ends", what=condition.name), Lifted(condition.id)),
        )
        if is_offered(sheets.context, seat, event) and (isinstance(event, Lifted) or condition.value > 1)
    ]
    return row_of([sign, words, *buttons], Space.GAP)


# --- chips -------------------------------------------------------------------------------------------------------


def condition_chips(sheets: SheetHost, seat: int, model_id: int) -> list[ft.Control]:
    """Build a chip for each known condition, and *Other*; none for a model that is out.

    Those with a value stand alone in a row where the letters are too large for two.
    """
    if condition_of_model(sheets.context, model_id) is None:
        return []
    kinds = condition_kinds().values()
    across = columns_at_scale(CHIPS_PER_ROW)
    names = [translate(kind.name) for kind in kinds if kind.valued]
    across_valued = across if all(_fits_beside(name, across) for name in names) else 1
    valued = [_valued_chip(sheets, kind, model_id) for kind in kinds if kind.valued]
    others = [_chip(sheets, kind, model_id) for kind in kinds if not kind.valued]
    others.append(_button(translate(Text("Other…")), bind(sheets.intents.open, ConditionSheet(model_id))))
    others += [ft.Container(expand=True) for _ in range(-len(others) % across)]
    return [button_grid(valued, across_valued, Space.NEAR), button_grid(others, across, Space.NEAR)]


def _fits_beside(name: str, across: int) -> bool:
    """Return whether a name fits on a chip of that many in a row, beside its +2."""
    sheet_width = min(screen_width(), SHEET_WIDTH) - 2 * Space.ROOM
    free = (sheet_width - (across - 1) * Space.NEAR) / across - MIN_TAP_SIZE - 2 * Space.TIGHT
    return fit_font_size(name, FontSize.BODY, free) == FontSize.BODY


def _chip(sheets: SheetHost, kind: ConditionKind, model_id: int) -> ft.Control:
    """Build the chip of a condition without a value: a tap gives it, or opens its form."""
    name = translate(kind.name)
    if kind.named:
        return _button(f"{name}…", bind(sheets.intents.open, NamedConditionSheet(model_id, kind.key)))
    return _button(name, bind(sheets.intents.say, Afflicted(model_id, kind.key)))


def _valued_chip(sheets: SheetHost, kind: ConditionKind, model_id: int) -> ft.Control:
    """Build the chip of a condition with a value, of which a tap gives 1 or 2."""
    name = translate(kind.name)
    one, two = (bind(sheets.intents.say, Afflicted(model_id, kind.key, n)) for n in (1, 2))
    more = pressable(_label("+2"), f"{name} +2", two, Surface(pad=Space.TIGHT), height=CHIP_HEIGHT, width=MIN_TAP_SIZE)
    edge = ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)
    return ft.Container(
        row_of([_button(f"{name} +1", one, is_part=True), more], 0),
        expand=True,
        border_radius=Radius.TILE,
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGH,
        border=ft.Border(left=edge, top=edge, right=edge, bottom=edge),
    )


def _button(label: str, on_tap: Action, *, is_part: bool = False) -> ft.Control:
    """Build the button of a chip; as a part of one it has no face of its own."""
    fill = ft.Colors.TRANSPARENT if is_part else ft.Colors.SURFACE_CONTAINER_HIGH
    edge = None if is_part else ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)
    return pressable(
        _label(label), label, on_tap, Surface(fill=fill, edge=edge, pad=Space.TIGHT), height=CHIP_HEIGHT, expand=True
    )


def _label(label: str) -> ft.Control:
    return body_text(label, 500, text_align=ft.TextAlign.CENTER, max_lines=2, style=ft.TextStyle(height=1.1))


# --- forms -------------------------------------------------------------------------------------------------------


def condition_of_model(context: TableContext, model_id: int, event: Event | None = None) -> Choice | None:
    """Return the remark that gives this model a condition; None for a model that is out.

    Without an ``event`` that gives a known one, it is the remark of one that the table writes down.
    """
    wanted = event or Conditioned(model_id)
    for remark in context.remarks:
        if type(remark.event) is not type(wanted):
            continue
        models = next((hole for hole in remark.template.holes if hole.name == "model"), None)
        if models is not None and remark.admits(wanted):
            holes = tuple(hole for hole in remark.template.holes if hole is not models)
            return replace(remark, template=Template(wanted, holes))
    return None


def condition_sheet(sheets: SheetHost, model_id: int) -> ft.Control | None:
    """Build the form of a condition that the table writes down."""
    return _form(sheets, model_id, condition_of_model(sheets.context, model_id))


def named_condition_sheet(sheets: SheetHost, model_id: int) -> ft.Control | None:
    """Build the form of a known condition beside which the table writes a word."""
    key = sheets.sheet.key if isinstance(sheets.sheet, NamedConditionSheet) else ""
    event = Afflicted(model_id, key)
    return _form(sheets, model_id, condition_of_model(sheets.context, model_id, event))


def _form(sheets: SheetHost, model_id: int, choice: Choice | None) -> ft.Control | None:
    found = find_model(sheets.context, model_id)
    if found is None or choice is None:
        return None
    seat, model = found
    head = sheets.build_heading(seat, translate(model.name), translate(choice.label))
    form = keyed_component(ChoiceForm, f"condition {model_id}", choice, sheets.intents.say)
    return sheets.build_sheet(head, form)
