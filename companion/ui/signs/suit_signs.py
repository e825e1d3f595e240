"""Signs of a fate deck's suits and jokers, drawn because no font has them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import flet as ft
import flet.canvas as cv

INK, RED, BLUE, GREEN, VIOLET = "#2A1A12", "#B3261E", "#1D5C96", "#0B6B4A", "#6A429A"
"""Colors of the suits, dark enough on ivory; the shape alone suffices."""
Point = tuple[float, float]
"""Position within the sign's square, 0 … 1 from the left and from the top."""


def _fill(color: str) -> ft.Paint:
    return ft.Paint(color=color, style=ft.PaintingStyle.FILL)


def _stroke(color: str, width: float) -> ft.Paint:
    return ft.Paint(color=color, style=ft.PaintingStyle.STROKE, stroke_width=width, stroke_cap=ft.StrokeCap.ROUND)


def _shape(size: float, points: tuple[Point, ...], paint: ft.Paint) -> cv.Shape:
    (x, y), *others = [(x * size, y * size) for x, y in points]
    lines = [cv.Path.LineTo(*point) for point in others]
    return cv.Path([cv.Path.MoveTo(x, y), *lines, cv.Path.Close()], paint)


def _curve(size: float, start: Point, *bends: tuple[Point, Point, Point], paint: ft.Paint) -> cv.Shape:
    """Draw a path of cubic curves, each of two control points and an end."""
    elements: list[cv.Path.PathElement] = [cv.Path.MoveTo(start[0] * size, start[1] * size)]
    for one, other, end in bends:
        (a, b), (c, d), (x, y) = one, other, end
        elements.append(cv.Path.CubicTo(a * size, b * size, c * size, d * size, x * size, y * size))
    return cv.Path(elements, paint)


def _ram(size: float) -> list[cv.Shape]:
    horn = _stroke(RED, 0.11 * size)
    left = _curve(
        size, (0.44, 0.3), ((0.28, 0.0), (0.0, 0.2), (0.08, 0.5)), ((0.13, 0.72), (0.36, 0.6), (0.26, 0.44)), paint=horn
    )
    right = _curve(
        size, (0.56, 0.3), ((0.72, 0.0), (1.0, 0.2), (0.92, 0.5)), ((0.87, 0.72), (0.64, 0.6), (0.74, 0.44)), paint=horn
    )
    head = _shape(size, ((0.36, 0.3), (0.64, 0.3), (0.6, 0.84), (0.5, 0.96), (0.4, 0.84)), _fill(RED))
    return [left, right, head]


def _tome(size: float) -> list[cv.Shape]:
    pages = [
        ((0.47, 0.24), (0.06, 0.12), (0.06, 0.78), (0.47, 0.9)),
        ((0.53, 0.24), (0.94, 0.12), (0.94, 0.78), (0.53, 0.9)),
    ]
    lines = [
        cv.Line(a * size, y * size, b * size, (y + by) * size, _stroke("#FBF3E4", 0.045 * size))
        for a, b, by in ((0.14, 0.4, 0.08), (0.86, 0.6, 0.08))
        for y in (0.32, 0.47, 0.62)
    ]
    return [*(_shape(size, page, _fill(BLUE)) for page in pages), *lines]


def _mask(size: float) -> list[cv.Shape]:
    face = _curve(
        size,
        (0.04, 0.26),
        ((0.3, 0.2), (0.7, 0.2), (0.96, 0.26)),
        ((1.0, 0.6), (0.8, 0.86), (0.64, 0.78)),
        ((0.56, 0.74), (0.54, 0.62), (0.5, 0.62)),
        ((0.46, 0.62), (0.44, 0.74), (0.36, 0.78)),
        ((0.2, 0.86), (0.0, 0.6), (0.04, 0.26)),
        paint=_fill(VIOLET),
    )
    eyes: list[cv.Shape] = [
        cv.Oval(x * size, 0.38 * size, 0.24 * size, 0.15 * size, _fill("#FBF3E4")) for x in (0.16, 0.6)
    ]
    return [face, *eyes]


def _crow(size: float) -> list[cv.Shape]:
    """Draw a bird with its beak to the left and its tail to the right."""
    body = _curve(
        size,
        (0.0, 0.3),
        ((0.12, 0.2), (0.16, 0.1), (0.32, 0.12)),
        ((0.52, 0.14), (0.5, 0.36), (0.66, 0.46)),
        ((0.8, 0.56), (0.92, 0.66), (1.0, 0.84)),
        ((0.86, 0.8), (0.76, 0.8), (0.66, 0.76)),
        ((0.5, 0.84), (0.26, 0.8), (0.2, 0.56)),
        ((0.18, 0.46), (0.22, 0.38), (0.0, 0.3)),
        paint=_fill(GREEN),
    )
    legs = [cv.Line(x * size, 0.74 * size, x * size, 0.98 * size, _stroke(GREEN, 0.07 * size)) for x in (0.4, 0.54)]
    eye = cv.Circle(0.3 * size, 0.24 * size, 0.045 * size, _fill("#FBF3E4"))
    return [body, *legs, eye]


def _joker(color: str, size: float) -> list[cv.Shape]:
    """Draw a fool's cap: three horns, the outer ones hanging down, a bell on each."""
    left = _curve(
        size,
        (0.2, 0.8),
        ((0.2, 0.5), (0.2, 0.42), (0.1, 0.56)),
        ((-0.02, 0.2), (0.34, 0.06), (0.46, 0.5)),
        ((0.46, 0.6), (0.5, 0.7), (0.5, 0.8)),
        paint=_fill(color),
    )
    right = _curve(
        size,
        (0.8, 0.8),
        ((0.8, 0.5), (0.8, 0.42), (0.9, 0.56)),
        ((1.02, 0.2), (0.66, 0.06), (0.54, 0.5)),
        ((0.54, 0.6), (0.5, 0.7), (0.5, 0.8)),
        paint=_fill(color),
    )
    middle = _shape(size, ((0.34, 0.6), (0.5, 0.14), (0.66, 0.6)), _fill(color))
    band = cv.Rect(0.18 * size, 0.84 * size, 0.64 * size, 0.12 * size, 0.04 * size, _fill(color))
    bells: list[cv.Shape] = [
        cv.Circle(x * size, y * size, 0.09 * size, _fill(color)) for x, y in ((0.1, 0.64), (0.5, 0.1), (0.9, 0.64))
    ]
    return [left, middle, right, band, *bells]


SUITS: Mapping[str, Callable[[float], list[cv.Shape]]] = {
    "ram": _ram,
    "tome": _tome,
    "mask": _mask,
    "crow": _crow,
    "red_joker": partial(_joker, RED),
    "black_joker": partial(_joker, INK),
}
"""Shapes of each sign, in a square of ``size`` points."""
