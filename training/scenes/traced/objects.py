"""Objects as meshes: the same solids, domes and decals that the drawn look paints."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ..ground import Floats, RandomGenerator
from ..polyhedra import circle, facet_normal
from ..solid import DomePart, GlassPart, Material, ObjectPart, PlacedObject, SolidPart, ThinSheet
from .materials import Description, resin, swirl, varnish, window_glass
from .mesh import Mesh, dome, frustum, joined, upper_half
from .stage import Thing

FACET_PX = 128
"""Pixels a side of a facet's texture."""


class FacetSheet(ThinSheet):
    """Texture of one facet, on which its decal is drawn; rows run upwards."""

    def __init__(self, corners: Floats, body: Floats) -> None:
        out, self.middle = facet_normal(corners), corners.mean(axis=0)
        right = corners[0] - self.middle
        right = right / np.linalg.norm(right)
        self.axes = np.stack([right, np.cross(out, right)])
        self.reach = 2.05 * float(np.linalg.norm(corners - self.middle, axis=1).max())
        self.unit = FACET_PX / self.reach
        self.picture = np.full((FACET_PX, FACET_PX, 3), body, np.float32)

    def locate(self, points: Floats) -> Floats:
        """(N, 2) texture coordinates 0..1 of (N, 3) points."""
        return np.asarray((points - self.middle) @ self.axes.T / self.reach + 0.5)

    def project_fine(self, points: Floats) -> Floats:
        """Project (N, 3) points of the object to the picture's pixels."""
        return self.locate(points) * FACET_PX - 0.5

    def shade(self, normal: Floats) -> float:
        """Full brightness: light falls on it when it is traced."""
        return 1.0

    def places(self) -> Floats:
        """(FACET_PX, FACET_PX, 3) points of the object at the pixels."""
        x, y = np.meshgrid(*[(np.arange(FACET_PX) + 0.5) / FACET_PX - 0.5] * 2)
        return np.asarray(np.stack([x, y], -1) * self.reach @ self.axes + self.middle)


def traced_object(thing: PlacedObject, rng: RandomGenerator) -> list[Thing]:
    """The meshes of an object in its place."""
    place = np.array([*thing.place, 0.0])
    made = [traced_part(part, rng) for part in thing.parts]
    return [replace(one, mesh=one.mesh.moved(thing.axes, place)) for one in made]


def traced_part(part: ObjectPart, rng: RandomGenerator) -> Thing:
    """The mesh of one part of an object, and its surface."""
    match part:
        case SolidPart():
            return traced_solid(part, rng)
        case DomePart():
            return Thing(dome(part.middle, part.size), varnish(dotted(part), part.material.gloss))
        case GlassPart():
            wall = frustum(circle(part.low, 0.0, 40), circle(part.top, part.high, 40))
            return Thing(wall, window_glass(part.tint), clear=True)


def traced_solid(part: SolidPart, rng: RandomGenerator) -> Thing:
    """A solid, each of its facets with a tile of an atlas."""
    stuff, across = part.material, int(np.ceil(np.sqrt(len(part.solid.faces))))
    atlas = np.zeros((across * FACET_PX, across * FACET_PX, 3))
    veins = int(rng.integers(1 << 30))
    facets = []
    for n, face in enumerate(part.solid.faces):
        corners = part.points[list(face)]
        sheet = FacetSheet(corners, stuff.body)
        if stuff.marbling:
            sheet.picture += stuff.marbling * swirl(np.random.default_rng(veins), sheet.places(), 4, 1.5)[..., None]
        if part.decal is not None:
            part.decal(sheet, corners, n)
        row, column = n // across, n % across
        atlas[row * FACET_PX : (row + 1) * FACET_PX, column * FACET_PX : (column + 1) * FACET_PX] = sheet.picture
        points = np.concatenate([sheet.middle[None], corners])
        around = np.arange(len(corners))
        fan = np.stack([0 * around, around + 1, np.roll(around, -1) + 1], -1).astype(np.int32)
        facets.append(Mesh(points, (sheet.locate(points) + np.array([column, row])) / across, fan))
    return Thing(joined(facets), solid_surface(stuff, atlas, veins), clear=stuff.translucency > 0)


def solid_surface(stuff: Material, atlas: Floats, seed: int) -> Description:
    """The surface of a solid's material with its picture."""
    if stuff.translucency:
        return {"type": "blendbsdf", "weight": 0.6, "a": resin(stuff.body, stuff.gloss, seed), "b": varnish(atlas, 0.5)}
    return varnish(atlas, stuff.gloss)


def dotted(part: DomePart) -> Floats:
    """(128, 256, 3) picture of a dome with its dots."""
    ways = upper_half(128, 256)
    image = np.full(ways.shape, part.material.body)
    for *way, reach in part.dots:
        image[ways @ (np.array(way) / np.linalg.norm(way)) > np.cos(reach)] = part.material.ink
    return image
