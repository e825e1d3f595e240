"""Group pips to faces: which sets of pips are one of the six patterns, seen at a slant."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import hypot

import numpy as np

from vision.find import Pips
from vision.kin import DIAGONAL, kindred
from vision.reading import Floats, Image

NEIGHBOURS = 9
"""How many of the nearest kindred pips are tried as partners."""
SIDE = (2.4, 7.0)
"""Distance of two corner pips along a side of the pattern, in pip radii."""
SLENDER = (0.46, 0.62)
"""How slender the pattern of a six may be, and that of a four or five."""
SLACK = 0.2
"""How far a pip may lie from its place, as a share of the pattern's side."""
INNER = 1.25
"""Pips within this of the middle, the corners being at 1, lie on the same face."""
STRANGER = 0.1
"""How much a pip that does not belong adds to the misfit."""
SIDE_SHARE = 0.42
"""Side of the pattern as a share of the side of the face."""
ONE = 10.5
"""Side of a face with one pip, in pip radii, where nothing tells better."""


@dataclass(frozen=True, slots=True)
class Face:
    """A set of pips that form one of the six patterns."""

    value: int
    """1..6."""
    members: tuple[int, ...]
    """Indices of its pips."""
    centre: Floats
    """(2,) in pixels."""
    frame: Floats
    """(2, 2) the mean pip outline: takes pip radii on the face to pixels."""
    side: float
    """Side of the face in pip radii."""
    misfit: float
    """0 perfect; mean distance of the pips from their places, as a share of the pattern's side."""

    def reach(self, point: Floats) -> float:
        """Distance of a point (2,) from the centre, in sides of this face and measured on its plane."""
        return float(np.hypot(*np.linalg.solve(self.frame, point - self.centre)) / self.side)

    @property
    def length(self) -> float:
        """Side of the face in pixels, where it is not foreshortened."""
        return self.side * self.radius

    @property
    def radius(self) -> float:
        """Half the longer axis of the mean pip, in pixels."""
        return float(np.linalg.eigvalsh(self.frame)[1])

    @property
    def aspect(self) -> float:
        """0..1 shorter axis of the mean pip as a share of the longer."""
        return float(np.linalg.det(self.frame)) / self.radius**2

    @property
    def area(self) -> float:
        """Area of the mean pip in pixels: the more a face looks at us, the larger its pips."""
        return float(np.pi * np.linalg.det(self.frame))

    def corners(self) -> Floats:
        """(4, 2) corners of a square about the face, not turned with it, in pixels."""
        half = self.side / 2
        return np.array([self.centre + self.frame @ np.array(c) * half for c in ((-1, -1), (1, -1), (1, 1), (-1, 1))])


def faces(image: Image, pips: Pips) -> list[Face]:
    """Faces that share no pip, those with more pips first; every pip left over is a face of one."""
    kin, seams = kindred(image, pips)
    taken: set[int] = set()
    result = []
    for face in sorted(patterns(pips, kin), key=lambda face: (rank(face, seams), face.members)):
        if taken.isdisjoint(face.members):
            result.append(face)
            taken.update(face.members)
    return result + [single(pips, i) for i in range(len(pips)) if i not in taken]


def rank(face: Face, seams: Floats) -> float:
    """Sort key: many pips, a good fit and an unbroken surface first."""
    return -face.value + 6 * face.misfit + 4 * float(seams[np.ix_(face.members, face.members)].mean())


def single(pips: Pips, i: int) -> Face:
    """The face of a lone pip."""
    return Face(1, (i,), pips.xy[i], pips.shape[i], ONE, 0.0)


def patterns(pips: Pips, kin: Floats) -> Iterator[Face]:
    """Every set of two to six pips that forms a pattern."""
    seen: set[tuple[int, ...]] = set()
    for face in [*squares(pips, kin), *diagonals(pips, kin)]:
        if face.members not in seen:
            seen.add(face.members)
            yield face


def partners(kin: Floats, i: int, limits: tuple[float, float]) -> list[int]:
    """The nearest kindred pips of pip i within limits in radii, nearest first."""
    near = [int(j) for j in np.argsort(kin[i], kind="stable")[:NEIGHBOURS]]
    return [j for j in near if limits[0] <= kin[i, j] <= limits[1]]


def squares(pips: Pips, kin: Floats) -> Iterator[Face]:
    """Fours, fives and sixes: two sides from one corner, and a fourth pip where they say."""
    for i in range(len(pips)):
        near = partners(kin, i, SIDE)
        flat = np.linalg.solve(pips.shape[i], (pips.xy[near] - pips.xy[i]).T).T.tolist()
        for (j, u), (k, v) in combinations(zip(near, flat, strict=True), 2):
            oblong = slenderness(u, v)
            face = square(pips, kin, i, j, k) if oblong >= SLENDER[0] else None
            if face is not None and (face.value == 6 or oblong > SLENDER[1]):
                yield face


def slenderness(u: list[float], v: list[float]) -> float:
    """Shorter as a share of the longer of two sides that meet about squarely; 0 where they do not."""
    long, short = sorted((hypot(*u), hypot(*v)), reverse=True)
    return short / long if abs(u[0] * v[0] + u[1] * v[1]) < 0.42 * long * short else 0.0


def square(pips: Pips, kin: Floats, i: int, j: int, k: int) -> Face | None:
    """The four, five or six with corner i and its neighbours j and k, if there is one."""
    side = float(kin[i, j] + kin[i, k]) / 2
    fourth, miss = nearest(pips, kin[j], pips.xy[j] + pips.xy[k] - pips.xy[i], pips.shape[i])
    if miss > SLACK * side or fourth in (i, j, k):
        return None
    return filled(pips, kin, (i, j, fourth, k), miss / side)


def filled(pips: Pips, kin: Floats, corners: tuple[int, int, int, int], misfit: float) -> Face:
    """The four, five or six with these corners in turn."""
    frame = mean_outline(pips, corners)
    xy = pips.xy[list(corners)]
    sides = [float(np.hypot(*np.linalg.solve(frame, xy[n] - xy[n - 1]))) for n in range(4)]
    side = sum(sides) / 4
    skew = (abs(sides[0] - sides[2]) + abs(sides[1] - sides[3])) / side / 4
    near = np.setdiff1d(np.flatnonzero(np.isfinite(kin[list(corners)]).any(axis=0)), corners)
    places = on_square(pips.xy[near], xy)
    more = [int(near[n]) for n in fillers(places)]
    strangers = int(np.sum(np.abs(places).max(axis=1, initial=0) < INNER)) - len(more)
    misfit = (misfit + skew) / 2 + STRANGER * max(0, strangers)
    members = tuple(sorted((*corners, *more)))
    return Face(len(members), members, xy.mean(axis=0), frame, side / SIDE_SHARE, misfit)


def on_square(points: Floats, corners: Floats) -> Floats:
    """(N, 2) where points lie on the square with corners in turn; the corners are at -1 and 1."""
    across = (corners[1] + corners[2] - corners[0] - corners[3]) / 4
    down = (corners[2] + corners[3] - corners[0] - corners[1]) / 4
    return np.asarray(np.linalg.solve(np.stack([across, down], -1), (points - corners.mean(axis=0)).T).T)


def fillers(places: Floats) -> tuple[int, ...]:
    """Which of the points make the square a six or a five: two opposite middles of sides, or the centre."""
    for one, other in (((-1, 0), (1, 0)), ((0, -1), (0, 1))):
        if (first := at(places, one)) is not None and (second := at(places, other)) is not None:
            return first, second
    centre = at(places, (0, 0))
    return () if centre is None else (centre,)


def at(places: Floats, spot: tuple[int, int]) -> int | None:
    """Which point lies at a spot of the square."""
    if not len(places):
        return None
    apart = np.hypot(*(places - spot).T)
    return int(np.argmin(apart)) if apart.min() < 2 * SLACK else None


def place(pips: Pips, kin: Floats, near: tuple[int, ...], point: Floats, frame: Floats, side: float) -> int | None:
    """The pip at a point, kindred to one of those near it."""
    found, miss = nearest(pips, kin[list(near)].min(axis=0), point, frame)
    return found if miss < SLACK * side else None


def nearest(pips: Pips, kin: Floats, point: Floats, frame: Floats) -> tuple[int, float]:
    """The kindred pip nearest to a point, and how far it is in radii."""
    apart = np.hypot(*np.linalg.solve(frame, (pips.xy - point).T))
    apart[np.isinf(kin)] = np.inf
    best = int(np.argmin(apart))
    return best, float(apart[best])


def diagonals(pips: Pips, kin: Floats) -> Iterator[Face]:
    """Twos and threes."""
    for i in range(len(pips)):
        for j in partners(kin, i, DIAGONAL):
            if j > i:
                yield diagonal(pips, kin, i, j)


def diagonal(pips: Pips, kin: Floats, i: int, j: int) -> Face:
    """The two or three with these ends."""
    frame = mean_outline(pips, (i, j))
    side = float(kin[i, j]) / np.sqrt(2)
    middle = (pips.xy[i] + pips.xy[j]) / 2
    third = place(pips, kin, (i, j), middle, frame, side)
    members = (i, j) if third is None else tuple(sorted((i, j, third)))
    misfit = 0.0 if third is None else float(np.hypot(*np.linalg.solve(frame, pips.xy[third] - middle))) / side
    return Face(len(members), members, middle, frame, side / SIDE_SHARE, misfit)


def mean_outline(pips: Pips, members: tuple[int, ...]) -> Floats:
    """(2, 2) the outline of the mean pip, as in `Pips.shape`."""
    squares = (pips.shape[list(members)] @ pips.shape[list(members)]).mean(axis=0)
    values, vectors = np.linalg.eigh(squares)
    return np.asarray((vectors * np.sqrt(values)) @ vectors.T)
