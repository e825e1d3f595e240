"""Find what could be a pip: small elliptical blobs, darker or brighter than the even surface around them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Box, Floats, Image

WINDOWS = (0.021, 0.051, 0.121)
"""Sides of the neighbourhoods a pixel is compared with, as shares of the picture's longest side."""
SMALLEST = 2.0
"""Radius in pixels of the smallest pip worth looking at."""
LARGEST = 0.04
"""Radius of the largest pip, as a share of the picture's longest side."""
FLATTEST = 0.38
"""Smallest ratio of the two axes of a pip."""
ON_DIE = 2.6
"""A blob this much smaller than the one it lies in is a pip on a die, not a glint in a pip."""
MOST = 240
"""How many candidates go on to the next stage."""
DIRECTIONS = 16
"""How many ways we look around a pip."""


@dataclass(frozen=True, slots=True)
class Pips:
    """N pip candidates as parallel arrays."""

    xy: Floats
    """(N, 2) centres in pixels."""
    shape: Floats
    """(N, 2, 2) symmetric matrices taking the unit circle to the pip's outline, in pixels."""
    bright: NDArray[np.bool_]
    """(N,) True where the pip is brighter than the die."""
    body: Floats
    """(N, 3) BGR of the surface around the pip, 0..255."""
    ink: Floats
    """(N, 3) BGR of the pip itself, 0..255."""
    score: Floats
    """(N,) how pip-like, higher is better."""

    def __len__(self) -> int:
        return len(self.xy)

    def __getitem__(self, which: NDArray[np.intp] | NDArray[np.bool_] | slice) -> Pips:
        return Pips(
            self.xy[which],
            self.shape[which],
            self.bright[which],
            self.body[which],
            self.ink[which],
            self.score[which],
        )

    @property
    def radius(self) -> Floats:
        """(N,) geometric mean of the two half axes, in pixels."""
        return np.asarray(np.sqrt(np.abs(np.linalg.det(self.shape))))


def pips(image: Image, parts: list[Box]) -> Pips:
    """Pip candidates in parts of an HxWx3 BGR picture, without repeats; the best first."""
    every = join([found for part in parts for found in candidates(image, part)])
    return every[without_repeats(every)][:MOST]


def candidates(image: Image, part: Box) -> Iterator[Pips]:
    """Pip candidates in one part, of each mask."""
    x, y, wide, high = part
    longest = max(image.shape[:2])
    for bright, mask in masks(image[y : y + high, x : x + wide], longest):
        xy, shape = blobs(mask, longest)
        if len(xy):
            yield look_around(image, xy + np.array([x, y]), shape, bright)


def masks(image: Image, longest: int) -> list[tuple[bool, NDArray[np.bool_]]]:
    """(bright, HxW mask) of all that differs from its neighbourhood, for each polarity and window.

    `longest` is the longest side of the whole picture.
    """
    result = []
    for plane in planes(image):
        for share in WINDOWS:
            side = max(7, int(share * longest)) | 1
            mean = cv2.blur(plane, (side, side)).astype(np.int16)
            step = 5 + mean // 12
            result += [(False, plane < mean - step), (True, plane > mean + step)]
    return result


def planes(image: Image) -> list[Image]:
    """The HxW grey pictures in which pips are looked for."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    return [np.asarray(cv2.GaussianBlur(grey, (3, 3), 0), np.uint8)]


def blobs(mask: NDArray[np.bool_], longest: int) -> tuple[Floats, Floats]:
    """Centres (N, 2) and shapes (N, 2, 2) of the connected parts of a mask that are about elliptical."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(np.ascontiguousarray(mask).view(np.uint8), connectivity=4)
    keep = plausible(np.asarray(stats, np.int32), longest)
    flat = labels.ravel()
    at = np.flatnonzero(keep[flat])
    number = np.cumsum(keep) - 1
    return ellipses(number[flat[at]], at % mask.shape[1], at // mask.shape[1])


def plausible(stats: NDArray[np.int32], longest: int) -> NDArray[np.bool_]:
    """Which labelled parts have the extent and fill of a pip."""
    wide, high, area = (stats[:, i].astype(float) for i in (cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT, cv2.CC_STAT_AREA))
    low, big = 2 * SMALLEST, 2 * LARGEST * longest
    keep = (np.minimum(wide, high) >= low * 0.6) & (np.maximum(wide, high) <= big) & (area > 3 * SMALLEST**2)
    keep &= (area > 0.48 * wide * high) & (np.minimum(wide, high) > 0.33 * np.maximum(wide, high))
    keep[0] = False
    return np.asarray(keep)


def ellipses(number: NDArray[np.intp], x: NDArray[np.intp], y: NDArray[np.intp]) -> tuple[Floats, Floats]:
    """Moments of numbered pixels, as centres and shapes of those that fill their ellipse."""
    area = np.bincount(number).astype(float)
    mx, my = (np.bincount(number, v) / area for v in (x, y))
    dx, dy = x - mx[number], y - my[number]
    xx, yy, xy = (np.bincount(number, v) / area for v in (dx * dx, dy * dy, dx * dy))
    cov = np.stack([np.stack([xx, xy], -1), np.stack([xy, yy], -1)], -2)
    values, vectors = np.linalg.eigh(cov) if len(cov) else (np.zeros((0, 2)), np.zeros((0, 2, 2)))
    axes = 2 * np.sqrt(np.maximum(values, 0.05))
    fill = area / (np.pi * axes[:, 0] * axes[:, 1])
    good = (fill > 0.84) & (fill < 1.25) & (axes[:, 0] > FLATTEST * axes[:, 1])
    shape = np.einsum("nij,nj,nkj->nik", vectors, axes, vectors)
    return np.stack([mx, my], -1)[good], shape[good]


def around(xy: Floats, shape: Floats, reach: float, directions: int = DIRECTIONS) -> Floats:
    """(N, directions, 2) points around each centre, at `reach` radii of its own ellipse."""
    angle = np.arange(directions) * (2 * np.pi / directions)
    circle = np.stack([np.cos(angle), np.sin(angle)], -1) * reach
    return np.asarray(xy[:, None, :] + np.einsum("nij,dj->ndi", shape, circle))


def colours(image: Image, points: Floats) -> Floats:
    """(..., 3) colours of the nearest pixels; points outside take the border's colour."""
    x = np.clip(np.rint(points[..., 0]), 0, image.shape[1] - 1).astype(np.intp)
    y = np.clip(np.rint(points[..., 1]), 0, image.shape[0] - 1).astype(np.intp)
    return image[y, x].astype(np.float64)


def look_around(image: Image, xy: Floats, shape: Floats, bright: bool) -> Pips:
    """Keep the blobs that stand out evenly from one even surface."""
    wider = shape * (1 + 1.5 / np.sqrt(np.abs(np.linalg.det(shape))))[:, None, None]
    inside = np.concatenate([colours(image, around(xy, shape, r)) for r in (0.0, 0.5)], axis=1)
    near, far = (colours(image, around(xy, wider, reach)) for reach in (1.2, 1.75))
    ink, body = np.median(inside, axis=1), np.median(near, axis=1)
    contrast = np.maximum(np.linalg.norm(body - ink, axis=1), 1e-6)
    stray_near, stray_far = (np.linalg.norm(ring - body[:, None], axis=2) / contrast[:, None] for ring in (near, far))
    even, flat = np.mean(stray_near < 0.42, axis=1), np.mean(stray_far < 0.42, axis=1)
    darker = (body - ink).sum(axis=1) > 0
    keep = (contrast > 22) & (even >= 0.62) & (flat >= 0.45) & (darker != bright)
    score = (even + flat) * contrast / (10 + contrast * np.median(stray_near + stray_far, axis=1))
    every = Pips(xy, shape, np.full(len(xy), bright), body, ink, score)
    return every[keep]


def join(parts: list[Pips]) -> Pips:
    """All candidates of all masks in one."""
    if not parts:
        none = np.zeros((0, 3))
        return Pips(np.zeros((0, 2)), np.zeros((0, 2, 2)), np.zeros(0, np.bool_), none, none, np.zeros(0))
    names = ("xy", "shape", "bright", "body", "ink", "score")
    return Pips(**{name: np.concatenate([getattr(part, name) for part in parts]) for name in names})


def without_repeats(every: Pips) -> NDArray[np.intp]:
    """Indices of the best candidate at each place, best first; a glint inside a pip is not a pip."""
    order = np.argsort(-every.score, kind="stable")[: 3 * MOST]
    xy, radius = every.xy[order], every.radius[order]
    near = np.hypot(*(xy[:, None] - xy[None, :]).transpose(2, 0, 1))
    larger, smaller = np.maximum(radius[:, None], radius[None, :]), np.minimum(radius[:, None], radius[None, :])
    clash = (near < 0.9 * larger) & (larger < ON_DIE * smaller)
    kept = np.zeros(len(order), np.bool_)
    for n in range(len(order)):
        kept[n] = not np.any(clash[n] & kept)
    return np.asarray(order[kept])
