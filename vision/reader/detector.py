"""Die detector: a net, run at several scales, that finds dice and their values."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np

from vision.nets import MODELS, image_blob, run_net
from vision.probability import sigmoid, softmax
from vision.reading import Box, Die, Floats, Image, Point

T = TypeVar("T")
SYMBOL_FINDER = "symbol_finder"
"""Name of the net that finds dice with signs on them as well as dice with pips."""
LONGEST_SIDES_PX = (960, 480, 240)
"""Longest sides in pixels at which a picture is examined; smaller ones are for close-ups."""
MAX_ENLARGEMENT = 2.0
"""Largest factor by which small pictures are enlarged."""
STRIDE_PX = 8
"""Pixels for each cell of the net's output."""
MIN_HEAT = 0.3
"""Heat above which a cell is the center of a die."""
MIN_PROBABILITY = 0.01
"""Probability that each scale leaves to any value, however sure it is of another."""
AGAIN_HEAT = 0.1
"""Heat above which another scale sees something of a die."""
VISIBLE_SIDES_PX = (20.0, 160.0)
"""Sides of the dice that a scale is expected to see."""
DUPLICATE_OVERLAP = 0.5
"""Intersection over union above which two boxes are one detection."""
SAME_DIE_DISTANCE = 0.45
"""Distance of two centers below which they are one die, in sides of a die."""
MAX_DOUBTFUL_CONFIDENCE = 0.5
"""Greatest confidence of a die in doubt."""


@dataclass(frozen=True, slots=True)
class Detection:
    """One die as the detector sees it."""

    heat: float
    """0..1, probability of a die."""
    probabilities: Floats
    """(6,) probability of each value, if it is a die: the mean over the scales that see it."""
    box: Floats
    """(4,) x, y, width, height of the whole die, in pixels of the picture."""
    corners: Floats
    """(4, 2) corners of the top face, in pixels of the picture."""
    seen_again: Floats = field(default_factory=lambda: np.zeros(6))
    """(6,) 0..1, the greatest probability with which another scale sees the same die with each value."""

    @property
    def value(self) -> int:
        """Most probable value, 1..6."""
        return int(self.probabilities.argmax()) + 1

    @property
    def center(self) -> Floats:
        """(2,) center of the box."""
        return self.box[:2] + self.box[2:] / 2

    @property
    def side(self) -> float:
        """Side in pixels of a square with the area of the box."""
        return float(np.sqrt(self.box[2] * self.box[3]))

    @property
    def longer_side(self) -> float:
        """Longer side of the box, in pixels."""
        return float(self.box[2:].max())

    def clipped_box(self, size: tuple[int, int]) -> Box:
        """The box in whole pixels, clipped to a picture of that width and height."""
        low = np.clip(np.floor(self.box[:2]), 0, np.array(size) - 1).astype(int)
        high = np.clip(np.ceil(self.box[:2] + self.box[2:]), low + 1, size).astype(int)
        return int(low[0]), int(low[1]), int(high[0] - low[0]), int(high[1] - low[1])

    def to_die(
        self, size: tuple[int, int], value: int, confidence: float, doubt: str | None, corners: Floats | None = None
    ) -> Die:
        """Return the die of that value.

        ``corners`` are (4, 2), of its top face, where another estimate has better ones.
        """
        trust = confidence if doubt is None else min(MAX_DOUBTFUL_CONFIDENCE, confidence)
        rows = self.corners if corners is None else corners
        points: tuple[Point, ...] = tuple((round(float(x), 1), round(float(y), 1)) for x, y in rows)
        return Die(value, self.clipped_box(size), round(trust, 3), doubt, points)


def detect_dice(image: Image, models: Path = MODELS, heat: float = MIN_HEAT, net: str = "dice") -> list[Detection]:
    """Detect dice in an HxWx3 BGR picture; most probable first, at least as hot as `heat`."""
    scales = sorted({min(MAX_ENLARGEMENT, longest / max(image.shape[:2])) for longest in LONGEST_SIDES_PX})
    seen = {scale: detect_at_scale(image, scale, models, min(heat, AGAIN_HEAT), net) for scale in scales}
    kept = suppress_duplicates([spot for row in seen.values() for spot in row if spot.heat > heat])
    return [with_other_scales(spot, seen) for spot in kept]


def with_other_scales(spot: Detection, seen: dict[float, list[Detection]]) -> Detection:
    """Return a detection with what the other scales see of the same die.

    `seen` are the detections by scale. Clutter often looks like a die at one scale alone. Where no other scale shows
    the die large or small enough, it counts as seen again as clearly.
    """
    others = {scale: row for scale, row in seen.items() if not any(one is spot for one in row)}
    every = [one for row in others.values() for one in row]
    boxes = np.array([one.box for one in every]).reshape(-1, 4)
    same = [every[n] for n in np.flatnonzero(overlap_ratio(spot.box, boxes) > DUPLICATE_OVERLAP)]
    if not same and any(VISIBLE_SIDES_PX[0] < spot.side * scale < VISIBLE_SIDES_PX[1] for scale in others):
        return spot
    heats = np.array([one.heat for one in (spot, *same)])
    logs = heats @ np.log([one.probabilities + MIN_PROBABILITY for one in (spot, *same)]) / heats.sum()
    again = np.max([one.heat * one.probabilities for one in same or [spot]], axis=0)
    return replace(spot, probabilities=softmax(logs), seen_again=again)


def detect_at_scale(image: Image, scale: float, models: Path, heat: float, net: str = "dice") -> list[Detection]:
    """Detect dice at one scale."""
    interpolation = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    size = (max(8, round(image.shape[1] * scale)), max(8, round(image.shape[0] * scale)))
    small = cv2.resize(image, size, interpolation=interpolation)
    edges = (0, -size[1] % 32, 0, -size[0] % 32)
    padded = np.asarray(cv2.copyMakeBorder(small, *edges, cv2.BORDER_CONSTANT, value=(128, 128, 128)), np.uint8)
    answer = run_net(net, image_blob([padded]), models)[0]
    return [decode_cell(answer, row, column, scale) for row, column in find_peaks(answer[0], heat)]


def find_peaks(logits: Floats, heat: float = MIN_HEAT) -> list[tuple[int, int]]:
    """Find the cells that are hotter than their neighbours and than a threshold: (row, column)."""
    highest = cv2.dilate(logits, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((logits >= highest) & (logits > np.log(heat / (1 - heat))))
    return list(zip(rows.tolist(), columns.tolist(), strict=True))


def decode_cell(answer: Floats, row: int, column: int, scale: float) -> Detection:
    """Decode the net's output in one cell."""
    cell = answer[:, row, column]
    cell_center = np.array([column, row]) * STRIDE_PX + STRIDE_PX / 2 - 0.5
    left, top, right, low = np.exp(np.clip(cell[7:11], -4, 5)) * STRIDE_PX
    box = np.array([cell_center[0] - left, cell_center[1] - top, left + right, top + low])
    corners = cell_center + cell[11:19].reshape(4, 2) * np.sqrt(box[2] * box[3])
    return Detection(float(sigmoid(cell[0])), softmax(cell[1:7]), box / scale, corners / scale)


def suppress_duplicates(detections: list[Detection]) -> list[Detection]:
    """Non-maximum suppression: keep the hottest of the detections that overlap.

    Where scales disagree about a die, the judge sees both.
    """
    kept: list[Detection] = []
    for one in sorted(detections, key=lambda s: -s.heat):
        boxes = np.array([two.box for two in kept]).reshape(-1, 4)
        if (overlap_ratio(one.box, boxes) < DUPLICATE_OVERLAP).all():
            kept.append(one)
    return kept


def intersection_area(one: Floats, others: Floats) -> Floats:
    """(...) areas of the intersections of a (4,) box with (..., 4) others."""
    both = np.minimum(one[:2] + one[2:], others[..., :2] + others[..., 2:]) - np.maximum(one[:2], others[..., :2])
    return np.asarray(np.prod(np.maximum(both, 0), axis=-1))


def is_same_die(
    one: Detection, other: Detection, part_overlap: float, side_of: Callable[[float, float], float] = max
) -> bool:
    """Whether two detections show one die, or the first a part of the other.

    Their centers are near, in sides of the larger die, or as ``side_of`` chooses, or more than ``part_overlap`` of the
    first box lies on the other.
    """
    near = float(np.hypot(*(one.center - other.center))) < SAME_DIE_DISTANCE * side_of(one.side, other.side)
    return near or bool(intersection_area(one.box, other.box) > part_overlap * np.prod(one.box[2:]))


def separate_parts(
    found: Iterable[T],
    detection_of: Callable[[T], Detection],
    part_overlap: float,
    side_of: Callable[[float, float], float] = max,
) -> tuple[list[T], list[T]]:
    """Separate whole dice from the parts and duplicates of a die that comes earlier."""
    whole: list[T] = []
    parts: list[T] = []
    for one in found:
        is_part = any(is_same_die(detection_of(one), detection_of(two), part_overlap, side_of) for two in whole)
        (parts if is_part else whole).append(one)
    return whole, parts


def overlap_ratio(one: Floats, others: Floats) -> Floats:
    """(...) intersections over unions of a (4,) box and (..., 4) others."""
    both = intersection_area(one, others)
    return np.asarray(both / (np.prod(one[2:]) + np.prod(others[..., 2:], axis=-1) - both))
