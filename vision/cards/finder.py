"""Finder of cards: a net, run at several scales.

That finds the indices in the corners of cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.nets import MODELS, image_blob, run_net
from vision.probability import sigmoid
from vision.reader.detector import STRIDE_PX, find_peaks
from vision.reading import Box, Floats, Image

FINDER = "card_finder"
"""Name of the net."""
LONGEST_SIDES_PX = (960, 480)
"""Longest sides in pixels at which a picture is examined; smaller ones are for close-ups."""
MAX_ENLARGEMENT = 2.0
"""Largest factor by which small pictures are enlarged."""
INDEX_REGION = (0.03, 0.02, 0.21, 0.26)
"""Left, top, right and low of an index, in shares of its card's width and height."""
INDEX_POINT = (0.12, 0.14)
"""The point of a card at which the net finds it, in the same shares."""
FINDER_PLANES = 1 + 1 + 8
"""Planes of the net's output: heat, logarithm of the card's width, its four corners."""
MIN_HEAT = 0.3
"""Heat above which a cell is an index."""
OUTLINE_HEAT = 0.3
"""Heat of an index at the corner of an outline, where the net has found none."""
UNIT_SQUARE = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
"""Corners of a card in shares of its sides."""
SAME_INDEX_DISTANCE = 0.12
"""Distance of two indices in card widths below which they are one."""


@dataclass(frozen=True, slots=True)
class IndexSpot:
    """An index as the finder sees it."""

    heat: float
    """0..1, probability of an index."""
    point: Floats
    """(2,) where it lies, in pixels."""
    quad: Floats
    """(4, 2) corners of its card, clockwise from this index on, in pixels."""

    @property
    def width(self) -> float:
        """The card's width in pixels."""
        return float(np.linalg.norm(self.quad[1] - self.quad[0]))

    def box(self, size: tuple[int, int]) -> Box:
        """The card in whole pixels, clipped to a picture of that width and height."""
        low = np.clip(np.floor(self.quad.min(axis=0)), 0, np.array(size) - 1).astype(int)
        high = np.clip(np.ceil(self.quad.max(axis=0)), low + 1, size).astype(int)
        return int(low[0]), int(low[1]), int(high[0] - low[0]), int(high[1] - low[1])


def find_indices(image: Image, models: Path = MODELS, heat: float = MIN_HEAT) -> list[IndexSpot]:
    """Find the indices in an HxWx3 BGR picture; most probable first, at least as hot as `heat`."""
    scales = {min(MAX_ENLARGEMENT, longest / max(image.shape[:2])) for longest in LONGEST_SIDES_PX}
    spots = [spot for scale in sorted(scales) for spot in find_at_scale(image, scale, models, heat)]
    kept: list[IndexSpot] = []
    for one in sorted(spots, key=lambda spot: -spot.heat):
        if all(not is_same_index(one, two) for two in kept):
            kept.append(one)
    return kept


def is_same_index(one: IndexSpot, two: IndexSpot) -> bool:
    """Whether two spots show the same index."""
    return bool(np.linalg.norm(one.point - two.point) < SAME_INDEX_DISTANCE * max(one.width, two.width))


def find_at_scale(image: Image, scale: float, models: Path, heat: float) -> list[IndexSpot]:
    """Find the indices at one scale."""
    interpolation = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    size = (max(8, round(image.shape[1] * scale)), max(8, round(image.shape[0] * scale)))
    small = cv2.resize(image, size, interpolation=interpolation)
    edges = (0, -size[1] % 32, 0, -size[0] % 32)
    padded = np.asarray(cv2.copyMakeBorder(small, *edges, cv2.BORDER_CONSTANT, value=(128, 128, 128)), np.uint8)
    answer = run_net(FINDER, image_blob([padded]), models)[0]
    return [decode_cell(answer, row, column, scale) for row, column in find_peaks(answer[0], heat)]


def decode_cell(answer: Floats, row: int, column: int, scale: float) -> IndexSpot:
    """Decode the net's output in one cell."""
    cell = answer[:, row, column]
    center = np.array([column, row]) * STRIDE_PX + STRIDE_PX / 2 - 0.5
    width = STRIDE_PX * np.exp(np.clip(cell[1], -2, 6))
    quad = center + cell[2:10].reshape(4, 2) * width
    return spot_of_quad(float(sigmoid(cell[0])), quad / scale)


def spot_of_quad(heat: float, quad: Floats) -> IndexSpot:
    """The index at the first corner of a card with these corners."""
    way = cv2.getPerspectiveTransform(UNIT_SQUARE, quad.astype(np.float32))
    point = cv2.perspectiveTransform(np.array([[INDEX_POINT]], np.float32), way)[0, 0]
    return IndexSpot(heat, np.asarray(point, float), quad)


def with_outlines(spots: list[IndexSpot], outlines: list[Floats]) -> list[IndexSpot]:
    """Add both ends of each outline.

    Where the net has found such an index, with its heat and the outline's corners.
    """
    found = list(spots)
    for quad in outlines:
        for end in range(2):
            other = spot_of_quad(OUTLINE_HEAT, np.roll(quad, -2 * end, axis=0))
            same = [n for n, spot in enumerate(found) if is_same_index(spot, other) and looks_alike(spot, other)]
            if same:
                found[same[0]] = spot_of_quad(max(found[same[0]].heat, OUTLINE_HEAT), other.quad)
            else:
                found.append(other)
    return found


def looks_alike(one: IndexSpot, two: IndexSpot) -> bool:
    """Whether two spots say the same of their card's size and direction."""
    ways = [(spot.quad[1] - spot.quad[0]) / max(1e-6, spot.width) for spot in (one, two)]
    return float(ways[0] @ ways[1]) > 0.9 and 0.75 < one.width / max(1e-6, two.width) < 1.33
