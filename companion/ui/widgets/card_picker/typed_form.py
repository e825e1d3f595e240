"""Form of one card: its name, its numbers, or what nobody has read of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import flet as ft

from companion.base.display_names import clean_name
from companion.ui.design.boxes import column_of, row_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import Space
from companion.ui.design.text import MUTED, label_text
from companion.ui.state import use_ref
from companion.ui.widgets.bottom_sheet import sheet_body
from companion.ui.widgets.controls import Action, input_border, secondary_button
from companion.ui.widgets.hole_controls import hole_control, submit_button
from companion.ui.widgets.text_field import TextInput
from rules.engine import Hole, Text

from .number_rows import NumberRow, number_row

MAX_NAME_LENGTH = 40
"""Maximum length of a card's name."""
WHAT_IS_PRINTED = Text("What is printed on the card?")
THIS_IS_IT = Text("This is it")


@ft.component
def CardForm(  # noqa: N802 - Flet's components are named like classes
    record: Any,
    on_record: Callable[[Any], object],
    *,
    name_label: Text | None = None,
    holes: Sequence[Hole] = (),
    rows: Sequence[NumberRow] = (),
    question: Text = WHAT_IS_PRINTED,
    head: Sequence[ft.Control] = (),
    submit: Text = THIS_IS_IT,
    back: tuple[Text, Action] | None = None,
) -> ft.Control:
    """Build the form of a card.

    It asks for its name if that has a label, for ``holes`` each with its usual control, and for ``rows`` of numbers, of
    which the last one that is tapped gives the card; without rows a button does. ``head`` says which card it is.
    """
    # typing is faster than redrawing, so the ref holds the latest values
    latest = use_ref({hole.name: getattr(record, hole.name) for hole in holes})
    name = use_ref(record.name)
    _, count = ft.use_state(0)

    def give() -> None:
        named = {"name": clean_name(name.current, MAX_NAME_LENGTH)} if name_label else {}
        on_record(replace(record, **latest.current, **named))

    def put(field: str, value: Any) -> None:
        latest.current = {**latest.current, field: value}
        if rows and all(row.field in latest.current for row in rows):
            give()
        else:
            count(lambda times: times + 1)

    field = [_name_field(translate(name_label), record.name, name.set)] if name_label else []
    controls = [hole_control(hole, latest.current[hole.name], partial(put, hole.name)) for hole in holes]
    foot: list[ft.Control] = []
    if back is not None:
        foot.append(row_of([secondary_button(translate(back[0]), back[1], ft.Icons.ARROW_BACK, expand=True)]))
    foot.append(asked_numbers(question, rows, latest.current, put) if rows else submit_button(translate(submit), give))
    parts = [ft.Container(height=2), *field, *head, *controls]  # room for the label on the field's upper border
    return sheet_body(parts, foot, spacing=Space.GAP, stretches=True)


def asked_numbers(
    question: Text,
    rows: Sequence[NumberRow],
    chosen: Mapping[str, int],
    on_number: Callable[[str, int], object],
    share: float = 1,
) -> ft.Control:
    """Build a row of values for each number, on that ``share`` of the screen's width."""
    asked = label_text(translate(question), color=MUTED)
    lines = [
        number_row(row, chosen.get(row.field), partial(on_number, row.field), share=share, wraps=True) for row in rows
    ]
    return column_of([asked, *lines], Space.TIGHT)


def _name_field(label: str, name: str, on_name: Callable[[str], object]) -> ft.Control:
    style: dict[str, Any] = {"counter": ft.Container(width=0, height=0), "border": input_border(), "dense": True}
    field: ft.Control = TextInput(label, name, on_name, max_length=MAX_NAME_LENGTH, **style)
    return field
