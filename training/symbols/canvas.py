"""Canvas for drawings of signs: shapes on a face, then the distortions of one hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from training.scenes.cube import TILE_PX
from training.scenes.ground import Floats, RandomGenerator, smooth_noise

CANVAS_PX = 320
"""Pixels a side of a drawing before it is scaled down to a face."""
MARGIN = 0.15
"""Share of the canvas around the unit square, so that no drawing is cut off."""
Points = Sequence[tuple[float, float]] | Floats


@dataclass
class SignCanvas:
    """Ink on a face: x runs right and y down, 0..1 over the face."""

    ink: NDArray[np.uint8] = field(default_factory=lambda: np.zeros((CANVAS_PX, CANVAS_PX), np.uint8))
    scale: float = 1.0
    """Size of the unit square, in sides of the face."""
    turn: float = 0.0
    """Rotation in radians about the middle of the unit square."""
    middle: tuple[float, float] = (0.5, 0.5)
    """Where the middle of the unit square lies."""

    def placed(self, x: float, y: float, scale: float, turn: float = 0.0) -> SignCanvas:
        """Return a canvas on the same ink whose unit square lies about (x, y)."""
        return SignCanvas(self.ink, scale, turn, (x, y))

    def fill(self, points: Points, ink: int = 255) -> None:
        """Fill a polygon; ink 0 cuts it out."""
        cv2.fillPoly(self.ink, [self._pixels(points)], ink, cv2.LINE_AA, 4)

    def stroke(self, points: Points, width: float, ink: int = 255, closed: bool = False) -> None:
        """Draw a line of a width in shares of the unit square."""
        thick = max(1, round(width * self.scale * CANVAS_PX * (1 - 2 * MARGIN)))
        cv2.polylines(self.ink, [self._pixels(points)], closed, ink, thick, cv2.LINE_AA, 4)

    def oval(self, x: float, y: float, wide: float, high: float, ink: int = 255, turn: float = 0.0) -> None:
        """Fill an ellipse of half axes `wide` and `high`."""
        self.fill(oval_points(x, y, wide, high, turn), ink)

    def taper(self, points: Points, widths: Floats | list[float]) -> None:
        """Draw a line whose width changes along it."""
        self.fill(taper_outline(np.asarray(points, float), np.asarray(widths, float)))

    def _pixels(self, points: Points) -> NDArray[np.int32]:
        cos, sin = np.cos(self.turn), np.sin(self.turn)
        off = (np.asarray(points, float) - 0.5) @ np.array([[cos, sin], [-sin, cos]]) * self.scale + self.middle
        return np.asarray(np.rint((MARGIN + off * (1 - 2 * MARGIN)) * CANVAS_PX * 16), np.int32)


def oval_points(x: float, y: float, wide: float, high: float, turn: float = 0.0, count: int = 40) -> Floats:
    """(count, 2) points of an ellipse."""
    t = np.linspace(0, 2 * np.pi, count, endpoint=False)
    cos, sin = np.cos(turn), np.sin(turn)
    return np.asarray(np.stack([wide * np.cos(t), high * np.sin(t)], 1) @ np.array([[cos, sin], [-sin, cos]]) + (x, y))


def curve(points: Points, count: int = 40) -> Floats:
    """(count, 2) points of a smooth curve through points (a Catmull-Rom spline)."""
    given = np.asarray(points, float)
    ends = np.concatenate([2 * given[:1] - given[1:2], given, 2 * given[-1:] - given[-2:-1]])
    at = np.linspace(0, len(given) - 1 - 1e-6, count)
    n, t = at.astype(int), (at % 1)[:, None]
    a, b, c, d = ends[n], ends[n + 1], ends[n + 2], ends[n + 3]
    return np.asarray((2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3) / 2)


def taper_outline(points: Floats, widths: Floats) -> Floats:
    """(2 N, 2) outline of a line through (N, 2) points with widths given at even distances."""
    along = np.gradient(points, axis=0)
    side = along[:, ::-1] * (-1, 1) / np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-6)
    half = np.interp(np.linspace(0, 1, len(points)), np.linspace(0, 1, len(widths)), widths)[:, None] / 2
    return np.concatenate([points + side * half, (points - side * half)[::-1]])


@dataclass(frozen=True)
class Distortion:
    """How one hand bends, rounds and chips whatever it draws."""

    seed: int
    bend: float
    """Displacement in shares of the face."""
    shear: float
    stretch: float
    """Width as a share of the height."""
    tilt: float
    """Rotation in radians."""
    rounding: float
    """Blur before the ink is cut off again, in shares of the face."""
    weight: float
    """Threshold of the ink: below 0.5 the drawing gets bolder."""
    chips: int
    """Nicks at the edge of the ink."""
    hollow: bool
    """Whether only an outline is drawn."""
    size: float
    """Longer side of the sign, in sides of the face."""
    shift: tuple[float, float]
    """How far the sign lies off the middle, in sides of the face."""


def random_distortion(rng: RandomGenerator) -> Distortion:
    """Distortion of a random hand; most are mild."""
    rounding = float(rng.choice([0.0, rng.uniform(0.004, 0.02)]))
    return Distortion(
        seed=int(rng.integers(1 << 30)),
        bend=float(rng.choice([0.0, rng.uniform(0.003, 0.028)])),
        shear=float(rng.normal(0, 0.09)),
        stretch=float(np.exp(rng.normal(0, 0.2))),
        tilt=float(rng.normal(0, 0.07)),
        rounding=rounding,
        weight=float(rng.uniform(0.32, 0.62)) if rounding else 0.5,
        chips=int(rng.choice([0, 1, 3, 6], p=[0.5, 0.2, 0.2, 0.1])),
        hollow=bool(rng.random() < 0.05),
        size=float(rng.uniform(0.32, 0.7)),
        shift=(float(rng.normal(0, 0.025)), float(rng.normal(0, 0.025))),
    )


def finish(ink: NDArray[np.uint8], how: Distortion) -> Floats:
    """(TILE_PX, TILE_PX) ink 0..1 of a drawing, distorted and scaled to its size on the face."""
    rng = np.random.default_rng(how.seed)
    ink = bend(ink, how, rng)
    if how.rounding:
        soft = np.asarray(cv2.GaussianBlur(ink, (0, 0), how.rounding * CANVAS_PX), np.uint8)
        ink = unless_lost(cut_off(soft, how.weight), ink)
    for _ in range(how.chips):
        ink = unless_lost(chipped(ink, rng), ink)
    if how.hollow:
        core = cv2.erode(ink, np.ones((3, 3), np.uint8), iterations=round(0.022 * CANVAS_PX))
        ink = unless_lost(np.asarray(cv2.subtract(ink, core), np.uint8), ink, 0.3)
    return fit(ink, how)


def unless_lost(changed: NDArray[np.uint8], ink: NDArray[np.uint8], least: float = 0.85) -> NDArray[np.uint8]:
    """Return the changed drawing, or the former one where less than a share of its ink is left."""
    return changed if float(changed.mean()) >= least * float(ink.mean()) else ink


def bend(ink: NDArray[np.uint8], how: Distortion, rng: RandomGenerator) -> NDArray[np.uint8]:
    """Displace the ink smoothly."""
    if not how.bend:
        return ink
    x, y = np.meshgrid(np.arange(CANVAS_PX, dtype=np.float32), np.arange(CANVAS_PX, dtype=np.float32))
    grain = CANVAS_PX / rng.uniform(2.5, 7)
    across, down = (smooth_noise(rng, CANVAS_PX, grain) * how.bend * CANVAS_PX for _ in range(2))
    moved = cv2.remap(ink, (x + across).astype(np.float32), (y + down).astype(np.float32), cv2.INTER_LINEAR)
    return np.asarray(moved, np.uint8)


def cut_off(ink: NDArray[np.uint8], weight: float) -> NDArray[np.uint8]:
    """Make blurred ink sharp again."""
    return np.asarray(np.clip((ink.astype(np.float32) / 255 - weight) * 8 + 0.5, 0, 1) * 255, np.uint8)


def chipped(ink: NDArray[np.uint8], rng: RandomGenerator) -> NDArray[np.uint8]:
    """Cut a small wedge into the edge of the ink."""
    ink = ink.copy()
    edge = np.argwhere(cv2.Canny(ink, 60, 160) > 0)
    if not len(edge):
        return ink
    y, x = edge[int(rng.integers(len(edge)))]
    turn, long, wide = rng.uniform(0, 2 * np.pi), rng.uniform(0.02, 0.07) * CANVAS_PX, rng.uniform(0.2, 0.6)
    ends = [(x + long * np.cos(turn + d), y + long * np.sin(turn + d)) for d in (0, 2.2 + wide, -2.2 - wide)]
    cv2.fillPoly(ink, [np.array(ends, np.int32)], 0, cv2.LINE_AA)
    return ink


def fit(ink: NDArray[np.uint8], how: Distortion) -> Floats:
    """Shear, stretch and turn the ink, and scale it to its size in the middle of a face."""
    cos, sin = np.cos(how.tilt), np.sin(how.tilt)
    linear = np.array([[cos, -sin], [sin, cos]]) @ np.array([[how.stretch, how.shear], [0, 1]])
    outlines = cv2.findContours(np.asarray(ink > 127, np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
    tile = np.zeros((TILE_PX, TILE_PX), np.float32)
    if not len(outlines):
        return tile
    moved = np.concatenate(outlines)[:, 0] @ linear.T
    low, high = moved.min(axis=0), moved.max(axis=0)
    scale = how.size * TILE_PX / float((high - low).max())
    shift = TILE_PX / 2 - 0.5 - scale * (low + high) / 2 + TILE_PX * np.array(how.shift)
    soft = cv2.GaussianBlur(ink, (0, 0), max(0.3, 0.4 / scale))
    way = np.concatenate([scale * linear, shift[:, None]], axis=1)
    return np.asarray(cv2.warpAffine(soft, way, (TILE_PX, TILE_PX), flags=cv2.INTER_LINEAR), np.float32) / 255
