"""Random throws: positions and rotations of dice, of which some lean or lie on another."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np

from . import cube
from .ground import Floats, RandomGenerator
from .plastic import colored_plastic, printed_faces

CUBE_CORNERS = np.array([(x, y, z) for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)])
TOP_CORNERS = np.array([(-0.5, -0.5, 0.5), (0.5, -0.5, 0.5), (0.5, 0.5, 0.5), (-0.5, 0.5, 0.5)])
"""How a die lies: on the table, on an edge, on another die."""
LEAN_DEGREES = (14.0, 40.0)
"""Least and greatest angle in degrees of a leaning die.

From 45 on nobody could say what is on top.
"""
COLORED_SHARE = 0.4
"""Share of the throws with dice of `colored_plastic`."""
LAY_SHARES = (0.38, 0.34, 0.28)
"""Shares of the throws that are scattered, in heaps and in rows."""
TOUCHING_SHARE = 0.75
"""Share of the rows whose dice touch."""
STREAKED_SHARE = 0.12
"""Share of the throws with glare across the top faces of some dice."""
SIZE_RATIO = 0.33
"""Smallest size of a die beside one of size 1."""


@dataclass(frozen=True)
class PlacedDie:
    """A placed die: position, rotation, size, value and appearance."""

    place: Floats
    turn: float
    size: float
    value: int
    skin: cube.DieAppearance
    lean: float = 0.0
    """Radians between its top face and the table."""
    below: float = 0.0
    """Height of what it lies on."""

    @cached_property
    def axes(self) -> Floats:
        """(3, 3) rows: the die's own axes in the table's coordinates."""
        cos, sin = np.cos(self.turn), np.sin(self.turn)
        flat = np.array([[cos, sin, 0], [-sin, cos, 0], [0, 0, 1]])
        cos, sin = np.cos(self.lean), np.sin(self.lean)
        return np.asarray(flat @ np.array([[1, 0, 0], [0, cos, sin], [0, -sin, cos]]))

    @property
    def center(self) -> Floats:
        """(3,) center."""
        return np.array([*self.place, self.below - self.size * (CUBE_CORNERS @ self.axes)[:, 2].min()])

    @property
    def footprint(self) -> tuple[tuple[float, float], tuple[float, float], float]:
        """The square that it covers on the table, as OpenCV's rotated rectangle."""
        return (float(self.place[0]), float(self.place[1])), (self.size, self.size), float(np.degrees(self.turn))

    def to_table(self, points: Floats) -> Floats:
        """Transform (N, 3) points from the die's own axes to the table's."""
        return np.asarray(np.asarray(points) * self.size @ self.axes + self.center)


def random_throw(rng: RandomGenerator, reach: float) -> list[PlacedDie]:
    """Random dice in view: scattered, in a row or in a heap; alike or mixed.

    Now and then one leans or lies on another, or has signs.
    """
    count = int(rng.choice([0, 1, 2, 3, 5, 8, 12, 16], p=[0.08, 0.12, 0.14, 0.19, 0.2, 0.14, 0.08, 0.05]))
    lot = random_dice(rng, count)
    lay = (scatter, arrange_heaps, arrange_rows)[int(rng.choice(3, p=LAY_SHARES))]
    dice = lay(rng, lot, reach)
    if dice and rng.random() < 0.15:
        one = int(rng.integers(len(dice)))
        dice[one] = replace(dice[one], lean=float(np.radians(rng.uniform(*LEAN_DEGREES))))
    if len(dice) > 1 and rng.random() < 0.12:
        dice[-1] = stack_die(dice[0], dice[-1], rng)
    return dice


def stack_die(low: PlacedDie, high: PlacedDie, rng: RandomGenerator) -> PlacedDie:
    """Lay one die on another."""
    place = low.place + rng.uniform(-0.25, 0.25, 2) * low.size
    return replace(high, place=place, size=min(low.size, high.size), below=low.size, lean=0.0)


def random_dice(rng: RandomGenerator, count: int) -> list[PlacedDie]:
    """Dice before they are placed: values, sizes and materials."""
    alike, mixed = rng.random() < 0.5, rng.random() < 0.35
    colored = float(rng.choice([0.0, 0.9], p=[1 - COLORED_SHARE, COLORED_SHARE]))
    streaked = 0.7 if rng.random() < STREAKED_SHARE else 0.0
    first = None
    lot: list[PlacedDie] = []
    for _ in range(count):
        faces = random_faces(rng)
        values = (faces[2], 7 - faces[2], faces[1], 7 - faces[1], faces[0], 7 - faces[0])
        symbols = rng.random() < 0.06
        skin = cube.random_appearance(rng, values, symbols)
        if not symbols:
            skin = (
                colored_plastic(rng, skin)
                if rng.random() < colored
                else replace(skin, faces=printed_faces(rng, skin.faces))
            )
        if alike and first is not None and not symbols:
            skin = cube.with_faces(first, skin)
        first = skin if first is None and not symbols else first
        skin = replace(skin, streak=float(rng.uniform(40, 220)) if rng.random() < streaked else 0.0)
        size = float(np.exp(rng.uniform(np.log(SIZE_RATIO), 0))) if mixed else 1.0
        lot.append(PlacedDie(np.zeros(2), float(rng.uniform(0, 7)), size, 0 if symbols else faces[0], skin))
    return lot


def random_faces(rng: RandomGenerator) -> tuple[int, int, int]:
    """Values of the top and of two side faces."""
    top = int(rng.integers(1, 7))
    one = int(rng.choice([v for v in range(1, 7) if v not in (top, 7 - top)]))
    other = int(rng.choice([v for v in range(1, 7) if v not in (top, 7 - top, one, 7 - one)]))
    return top, one, other


def scatter(rng: RandomGenerator, lot: list[PlacedDie], reach: float) -> list[PlacedDie]:
    """Scatter the dice in view, with room between them."""
    result: list[PlacedDie] = []
    spread = reach * 0.42 * rng.uniform(0.4, 1)
    for die in lot:
        for _ in range(6):
            place = rng.uniform(-spread, spread, 2)
            if all(np.hypot(*(place - other.place)) > 0.68 * (die.size + other.size) for other in result):
                result.append(replace(die, place=place))
                break
    return result


def arrange_rows(rng: RandomGenerator, lot: list[PlacedDie], reach: float) -> list[PlacedDie]:
    """Arrange the dice in a row or a square, all turned alike, touching or nearly."""
    if not lot:
        return []
    columns = int(np.ceil(np.sqrt(len(lot)))) if rng.random() < 0.7 else len(lot)
    turn = float(rng.uniform(0, 2 * np.pi))
    gap = 1.0 if rng.random() < TOUCHING_SHARE else float(rng.uniform(1.0, 1.25))
    raster = np.array([(n % columns, n // columns) for n in range(len(lot))], float) * gap
    axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    places = (raster - raster.mean(axis=0)) @ axes + rng.uniform(-reach, reach, 2) * 0.2
    bends = rng.normal(0, 0.02, len(lot))
    return [replace(die, place=at, turn=turn + bend) for die, at, bend in zip(lot, places, bends, strict=True)]


def arrange_heaps(rng: RandomGenerator, lot: list[PlacedDie], reach: float) -> list[PlacedDie]:
    """Arrange the dice in one or two heaps, each pushed in until it touches another."""
    centers = rng.uniform(-reach, reach, (int(rng.integers(1, 3)), 2)) * 0.28
    gap = float(rng.choice([0.0, 0.03, 0.2]))
    result: list[PlacedDie] = []
    for die in lot:
        center, way = centers[int(rng.integers(len(centers)))], rng.uniform(0, 2 * np.pi)
        step = 0.1 * die.size * np.array([np.cos(way), np.sin(way)])
        for n in range(120):
            laid = replace(die, place=center + n * step)
            if all(leave_gap(laid, other, gap) for other in result):
                result.append(laid)
                break
    return result


def leave_gap(one: PlacedDie, two: PlacedDie, gap: float) -> bool:
    """Whether two dice on the table leave a gap between them, in sides of a die."""
    far = float(np.hypot(*(one.place - two.place)))
    if far > 0.71 * (one.size + two.size) + gap:
        return True
    if far < 0.5 * (one.size + two.size) + gap:
        return False
    place, (wide, high), turn = one.footprint
    grown = (place, (wide + 2 * gap, high + 2 * gap), turn)
    return cv2.rotatedRectangleIntersection(grown, two.footprint)[0] == cv2.INTERSECT_NONE
