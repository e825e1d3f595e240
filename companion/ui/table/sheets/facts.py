"""Facts set by hand: a row that says what a fact is now, and the sheet that changes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from companion.ui.design.boxes import row_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import FontSize, Space
from companion.ui.design.text import MUTED, body_text
from companion.ui.widgets.controls import Action, Surface, capitalize_first, keyed_component, pressable
from rules.engine import Choice, Fact, Pick, Text

from .choice_form import ChoiceForm, PickList

if TYPE_CHECKING:
    from .host import SheetHost

ROW_HEIGHT = 48
"""Height of a row in points."""


def fact_row(fact: Fact, on_open: Action) -> ft.Control:
    """Build the row of a fact with its present value; one without adds something."""
    label, value = capitalize_first(translate(fact.label)), translate(fact.value)
    parts = [
        body_text(label, expand=True),
        body_text(value, 700),
        ft.Icon(ft.Icons.EDIT if value else ft.Icons.ADD, size=FontSize.BODY, color=MUTED),
    ]
    name = f"{label}: {value}" if value else label
    row = row_of(list(parts), Space.GAP)
    fill, pad = ft.Colors.SURFACE_CONTAINER_LOW, ft.Padding.symmetric(horizontal=Space.EDGE)
    return pressable(row, name, on_open, Surface(fill=fill, pad=pad), height=ROW_HEIGHT)


def fact_sheet(sheets: SheetHost, key: str) -> ft.Control | None:
    """Build the sheet that sets a fact; None once the fact is gone."""
    fact = next((one for one in sheets.context.table_state.facts if one.key == key), None)
    if fact is None or not sheets.intents.may_set:
        return None
    choice = Choice(Text("Set it by hand"), fact.template, seat=fact.seat)
    head = sheets.build_heading(fact.seat, capitalize_first(translate(fact.label)), translate(fact.value))
    if isinstance(fact.hole, Pick):
        present = None if fact.is_secret else fact.value
        return sheets.build_sheet(head, keyed_component(PickList, key, choice, sheets.intents.set_fact, present))
    return sheets.build_sheet(head, keyed_component(ChoiceForm, key, choice, sheets.intents.set_fact))
