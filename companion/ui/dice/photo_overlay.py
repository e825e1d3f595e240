"""Photo of a roll, with a frame around every die that can be tapped."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import flet as ft

from companion.dice.capture import Capture
from companion.dice.capture_reading import is_in_picture
from companion.ui.design.boxes import column_of, row_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import FontSize, Radius, Space
from companion.ui.signs.dice_faces import face_name
from companion.ui.signs.dice_signs import draw_sign
from companion.ui.widgets import page_frame
from companion.ui.widgets.controls import Surface, pressable
from rules.engine import CardFace, CardKind, DieKind
from vision.reading import Box, Die, Reading

from .words import words_of

MIN_TOUCH_SIZE = 44
"""Least size in points of a touch target."""
PLATE_HEIGHT = 20
"""Height in points of the plate that shows a die's value."""
SURE_COLOR, UNSURE_COLOR, SELECTED_COLOR, IDLE_COLOR, PLATE_TEXT_COLOR = (
    "#4CE07A",
    "#FFD400",
    "#FFFFFF",
    "#A8A8A8",
    "#101010",
)
"""Frame colors that are visible on any picture; a doubtful die also has a question mark."""
MAX_HEIGHT_SHARE = 0.34
"""Share of the screen's height that the picture takes; the rest is for corrections."""


def photo_overlay(
    capture: Capture,
    reading: Reading,
    selected: int | None,
    on_select: Callable[[int], None],
    kind: DieKind | CardKind | None = None,
) -> ft.Control:
    """Build the picture with its dice as corrected so far."""
    scale = _scale(capture)
    width, height = capture.shown_box[2] * scale, capture.shown_box[3] * scale
    image = ft.Image(
        src=capture.jpeg,
        width=width,
        height=height,
        fit=ft.BoxFit.FILL,
        border_radius=Radius.TILE,
        exclude_from_semantics=True,
    )
    boxes = die_frames(reading, capture.shown_box[:2], scale, selected, on_select, kind)
    stack = ft.Stack([image, *boxes], width=width, height=height)
    return row_of([stack], alignment=ft.MainAxisAlignment.CENTER)


def die_frames(
    reading: Reading,
    corner: tuple[int, int],
    scale: float,
    selected: int | None,
    on_select: Callable[[int], None],
    kind: DieKind | CardKind | None = None,
    idle_boxes: frozenset[Box] = frozenset(),
) -> list[ft.Control]:
    """Build a frame around every die of the picture that can be tapped.

    ``corner`` is the pixel at the upper left, ``scale`` the points per pixel, ``idle_boxes`` the boxes of dice that
    do not count. A possible die that was not read is marked, and adds one when it is tapped.
    """
    dice = [
        _die_frame(
            corner, scale, die.box, die_label(k, die, kind), color, die_plate(die, kind, color), partial(on_select, k)
        )
        for k, die in enumerate(reading.dice)
        if is_in_picture(die, reading)
        for color in [
            SELECTED_COLOR
            if k == selected
            else IDLE_COLOR
            if die.box in idle_boxes
            else UNSURE_COLOR
            if die.doubt
            else SURE_COLOR
        ]
    ]
    name, add = translate(words_of(kind).perhaps), partial(on_select, len(reading.dice))
    return dice + [
        _die_frame(corner, scale, one.box, name, UNSURE_COLOR, _plate("?", color=UNSURE_COLOR), add)
        for one in reading.possible_dice
    ]


def die_label(k: int, die: Die, kind: DieKind | CardKind | None = None) -> str:
    """Return a die's accessible name."""
    words = words_of(kind)
    label = words.doubtful_label if die.doubt else words.label
    return translate(label.with_args(n=k + 1, value=face_name(die.value, kind)))


def _scale(capture: Capture) -> float:
    """Return the points per pixel."""
    wide, high = min(page_frame.page_width(), 560) - 32, MAX_HEIGHT_SHARE * (ft.context.page.height or 800)
    return min(wide / capture.shown_box[2], high / capture.shown_box[3])


def _die_frame(
    corner: tuple[int, int],
    scale: float,
    box: Box,
    name: str,
    color: str,
    plate: ft.Control,
    on_click: Callable[[], None],
) -> ft.Control:
    """Build a die's frame, at least as large as a touch target, with its value on a plate.

    The plate is above the frame if there is room, else below.
    """
    x, y, w, h = box
    width, height = max(MIN_TOUCH_SIZE, w * scale), max(MIN_TOUCH_SIZE, h * scale)
    middle = (x + w / 2 - corner[0]) * scale, (y + h / 2 - corner[1]) * scale
    edge, top = ft.BorderSide(3, color), middle[1] - height / 2
    has_plate_above = top >= PLATE_HEIGHT
    outline = ft.Container(
        border=ft.Border(edge, edge, edge, edge),
        border_radius=ft.BorderRadius.only(
            top_left=0 if has_plate_above else Radius.SOFT,
            top_right=Radius.SOFT,
            bottom_left=Radius.SOFT if has_plate_above else 0,
            bottom_right=Radius.SOFT,
        ),
        width=width,
        height=height,
    )
    face, surface = [plate, outline] if has_plate_above else [outline, plate], Surface(radius=Radius.SOFT, pad=0)
    height += PLATE_HEIGHT
    button = pressable(column_of(face, 0), name, on_click, surface, grows=False, width=width, height=height)
    return ft.Container(button, left=middle[0] - width / 2, top=top - PLATE_HEIGHT if has_plate_above else top)


def die_plate(die: Die, kind: DieKind | CardKind | None, color: str = "") -> ft.Control:
    """Build the plate of what was read, with a question mark if it is in doubt."""
    color = color or (UNSURE_COLOR if die.doubt else SURE_COLOR)
    return _plate(*_value(die.value, kind), *(["?"] if die.doubt else []), color=color)


def _value(value: int, kind: DieKind | CardKind | None) -> list[str | ft.Control]:
    """Return what stands on a plate: a number of pips, a sign, or number and suit of a card."""
    if kind is None:
        return [str(value)]
    face = kind.faces[value - 1]
    rank = [face.rank] if isinstance(face, CardFace) and face.rank else []
    return [*rank, *([draw_sign(face.sign, 16)] if face.sign else [])]


def _plate(*parts: str | ft.Control, color: str) -> ft.Control:
    written = partial(ft.Text, size=FontSize.BODY, weight=ft.FontWeight.W_800, color=PLATE_TEXT_COLOR)
    row = row_of([written(part) if isinstance(part, str) else part for part in parts], Space.HAIR, tight=True)
    padding = ft.Padding.symmetric(horizontal=Space.GAP)
    return ft.Container(row, bgcolor=color, border_radius=Radius.NIB, padding=padding, height=PLATE_HEIGHT)
