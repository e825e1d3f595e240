"""Motion between two frames of a stream, measured in small contrast-normalised pictures.

Light that grows, fades or flickers over a whole place is no motion, nor is a trembling camera.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Box, Image

ContrastPicture = NDArray[np.float32]
"""A small grey picture of local contrast.

Each pixel's difference from its surroundings, as a share of their brightness.
"""
LONGEST_SIDE_PX = 240
"""Longest side, in pixels, of the picture in which motion is measured."""
SURROUNDINGS_PX = 31
"""Width in those pixels of a pixel's surroundings: larger than a die, smaller than a shadow."""
BRIGHTNESS_OFFSET = 40.0
"""Brightness, 0..255, added to the surroundings, because darker pixels are mostly noise."""
PATCH_PX = 5
"""Width in those pixels of the smallest thing whose motion counts."""
MIN_CHANGE = 0.03
"""Change of a patch, as a share of the brightness around it, that is motion without noise."""
NOISE_FACTOR = 4.0
"""Change of a patch that is motion in a noisy picture, in multiples of the median change."""
MAX_DRIFT = 0.06
"""Largest drift of a hand-held camera that counts as still, as a share of the picture."""
CONTRAST_TOLERANCE = 0.25
"""Largest change of a pixel's contrast, as a share of it, at which it shows the same thing."""
NEIGHBOUR_KERNEL = np.ones((3, 3), np.uint8)
MIN_DRIFT_RESPONSE = 0.2
"""Least response of the phase correlation for a drift to be undone."""


def contrast_picture(image: Image) -> ContrastPicture:
    """Compute the small contrast picture of a frame."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    scale = min(1.0, LONGEST_SIDE_PX / max(grey.shape))
    size = max(1, round(grey.shape[1] * scale)), max(1, round(grey.shape[0] * scale))
    small = cv2.resize(grey, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    around = cv2.blur(small, (SURROUNDINGS_PX, SURROUNDINGS_PX))
    return np.asarray((small - around) / (around + BRIGHTNESS_OFFSET), np.float32)


def measure_motion(before: ContrastPicture, now: ContrastPicture) -> tuple[float, tuple[int, int]]:
    """Amount of motion, and the drift of the picture, right and down.

    From 1 on it is motion; it is infinite for a picture of another shape.
    """
    if before.shape != now.shape:
        return float(np.inf), (0, 0)
    drift = measure_drift(before, now)
    change = change_map(before, now, *drift)
    return float(change.max() / max(MIN_CHANGE, NOISE_FACTOR * float(np.median(change)))), drift


def change_map(before: ContrastPicture, now: ContrastPicture, across: int, down: int) -> ContrastPicture:
    """Change of the patch around each pixel, once the picture's drift is undone."""
    rows, columns = now.shape
    left, top = max(0, across), max(0, down)
    right, bottom = columns + min(0, across), rows + min(0, down)
    then = before[top - down : bottom - down, left - across : right - across]
    part = now[top:bottom, left:right]
    for lines in (1, 0):  # a lamp's flicker darkens whole lines of a sensor that reads line by line
        part = part - np.median(part - then, axis=lines, keepdims=True)
    # a fraction of a pixel is no motion, but at an edge it is a great change of brightness
    low, high = cv2.erode(then, NEIGHBOUR_KERNEL), cv2.dilate(then, NEIGHBOUR_KERNEL)
    beyond = np.maximum(part - high, low - part).clip(0)
    return np.asarray(cv2.blur(beyond, (PATCH_PX, PATCH_PX)), np.float32)


def measure_drift(before: ContrastPicture, now: ContrastPicture) -> tuple[int, int]:
    """Whole pixels by which the picture moved right and down; (0, 0) where unknown."""
    (across, down), sure = cv2.phaseCorrelate(before, now)
    most = MAX_DRIFT * max(now.shape)
    if sure < MIN_DRIFT_RESPONSE or max(abs(across), abs(down)) > most:
        return 0, 0
    return round(across), round(down)


def remaining_share(before: ContrastPicture, now: ContrastPicture, box: Box, scale: float) -> float:
    """0..1: share of what was visible in a box before that is still there.

    The rest may be hidden by a hand.
    """
    x, y, wide, high = (round(side * scale) for side in box)
    place = slice(y, y + max(1, high)), slice(x, x + max(1, wide))
    weight = np.abs(before[place])
    kept = np.abs(now[place] - before[place]) < CONTRAST_TOLERANCE * weight + MIN_CHANGE
    return float((weight * kept).sum() / max(float(weight.sum()), 1e-6))
