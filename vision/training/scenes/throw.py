"""Random throws: positions and rotations of dice, of which some lean or lie on another."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np

from . import cube
from .ground import Chance, Floats

UNIT = np.array([(x, y, z) for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)])
TOP = np.array([(-0.5, -0.5, 0.5), (0.5, -0.5, 0.5), (0.5, 0.5, 0.5), (-0.5, 0.5, 0.5)])
FLAT, COCKED, STACKED = range(3)
"""How a die lies: on the table, on an edge, on another die."""
LEAN = (14.0, 40.0)
"""Least and greatest angle in degrees of a cocked die.

From 45 on nobody could say what is on top.
"""


@dataclass(frozen=True)
class Lying:
    """A placed die: position, rotation, size, value and appearance."""

    place: Floats
    turn: float
    size: float
    value: int
    skin: cube.Skin
    lean: float = 0.0
    """Radians between its top face and the table."""
    below: float = 0.0
    """Height of what it lies on."""

    @property
    def lies(self) -> int:
        """FLAT, COCKED or STACKED."""
        return COCKED if self.lean else STACKED if self.below else FLAT

    @cached_property
    def axes(self) -> Floats:
        """(3, 3) rows: the die's own axes in the table's coordinates."""
        cos, sin = np.cos(self.turn), np.sin(self.turn)
        flat = np.array([[cos, sin, 0], [-sin, cos, 0], [0, 0, 1]])
        cos, sin = np.cos(self.lean), np.sin(self.lean)
        return np.asarray(flat @ np.array([[1, 0, 0], [0, cos, sin], [0, -sin, cos]]))

    @property
    def middle(self) -> Floats:
        """(3,) centre."""
        return np.array([*self.place, self.below - self.size * (UNIT @ self.axes)[:, 2].min()])

    @property
    def footprint(self) -> tuple[tuple[float, float], tuple[float, float], float]:
        """The square that it covers on the table, as OpenCV's rotated rectangle."""
        return (float(self.place[0]), float(self.place[1])), (self.size, self.size), float(np.degrees(self.turn))

    def world(self, points: Floats) -> Floats:
        """Transform (N, 3) points from the die's own axes to the table's."""
        return np.asarray(np.asarray(points) * self.size @ self.axes + self.middle)


def throw(chance: Chance, reach: float) -> list[Lying]:
    """Random dice in view: scattered, in a row or in a heap; alike or mixed.

    Now and then one leans or lies on another, or has signs.
    """
    count = int(chance.choice([0, 1, 2, 3, 5, 8, 12, 16], p=[0.08, 0.12, 0.14, 0.19, 0.2, 0.14, 0.08, 0.05]))
    lot = deal_lot(chance, count)
    lay = (apart, heap, rows)[int(chance.choice(3, p=[0.45, 0.4, 0.15]))]
    dice = lay(chance, lot, reach)
    if dice and chance.random() < 0.15:
        one = int(chance.integers(len(dice)))
        dice[one] = replace(dice[one], lean=float(np.radians(chance.uniform(*LEAN))))
    if len(dice) > 1 and chance.random() < 0.12:
        dice[-1] = on_top_of(dice[0], dice[-1], chance)
    return dice


def on_top_of(low: Lying, high: Lying, chance: Chance) -> Lying:
    """Lay one die on another."""
    place = low.place + chance.uniform(-0.25, 0.25, 2) * low.size
    return replace(high, place=place, size=min(low.size, high.size), below=low.size, lean=0.0)


def deal_lot(chance: Chance, count: int) -> list[Lying]:
    """Dice before they are placed: values, sizes and materials."""
    alike, mixed = chance.random() < 0.5, chance.random() < 0.35
    first = None
    lot: list[Lying] = []
    for _ in range(count):
        faces = deal(chance)
        values = (faces[2], 7 - faces[2], faces[1], 7 - faces[1], faces[0], 7 - faces[0])
        symbols = chance.random() < 0.06
        skin = cube.skin(chance, values, symbols)
        if alike and first is not None and not symbols:
            skin = cube.repainted(first, skin)
        first = skin if first is None and not symbols else first
        size = float(np.exp(chance.uniform(np.log(0.4), 0))) if mixed else 1.0
        lot.append(Lying(np.zeros(2), float(chance.uniform(0, 7)), size, 0 if symbols else faces[0], skin))
    return lot


def deal(chance: Chance) -> tuple[int, int, int]:
    """Values of the top and of two side faces."""
    top = int(chance.integers(1, 7))
    one = int(chance.choice([v for v in range(1, 7) if v not in (top, 7 - top)]))
    other = int(chance.choice([v for v in range(1, 7) if v not in (top, 7 - top, one, 7 - one)]))
    return top, one, other


def apart(chance: Chance, lot: list[Lying], reach: float) -> list[Lying]:
    """Scatter the dice in view, with room between them."""
    result: list[Lying] = []
    spread = reach * 0.42 * chance.uniform(0.4, 1)
    for die in lot:
        for _ in range(6):
            place = chance.uniform(-spread, spread, 2)
            if all(np.hypot(*(place - other.place)) > 0.68 * (die.size + other.size) for other in result):
                result.append(replace(die, place=place))
                break
    return result


def rows(chance: Chance, lot: list[Lying], reach: float) -> list[Lying]:
    """Arrange the dice in a row or a square, all turned alike, touching or nearly."""
    if not lot:
        return []
    columns = int(np.ceil(np.sqrt(len(lot)))) if chance.random() < 0.7 else len(lot)
    turn, gap = float(chance.uniform(0, 2 * np.pi)), chance.uniform(1.0, 1.25)
    raster = np.array([(n % columns, n // columns) for n in range(len(lot))], float) * gap
    axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    places = (raster - raster.mean(axis=0)) @ axes + chance.uniform(-reach, reach, 2) * 0.2
    return [replace(die, place=place, turn=turn) for die, place in zip(lot, places, strict=True)]


def heap(chance: Chance, lot: list[Lying], reach: float) -> list[Lying]:
    """Arrange the dice in one or two heaps, each pushed in until it touches another."""
    centres = chance.uniform(-reach, reach, (int(chance.integers(1, 3)), 2)) * 0.28
    gap = float(chance.choice([0.0, 0.03, 0.2]))
    result: list[Lying] = []
    for die in lot:
        centre, way = centres[int(chance.integers(len(centres)))], chance.uniform(0, 2 * np.pi)
        step = 0.1 * die.size * np.array([np.cos(way), np.sin(way)])
        for n in range(120):
            laid = replace(die, place=centre + n * step)
            if all(clear(laid, other, gap) for other in result):
                result.append(laid)
                break
    return result


def clear(one: Lying, two: Lying, gap: float) -> bool:
    """Whether two dice on the table leave a gap between them, in sides of a die."""
    far = float(np.hypot(*(one.place - two.place)))
    if far > 0.71 * (one.size + two.size) + gap:
        return True
    if far < 0.5 * (one.size + two.size) + gap:
        return False
    place, (wide, high), turn = one.footprint
    grown = (place, (wide + 2 * gap, high + 2 * gap), turn)
    return cv2.rotatedRectangleIntersection(grown, two.footprint)[0] == cv2.INTERSECT_NONE
