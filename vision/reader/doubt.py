"""Doubt: the reason why a person should check a die, if any."""

from __future__ import annotations

import cv2
import numpy as np

from vision.reading import Image

from .detector import Detection
from .judge import PATCH_SIDE, crop_patch

MIN_SHARPNESS = 0.22
"""Least sharpness of a die in focus: change between pixels as a share of the contrast."""
BORDER_SIDES = 0.04
"""Distance from the picture's border within which a top face may be cut off, in sides."""


def find_doubt(image: Image, spot: Detection, is_sure: bool, is_contradicted: bool) -> str | None:
    """First reason for doubt that holds, or None; a sure die can only be cut off."""
    size = np.array(image.shape[1::-1])
    if np.minimum(spot.corners, size - spot.corners).min() < BORDER_SIDES * spot.side:
        return "cut off"
    if is_sure:
        return None
    if is_contradicted:
        return "contradictory"
    return "blurred" if sharpness(image, spot) < MIN_SHARPNESS else "faint"


def sharpness(image: Image, spot: Detection) -> float:
    """About 0..1: the share of a die's contrast that lies between neighbouring pixels.

    The die's box is scaled to PATCH_SIDE pixels.
    """
    patch = cv2.cvtColor(crop_patch(image, spot.center, spot.longer_side, PATCH_SIDE, 1.0), cv2.COLOR_BGR2GRAY)
    step = np.abs(np.diff(np.asarray(patch, float), axis=1)), np.abs(np.diff(np.asarray(patch, float), axis=0))
    low, high = np.percentile(patch, (5, 95))
    return float(np.mean([np.percentile(way, 97) for way in step]) / max(10.0, high - low))
