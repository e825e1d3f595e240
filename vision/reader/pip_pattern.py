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

from vision.probability import softmax
from vision.reading import Floats, Image

DotSet = tuple[Floats, Floats]
"""(N, 2) positions x, y in the rectified picture, and (N,) strengths."""
PatternFit = tuple[NDArray[np.intp], Floats]
"""Indices of the dots that are the pips, and (2,) the middle between them."""
FACE_SIDE_PX = 40
"""Pixels a side of the rectified face."""
FACE_MARGIN_PX = 12
"""Margin in pixels around it that is rectified too."""
FACE_CENTER_PX = FACE_SIDE_PX / 2 + FACE_MARGIN_PX - 0.5
NO_DOTS_SCORE = -40.0
"""Score of a value for which there are no dots."""
MISFIT_WEIGHT = 4.0
"""Weight of the misfit of the pips in the score."""
BORDER_PX = 5
"""Pixels along the borders of the rectified picture where no dots are searched for."""
PIP_RADII = (0.05, 0.085)
"""Radii of the pips that are searched for, in sides of the face."""
HALF_WEIGHT_STRENGTH = 0.4
"""Share of the strongest dots' strength at which a dot counts half."""
TRANSITION_WIDTH = 0.12
"""Width of the transition in which dots begin to count, as a share of the same."""
MIN_CONTRAST = 6.0
"""Strength, in grey levels, below which nothing is a dot."""
MIN_STRENGTH_SHARE = 0.2
"""Share of the strongest dots' strength below which dots are ignored."""
MAX_DOTS = 14
"""Largest number of dots that is examined, strongest first."""
MAX_CENTER_OFFSET = 0.25
"""Largest distance of the pattern's middle from the face's middle, in sides."""
USUAL_CENTER_OFFSET = 0.1
"""Usual distance of the pattern's middle from the face's middle, in sides."""
HUE_GAIN = 2.0
"""Factor by which differences of hue count more than those of lightness: photos keep less of them."""
STRENGTH_WEIGHT = 16.0
"""Weight of the logarithm of the dots' strength against their score, where maps of one face are compared."""
PIP_DISTANCE_RANGE = (0.13, 0.5)
"""Least and greatest distance from the middle of all pips but the middle one, in sides."""
TWIN_TOLERANCE = 0.07
"""Largest distance of a pip from the mirror position of its twin, in sides."""
FACE_EDGE_RANGE = (0.38, 0.56)
"""Distances from the middle of the face, measured along its sides.

Dots nearer than the first lie on the face; dots beyond the second do not.
"""


@dataclass(frozen=True, slots=True)
class PipPattern:
    """Value estimate from the dots of a face."""

    probabilities: Floats
    """(6,) how well each value explains the dots; sums to 1."""
    strength: float
    """Mean contrast of the pips, in grey levels."""
    top_corners: Floats
    """(4, 2) corners of the face, aligned with its dots, in pixels of the picture."""

    @property
    def value(self) -> int:
        """Most probable value, 1..6."""
        return int(self.probabilities.argmax()) + 1


def read_pip_pattern(image: Image, corners: Floats) -> PipPattern:
    """Read the dots of the face with (4, 2) corners, in pixels of an HxWx3 BGR picture."""
    transform = rectifying_transform(corners)
    maps = dot_maps(lightness_and_hue(rectify_face(image, transform)))
    (dots, strength), scores, fits = clearest_pattern([find_dots(map_) for map_ in maps])
    members, middle = fits[int(scores.argmax())]
    top = (square_corners(face_rotation(dots[members], middle)) + middle - transform[:, 2]) @ np.linalg.inv(
        transform[:, :2]
    ).T
    return PipPattern(softmax(scores), float(strength[members].mean()) if len(members) else 0.0, top)


def clearest_pattern(maps: list[DotSet]) -> tuple[DotSet, Floats, list[PatternFit]]:
    """The dots of one map that are strong and make a pattern, their (6,) scores and fits.

    No score is above 0, so that maps of much weaker dots need not be scored.
    """
    best = -np.inf
    found = (np.zeros((0, 2)), np.zeros(0))
    scores, fits = score_values(*found)
    for most, n in sorted(((strongest_on_face(dots), n) for n, dots in enumerate(maps)), reverse=True):
        clear = STRENGTH_WEIGHT * np.log(max(most, 1.0))
        if clear <= best:
            break
        new, ways = score_values(*maps[n])
        if new.max() + clear > best:
            best, found, scores, fits = float(new.max()) + clear, maps[n], new, ways
    return found, scores, fits


def strongest_on_face(dots: DotSet) -> float:
    """Strength of the strongest dot on the face."""
    places, strength = dots
    return float((strength * face_weights(places)).max(initial=0))


def rectifying_transform(corners: Floats) -> Floats:
    """(2, 3) affine transform from the picture to the rectified face.

    The face's own corners lie FACE_MARGIN_PX from the borders.
    """
    back = np.linalg.lstsq(square_corners(), corners - corners.mean(axis=0), rcond=None)[0]
    if abs(np.linalg.det(back)) < 1e-4:
        back = np.eye(2)
    linear = np.linalg.inv(back).T
    return np.concatenate([linear, (FACE_CENTER_PX - linear @ corners.mean(axis=0))[:, None]], axis=1)


def square_corners(angle: float = 0.0) -> Floats:
    """(4, 2) corners of a rectified face about its middle, rotated by an angle in radians."""
    ways = angle + np.pi * np.array([1.25, 1.75, 0.25, 0.75])
    return np.asarray(FACE_SIDE_PX / np.sqrt(2) * np.stack([np.cos(ways), np.sin(ways)], axis=1))


def rectify_face(image: Image, transform: Floats) -> Floats:
    """(W, W, 3) BGR colors of the rectified face."""
    whole = FACE_SIDE_PX + 2 * FACE_MARGIN_PX
    scale = float(np.sqrt(abs(np.linalg.det(transform[:, :2]))))
    low = np.maximum(0, np.floor(picture_bounds(transform, whole)[0])).astype(int)
    high = np.ceil(picture_bounds(transform, whole)[1]).astype(int) + 1
    part = image[low[1] : high[1], low[0] : high[0]]
    if not part.size:
        return np.zeros((whole, whole, 3))
    if scale < 0.7:
        part = np.asarray(cv2.GaussianBlur(part, (0, 0), 0.4 / scale), np.uint8)
    local_transform = transform.copy()
    local_transform[:, 2] += transform[:, :2] @ low
    face = cv2.warpAffine(part, local_transform, (whole, whole), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(face, np.float64)


def lightness_and_hue(face: Floats) -> Floats:
    """(W, W, 2) face along the axis of greatest variance of all colors, and of hues alone.

    Both in grey levels, the second times HUE_GAIN; along it nothing changes with lightness.
    """
    inner = face[FACE_MARGIN_PX:-FACE_MARGIN_PX, FACE_MARGIN_PX:-FACE_MARGIN_PX].reshape(-1, 3)
    spread, no_grey = np.cov(inner.T), np.eye(3) - 1 / 3
    first = np.linalg.eigh(spread + np.eye(3))[1][:, -1]
    hue = np.linalg.eigh(no_grey @ spread @ no_grey)[1][:, -1]
    return np.asarray(face @ np.stack([first * np.sign(first.sum() or 1), HUE_GAIN * (no_grey @ hue)], axis=1))


def picture_bounds(transform: Floats, whole: int) -> tuple[Floats, Floats]:
    """Least and greatest (2,) picture coordinates that the rectified face covers."""
    ends = np.array([(0, 0), (whole, 0), (whole, whole), (0, whole)]) - transform[:, 2]
    there = ends @ np.linalg.inv(transform[:, :2]).T
    return there.min(axis=0), there.max(axis=0)


def dot_maps(planes: Floats) -> list[Floats]:
    """(W, W) maps of dot strength of (W, W, 2) planes: dark and light dots, small and large."""
    maps: list[Floats] = []
    for spread in PIP_RADII:
        fine = cv2.GaussianBlur(planes, (0, 0), spread * FACE_SIDE_PX * 0.7)
        coarse = cv2.GaussianBlur(planes, (0, 0), spread * FACE_SIDE_PX * 1.9)
        darker = np.asarray(coarse - fine, float)
        maps += [np.ascontiguousarray(map_[..., n]) for n in range(planes.shape[2]) for map_ in (darker, -darker)]
    return maps


def score_values(dots: Floats, strength: Floats) -> tuple[Floats, list[PatternFit]]:
    """(6,) score of each value for (N, 2) dots of (N,) strengths, and its best fit."""
    most = max(strongest_on_face((dots, strength)), MIN_CONTRAST)
    there = np.clip((strength / most - HALF_WEIGHT_STRENGTH) / TRANSITION_WIDTH, -8, 8)
    yes, no = -np.logaddexp(0, -there), -np.logaddexp(0, there) * face_weights(dots)
    scores, fits = np.full(6, NO_DOTS_SCORE), [(np.zeros(0, np.intp), np.full(2, FACE_CENTER_PX))] * 6
    for middle in possible_middles(dots):
        far = float(np.hypot(*(middle - FACE_CENTER_PX))) / FACE_SIDE_PX / USUAL_CENTER_OFFSET
        for members in symmetric_subsets(dots, middle):
            n = len(members) - 1
            score = (
                float(yes[members].sum() + no.sum() - no[members].sum())
                - pattern_misfit(dots[members], middle)
                - far**2 / 2
            )
            if score > scores[n]:
                scores[n], fits[n] = score, (members, middle)
    return scores, fits


def face_rotation(pips: Floats, middle: Floats) -> float:
    """Rotation in radians of a face with (N, 2) pips about its middle.

    0 for a single pip, which does not tell. Pips lie on the diagonals, except the two of a six that are nearest to its
    middle. A face looks alike after quarter turns, so that angles are multiplied by four before they are averaged.
    """
    ways = (pips[::2] - middle)[: len(pips) // 2] @ np.array([1, 1j])
    if len(ways) == 3:
        ways = ways[[int(np.abs(ways).argmin())]] * np.exp(0.25j * np.pi)
    return float(np.angle(-((ways / np.abs(ways)) ** 4).sum())) / 4 if len(ways) else 0.0


def find_dots(map_: Floats) -> DotSet:
    """Find the strongest dots: (N, 2) positions x, y in the rectified picture, (N,) strengths."""
    is_peak = (map_ >= cv2.dilate(map_, np.ones((5, 5), np.uint8))) & (map_ > MIN_CONTRAST / 2)
    is_peak[:BORDER_PX] = is_peak[-BORDER_PX:] = is_peak[:, :BORDER_PX] = is_peak[:, -BORDER_PX:] = False
    places = np.argwhere(is_peak)
    strength = map_[places[:, 0], places[:, 1]]
    order = np.argsort(-strength, kind="stable")[:MAX_DOTS]
    dots, strength = np.asarray(places[order, ::-1], float), strength[order]
    clear = strength > MIN_STRENGTH_SHARE * max(strongest_on_face((dots, strength)), MIN_CONTRAST)
    return dots[clear], strength[clear]


def face_weights(dots: Floats) -> Floats:
    """(N,) 0..1, weight with which dots belong to the face."""
    away = np.abs(dots - FACE_CENTER_PX).max(axis=1, initial=0) / FACE_SIDE_PX
    return np.asarray(np.clip((FACE_EDGE_RANGE[1] - away) / (FACE_EDGE_RANGE[1] - FACE_EDGE_RANGE[0]), 0, 1))


def possible_middles(dots: Floats) -> Floats:
    """(M, 2) possible middles of the pattern: on a dot, or half way between two."""
    i, j = np.triu_indices(len(dots))
    every = (dots[i] + dots[j]) / 2
    return np.asarray(every[np.hypot(*(every - FACE_CENTER_PX).T) < MAX_CENTER_OFFSET * FACE_SIDE_PX])


def symmetric_subsets(dots: Floats, middle: Floats) -> Iterator[NDArray[np.intp]]:
    """Iterate over sets of dots that half a turn about the middle maps to themselves.

    Each set is given as rows of `dots`, up to six.
    """
    step = dots - middle
    far = np.hypot(*step.T) / FACE_SIDE_PX
    lone = np.flatnonzero(far < TWIN_TOLERANCE)[:1]
    pairs = []
    for i, j in zip(
        *np.nonzero(
            np.triu(np.hypot(*(step[:, None] + step[None]).transpose(2, 0, 1)) < TWIN_TOLERANCE * FACE_SIDE_PX, 1)
        ),
        strict=True,
    ):
        if PIP_DISTANCE_RANGE[0] < far[i] < PIP_DISTANCE_RANGE[1]:
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


def pattern_misfit(pips: Floats, middle: Floats) -> float:
    """Misfit of pips to a pattern seen in perspective; 0 fits. Twins stand side by side."""
    step = (pips[::2] - middle)[: len(pips) // 2]
    if len(step) < 2:
        return 0.0
    if len(step) == 3:
        return misfit_of_six(step) * MISFIT_WEIGHT
    return float(abs(np.log(np.hypot(*step[0]) / np.hypot(*step[1]))) + abs(cosine(*step))) * MISFIT_WEIGHT


def misfit_of_six(step: Floats) -> float:
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
