"""Pip pattern: read the top face of a die by fitting its dots to the six patterns.

No learning, only geometry. Every pattern is symmetric under half a turn about its middle, from any viewpoint: pips come
in pairs of twins across the middle, and a single one lies on it. So the corners of the face need not be known exactly.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Floats, Image

Dots = tuple[Floats, Floats]
"""(N, 2) positions x, y in the rectified picture, and (N,) strengths."""
Fit = tuple[NDArray[np.intp], Floats]
"""Indices of the dots that are the pips, and (2,) the middle between them."""
SIDE = 40
"""Pixels a side of the rectified face."""
ROOM = 12
"""Margin in pixels around it that is rectified too."""
CENTRE = SIDE / 2 + ROOM - 0.5
SILENT = -40.0
"""Score of a value for which there are no dots."""
CROOKED = 4.0
"""Weight of the misfit of the pips in the score."""
EDGE = 5
"""Pixels along the borders of the rectified picture where no dots are searched for."""
SPREADS = (0.05, 0.085)
"""Radii of the pips that are searched for, in sides of the face."""
HALF = 0.4
"""Share of the strongest dots' strength at which a dot counts half."""
SOFT = 0.12
"""Width of the transition in which dots begin to count, as a share of the same."""
FAINT = 6.0
"""Strength, in grey levels, below which nothing is a dot."""
WEAK = 0.2
"""Share of the strongest dots' strength below which dots are ignored."""
MOST = 14
"""Largest number of dots that is examined, strongest first."""
OFF = 0.25
"""Largest distance of the pattern's middle from the face's middle, in sides."""
ASIDE = 0.1
"""Usual distance of the pattern's middle from the face's middle, in sides."""
REACH = (0.13, 0.5)
"""Least and greatest distance from the middle of all pips but the middle one, in sides."""
TWINS = 0.07
"""Largest distance of a pip from the mirror position of its twin, in sides."""
WITHIN = (0.38, 0.56)
"""Distances from the middle of the face, measured along its sides.

Dots nearer than the first lie on the face; dots beyond the second do not.
"""


@dataclass(frozen=True, slots=True)
class Pattern:
    """Value estimate from the dots of a face."""

    shares: Floats
    """(6,) how well each value explains the dots; sums to 1."""
    strength: float
    """Mean contrast of the pips, in grey levels."""
    top: Floats
    """(4, 2) corners of the face, aligned with its dots, in pixels of the picture."""

    @property
    def value(self) -> int:
        """Most probable value, 1..6."""
        return int(self.shares.argmax()) + 1


def lattice(image: Image, corners: Floats) -> Pattern:
    """Read the dots of the face with (4, 2) corners, in pixels of an HxWx3 BGR picture."""
    way = unrolled(corners)
    dots, strength = max((peaks(map_) for map_ in dotted(flat(image, way))), key=clearest)
    scores, fits = fitted(dots, strength)
    shares = np.exp(scores - scores.max())
    members, middle = fits[int(scores.argmax())]
    top = (square(turn(dots[members], middle)) + middle - way[:, 2]) @ np.linalg.inv(way[:, :2]).T
    return Pattern(shares / shares.sum(), float(strength[members].mean()) if len(members) else 0.0, top)


def clearest(dots: Dots) -> float:
    """Strength of the strongest dot on the face."""
    places, strength = dots
    return float((strength * on_face(places)).max(initial=0))


def unrolled(corners: Floats) -> Floats:
    """(2, 3) affine transform from the picture to the rectified face.

    The face's own corners lie FACE_MARGIN_PX from the borders.
    """
    back = np.linalg.lstsq(square(), corners - corners.mean(axis=0), rcond=None)[0]
    if abs(np.linalg.det(back)) < 1e-4:
        back = np.eye(2)
    linear = np.linalg.inv(back).T
    return np.concatenate([linear, (CENTRE - linear @ corners.mean(axis=0))[:, None]], axis=1)


def square(angle: float = 0.0) -> Floats:
    """(4, 2) corners of a rectified face about its middle, rotated by an angle in radians."""
    ways = angle + np.pi * np.array([1.25, 1.75, 0.25, 0.75])
    return np.asarray(SIDE / np.sqrt(2) * np.stack([np.cos(ways), np.sin(ways)], axis=1))


def flat(image: Image, way: Floats) -> Floats:
    """(W, W) rectified face, in grey levels along the colour axis of greatest variance."""
    whole = SIDE + 2 * ROOM
    scale = float(np.sqrt(abs(np.linalg.det(way[:, :2]))))
    low = np.maximum(0, np.floor(corner_range(way, whole)[0])).astype(int)
    high = np.ceil(corner_range(way, whole)[1]).astype(int) + 1
    part = image[low[1] : high[1], low[0] : high[0]]
    if not part.size:
        return np.zeros((whole, whole))
    if scale < 0.7:
        part = np.asarray(cv2.GaussianBlur(part, (0, 0), 0.4 / scale), np.uint8)
    here = way.copy()
    here[:, 2] += way[:, :2] @ low
    face = cv2.warpAffine(part, here, (whole, whole), borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
    inner = face[ROOM:-ROOM, ROOM:-ROOM].reshape(-1, 3)
    axis = np.linalg.eigh(np.cov(inner.T) + np.eye(3))[1][:, -1]
    return np.asarray(face @ (axis * np.sign(axis.sum() or 1)).astype(np.float32), np.float64)


def corner_range(way: Floats, whole: int) -> tuple[Floats, Floats]:
    """Least and greatest (2,) picture coordinates that the rectified face covers."""
    ends = np.array([(0, 0), (whole, 0), (whole, whole), (0, whole)]) - way[:, 2]
    there = ends @ np.linalg.inv(way[:, :2]).T
    return there.min(axis=0), there.max(axis=0)


def dotted(face: Floats) -> list[Floats]:
    """(W, W) maps of dot strength: dark dots, then light ones, for small and large radii."""
    maps = []
    for spread in SPREADS:
        fine = cv2.GaussianBlur(face, (0, 0), spread * SIDE * 0.7)
        coarse = cv2.GaussianBlur(face, (0, 0), spread * SIDE * 1.9)
        maps += [np.asarray(coarse - fine, float), np.asarray(fine - coarse, float)]
    return maps


def fitted(dots: Floats, strength: Floats) -> tuple[Floats, list[Fit]]:
    """(6,) score of each value for (N, 2) dots of (N,) strengths, and its best fit."""
    most = max(clearest((dots, strength)), FAINT)
    there = np.clip((strength / most - HALF) / SOFT, -8, 8)
    yes, no = -np.logaddexp(0, -there), -np.logaddexp(0, there) * on_face(dots)
    scores, fits = np.full(6, SILENT), [(np.zeros(0, np.intp), np.full(2, CENTRE))] * 6
    for middle in middles(dots):
        far = float(np.hypot(*(middle - CENTRE))) / SIDE / ASIDE
        for members in symmetric(dots, middle):
            n = len(members) - 1
            score = float(yes[members].sum() + no.sum() - no[members].sum()) - askew(dots[members], middle) - far**2 / 2
            if score > scores[n]:
                scores[n], fits[n] = score, (members, middle)
    return scores, fits


def turn(pips: Floats, middle: Floats) -> float:
    """Rotation in radians of a face with (N, 2) pips about its middle.

    0 for a single pip, which does not tell. Pips lie on the diagonals, except the two of a six that are nearest to its
    middle. A face looks alike after quarter turns, so that angles are multiplied by four before they are averaged.
    """
    ways = (pips[::2] - middle)[: len(pips) // 2] @ np.array([1, 1j])
    if len(ways) == 3:
        ways = ways[[int(np.abs(ways).argmin())]] * np.exp(0.25j * np.pi)
    return float(np.angle(-((ways / np.abs(ways)) ** 4).sum())) / 4 if len(ways) else 0.0


def peaks(map_: Floats) -> Dots:
    """Find the strongest dots: (N, 2) positions x, y in the rectified picture, (N,) strengths."""
    high = (map_ >= cv2.dilate(map_, np.ones((5, 5), np.uint8))) & (map_ > FAINT / 2)
    high[:EDGE] = high[-EDGE:] = high[:, :EDGE] = high[:, -EDGE:] = False
    places = np.argwhere(high)
    strength = map_[places[:, 0], places[:, 1]]
    order = np.argsort(-strength, kind="stable")[:MOST]
    dots, strength = np.asarray(places[order, ::-1], float), strength[order]
    clear = strength > WEAK * max(clearest((dots, strength)), FAINT)
    return dots[clear], strength[clear]


def on_face(dots: Floats) -> Floats:
    """(N,) 0..1, weight with which dots belong to the face."""
    away = np.abs(dots - CENTRE).max(axis=1, initial=0) / SIDE
    return np.asarray(np.clip((WITHIN[1] - away) / (WITHIN[1] - WITHIN[0]), 0, 1))


def middles(dots: Floats) -> Floats:
    """(M, 2) possible middles of the pattern: on a dot, or half way between two."""
    i, j = np.triu_indices(len(dots))
    every = (dots[i] + dots[j]) / 2
    return np.asarray(every[np.hypot(*(every - CENTRE).T) < OFF * SIDE])


def symmetric(dots: Floats, middle: Floats) -> Iterator[NDArray[np.intp]]:
    """Iterate over sets of dots that half a turn about the middle maps to themselves.

    Each set is given as rows of `dots`, up to six.
    """
    step = dots - middle
    far = np.hypot(*step.T) / SIDE
    lone = np.flatnonzero(far < TWINS)[:1]
    pairs = []
    for i, j in zip(
        *np.nonzero(np.triu(np.hypot(*(step[:, None] + step[None]).transpose(2, 0, 1)) < TWINS * SIDE, 1)), strict=True
    ):
        if REACH[0] < far[i] < REACH[1]:
            pairs.append((int(i), int(j)))
    if len(lone):
        yield lone
    for n in range(1, min(3, len(pairs)) + 1):
        for some in combinations(pairs, n):
            members = [dot for pair in some for dot in pair]
            if len(set(members)) == len(members):
                yield np.array(members)
                if len(lone) and n < 3 and lone[0] not in members:
                    yield np.array([*members, lone[0]])


def askew(pips: Floats, middle: Floats) -> float:
    """Misfit of pips to a pattern seen in perspective; 0 fits. Twins stand side by side."""
    step = (pips[::2] - middle)[: len(pips) // 2]
    if len(step) < 2:
        return 0.0
    if len(step) == 3:
        return six(step) * CROOKED
    return float(abs(np.log(np.hypot(*step[0]) / np.hypot(*step[1]))) + abs(cosine(*step))) * CROOKED


def six(step: Floats) -> float:
    """Misfit of three (3, 2) vectors from the middle, as in a six.

    One should be the mean of the others, of which one may be negated.
    """
    rows = [(k, sign) for k in range(3) for sign in (-1, 1)]
    off = []
    for k, sign in rows:
        one, two = step[(k + 1) % 3], sign * step[(k + 2) % 3]
        mean = (one + two) / 2
        miss = min(float(np.hypot(*(step[k] - mean))), float(np.hypot(*(step[k] + mean))))
        off.append(2 * miss / np.hypot(*one) + abs(float(np.log(np.hypot(*one) / np.hypot(*two)))) / 2)
    return float(min(off))


def cosine(one: Floats, two: Floats) -> float:
    """Cosine of the angle between two vectors."""
    return float(one @ two / np.hypot(*one) / np.hypot(*two))
