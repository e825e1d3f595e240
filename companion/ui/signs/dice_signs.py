"""Signs on dice with custom faces, distinguishable from a metre away and without color."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import flet as ft
import flet.canvas as cv

from companion.ui.design.look import current_preferences

from .suit_signs import SUITS

Point = tuple[float, float]
"""Position within the sign's square, 0 … 1 from the left and from the top."""
INK, IVORY = "#2A1A12", "#FBF3E4"
RED, GREEN, BLUE = "#B3261E", "#0B6B4A", "#1D5C96"
"""Colors of signs, dark enough on ivory; the shape alone suffices."""
DOUBLE_SUFFIX = "2"
"""Suffix of a sign that counts double."""


def draw_sign(name: str, size: float) -> ft.Control:
    """Draw the sign of that name in a square of ``size`` points; an unknown one is written."""
    single = name.removesuffix(DOUBLE_SUFFIX)
    if single in SIGNS and single != name:
        return ft.Stack([SIGNS[single](size), _double_mark(size)], width=size, height=size)
    draw = SIGNS.get(name)
    return draw(size) if draw else draw_text_sign(name[:2], size)


def draw_text_sign(text: str, size: float) -> ft.Control:
    """Write a number or letter as large as it fits, independent of the text size."""
    share = 1.0 if len(text) == 1 else 0.56
    style = ft.TextStyle(
        size=size * share / current_preferences().scale, weight=ft.FontWeight.W_900, height=1, color=INK
    )
    letter = ft.Text(text, style=style, no_wrap=True)
    return ft.Container(letter, width=size, height=size, alignment=ft.Alignment.CENTER)


def _double_mark(size: float) -> ft.Control:
    style = ft.TextStyle(
        size=size * 0.34 / current_preferences().scale, weight=ft.FontWeight.W_900, height=1, color="#FFFFFF"
    )
    dot = size * 0.42
    two = ft.Text(DOUBLE_SUFFIX, style=style)
    return ft.Container(
        two, width=dot, height=dot, right=0, bottom=0, bgcolor=INK, border_radius=dot, alignment=ft.Alignment.CENTER
    )


def _icon_sign(icon: ft.IconData, color: str, share: float, size: float) -> ft.Control:
    picture = ft.Icon(icon, size=size * share, color=color)
    return ft.Container(picture, width=size, height=size, alignment=ft.Alignment.CENTER)


def _canvas_sign(shapes: Callable[[float], list[cv.Shape]], size: float) -> ft.Control:
    return cv.Canvas(shapes(size), width=size, height=size)


# --- paths -------------------------------------------------------------------------------------------------------


def _claws(size: float) -> list[cv.Shape]:
    """Draw three slashes from the upper right, each thickest in its middle."""
    return [_slash(size, shift) for shift in (-0.29, 0, 0.29)]


def _slash(size: float, shift: float) -> cv.Shape:
    def at(x: float, y: float) -> Point:
        return (x + shift) * size, y * size

    elements: list[cv.Path.PathElement] = [
        cv.Path.MoveTo(*at(0.66, 0.05)),
        cv.Path.QuadraticTo(*at(0.8, 0.62), *at(0.32, 0.96), 1),
        cv.Path.QuadraticTo(*at(0.45, 0.48), *at(0.66, 0.05), 1),
        cv.Path.Close(),
    ]
    return cv.Path(elements, _ink())


def _bolt(size: float) -> list[cv.Shape]:
    corners = ((0.62, 0.0), (0.12, 0.58), (0.45, 0.58), (0.38, 1.0), (0.88, 0.4), (0.55, 0.4))
    (x, y), *others = corners
    lines = [cv.Path.LineTo(x * size, y * size) for x, y in others]
    elements: list[cv.Path.PathElement] = [cv.Path.MoveTo(x * size, y * size), *lines, cv.Path.Close()]
    return [cv.Path(elements, ft.Paint(color=GREEN, style=ft.PaintingStyle.FILL))]


def _skull(size: float) -> list[cv.Shape]:
    bone, hole = _ink(), ft.Paint(color="#FBF3E4", style=ft.PaintingStyle.FILL)
    teeth: list[cv.Shape] = [
        cv.Rect(x * size, 0.76 * size, 0.05 * size, 0.16 * size, paint=hole) for x in (0.405, 0.545)
    ]
    return [
        cv.Circle(0.5 * size, 0.43 * size, 0.37 * size, bone),
        cv.Rect(0.29 * size, 0.6 * size, 0.42 * size, 0.32 * size, 0.06 * size, bone),
        cv.Circle(0.35 * size, 0.45 * size, 0.11 * size, hole),
        cv.Circle(0.65 * size, 0.45 * size, 0.11 * size, hole),
        *teeth,
    ]


def _ankh(size: float) -> list[cv.Shape]:
    line = _line(size * 0.12)
    return [
        cv.Oval(0.33 * size, 0.07 * size, 0.34 * size, 0.4 * size, line),
        cv.Line(0.5 * size, 0.47 * size, 0.5 * size, 0.94 * size, line),
        cv.Line(0.22 * size, 0.56 * size, 0.78 * size, 0.56 * size, line),
    ]


def _snake(size: float) -> list[cv.Shape]:
    """Draw a body in three bends with a head."""
    body: list[cv.Path.PathElement] = [
        cv.Path.MoveTo(0.78 * size, 0.2 * size),
        cv.Path.CubicTo(0.2 * size, 0.0, 0.1 * size, 0.45 * size, 0.5 * size, 0.5 * size),
        cv.Path.CubicTo(0.95 * size, 0.56 * size, 0.8 * size, 0.98 * size, 0.16 * size, 0.86 * size),
    ]
    return [cv.Path(body, _line(size * 0.13)), cv.Circle(0.8 * size, 0.22 * size, 0.12 * size, _ink())]


def _ink() -> ft.Paint:
    return ft.Paint(color=INK, style=ft.PaintingStyle.FILL)


def _line(width: float) -> ft.Paint:
    return ft.Paint(color=INK, style=ft.PaintingStyle.STROKE, stroke_width=width, stroke_cap=ft.StrokeCap.ROUND)


SIGNS: Mapping[str, Callable[[float], ft.Control]] = {
    "heart": partial(_icon_sign, ft.Icons.FAVORITE, RED, 1.0),
    "energy": partial(_canvas_sign, _bolt),
    "smash": partial(_canvas_sign, _claws),
    "skull": partial(_canvas_sign, _skull),
    "eye": partial(_icon_sign, ft.Icons.VISIBILITY, INK, 1.0),
    "river": partial(_icon_sign, ft.Icons.WAVES, BLUE, 1.0),
    "snake": partial(_canvas_sign, _snake),
    "ankh": partial(_canvas_sign, _ankh),
    **{name: partial(_canvas_sign, suit) for name, suit in SUITS.items()},
}
"""Signs that are drawn; numbers are written."""
