"""Objects drawn on a table through a camera: facets, shadows, domes, glass."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from ..ground import Floats, RandomGenerator
from ..polyhedra import circle, facet_normal, signed_area
from ..scene import NO_DIE, Camera, GroundTruth
from ..solid import DomePart, GlassPart, PlacedObject, SolidPart, ThinSheet
from ..standing_objects import standing_objects
from ..throw import PlacedDie

MIN_OBJECT_PX = 10
"""Least width and height of an object that gets a truth."""


def draw_standing_objects(
    image: Floats, camera: Camera, rng: RandomGenerator, dice: Sequence[PlacedDie] = ()
) -> list[GroundTruth]:
    """Draw one to six standing objects where none of the dice lies; return their ground truth."""
    light = rng.normal(0, 0.5, 3)
    light[2] = rng.uniform(0.5, 1.2)
    light /= np.linalg.norm(light)
    truths: list[GroundTruth] = []
    for thing in standing_objects(rng, camera, dice):
        draw_object(image, camera, rng, thing, light)
        truths += object_truths(camera, thing)
    return truths


def object_truths(camera: Camera, thing: PlacedObject) -> list[GroundTruth]:
    """Ground truth of an object, and of the ends of a long one."""
    base = np.array([*thing.place, 0.0])
    return [
        GroundTruth(NO_DIE, box, kind=thing.kind)
        for points in thing.views
        if (box := box_in_picture(camera.project(points @ thing.axes + base)[0], camera.size))
    ]


def box_in_picture(outline: Floats, size: tuple[int, int]) -> tuple[float, float, float, float] | None:
    """(x, y, width, height) of (N, 2) points in the picture; None if next to nothing is."""
    low, high = outline.min(axis=0), outline.max(axis=0)
    near, far = np.clip(low, 0, size), np.clip(high, 0, size)
    if (far - near).min() < MIN_OBJECT_PX or np.prod(far - near) < 0.6 * np.prod(high - low):
        return None
    return float(near[0]), float(near[1]), float(far[0] - near[0]), float(far[1] - near[1])


def draw_object(image: Floats, camera: Camera, rng: RandomGenerator, thing: PlacedObject, light: Floats) -> None:
    """Draw an object of several parts with its shadow."""
    sheet = Canvas(image, camera, thing, light)
    if sheet.empty:
        return
    draw_object_shadow(image, sheet, thing.points, rng)
    sheet.open()
    for part in thing.parts:
        match part:
            case SolidPart():
                draw_solid(part, sheet, rng)
            case DomePart():
                draw_dome(part, sheet, rng)
            case GlassPart():
                draw_glass(part, sheet, rng)
    sheet.close()


class Canvas(ThinSheet):
    """Supersampled part of a picture around an object, to draw on."""

    def __init__(self, image: Floats, camera: Camera, thing: PlacedObject, light: Floats) -> None:
        self.axes = thing.axes
        self.camera, self.place, self.light = camera, np.array([*thing.place, 0.0]), self.axes @ light
        seen, far = self.project(thing.points)
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

    def close(self) -> None:
        """Scale the part back into its picture."""
        if not self.empty:
            size = (self.part.shape[1], self.part.shape[0])
            self.part[:] = cv2.resize(self.picture, size, interpolation=cv2.INTER_AREA)


def draw_solid(part: SolidPart, sheet: Canvas, rng: RandomGenerator) -> None:
    """Draw facet after facet, far ones first; back facets too if the material is clear."""
    stuff, all_ = part.material, part.solid.points
    seen, far = sheet.project(all_)
    front: list[tuple[bool, float, int]] = []
    back: list[tuple[bool, float, int]] = []
    for n, face in enumerate(part.solid.faces):
        rank = (n >= len(part.solid.faces) - part.solid.caps, -float(far[list(face)].mean()), n)
        (front if signed_area(seen[list(face)]) < 0 else back).append(rank)
    if stuff.translucency:
        for _, _, n in sorted(back):
            sheet.fill(all_[list(part.solid.faces[n])], stuff.body * rng.uniform(0.5, 0.9), 0.6)
    smooth = len(part.solid.faces) - part.solid.caps > 20
    for cap, _, n in sorted(front):
        corners = all_[list(part.solid.faces[n])]
        tone = sheet.shade(facet_normal(corners))
        plain = smooth and not cap
        shine = stuff.gloss * rng.uniform(20, 110) if not plain and rng.random() < 0.2 else 0.0
        share = 1 - stuff.translucency * rng.uniform(0.5, 1)
        sheet.fill(corners, stuff.body * tone + shine, share, None if plain else stuff, rng)
        if not plain:
            sheet.line(corners, np.minimum(stuff.body * tone * (1 + stuff.edge) + 60 * stuff.edge, 250), 0.022)
        if part.decal is not None:
            part.decal(sheet, corners, n)


def draw_dome(part: DomePart, sheet: Canvas, rng: RandomGenerator) -> None:
    """Draw the outline, brighter rings towards the light, then dots and a highlight."""
    around = sheet.project(part.points)[0].astype(np.float32)
    hull = part.points[cv2.convexHull(around, returnPoints=False)[:, 0]]
    body = part.material.body
    sheet.fill(hull, body * 0.5, 1.0, part.material, rng)
    way = sheet.light + np.array([0, 0, 0.4])
    for n, reach in enumerate(np.linspace(1.1, 0.1, 16)):
        ring = part.ring(way, float(reach))
        ring[:, 2] = np.maximum(ring[:, 2], part.middle[2])
        sheet.fill(ring, body * (0.52 + 0.035 * n), 0.5 if part.material.marbling else 1.0)
    for x, y, z, reach in part.dots:
        dot = part.ring(np.array([x, y, z]), reach, 16)
        if signed_area(sheet.project(dot)[0]) < 0:
            sheet.fill(dot, part.material.ink)
    if part.material.gloss:
        sheet.fill(part.ring(way, 0.12, 12), np.full(3, 250.0), part.material.gloss)


def draw_glass(part: GlassPart, sheet: Canvas, rng: RandomGenerator) -> None:
    """Lighten the wall a little and draw the foot and the rim as bright and dark lines."""
    around = sheet.project(part.points)[0].astype(np.float32)
    hull = part.points[cv2.convexHull(around, returnPoints=False)[:, 0]]
    sheet.fill(hull, part.tint, rng.uniform(0.1, 0.4))
    for reach, high in (
        (part.low, 0.0),
        (part.low * 0.9, 0.05),
        (part.top, part.high),
        (part.top * 0.94, part.high),
    ):
        ink = part.tint * rng.uniform(0.3, 1.2)
        sheet.line(circle(reach, high, 40), ink, rng.uniform(0.02, 0.07), True, rng.uniform(0.4, 0.9))
    start = int(rng.integers(40))
    arc = circle(part.top, part.high, 40)[np.arange(start, start + 9) % 40]
    sheet.line(arc, np.full(3, 250.0), 0.06, False, 0.8)


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
