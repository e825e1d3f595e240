"""Look at what surrounds a face: is it one plain surface, and does that surface end where a die would end?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.clear import crispness
from vision.face import Face
from vision.find import Pips, colours
from vision.reading import Floats, Image

GRID = 13
"""Points a side of the raster laid over a face."""
RAYS = 24
"""How many ways we look outwards from a face."""


@dataclass(frozen=True, slots=True)
class Body:
    """What the picture shows about one face."""

    plain: float
    """0..1 share of the face, pips apart, that has the colour of the die."""
    bounded: float
    """0..1 share of directions in which the die ends near where it should."""
    contrast: float
    """Distance in BGR between pips and die, 0..442."""
    crisp: float
    """How clearly the pips stand out, about 2 (noise) to 40 (print)."""


def bodies(image: Image, pips: Pips, faces: list[Face]) -> list[Body]:
    """One for each face."""
    return [body(image, pips, face) for face in faces]


def body(image: Image, pips: Pips, face: Face) -> Body:
    """What the picture shows about one face."""
    members = list(face.members)
    colour, ink = np.median(pips.body[members], axis=0), np.median(pips.ink[members], axis=0)
    contrast = float(np.linalg.norm(colour - ink))
    return Body(
        plain=plain(image, pips, face, colour, max(20.0, 0.42 * contrast)),
        bounded=bounded(image, pips, face, colour, float(np.clip(0.22 * contrast, 16, 26))),
        contrast=contrast,
        crisp=crispness(pips, face),
    )


def raster() -> Floats:
    """(K, 2) points over the unit disc."""
    line = np.linspace(-1, 1, GRID)
    points = np.stack(np.meshgrid(line, line), -1).reshape(-1, 2)
    return np.asarray(points[np.hypot(*points.T) <= 1])


def plain(image: Image, pips: Pips, face: Face, colour: Floats, limit: float) -> float:
    """Share of the face, pips apart, whose colour is within a limit of the die's."""
    points = face.centre + raster() * 0.35 * face.side @ face.frame
    off = np.linalg.norm(colours(image, points) - colour, axis=1) > limit
    free = radii_to_pips(pips, face, points) > 1.6
    return 1 - float(off[free].mean()) if free.any() else 0.0


def bounded(image: Image, pips: Pips, face: Face, colour: Floats, limit: float) -> float:
    """Share of the rays from the middle that leave the die before 0.95 of its side."""
    angle = np.arange(RAYS) * (2 * np.pi / RAYS)
    reach = np.linspace(0.26, 0.95, 16) * face.side
    circle = np.stack([np.cos(angle), np.sin(angle)], -1)
    rays = face.centre + (reach[:, None, None] * circle) @ face.frame
    off = np.linalg.norm(colours(image, rays) - colour, axis=2) > limit
    off &= radii_to_pips(pips, face, rays) > 1.7
    return float(np.mean(np.any(off[1:] & off[:-1], axis=0)))


def radii_to_pips(pips: Pips, face: Face, points: Floats) -> Floats:
    """(...) distance in radii from points (..., 2) to the nearest pip of the face."""
    step = points[..., None, :] - pips.xy[list(face.members)]
    return np.asarray(np.linalg.norm(step @ np.linalg.inv(face.frame), axis=-1).min(axis=-1))
