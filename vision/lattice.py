"""Count the pips of one top face: which of the six patterns do its dots lie in? No learning, only numbers.

Every pattern looks the same after half a turn about its middle, seen from wherever: pips come in pairs of twins across
the middle, and a lone one lies on it. So no corner need be known well.
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
"""(N, 2) places x, y in the flat picture, and (N,) strengths."""
Fit = tuple[NDArray[np.intp], Floats]
"""Rows of the dots that are the pips, and (2,) the middle between them."""
SIDE = 40
"""Pixels a side of a face as it is laid flat."""
ROOM = 12
"""Pixels around it that are laid flat too."""
CENTRE = SIDE / 2 + ROOM - 0.5
SILENT = -40.0
"""Score of a value for which there are no dots."""
CROOKED = 4.0
"""How much it counts that pips lie badly."""
EDGE = 5
"""Pixels along the borders of the flat picture where no dots are looked for."""
SPREADS = (0.05, 0.085)
"""Radii of pips that are looked for, in sides of the face."""
HALF = 0.4
"""A dot counts from this share of the strongest dots' strength."""
SOFT = 0.12
"""How gradually it begins to count, as a share of the same."""
FAINT = 6.0
"""Strength, in grey levels, below which nothing is a dot."""
WEAK = 0.2
"""Dots below this share are not looked at."""
MOST = 14
"""So many dots are looked at, the strongest first."""
OFF = 0.25
"""How far the middle of a pattern may lie from the middle of the face, in sides."""
ASIDE = 0.1
"""How far it usually lies from it."""
REACH = (0.13, 0.5)
"""How far a pip other than the middle one lies from it, in sides."""
TWINS = 0.07
"""How far a pip may lie from where its twin across the middle wants it, in sides."""
WITHIN = (0.38, 0.56)
"""Dots nearer to the middle of the face than the first, measured along its sides, lie on it; beyond the second not."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """What the dots of a face say."""

    shares: Floats
    """(6,) how well each value explains them; they add up to 1."""
    strength: float
    """How strongly they stand out, in grey levels."""
    top: Floats
    """(4, 2) corners of the face, placed and turned as its dots lie, in pixels of the picture."""

    @property
    def value(self) -> int:
        """The likeliest value, 1..6."""
        return int(self.shares.argmax()) + 1


def lattice(image: Image, corners: Floats) -> Pattern:
    """What the dots say on the face with (4, 2) corners, in pixels of an HxWx3 BGR picture."""
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
    """(2, 3) way from the picture to the flat face, whose own corners lie ROOM from its borders."""
    back = np.linalg.lstsq(square(), corners - corners.mean(axis=0), rcond=None)[0]
    if abs(np.linalg.det(back)) < 1e-4:
        back = np.eye(2)
    linear = np.linalg.inv(back).T
    return np.concatenate([linear, (CENTRE - linear @ corners.mean(axis=0))[:, None]], axis=1)


def square(angle: float = 0.0) -> Floats:
    """(4, 2) corners of a face laid flat, about its middle, turned by an angle in radians."""
    ways = angle + np.pi * np.array([1.25, 1.75, 0.25, 0.75])
    return np.asarray(SIDE / np.sqrt(2) * np.stack([np.cos(ways), np.sin(ways)], axis=1))


def flat(image: Image, way: Floats) -> Floats:
    """(W, W) the face laid flat, in grey levels along the colour that changes most on it."""
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
    """Least and greatest (2,) of the picture that the flat face shows."""
    ends = np.array([(0, 0), (whole, 0), (whole, whole), (0, whole)]) - way[:, 2]
    there = ends @ np.linalg.inv(way[:, :2]).T
    return there.min(axis=0), there.max(axis=0)


def dotted(face: Floats) -> list[Floats]:
    """(W, W) maps of how strongly a dark, then a light dot lies at each place; for small dots and large ones."""
    maps = []
    for spread in SPREADS:
        fine = cv2.GaussianBlur(face, (0, 0), spread * SIDE * 0.7)
        coarse = cv2.GaussianBlur(face, (0, 0), spread * SIDE * 1.9)
        maps += [np.asarray(coarse - fine, float), np.asarray(fine - coarse, float)]
    return maps


def fitted(dots: Floats, strength: Floats) -> tuple[Floats, list[Fit]]:
    """(6,) how well each value explains (N, 2) dots of (N,) strengths, and how it does so best."""
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
    """By how many radians a face is turned whose pips (N, 2) lie so about its middle; a lone one does not tell.

    Pips lie on the diagonals, but for the two of a six that are nearest to its middle. Its four quarter turns are one,
    so that angles are averaged four times as large.
    """
    ways = (pips[::2] - middle)[: len(pips) // 2] @ np.array([1, 1j])
    if len(ways) == 3:
        ways = ways[[int(np.abs(ways).argmin())]] * np.exp(0.25j * np.pi)
    return float(np.angle(-((ways / np.abs(ways)) ** 4).sum())) / 4 if len(ways) else 0.0


def peaks(map_: Floats) -> Dots:
    """(N, 2) places x, y in the flat picture of the strongest dots, and (N,) their strengths."""
    high = (map_ >= cv2.dilate(map_, np.ones((5, 5), np.uint8))) & (map_ > FAINT / 2)
    high[:EDGE] = high[-EDGE:] = high[:, :EDGE] = high[:, -EDGE:] = False
    places = np.argwhere(high)
    strength = map_[places[:, 0], places[:, 1]]
    order = np.argsort(-strength, kind="stable")[:MOST]
    dots, strength = np.asarray(places[order, ::-1], float), strength[order]
    clear = strength > WEAK * max(clearest((dots, strength)), FAINT)
    return dots[clear], strength[clear]


def on_face(dots: Floats) -> Floats:
    """(N,) 0..1 how surely dots lie on the face."""
    away = np.abs(dots - CENTRE).max(axis=1, initial=0) / SIDE
    return np.asarray(np.clip((WITHIN[1] - away) / (WITHIN[1] - WITHIN[0]), 0, 1))


def middles(dots: Floats) -> Floats:
    """(M, 2) where the middle of the pattern may be: on a dot, or half way between two."""
    i, j = np.triu_indices(len(dots))
    every = (dots[i] + dots[j]) / 2
    return np.asarray(every[np.hypot(*(every - CENTRE).T) < OFF * SIDE])


def symmetric(dots: Floats, middle: Floats) -> Iterator[NDArray[np.intp]]:
    """Sets of dots that half a turn about the middle leaves as they are: as rows of `dots`, up to six."""
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
    """How unlike a pattern seen from somewhere the pips lie: 0 for a fitting one; twins stand side by side."""
    step = (pips[::2] - middle)[: len(pips) // 2]
    if len(step) < 2:
        return 0.0
    if len(step) == 3:
        return six(step) * CROOKED
    return float(abs(np.log(np.hypot(*step[0]) / np.hypot(*step[1]))) + abs(cosine(*step))) * CROOKED


def six(step: Floats) -> float:
    """The same for three (3, 2) ways from the middle: one is the mean of the others, of which one may be turned."""
    rows = [(k, sign) for k in range(3) for sign in (-1, 1)]
    off = []
    for k, sign in rows:
        one, two = step[(k + 1) % 3], sign * step[(k + 2) % 3]
        mean = (one + two) / 2
        miss = min(float(np.hypot(*(step[k] - mean))), float(np.hypot(*(step[k] + mean))))
        off.append(2 * miss / np.hypot(*one) + abs(float(np.log(np.hypot(*one) / np.hypot(*two)))) / 2)
    return float(min(off))


def cosine(one: Floats, two: Floats) -> float:
    """Of the angle between two ways."""
    return float(one @ two / np.hypot(*one) / np.hypot(*two))
