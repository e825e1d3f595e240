"""Objects as data: solids, domes and glass, and sheets to draw their decals on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from .ground import Floats, RandomGenerator, random_color
from .polyhedra import Solid, circle

Mask = NDArray[np.uint8]
TILE_PX = 64
"""Pixels a side of a mask that is stuck on a facet."""


@dataclass(frozen=True)
class Material:
    """Material of a solid."""

    body: Floats
    ink: Floats
    edge: float
    """How much lighter its edges are."""
    marbling: float = 0.0
    """Strength of the marbling."""
    translucency: float = 0.0
    """Translucency."""
    glitter: float = 0.0
    gloss: float = 0.0


class ThinSheet:
    """Picture of a surface on which a decal is drawn, by points of the object."""

    picture: Floats
    unit: float
    """Pixels of the picture for one unit of length."""

    def project_fine(self, points: Floats) -> Floats:
        """Project (N, 3) points of the object to the picture's pixels."""
        raise NotImplementedError

    def shade(self, normal: Floats) -> float:
        """Brightness of a facet with a normal."""
        raise NotImplementedError

    def blend(self, corner: tuple[int, int], mask: Floats, paint: Floats) -> None:
        """Blend paint into the picture where the mask, 0..1, is."""
        part = self.picture[corner[1] : corner[1] + mask.shape[0], corner[0] : corner[0] + mask.shape[1]]
        part += mask[..., None] * (paint - part)

    def window(self, outline: Floats) -> tuple[int, int, int, int]:
        """Bounds x0, y0, x1, y1 of an outline in fine pixels."""
        x0, y0 = np.maximum(0, np.floor(outline.min(axis=0)) - 1).astype(int)
        x1, y1 = np.minimum(self.picture.shape[1::-1], np.ceil(outline.max(axis=0)) + 2).astype(int)
        return int(x0), int(y0), int(x1), int(y1)

    def fill(self, points: Floats, ink: Floats, share: float = 1.0, stuff: Material | None = None,
             rng: RandomGenerator | None = None) -> None:  # fmt: skip
        """Fill a facet of (N, 3) points, plain or with a material's texture."""
        outline = self.project_fine(points)
        if share >= 1 and stuff is None:
            cv2.fillPoly(self.picture, [np.rint(outline * 16).astype(np.int32)], ink.tolist(), cv2.LINE_8, 4)
            return
        x0, y0, x1, y1 = self.window(outline)
        if x1 - x0 < 1 or y1 - y0 < 1:
            return
        mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
        cv2.fillPoly(mask, [np.rint((outline - (x0, y0)) * 16).astype(np.int32)], 255, cv2.LINE_8, 4)
        paint = np.asarray(ink, np.float32)
        if stuff is not None and rng is not None:
            paint = facet_paint(rng, stuff, paint, x1 - x0, y1 - y0)
            if share >= 1:
                cv2.copyTo(paint, mask, self.picture[y0:y1, x0:x1])
                return
        self.blend((x0, y0), np.asarray(mask * np.float32(share / 255)), paint)

    def line(self, points: Floats, ink: Floats, wide: float, closed: bool = True, share: float = 1.0) -> None:
        """Draw a line through (N, 3) points; its width in lengths of the table."""
        outline, thick = self.project_fine(points), max(1, round(wide * self.unit))
        if share >= 1:
            path = [np.rint(outline * 16).astype(np.int32)]
            cv2.polylines(self.picture, path, closed, ink.tolist(), thick, cv2.LINE_8, 4)
            return
        pad = thick + 2
        x0, y0, x1, y1 = self.window(np.concatenate([outline - pad, outline + pad]))
        if x1 - x0 < 1 or y1 - y0 < 1:
            return
        mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
        path = [np.rint((outline - (x0, y0)) * 16).astype(np.int32)]
        cv2.polylines(mask, path, closed, 255, thick, cv2.LINE_AA, 4)
        self.blend((x0, y0), np.asarray(mask * np.float32(share / 255)), np.asarray(ink, np.float32))

    def stick_mask(self, tile: Mask, corners: Floats, ink: Floats) -> None:
        """Ink through an 8-bit mask, warped into the square of (4, 3) corners."""
        outline = self.project_fine(corners)
        x0, y0, x1, y1 = self.window(outline)
        if x1 - x0 < 1 or y1 - y0 < 1 or abs(cv2.contourArea(outline.astype(np.float32))) < 2:
            return
        high, wide = tile.shape[:2]
        flat = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
        way = cv2.getPerspectiveTransform(flat, (outline - (x0, y0)).astype(np.float32))
        mask = cv2.warpPerspective(tile, way, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR)
        self.blend((x0, y0), np.asarray(mask * np.float32(1 / 255)), np.asarray(ink, np.float32))


Decal = Callable[[ThinSheet, Floats, int], None]
"""Function that draws on a facet, given by its corners and its number."""


@dataclass(frozen=True)
class SolidPart:
    """A solid of a material, with an optional decal on its facets."""

    solid: Solid
    material: Material
    decal: Decal | None = None

    @property
    def points(self) -> Floats:
        """(N, 3) corners."""
        return self.solid.points


@dataclass(frozen=True)
class DomePart:
    """The part of an ellipsoid above a plane, with dots."""

    middle: Floats
    size: Floats
    """(3,) half axes."""
    material: Material
    dots: tuple[tuple[float, float, float, float], ...] = ()
    """Direction x, y, z and angular radius of each."""

    def ring(self, way: Floats, reach: float, count: int = 28) -> Floats:
        """(N, 3) points around a direction on the surface, at an angle of `reach`."""
        way = np.asarray(way) / np.linalg.norm(way)
        one = np.cross(way, (0.3, 0.9, 0.1) if abs(way[2]) > 0.9 else (0, 0, 1.0))
        one /= np.linalg.norm(one)
        turn = np.linspace(0, 2 * np.pi, count, endpoint=False)[:, None]
        round_ = np.cos(turn) * one + np.sin(turn) * np.cross(way, one)
        return np.asarray((way * np.cos(reach) + round_ * np.sin(reach)) * self.size + self.middle)

    @property
    def points(self) -> Floats:
        """(N, 3) points all over the surface."""
        up = np.array([0, 0, 1.0])
        return np.concatenate([self.ring(up, reach) for reach in (0.01, 0.4, 0.8, 1.2, 1.57)])


@dataclass(frozen=True)
class GlassPart:
    """A wall of glass, or only a ring."""

    low: float
    high: float
    top: float
    tint: Floats

    @property
    def points(self) -> Floats:
        """(N, 3) points of the foot and the rim."""
        return np.concatenate([circle(self.low, 0.0, 40), circle(self.top, self.high, 40)])


ObjectPart = SolidPart | DomePart | GlassPart
"""One part of an object."""


@dataclass(frozen=True)
class PlacedObject:
    """An object in its place: its parts, those in front last."""

    place: Floats
    """(2,) on the table."""
    turn: float
    parts: list[ObjectPart]
    kind: str = ""

    def covers(self, place: Floats, margin: float) -> bool:
        """Whether a place on the table is under the object, or nearer to it than a margin."""
        flat = (np.asarray(place) - self.place) @ self.axes[:2, :2].T
        around = self.points[:, :2]
        return bool((flat > around.min(axis=0) - margin).all() and (flat < around.max(axis=0) + margin).all())

    @property
    def views(self) -> list[Floats]:
        """Points around the whole and both ends of what is long: it could be taken for a die."""
        points = self.points
        low, high = points.min(axis=0), points.max(axis=0)
        long = int(np.argmax(high[:2] - low[:2]))
        wide = float((high - low)[1 - long])
        result = [points]
        if high[long] - low[long] > 1.6 * wide:
            for near, far in ((low[long], low[long] + wide), (high[long] - wide, high[long])):
                ends = [(near, far) if axis == long else (low[axis], high[axis]) for axis in range(3)]
                result.append(np.array([(x, y, z) for x in ends[0] for y in ends[1] for z in ends[2]]))
        return result

    @property
    def points(self) -> Floats:
        """(N, 3) points around its parts, in its own axes."""
        return np.concatenate([part.points for part in self.parts])

    @property
    def axes(self) -> Floats:
        """(3, 3) rows: its own axes in the table's coordinates."""
        cos, sin = np.cos(self.turn), np.sin(self.turn)
        return np.array([[cos, sin, 0], [-sin, cos, 0], [0, 0, 1]])


def facet_paint(rng: RandomGenerator, stuff: Material, ink: Floats, wide: int, high: int) -> Floats:
    """(high, wide, 3) paint of a facet: a slope of light, veins, glitter."""
    small = (max(2, wide // 4), max(2, high // 4))
    slope = np.asarray(cv2.resize(rng.normal(1, 0.07, (2, 2)).astype(np.float32), small))
    paint = slope[..., None] * ink.astype(np.float32)
    if stuff.marbling:
        cells = int(rng.integers(3, 7))
        blots = rng.normal(0, stuff.marbling, (cells, cells, 1)) * rng.uniform(0.3, 1, 3)
        paint = paint + np.asarray(cv2.resize(blots.astype(np.float32), small, interpolation=cv2.INTER_CUBIC))
    paint = np.asarray(cv2.resize(np.clip(paint, 2, 253), (wide, high)), np.float32)
    if stuff.glitter:
        specks = rng.random((max(1, high // 3), max(1, wide // 3)), np.float32) < stuff.glitter
        light = np.asarray(cv2.resize(specks * np.float32(110), (wide, high)), np.float32)
        return np.asarray(np.minimum(paint + light[..., None], 253), np.float32)
    return np.asarray(paint, np.float32)


def random_material(rng: RandomGenerator, glass: bool = True) -> Material:
    """Random material, plain, marbled, glittering or translucent, with a contrasting ink."""
    body, ink = random_color(rng, 15, 245), random_color(rng, 5, 250)
    if rng.random() < 0.5:
        body = np.clip(body + rng.permutation(np.array([70.0, -50, -40])) * rng.uniform(0.5, 1.6), 8, 245)
    if abs(body.mean() - ink.mean()) < 80:
        ink = np.full(3, 245.0) if body.mean() < 130 else np.full(3, 12.0)
    kind = rng.random()
    return Material(
        body=body,
        ink=ink,
        edge=float(rng.uniform(-0.1, 0.3)),
        marbling=float(rng.uniform(10, 45)) if kind < 0.3 else 0.0,
        translucency=float(rng.uniform(0.2, 0.6)) if glass and 0.3 < kind < 0.5 else 0.0,
        glitter=float(rng.uniform(0.01, 0.08)) if 0.45 < kind < 0.6 else 0.0,
        gloss=float(rng.uniform(0.2, 0.9)) if rng.random() < 0.6 else 0.0,
    )


def word_mask(rng: RandomGenerator, word: str, font: int, bold: int) -> Mask:
    """(TILE_PX, TILE_PX) 8-bit mask of a word that fills it."""
    tile = np.zeros((TILE_PX, TILE_PX), np.uint8)
    (wide, high), _ = cv2.getTextSize(word, font, 1.0, bold)
    scale = 0.8 * TILE_PX / max(wide, high)
    (wide, high), _ = cv2.getTextSize(word, font, scale, bold)
    cv2.putText(tile, word, ((TILE_PX - wide) // 2, (TILE_PX + high) // 2), font, scale, 255, bold, cv2.LINE_AA)
    if word in ("6", "9") and rng.random() < 0.7:
        cv2.line(tile, (TILE_PX // 3, TILE_PX - 3), (2 * TILE_PX // 3, TILE_PX - 3), 255, bold)
    return tile
