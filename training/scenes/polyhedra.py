"""Polyhedra of the objects on a table: prisms, dice of any number of sides, their facets."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations

import numpy as np

from .ground import Floats

GOLDEN = (1 + 5**0.5) / 2


@dataclass(frozen=True)
class Solid:
    """Polyhedron; each facet's corners run counter-clockwise as seen from outside."""

    points: Floats
    faces: tuple[tuple[int, ...], ...]
    caps: int = 0
    """Number of the last facets that close a prism; they are drawn last."""

    def transformed(self, axes: Floats, shift: Floats | tuple[float, ...] = (0, 0, 0)) -> Solid:
        """Multiply the points by (3, 3) rows and shift them."""
        return Solid(self.points @ np.asarray(axes) + shift, self.faces, self.caps)


def signed_area(outline: Floats) -> float:
    """Signed area of (N, 2) points; below 0 where they run counter-clockwise as seen."""
    turned = outline.T @ outline[[*range(1, len(outline)), 0]]
    return float(turned[0, 1] - turned[1, 0]) / 2


def facet_normal(points: Floats) -> Floats:
    """Unit normal of a facet, pointing out."""
    m = points.T @ points[[*range(1, len(points)), 0]]
    out = np.array([m[1, 2] - m[2, 1], m[2, 0] - m[0, 2], m[0, 1] - m[1, 0]])
    return np.asarray(out / max(1e-9, float(np.sqrt(out @ out))))


def facet_square(points: Floats, half: float, up: Floats | None = None, shift: Floats | None = None) -> Floats:
    """(4, 3) square in the plane of a facet, upper left corner first.

    `up` is the upward direction in the plane.
    """
    out, middle = facet_normal(points), points.mean(axis=0)
    up = points[0] - middle if up is None else up
    up = up - out * (up @ out)
    up = up / max(1e-9, float(np.linalg.norm(up))) * half
    right = np.cross(up, out)
    middle = middle if shift is None else middle + shift
    return np.asarray(middle + np.array([up - right, up + right, right - up, -up - right]))


def circle(reach: float, high: float, count: int = 24) -> Floats:
    """(N, 3) points around the vertical axis."""
    turn = np.linspace(0, 2 * np.pi, count, endpoint=False)
    return np.stack([reach * np.cos(turn), reach * np.sin(turn), np.full(count, high)], axis=-1)


def prism(outline: Floats, high: float, top: float = 1.0) -> Solid:
    """Prism of a counter-clockwise outline (N, 2) on the table; `top` widens its upper end."""
    count = len(outline)
    low = np.concatenate([outline, np.zeros((count, 1))], axis=1)
    lid = np.concatenate([outline * top, np.full((count, 1), high)], axis=1)
    sides = tuple((n, (n + 1) % count, (n + 1) % count + count, n + count) for n in range(count))
    caps = (tuple(range(count))[::-1], tuple(range(count, 2 * count)))
    return Solid(np.concatenate([low, lid]), sides + caps, 2)


def stand_upright(flat: Solid) -> Solid:
    """Set a prism up on the lower end of its outline."""
    up = flat.transformed(np.array([[1.0, 0, 0], [0, 0, 1], [0, -1, 0]]))
    return up.transformed(np.eye(3), (0, 0, -float(up.points[:, 2].min())))


@cache
def die_solid(sides: int) -> Solid:
    """The die of `sides` sides, of reach 1; 6 is a cube and 2 a long one of four sides."""
    signs = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
    if sides == 4:
        points = signs[signs.prod(axis=1) > 0]
    elif sides == 8:
        points = np.concatenate([np.eye(3), -np.eye(3)])
    elif sides == 10:
        turn, lift = np.arange(10) * np.pi / 5, (1 - np.cos(np.pi / 5)) / (1 + np.cos(np.pi / 5))
        ring = np.stack([np.cos(turn), np.sin(turn), lift * (-1.0) ** np.arange(10)], axis=-1)
        points = np.concatenate([ring, [(0, 0, 1), (0, 0, -1)]])
    elif sides == 12:
        cross = np.array([(0, y / GOLDEN, z * GOLDEN) for y in (-1, 1) for z in (-1, 1)])
        points = np.concatenate([signs, *(np.roll(cross, n, axis=1) for n in range(3))])
    elif sides == 20:
        cross = np.array([(0, y, z * GOLDEN) for y in (-1, 1) for z in (-1, 1)])
        points = np.concatenate([np.roll(cross, n, axis=1) for n in range(3)])
    elif sides == 2:
        points = np.concatenate([signs * (0.75, 0.42, 0.42), [(1.1, 0, 0), (-1.1, 0, 0)]])
    else:
        points = signs
    points = points / np.linalg.norm(points, axis=1).max()
    return Solid(points, hull_facets(points))


def hull_facets(points: Floats) -> tuple[tuple[int, ...], ...]:
    """Facets of the convex hull of points that all lie on it."""
    found: dict[tuple[int, ...], Floats] = {}
    for three in combinations(range(len(points)), 3):
        a, b, c = points[list(three)]
        out = np.cross(b - a, c - a)
        out = out / np.linalg.norm(out) * (1 if out @ a > 0 else -1)
        above = (points - a) @ out
        if above.max() < 1e-6:
            found[tuple(np.flatnonzero(above > -1e-6).tolist())] = out
    result = []
    for face, out in found.items():
        part = points[list(face)]
        one = part[0] - part.mean(axis=0)
        turn = np.arctan2((part - part.mean(axis=0)) @ np.cross(out, one), (part - part.mean(axis=0)) @ one)
        result.append(tuple(face[n] for n in np.argsort(turn)))
    return tuple(result)


def rest_on_facet(solid: Solid, size: float, face: int) -> Solid:
    """The solid lying on one of its facets on the table; `size` is its reach."""
    corners = solid.points[list(solid.faces[face])]
    down = facet_normal(corners)
    one = corners[0] - corners.mean(axis=0)
    one /= np.linalg.norm(one)
    axes = np.stack([one, np.cross(one, -down) * -1, -down], axis=-1)
    turned = solid.transformed(axes * size)
    return turned.transformed(np.eye(3), (0, 0, -float(turned.points[:, 2].min())))
