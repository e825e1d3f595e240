"""The photo of a throw, every die in a frame that can be tapped."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import flet as ft

from companion.words import Translate
from rules.engine import Text
from vision import Die, Reading

from . import frame
from .parts import press
from .shot import Shot, pictured

TOUCH = 44
"""Points that a thumb needs."""
PLATE = 20
"""Points of the plate over a die that says what was read."""
SURE, UNSURE, TOUCHED, INK = "#4CE07A", "#FFD400", "#FFFFFF", "#101010"
"""Frames that can be seen on any picture; doubt has a question mark as well."""
HIGHEST = 0.42
"""The share of the screen's height that the picture takes: the rest is for what is done about it."""


def picture(
    words: Translate, photo: Shot, reading: Reading, touched: int | None, touch: Callable[[int], None]
) -> ft.Control:
    """The picture with its dice as they stand after correction."""
    scale = _scale(photo)
    width, height = photo.seen[2] * scale, photo.seen[3] * scale
    image = ft.Image(
        src=photo.jpeg, width=width, height=height, fit=ft.BoxFit.FILL, border_radius=12, exclude_from_semantics=True
    )
    boxes = [
        _box(photo, scale, die, die_name(words, k, die), k == touched, partial(touch, k))
        for k, die in enumerate(reading.dice)
        if pictured(die, reading)
    ]
    stack = ft.Stack([image, *boxes], width=width, height=height)
    return ft.Row([stack], alignment=ft.MainAxisAlignment.CENTER)


def die_name(words: Translate, k: int, die: Die) -> str:
    """What a die is called aloud."""
    if die.unsure:
        return words(Text("Die {n}: {value}, doubtful", n=k + 1, value=die.value))
    return words(Text("Die {n}: {value}", n=k + 1, value=die.value))


def _scale(photo: Shot) -> float:
    """Points a pixel."""
    wide, high = min(frame.width(), 560) - 32, HIGHEST * (ft.context.page.height or 800)
    return min(wide / photo.seen[2], high / photo.seen[3])


def _box(photo: Shot, scale: float, die: Die, name: str, touched: bool, on_click: Callable[[], None]) -> ft.Control:
    """A frame around the die, at least as large as a thumb, with what was read on a plate above it."""
    x, y, w, h = die.box
    width, height = max(TOUCH, w * scale), max(TOUCH, h * scale)
    middle = (x + w / 2 - photo.seen[0]) * scale, (y + h / 2 - photo.seen[1]) * scale
    colour = TOUCHED if touched else UNSURE if die.unsure else SURE
    edge = ft.BorderSide(3, colour)
    around = ft.Container(
        border=ft.Border(edge, edge, edge, edge),
        border_radius=ft.BorderRadius.only(top_right=10, bottom_left=10, bottom_right=10),
        width=width,
        height=height,
    )
    return press(
        ft.Column([_plate(die, colour), around], spacing=0, tight=True),
        name,
        on_click,
        radius=10,
        pad=0,
        grows=False,
        left=middle[0] - width / 2,
        top=middle[1] - height / 2 - PLATE,
        width=width,
        height=height + PLATE,
    )


def _plate(die: Die, colour: str) -> ft.Control:
    """What was read."""
    value = ft.Text(f"{die.value}{'?' if die.unsure else ''}", size=15, weight=ft.FontWeight.W_800, color=INK)
    corners = ft.BorderRadius.only(top_left=6, top_right=6)
    padding = ft.Padding.symmetric(horizontal=8)
    return ft.Container(value, bgcolor=colour, border_radius=corners, padding=padding, height=PLATE)
