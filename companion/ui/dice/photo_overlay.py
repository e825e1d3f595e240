"""Photo of a roll, with a frame around every die that can be tapped."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import flet as ft

from companion.dice.capture import Shot, pictured
from companion.i18n import Translate
from companion.ui.design.theme import Round, Space, Type
from companion.ui.signs.dice_faces import face_name
from companion.ui.signs.dice_signs import sign
from companion.ui.widgets import page_frame
from companion.ui.widgets.controls import press
from rules.engine import DieKind, Text
from vision import Die, Reading
from vision.reading import Box

TOUCH = 44
"""Least size in points of a touch target."""
PLATE = 20
"""Height in points of the plate that shows a die's value."""
SURE, UNSURE, TOUCHED, IDLE, INK = "#4CE07A", "#FFD400", "#FFFFFF", "#A8A8A8", "#101010"
"""Frame colours that are visible on any picture; a doubtful die also has a question mark."""
HIGHEST = 0.34
"""Share of the screen's height that the picture takes; the rest is for corrections."""


def picture(
    words: Translate,
    photo: Shot,
    reading: Reading,
    touched: int | None,
    touch: Callable[[int], None],
    kind: DieKind | None = None,
) -> ft.Control:
    """Build the picture with its dice as corrected so far."""
    scale = _scale(photo)
    width, height = photo.seen[2] * scale, photo.seen[3] * scale
    image = ft.Image(
        src=photo.jpeg,
        width=width,
        height=height,
        fit=ft.BoxFit.FILL,
        border_radius=Round.TILE,
        exclude_from_semantics=True,
    )
    boxes = outlines(words, reading, photo.seen[:2], scale, touched, touch, kind)
    stack = ft.Stack([image, *boxes], width=width, height=height)
    return ft.Row([stack], alignment=ft.MainAxisAlignment.CENTER)


def outlines(
    words: Translate,
    reading: Reading,
    corner: tuple[int, int],
    scale: float,
    touched: int | None,
    touch: Callable[[int], None],
    kind: DieKind | None = None,
    idle: frozenset[Box] = frozenset(),
) -> list[ft.Control]:
    """Build a frame around every die of the picture that can be tapped.

    ``corner`` is the pixel at the upper left, ``scale`` the points per pixel, ``idle_boxes`` the boxes of dice that
    do not count.
    """
    return [
        _box(corner, scale, die, die_name(words, k, die, kind), colour, _plate(die, colour, kind), partial(touch, k))
        for k, die in enumerate(reading.dice)
        if pictured(die, reading)
        for colour in [TOUCHED if k == touched else IDLE if die.box in idle else UNSURE if die.unsure else SURE]
    ]


def die_name(words: Translate, k: int, die: Die, kind: DieKind | None = None) -> str:
    """Return a die's accessible name."""
    value = face_name(die.value, kind)
    if die.unsure:
        return words(Text("Die {n}: {value}, doubtful", n=k + 1, value=value))
    return words(Text("Die {n}: {value}", n=k + 1, value=value))


def _scale(photo: Shot) -> float:
    """Return the points per pixel."""
    wide, high = min(page_frame.width(), 560) - 32, HIGHEST * (ft.context.page.height or 800)
    return min(wide / photo.seen[2], high / photo.seen[3])


def _box(
    corner: tuple[int, int],
    scale: float,
    die: Die,
    name: str,
    colour: str,
    plate: ft.Control,
    on_click: Callable[[], None],
) -> ft.Control:
    """Build a die's frame, at least as large as a touch target, with its value on a plate.

    The plate is above the frame if there is room, else below.
    """
    x, y, w, h = die.box
    width, height = max(TOUCH, w * scale), max(TOUCH, h * scale)
    middle = (x + w / 2 - corner[0]) * scale, (y + h / 2 - corner[1]) * scale
    edge, top = ft.BorderSide(3, colour), middle[1] - height / 2
    above = top >= PLATE
    around = ft.Container(
        border=ft.Border(edge, edge, edge, edge),
        border_radius=ft.BorderRadius.only(
            top_left=0 if above else Round.SOFT,
            top_right=Round.SOFT,
            bottom_left=Round.SOFT if above else 0,
            bottom_right=Round.SOFT,
        ),
        width=width,
        height=height,
    )
    return press(
        ft.Column([plate, around] if above else [around, plate], spacing=0, tight=True),
        name,
        on_click,
        radius=Round.SOFT,
        pad=0,
        grows=False,
        left=middle[0] - width / 2,
        top=top - PLATE if above else top,
        width=width,
        height=height + PLATE,
    )


def _plate(die: Die, colour: str, kind: DieKind | None) -> ft.Control:
    """Build the plate with the value that was read."""
    written = partial(ft.Text, size=Type.BODY, weight=ft.FontWeight.W_800, color=INK)
    value: ft.Control = written(str(die.value)) if kind is None else sign(kind.faces[die.value - 1].sign, 16)
    row = ft.Row([value, *([written("?")] if die.unsure else [])], tight=True, spacing=Space.HAIR)
    padding = ft.Padding.symmetric(horizontal=Space.GAP)
    return ft.Container(row, bgcolor=colour, border_radius=Round.NIB, padding=padding, height=PLATE)
