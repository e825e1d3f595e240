"""Turn bytes into a picture, and a picture into one of working size."""

from __future__ import annotations

import cv2
import numpy as np

from vision.find import Image

WORKING = 1200
"""Longest side in pixels at which dice are looked for."""
ENLARGE = 2.0
"""Small pictures grow by this at most."""


def shrink(image: Image) -> tuple[Image, float]:
    """The picture at working size, and the factor its coordinates were multiplied by."""
    scale = min(ENLARGE, WORKING / max(image.shape[:2]))
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    size = tuple(max(1, round(side * scale)) for side in image.shape[1::-1])
    return np.asarray(cv2.resize(image, size, interpolation=way), np.uint8), scale
