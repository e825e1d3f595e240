"""Controls that fill the holes of a choice, and the buttons of a form."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import flet as ft

from companion.ui.design.boxes import column_of, row_of, wrapped_row
from companion.ui.design.look import screen_width, translate
from companion.ui.design.sizes import Radius, Space
from companion.ui.design.text import MUTED, body_text, heading_text, label_text, name_text, title_text
from companion.ui.signs.dice_faces import DicePad, die_face
from companion.ui.state import use_latest
from rules.engine import Cards, Dice, Hole, Number, Option, Pick, Records, RolledDie, Seats, Text, TextLine

from .controls import Action, Surface, bind, capitalize_first, input_border, pressable
from .counter import StepButton
from .text_field import TextInput

DIE_SIZE = 32
"""Size in points of a die among several to pick."""
Values = dict[str, Any]
"""Values of holes by name."""


def option_button(
    option: Option, do: Callable[[], object], *, is_chosen: bool | None = None, **place: Any
) -> ft.Control:
    """Build the button of an option, with what it does below its name."""
    name = translate(option.label)
    text: ft.Control = name_text(name, 500)
    if option.stake:
        stake = label_text(capitalize_first(translate(option.stake)), color=MUTED)
        text = column_of([text, stake], 0)
    pad = ft.Padding.symmetric(horizontal=Space.ROOM, vertical=Space.EDGE)
    face = text
    if option.die:
        text.expand, text.expand_loose = True, True
        face = row_of([_lying_die(option.die), text], Space.EDGE, tight=True)
    # as high as its text: an effect may have several lines
    return pressable(
        face,
        name,
        do,
        Surface(
            fill=ft.Colors.PRIMARY_CONTAINER if is_chosen else ft.Colors.SURFACE_CONTAINER_HIGH,
            edge=ft.BorderSide(2, ft.Colors.PRIMARY) if is_chosen else None,
            align=ft.Alignment.CENTER_LEFT,
            pad=pad,
        ),
        is_chosen=is_chosen,
        **place,
    )


def value_setter(update: Callable[[Callable[[Values], Values]], None], name: str) -> Callable[[Any], None]:
    """Return a setter of one value in a mapping."""
    return lambda value: update(lambda old: {**old, name: value})


def submit_button(label: str, on_tap: Callable[[], object]) -> ft.Control:
    """Build the submit button of a sheet."""
    face = heading_text(label, 700, ft.Colors.ON_PRIMARY)
    return row_of(
        [pressable(face, label, on_tap, Surface(fill=ft.Colors.PRIMARY, radius=Radius.PILL), height=64, expand=True)]
    )


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
            return DicePad(hole, on_value, screen_width() - 2 * Space.EDGE)
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
    value_label = title_text(str(value), 700, width=48, text_align=ft.TextAlign.CENTER)
    return row_of([name_text(capitalize_first(name), expand=True), less, value_label, more], Space.HAIR)


def _picker(name: str, hole: Pick, value: Any, put: Callable[[Any], object]) -> ft.Control:
    chips = [_pick(option, option.value == value, put) for option in hole.options]
    heading = name_text(capitalize_first(name))
    return column_of([heading, wrapped_row(chips, Space.NEAR)], Space.TIGHT)


def _pick(option: Option, is_chosen: bool, put: Callable[[Any], object]) -> ft.Control:
    label, face = translate(option.label), _lying_die(option.die) if option.die else None
    pad = ft.Padding.symmetric(horizontal=Space.GAP if option.die else Space.EDGE)
    return choice_chip(label, bind(put, option.value), is_chosen, face, pad=pad)


def choice_chip(
    label: str,
    on_tap: Action,
    is_chosen: bool,
    face: ft.Control | None = None,
    *,
    spoken: str = "",
    height: float = 44,
    radius: float = Radius.TILE,
    pad: ft.PaddingValue = Space.GAP,
    grows: bool = True,
    expand: bool | None = None,
) -> ft.Control:
    """Build a chip of one of several choices, which is framed if it is the chosen one.

    It has its ``label`` on it unless it has another ``face``.
    """
    edge = ft.BorderSide(2, ft.Colors.PRIMARY) if is_chosen else ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)
    fill = ft.Colors.PRIMARY_CONTAINER if is_chosen else ft.Colors.TRANSPARENT
    content = face or body_text(label, text_align=ft.TextAlign.CENTER)
    name = spoken or label
    surface = Surface(fill, edge, radius, pad)
    return pressable(content, name, on_tap, surface, height=height, grows=grows, is_chosen=is_chosen, expand=expand)


def _lying_die(lying: RolledDie) -> ft.Control:
    return die_face(lying.face, DIE_SIZE, lying.kind)
