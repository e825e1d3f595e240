"""Die detector: a net, run by `cv2.dnn` at several scales, that finds dice and their values."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Lock

import cv2
import numpy as np

from vision.reading import Floats, Image

MODELS = Path(__file__).parents[1] / "models"
ENGINE = {"engine": cv2.dnn.ENGINE_CLASSIC} if hasattr(cv2.dnn, "ENGINE_CLASSIC") else {}
"""Options of the net.

OpenCV 5 has two engines: the older one takes two thirds of the time for nets as small as these.
"""
LOCK = Lock()
"""Held while a net runs; a net processes one picture at a time."""
SCALES = (960, 480, 240)
"""Longest sides in pixels at which a picture is examined; smaller ones are for close-ups."""
ENLARGE = 2.0
"""Largest factor by which small pictures are enlarged."""
STRIDE = 8
"""Pixels for each cell of the net's output."""
HEAT = 0.3
"""Heat above which a cell is the centre of a die."""
SAME = 0.5
"""Intersection over union above which two boxes are one detection."""


@dataclass(frozen=True, slots=True)
class Spot:
    """One die as the detector sees it."""

    heat: float
    """0..1, probability of a die."""
    shares: Floats
    """(6,) probability of each value, if it is a die."""
    box: Floats
    """(4,) x, y, width, height of the whole die, in pixels of the picture."""
    corners: Floats
    """(4, 2) corners of the top face, in pixels of the picture."""
    cocked: float
    """0..1, probability that it stands on an edge."""
    stacked: float
    """0..1, probability that it lies on another die."""

    @property
    def value(self) -> int:
        """Most probable value, 1..6."""
        return int(self.shares.argmax()) + 1

    @property
    def centre(self) -> Floats:
        """(2,) centre of the box."""
        return self.box[:2] + self.box[2:] / 2

    @property
    def side(self) -> float:
        """Side in pixels of a square with the area of the box."""
        return float(np.sqrt(self.box[2] * self.box[3]))


@cache
def load(name: str, models: Path = MODELS) -> cv2.dnn.Net:
    """Load a net from a folder, once per process; hold NET_LOCK while running it."""
    return cv2.dnn.readNetFromONNX(str(models / f"{name}.onnx"), **ENGINE)


def spots(image: Image, models: Path = MODELS, heat: float = HEAT) -> list[Spot]:
    """Detect dice in an HxWx3 BGR picture; most probable first, at least as hot as `heat`."""
    scales = {min(ENLARGE, longest / max(image.shape[:2])) for longest in SCALES}
    return apart([spot for scale in sorted(scales) for spot in look(image, scale, models, heat)])


def look(image: Image, scale: float, models: Path, heat: float) -> list[Spot]:
    """Detect dice at one scale."""
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    size = (max(8, round(image.shape[1] * scale)), max(8, round(image.shape[0] * scale)))
    small = cv2.resize(image, size, interpolation=way)
    edges = (0, -size[1] % 32, 0, -size[0] % 32)
    small = cv2.copyMakeBorder(small, *edges, cv2.BORDER_CONSTANT, value=(128, 128, 128))
    with LOCK:
        net = load("dice", models)
        net.setInput(cv2.dnn.blobFromImage(small, 1 / 64, mean=(128, 128, 128)))
        answer = np.asarray(net.forward()[0], np.float64)
    return [spot(answer, row, column, scale) for row, column in peaks(answer[0], heat)]


def peaks(logits: Floats, heat: float = HEAT) -> list[tuple[int, int]]:
    """Find the cells that are hotter than their neighbours and than a threshold: (row, column)."""
    highest = cv2.dilate(logits, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((logits >= highest) & (logits > np.log(heat / (1 - heat))))
    return list(zip(rows.tolist(), columns.tolist(), strict=True))


def spot(answer: Floats, row: int, column: int, scale: float) -> Spot:
    """Decode the net's output in one cell."""
    cell = answer[:, row, column]
    here = np.array([column, row]) * STRIDE + STRIDE / 2 - 0.5
    shares = np.exp(cell[1:7] - cell[1:7].max())
    left, top, right, low = np.exp(np.clip(cell[7:11], -4, 5)) * STRIDE
    box = np.array([here[0] - left, here[1] - top, left + right, top + low])
    corners = here + cell[11:19].reshape(4, 2) * np.sqrt(box[2] * box[3])
    heat, cocked, stacked = (float(v) for v in 1 / (1 + np.exp(-cell[[0, 19, 20]])))
    return Spot(heat, shares / shares.sum(), box / scale, corners / scale, cocked, stacked)


def apart(every: list[Spot]) -> list[Spot]:
    """Non-maximum suppression: keep the hottest of the detections that overlap.

    Where scales disagree about a die, the judge sees both.
    """
    kept: list[Spot] = []
    for one in sorted(every, key=lambda s: -s.heat):
        if all(alike(one.box, two.box) < SAME for two in kept):
            kept.append(one)
    return kept


def common(one: Floats, two: Floats) -> float:
    """Area of the intersection of two boxes."""
    both = np.minimum(one[:2] + one[2:], two[:2] + two[2:]) - np.maximum(one[:2], two[:2])
    return float(np.prod(np.maximum(both, 0)))


def alike(one: Floats, two: Floats) -> float:
    """Intersection over union of two boxes."""
    both = common(one, two)
    return both / float(np.prod(one[2:]) + np.prod(two[2:]) - both)
