"""Forms of one card: its name, its numbers, and both typed by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import flet as ft

from companion.base.display_names import clean_name
from companion.ui.design.look import translate
from companion.ui.design.sizes import FontSize, Space
from companion.ui.widgets.bottom_sheet import sheet_body
from companion.ui.widgets.card_search import CardMatch
from companion.ui.widgets.controls import input_border, secondary_button
from companion.ui.widgets.text_field import TextInput
from rules.engine import Number, Pick, Records, Text

from .choice_form import hole_control, submit_button, value_setter

MAX_NAME_LENGTH = 40
"""Maximum length of a card's name."""


@ft.component
def TypedCardForm(  # noqa: N802 - Flet's components are named like classes
    hole: Records, name: str, on_card: Callable[[Any], object], on_back: Callable[[], object]
) -> ft.Control:
    """Build the form of a card's name, numbers and rewards."""
    template = hole.templates[0]
    values, update = ft.use_state({**_default_values(hole), "name": name})
    fillers = [
        hole_control(h, values[h.name], value_setter(update, h.name))
        for h in template.holes
        if isinstance(h, Number | Pick)
    ]
    field = _line(translate(Text("Name")), values["name"], value_setter(update, "name"))
    card = replace(template.value, **{**values, "name": clean_name(values["name"], MAX_NAME_LENGTH)})
    foot = ft.Row([secondary_button(translate(Text("Back to the search")), on_back, ft.Icons.ARROW_BACK)])
    submit = submit_button(translate(Text("This is it")), lambda: on_card(card))
    return sheet_body([field, *fillers], [foot, submit], spacing=Space.GAP, stretches=True)


def _default_values(hole: Records) -> dict[str, Any]:
    holes = hole.templates[0].holes
    numbers = {h.name: h.default for h in holes if isinstance(h, Number)}
    return numbers | {h.name: h.options[0].value for h in holes if isinstance(h, Pick)}


@ft.component
def UnreadNumbersForm(  # noqa: N802 - Flet's components are named like classes
    hole: Records, card: CardMatch, on_card: Callable[[Any], object]
) -> ft.Control:
    """Build the form of the numbers of a known card that no list states.

    They are read from the card once.
    """
    holes = [h for h in hole.templates[0].holes if isinstance(h, Number | Pick) and h.name in card.unknown]
    values, update = ft.use_state({h.name: getattr(card.record, h.name) for h in holes})
    fillers = [hole_control(h, values[h.name], value_setter(update, h.name)) for h in holes]
    title = ft.Text(translate(card.name), size=FontSize.TITLE, weight=ft.FontWeight.W_700)
    why = translate(Text("Our lists lack these numbers. What does the card say?"))
    note = ft.Text(why, size=FontSize.BODY, color=ft.Colors.ON_SURFACE_VARIANT)
    submit = submit_button(translate(Text("This is it")), lambda: on_card(replace(card.record, **values)))
    return sheet_body([title, note, *fillers], [submit], spacing=Space.GAP, stretches=True)


@ft.component
def CardRenameForm(card: CardMatch, on_name: Callable[[str], object]) -> ft.Control:  # noqa: N802
    """Build the form of a card's local name; an empty one restores the printed name."""
    name, set_name = ft.use_state(translate(card.name))
    field = _line(translate(Text("What you call it")), name, set_name)
    submit = submit_button(translate(Text("Keep the name")), lambda: on_name(clean_name(name, MAX_NAME_LENGTH)))
    return sheet_body([field], [submit], stretches=True)


def _line(label: str, value: str, on_text: Callable[[str], object]) -> ft.Control:
    style: dict[str, Any] = {"counter": ft.Container(width=0, height=0), "border": input_border(), "dense": True}
    field: ft.Control = TextInput(label, value, on_text, max_length=MAX_NAME_LENGTH, **style)
    return field
