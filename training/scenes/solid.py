"""Solids drawn on a table through a camera: facets, numerals, shadows, domes, glass."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from .ground import Floats, RandomGenerator, random_colour
from .polyhedra import Solid, circle, facet_normal, signed_area

Mask = NDArray[np.uint8]
TILE_PX = 64
"""Pixels a side of a mask that is stuck on a facet."""


class TableCamera(Protocol):
    """Camera interface that drawing needs."""

    reach: float

    def project(self, points: Floats) -> tuple[Floats, Floats]:
        """Project (N, 3) points of the table to (N, 2) pixels, and (N,) distances."""


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


class Canvas:
    """Supersampled part of a picture around an object, to draw on."""

    def __init__(
        self, image: Floats, camera: TableCamera, place: Floats, turn: float, light: Floats, points: Floats
    ) -> None:
        cos, sin = np.cos(turn), np.sin(turn)
        self.axes = np.array([[cos, sin, 0], [-sin, cos, 0], [0, 0, 1]])
        self.camera, self.place, self.light = camera, np.array([*place, 0.0]), self.axes @ light
        seen, far = self.project(points)
        limit = np.array(image.shape[1::-1])
        self.low = np.clip(np.floor(np.clip(seen.min(axis=0), -9999, 9999)) - 2, 0, limit).astype(int)
        high = np.clip(np.ceil(np.clip(seen.max(axis=0), -9999, 9999)) + 3, 0, limit).astype(int)
        size = high - self.low
        near = 0.25 * float(camera.project(np.zeros((1, 3)))[1][0])
        self.empty = bool((size < 2).any() or far.min() < near)
        self.fine = 3 if size.max() < 110 else 2 if size.max() < 330 else 1
        self.part = image[self.low[1] : high[1], self.low[0] : high[0]]
        self.picture = self.part
        self.unit = 1.0 if self.empty else self.scale()

    def open(self) -> None:
        """Copy the part at several times its resolution."""
        wide = (self.part.shape[1] * self.fine, self.part.shape[0] * self.fine)
        self.picture = np.asarray(cv2.resize(self.part, wide, interpolation=cv2.INTER_NEAREST), np.float32)

    def scale(self) -> float:
        """Fine pixels for one unit of length on the table here."""
        ends = self.project_fine(np.array([(-0.05, 0, 0), (0.05, 0, 0), (0, -0.05, 0), (0, 0.05, 0)]))
        return float(max(np.hypot(*(ends[0] - ends[1])), np.hypot(*(ends[2] - ends[3])))) * 10

    def project(self, points: Floats) -> tuple[Floats, Floats]:
        """Project (N, 3) points of the object to the picture's pixels, and distances."""
        return self.camera.project(np.asarray(points) @ self.axes + self.place)

    def project_fine(self, points: Floats) -> Floats:
        """Project (N, 3) points of the object to fine pixels."""
        return np.asarray(np.clip((self.project(points)[0] - self.low + 0.5) * self.fine - 0.5, -9000, 9000))

    def shade(self, normal: Floats) -> float:
        """Brightness of a facet with a normal."""
        return 0.5 + 0.6 * max(0.0, float(normal @ self.light))

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

    def close(self) -> None:
        """Scale the part back into its picture."""
        if not self.empty:
            size = (self.part.shape[1], self.part.shape[0])
            self.part[:] = cv2.resize(self.picture, size, interpolation=cv2.INTER_AREA)


Decal = Callable[[Canvas, Floats, int], None]
"""Function that draws on a facet, given by its corners and its number."""


class ObjectPart(Protocol):
    """Interface of one part of an object."""

    @property
    def points(self) -> Floats:
        """(N, 3) points around the part."""

    def draw(self, sheet: Canvas, rng: RandomGenerator) -> None:
        """Draw the part."""


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

    def draw(self, sheet: Canvas, rng: RandomGenerator) -> None:
        """Draw facet after facet, far ones first; back facets too if the material is clear."""
        stuff, all_ = self.material, self.solid.points
        seen, far = sheet.project(all_)
        front: list[tuple[bool, float, int]] = []
        back: list[tuple[bool, float, int]] = []
        for n, face in enumerate(self.solid.faces):
            rank = (n >= len(self.solid.faces) - self.solid.caps, -float(far[list(face)].mean()), n)
            (front if signed_area(seen[list(face)]) < 0 else back).append(rank)
        if stuff.translucency:
            for _, _, n in sorted(back):
                sheet.fill(all_[list(self.solid.faces[n])], stuff.body * rng.uniform(0.5, 0.9), 0.6)
        smooth = len(self.solid.faces) - self.solid.caps > 20
        for cap, _, n in sorted(front):
            corners = all_[list(self.solid.faces[n])]
            tone = sheet.shade(facet_normal(corners))
            plain = smooth and not cap
            shine = stuff.gloss * rng.uniform(20, 110) if not plain and rng.random() < 0.2 else 0.0
            share = 1 - stuff.translucency * rng.uniform(0.5, 1)
            sheet.fill(corners, stuff.body * tone + shine, share, None if plain else stuff, rng)
            if not plain:
                sheet.line(corners, np.minimum(stuff.body * tone * (1 + stuff.edge) + 60 * stuff.edge, 250), 0.022)
            if self.decal is not None:
                self.decal(sheet, corners, n)


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

    def draw(self, sheet: Canvas, rng: RandomGenerator) -> None:
        """Draw the outline, brighter rings towards the light, then dots and a highlight."""
        around = sheet.project(self.points)[0].astype(np.float32)
        hull = self.points[cv2.convexHull(around, returnPoints=False)[:, 0]]
        body = self.material.body
        sheet.fill(hull, body * 0.5, 1.0, self.material, rng)
        way = sheet.light + np.array([0, 0, 0.4])
        for n, reach in enumerate(np.linspace(1.1, 0.1, 16)):
            ring = self.ring(way, float(reach))
            ring[:, 2] = np.maximum(ring[:, 2], self.middle[2])
            sheet.fill(ring, body * (0.52 + 0.035 * n), 0.5 if self.material.marbling else 1.0)
        for x, y, z, reach in self.dots:
            dot = self.ring(np.array([x, y, z]), reach, 16)
            if signed_area(sheet.project(dot)[0]) < 0:
                sheet.fill(dot, self.material.ink)
        if self.material.gloss:
            sheet.fill(self.ring(way, 0.12, 12), np.full(3, 250.0), self.material.gloss)


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

    def draw(self, sheet: Canvas, rng: RandomGenerator) -> None:
        """Lighten the wall a little and draw the foot and the rim as bright and dark lines."""
        around = sheet.project(self.points)[0].astype(np.float32)
        hull = self.points[cv2.convexHull(around, returnPoints=False)[:, 0]]
        sheet.fill(hull, self.tint, rng.uniform(0.1, 0.4))
        for reach, high in (
            (self.low, 0.0),
            (self.low * 0.9, 0.05),
            (self.top, self.high),
            (self.top * 0.94, self.high),
        ):
            ink = self.tint * rng.uniform(0.3, 1.2)
            sheet.line(circle(reach, high, 40), ink, rng.uniform(0.02, 0.07), True, rng.uniform(0.4, 0.9))
        start = int(rng.integers(40))
        arc = circle(self.top, self.high, 40)[np.arange(start, start + 9) % 40]
        sheet.line(arc, np.full(3, 250.0), 0.06, False, 0.8)


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
    body, ink = random_colour(rng, 15, 245), random_colour(rng, 5, 250)
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


def draw_object_shadow(image: Floats, sheet: Canvas, points: Floats, rng: RandomGenerator) -> None:
    """Darken the picture under an object, and to one side of it."""
    way = sheet.light[:2] / max(0.5, float(sheet.light[2]))
    for slide, dark, soft in ((0.12, 0.5, 0.02), (1.0, rng.uniform(0.1, 0.45), rng.uniform(0.02, 0.1))):
        flat = np.asarray(points, float).copy()
        flat[:, :2] -= flat[:, 2:] * way * slide
        flat[:, 2] = 0
        seen = np.clip(sheet.project(flat)[0], -4000, 4000).astype(np.float32)
        outline = cv2.convexHull(seen)[:, 0]
        size = float(np.ptp(outline, axis=0).max())
        low = np.clip(np.floor(outline.min(axis=0) - 0.3 * size - 2), 0, image.shape[1::-1]).astype(int)
        high = np.clip(np.ceil(outline.max(axis=0) + 0.3 * size + 2), 0, image.shape[1::-1]).astype(int)
        if (high - low < 2).any():
            continue
        step = max(1, int(size * soft / 1.5))
        wide = tuple(int(v) for v in (high - low) // step + 1)
        mask = np.zeros(wide[::-1], np.float32)
        cv2.fillConvexPoly(mask, np.rint((outline - low) / step * 16).astype(np.int32), dark, cv2.LINE_8, 4)
        blurred = cv2.GaussianBlur(mask, (0, 0), max(0.6, size * soft / step))
        dim = np.asarray(cv2.resize(blurred, (int(high[0] - low[0]), int(high[1] - low[1]))))
        image[low[1] : high[1], low[0] : high[0]] *= 1 - dim[..., None]
