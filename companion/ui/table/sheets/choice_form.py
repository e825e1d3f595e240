"""Generic forms for the holes of any choice: pick lists, numbers, text, dice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import flet as ft

from companion.ui.design.boxes import STRETCH, column_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import Space
from companion.ui.page_life import OF_QUESTION, use_draft, use_forgetting
from companion.ui.table.model.choice_layout import fill_holes
from companion.ui.widgets.bottom_sheet import sheet_body
from companion.ui.widgets.card_picker.picker import CardPicker, Picker
from companion.ui.widgets.card_picker.search import CardMatch, has_word_prefix
from companion.ui.widgets.controls import Action, bind
from companion.ui.widgets.hole_controls import Values, hole_control, option_button, submit_button, value_setter
from rules.engine import Choice, Displayable, Event, Hole, Option, Pick, TextLine

MAX_SUGGESTIONS = 6
"""Maximum number of suggestions shown at once."""
SEARCH_THRESHOLD = 10
"""Number of options above which a pick list has a search field."""
OnAnswer = Callable[[Event], object]


@ft.component
def PickList(  # noqa: N802 - named like a class
    choice: Choice, on_answer: OnAnswer, present: Displayable | None = None
) -> ft.Control:
    """Build a list of options; a tap answers. The option that is called ``present`` is framed."""
    pick = choice.template.required_hole(Pick)

    def row(card: CardMatch, on_tap: Action) -> ft.Control:
        is_chosen = None if present is None else translate(card.name) == translate(present)
        return option_button(card.record, on_tap, is_chosen=is_chosen)

    return CardPicker(
        Picker(
            lambda: [CardMatch(option, option.label) for option in pick.options],
            lambda card, _: on_answer(fill_holes(choice, **{pick.name: card.record.value})),
            row,
            search_above=SEARCH_THRESHOLD,
            is_ordered=pick.is_ordered,
        )
    )


@ft.component
def ChoiceForm(choice: Choice, on_answer: OnAnswer) -> ft.Control:  # noqa: N802
    """Build a control per hole and one submit button; a suggested name is submitted by a tap."""
    holes = choice.template.holes
    defaults = {hole.name: _initial_value(choice.event, hole) for hole in holes}
    # typing may be faster than redraws: the ref holds the latest values, not the drawn ones
    key = (OF_QUESTION, "form", type(choice.event), choice.seat, translate(choice.label))
    latest, forget = use_draft(key, lambda: defaults), use_forgetting(key)
    _, count_draws = ft.use_state(0)
    values = latest.current

    def put(change: Callable[[Values], Values]) -> None:
        latest.set(change(latest.current))
        count_draws(lambda times: times + 1)

    def give() -> None:
        if on_answer(fill_holes(choice, **latest.current)) is not False:
            forget()

    parts: list[ft.Control] = [ft.Container(height=2)]  # room for the label on the field's upper border
    for hole in holes:
        label = getattr(hole, "label", None) or choice.label
        parts.append(hole_control(hole, values[hole.name], value_setter(put, hole.name), label))
        if isinstance(hole, TextLine) and hole.suggestions:
            matching_names = _fitting(hole, str(values[hole.name]))
            parts.append(_name_buttons(matching_names, _on_name(on_answer, choice, defaults, hole.name)))
    submit = submit_button(translate(choice.label), give)
    return sheet_body(parts, [submit], stretches=True)


def _fitting(line: TextLine, typed: str) -> list[str]:
    """Return the suggestions that match the typed text; none if it is empty."""
    return [name for name in line.suggestions if typed and has_word_prefix(name, typed)][:MAX_SUGGESTIONS]


def _initial_value(event: Event, hole: Hole) -> Any:
    """Return the event's value if the hole admits it, else the first example."""
    current = getattr(event, hole.name)
    return current if hole.admits(current) else next(iter(hole.examples()))


def _on_name(answer: OnAnswer, choice: Choice, usual: dict[str, Any], hole: str) -> Callable[[str], object]:
    return lambda name: answer(fill_holes(choice, **{**usual, hole: name}))


def _name_buttons(names: Sequence[str], do: Callable[[str], object]) -> ft.Control:
    chips = [option_button(Option(name, name), bind(do, name)) for name in names]
    return column_of(chips, Space.TIGHT, STRETCH)
