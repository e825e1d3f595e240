"""Motion between two frames of a stream, measured in small contrast-normalised pictures.

Light that grows, fades or flickers over a whole place is no motion, nor is a trembling camera.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Box, Image

Grain = NDArray[np.float32]
"""A small grey picture of local contrast.

Each pixel's difference from its surroundings, as a share of their brightness.
"""
WIDE = 240
"""Longest side, in pixels, of the picture in which motion is measured."""
AROUND = 31
"""Width in those pixels of a pixel's surroundings: larger than a die, smaller than a shadow."""
DARK = 40.0
"""Brightness, 0..255, added to the surroundings, because darker pixels are mostly noise."""
PATCH = 5
"""Width in those pixels of the smallest thing whose motion counts."""
LEAST = 0.03
"""Change of a patch, as a share of the brightness around it, that is motion without noise."""
NOISE = 4.0
"""Change of a patch that is motion in a noisy picture, in multiples of the median change."""
DRIFT = 0.06
"""Largest drift of a hand-held camera that counts as still, as a share of the picture."""
ALIKE = 0.25
"""Largest change of a pixel's contrast, as a share of it, at which it shows the same thing."""
PIXEL = np.ones((3, 3), np.uint8)
SURE = 0.2
"""Least response of the phase correlation for a drift to be undone."""


def grained(image: Image) -> Grain:
    """Compute the small contrast picture of a frame."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    scale = min(1.0, WIDE / max(grey.shape))
    size = max(1, round(grey.shape[1] * scale)), max(1, round(grey.shape[0] * scale))
    small = cv2.resize(grey, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    around = cv2.blur(small, (AROUND, AROUND))
    return np.asarray((small - around) / (around + DARK), np.float32)


def moved(before: Grain | None, now: Grain) -> float:
    """Amount of motion: from 1 on it is motion; infinite without a picture of the same shape."""
    if before is None or before.shape != now.shape:
        return float(np.inf)
    change = changed(before, now)
    return float(change.max() / max(LEAST, NOISE * float(np.median(change))))


def changed(before: Grain, now: Grain) -> Grain:
    """Change of the patch around each pixel, once the drift of the picture is undone."""
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
    """Whole pixels by which the picture moved right and down; (0, 0) where unknown."""
    (across, down), sure = cv2.phaseCorrelate(before, now)
    most = DRIFT * max(now.shape)
    if sure < SURE or max(abs(across), abs(down)) > most:
        return 0, 0
    return round(across), round(down)


def remains(before: Grain, now: Grain, box: Box, scale: float) -> float:
    """0..1: share of what was visible in a box before that is still there.

    The rest may be hidden by a hand.
    """
    x, y, wide, high = (round(side * scale) for side in box)
    place = slice(y, y + max(1, high)), slice(x, x + max(1, wide))
    weight = np.abs(before[place])
    kept = np.abs(now[place] - before[place]) < ALIKE * weight + LEAST
    return float((weight * kept).sum() / max(float(weight.sum()), 1e-6))
