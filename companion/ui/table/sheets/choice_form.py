"""Generic forms for the holes of any choice: pick lists, numbers, text, dice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import flet as ft

from companion.ui.design.look import translate
from companion.ui.design.sizes import FontSize, Radius, Space
from companion.ui.page_life import OF_QUESTION, use_draft, use_forgetting
from companion.ui.signs.dice_faces import DicePad, die_face
from companion.ui.state import use_latest
from companion.ui.table.context.choice_layout import fill_holes
from companion.ui.widgets.bottom_sheet import sheet_body
from companion.ui.widgets.card_search import has_word_prefix, normalize_for_search
from companion.ui.widgets.controls import bind, capitalize_first, input_border, pressable
from companion.ui.widgets.counter import StepButton
from companion.ui.widgets.text_field import TextInput
from rules.engine import (
    Cards,
    Choice,
    Dice,
    Displayable,
    Event,
    Hole,
    Number,
    Option,
    Pick,
    Records,
    RolledDie,
    Seats,
    Text,
    TextLine,
)

MAX_SUGGESTIONS = 6
"""Maximum number of suggestions shown at once."""
STRETCH = ft.CrossAxisAlignment.STRETCH
DIE_SIZE = 32
"""Size in points of a die among several to pick."""
SEARCH_THRESHOLD = 10
"""Number of options above which a pick list has a search field."""
OnAnswer = Callable[[Event], object]
Values = dict[str, Any]
"""Values of holes by name."""


@ft.component
def PickList(  # noqa: N802 - named like a class
    choice: Choice, on_answer: OnAnswer, present: Displayable | None = None
) -> ft.Control:
    """Build a list of options; a tap answers. The option that is called ``present`` is framed."""
    pick = choice.template.required_hole(Pick)
    typed, set_typed = ft.use_state("")
    matching = [option for option in pick.options if _fits(option, typed)]
    if not pick.is_ordered:
        matching.sort(key=lambda option: normalize_for_search(translate(option.label)))
    rows = [
        option_button(
            o,
            bind(on_answer, fill_holes(choice, **{pick.name: o.value})),
            is_chosen=None if present is None else translate(o.label) == translate(present),
        )
        for o in matching
    ]
    if len(pick.options) <= SEARCH_THRESHOLD:
        return sheet_body(rows, spacing=Space.TIGHT, stretches=True)
    listed = ft.ListView(rows, spacing=Space.TIGHT, expand=True)
    return ft.Column(
        [search_field(translate(Text("Look for a name")), set_typed), listed], spacing=Space.GAP, expand=True
    )


def _fits(option: Option, typed: str) -> bool:
    label = option.label
    both = (getattr(label, "es", ""), getattr(label, "en", ""))
    return any(has_word_prefix(name, typed) for name in (translate(label), *both))


def option_button(
    option: Option, do: Callable[[], object], *, is_chosen: bool | None = None, **place: Any
) -> ft.Control:
    """Build the button of an option, with what it does below its name."""
    name = translate(option.label)
    text: ft.Control = ft.Text(name, size=FontSize.SUBTITLE, weight=ft.FontWeight.W_500)
    if option.stake:
        stake = ft.Text(
            capitalize_first(translate(option.stake)), size=FontSize.SMALL, color=ft.Colors.ON_SURFACE_VARIANT
        )
        text = ft.Column([text, stake], spacing=0, tight=True)
    pad = ft.Padding.symmetric(horizontal=Space.ROOM, vertical=Space.EDGE)
    face = text
    if option.die:
        text.expand, text.expand_loose = True, True
        face = ft.Row([_lying_die(option.die), text], spacing=Space.EDGE, tight=True)
    # as high as its text: an effect may have several lines
    return pressable(
        face,
        name,
        do,
        fill=ft.Colors.PRIMARY_CONTAINER if is_chosen else ft.Colors.SURFACE_CONTAINER_HIGH,
        edge=ft.BorderSide(2, ft.Colors.PRIMARY) if is_chosen else None,
        align=ft.Alignment.CENTER_LEFT,
        pad=pad,
        is_chosen=is_chosen,
        **place,
    )


def search_field(label: str, on_typed: Callable[[str], object], value: str = "") -> ft.Control:
    """Build a search field; ``value`` is what was typed before."""
    style: dict[str, Any] = {"prefix_icon": ft.Icons.SEARCH, "border": input_border(), "dense": True}
    field: ft.Control = TextInput(label, value, on_typed, autocorrect=False, **style)
    return field


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
    """Build a button per matching name."""
    chips = [option_button(Option(name, name), bind(do, name)) for name in names]
    return ft.Column(chips, spacing=Space.TIGHT, tight=True, horizontal_alignment=STRETCH)


def value_setter(update: Callable[[Callable[[Values], Values]], None], name: str) -> Callable[[Any], None]:
    """Return a setter of one value in a mapping."""
    return lambda value: update(lambda old: {**old, name: value})


def submit_button(label: str, on_tap: Callable[[], object]) -> ft.Control:
    """Build the submit button of a sheet."""
    face = ft.Text(label, size=FontSize.HEADING, weight=ft.FontWeight.W_700, color=ft.Colors.ON_PRIMARY)
    return ft.Row([pressable(face, label, on_tap, fill=ft.Colors.PRIMARY, radius=Radius.PILL, height=64, expand=True)])


def hole_control(hole: Hole, value: Any, on_value: Callable[[Any], object], label: Text | None = None) -> ft.Control:
    """Build the control that fills one hole."""
    label_text = label or getattr(hole, "label", None)
    name = translate(label_text) if label_text else hole.name
    match hole:
        case Number():
            return NumberStepper(name, hole, value, on_value)
        case Pick():
            return _picker(name, hole, value, on_value)
        case TextLine():
            return TextInput(
                name, value, on_value, max_length=hole.max_length, counter=ft.Container(), border=input_border()
            )
        case Dice():
            return DicePad(hole, on_value)
        case Cards() | Records() | Seats():
            return ft.Text(name)


@ft.component
def NumberStepper(  # noqa: N802 - named like a class
    name: str, hole: Number, value: int, on_value: Callable[[Any], object]
) -> ft.Control:
    """Build a number with − and + buttons."""
    current = use_latest(value)

    def step(by: int) -> bool:
        current.current, before = min(hole.high, max(hole.low, current.current + by)), current.current
        on_value(current.current)
        return bool(current.current != before)

    less = StepButton(ft.Icons.REMOVE, translate(Text("Less: {what}", what=name)), -1, step)
    more = StepButton(ft.Icons.ADD, translate(Text("More: {what}", what=name)), 1, step)
    value_label = ft.Text(
        str(value), size=FontSize.TITLE, weight=ft.FontWeight.W_700, width=48, text_align=ft.TextAlign.CENTER
    )
    return ft.Row(
        [ft.Text(capitalize_first(name), size=FontSize.SUBTITLE, expand=True), less, value_label, more],
        spacing=Space.HAIR,
    )


def _picker(name: str, hole: Pick, value: Any, put: Callable[[Any], object]) -> ft.Control:
    chips = [_pick(option, option.value == value, put) for option in hole.options]
    heading = ft.Text(capitalize_first(name), size=FontSize.SUBTITLE)
    return ft.Column(
        [heading, ft.Row(chips, wrap=True, spacing=Space.NEAR, run_spacing=Space.NEAR)], spacing=Space.TIGHT, tight=True
    )


def _pick(option: Option, on: bool, put: Callable[[Any], object]) -> ft.Control:
    label = translate(option.label)
    edge = ft.BorderSide(2, ft.Colors.PRIMARY) if on else ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)
    fill = ft.Colors.PRIMARY_CONTAINER if on else ft.Colors.TRANSPARENT
    pad = ft.Padding.symmetric(horizontal=Space.GAP if option.die else Space.EDGE)
    face = _lying_die(option.die) if option.die else ft.Text(label, size=FontSize.BODY)
    return pressable(face, label, lambda: put(option.value), edge=edge, fill=fill, height=44, pad=pad, is_chosen=on)


def _lying_die(lying: RolledDie) -> ft.Control:
    return die_face(lying.face, DIE_SIZE, lying.kind)
