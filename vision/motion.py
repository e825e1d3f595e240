"""What has moved between two frames of a stream, measured in small grey pictures in which light is evened out.

Light that grows, fades or flickers over a whole place is no motion, nor is a camera that trembles.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Box, Image

Grain = NDArray[np.float32]
"""A small grey picture: each pixel by how much it differs from its surroundings, as a share of their brightness."""
WIDE = 240
"""Longest side, in pixels, of the picture in which motion is measured."""
AROUND = 31
"""Width in those pixels of the surroundings that a pixel is compared with: larger than a die, smaller than a shadow."""
DARK = 40.0
"""Brightness, 0..255, that is added to the surroundings: what is darker is mostly noise."""
PATCH = 5
"""Width in those pixels of the smallest thing whose motion counts."""
LEAST = 0.03
"""Change of a patch, as a share of the brightness around it, that is motion where a camera has no noise."""
NOISE = 4.0
"""The same in a noisy picture, in multiples of how much a usual patch of it changes."""
DRIFT = 0.06
"""How far a hand that holds the camera may have drifted, as a share of the picture, and all still count as still."""
ALIKE = 0.25
"""How much the contrast of a pixel may change, as a share of it, and it is the same thing that is seen."""
PIXEL = np.ones((3, 3), np.uint8)
SURE = 0.2
"""How clearly a drift must show to be undone."""


def grained(image: Image) -> Grain:
    """The small picture of a frame."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    scale = min(1.0, WIDE / max(grey.shape))
    size = max(1, round(grey.shape[1] * scale)), max(1, round(grey.shape[0] * scale))
    small = cv2.resize(grey, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    around = cv2.blur(small, (AROUND, AROUND))
    return np.asarray((small - around) / (around + DARK), np.float32)


def moved(before: Grain | None, now: Grain) -> float:
    """How much has changed: 1 is motion; without a picture of the same shape before it, all has."""
    if before is None or before.shape != now.shape:
        return float(np.inf)
    change = changed(before, now)
    return float(change.max() / max(LEAST, NOISE * float(np.median(change))))


def changed(before: Grain, now: Grain) -> Grain:
    """For each pixel, how much the patch around it has changed, once the drift of the whole picture is undone."""
    across, down = drifted(before, now)
    rows, columns = now.shape
    left, top = max(0, across), max(0, down)
    right, bottom = columns + min(0, across), rows + min(0, down)
    then = before[top - down : bottom - down, left - across : right - across]
    part = now[top:bottom, left:right]
    for lines in (1, 0):  # a lamp's flicker darkens whole lines of a sensor that reads line by line
        part = part - np.median(part - then, axis=lines, keepdims=True)
    # a fraction of a pixel is no motion, but at an edge it is a great change of brightness
    low, high = cv2.erode(then, PIXEL), cv2.dilate(then, PIXEL)
    beyond = np.maximum(part - high, low - part).clip(0)
    return np.asarray(cv2.blur(beyond, (PATCH, PATCH)), np.float32)


def drifted(before: Grain, now: Grain) -> tuple[int, int]:
    """Whole pixels by which the picture has moved to the right and down; none where it cannot be told."""
    (across, down), sure = cv2.phaseCorrelate(before, now)
    most = DRIFT * max(now.shape)
    if sure < SURE or max(abs(across), abs(down)) > most:
        return 0, 0
    return round(across), round(down)


def remains(before: Grain, now: Grain, box: Box, scale: float) -> float:
    """0..1: how much of what could be seen in that place before is still there; a hand may hide the rest of it."""
    x, y, wide, high = (round(side * scale) for side in box)
    place = slice(y, y + max(1, high)), slice(x, x + max(1, wide))
    weight = np.abs(before[place])
    kept = np.abs(now[place] - before[place]) < ALIKE * weight + LEAST
    return float((weight * kept).sum() / max(float(weight.sum()), 1e-6))
