"""Doubt: for each die, why a person had better look."""

from __future__ import annotations

import cv2
import numpy as np

from vision.agree import Settled
from vision.jury import SIDE, cut
from vision.reading import Image

LYING = 0.7
"""How surely a die must be cocked or stacked to be called so; these nets never say so much, see models/README.md."""
SOFT = 0.22
"""Least change from pixel to pixel, as a share of the whole contrast, of a picture of a die that is in focus."""
BORDER = 0.04
"""How near to the border of the picture a whole top face may lie, in sides of the die."""


def doubt(image: Image, die: Settled, sure: float) -> str | None:
    """The first reason that holds, or None; `sure` is the confidence that needs no reason."""
    if cut_off(image, die):
        return "cut off"
    if die.verdict.spot.stacked > LYING:
        return "stacked"
    if die.verdict.spot.cocked > LYING:
        return "cocked"
    if die.trust >= sure:
        return None
    if die.contradicted:
        return "contradictory"
    return "blurred" if sharpness(image, die) < SOFT else "faint"


def cut_off(image: Image, die: Settled) -> bool:
    """Whether the top face reaches to the border of the picture, or beyond."""
    spot, size = die.verdict.spot, np.array(image.shape[1::-1])
    return bool(np.minimum(spot.corners, size - spot.corners).min() < BORDER * spot.side)


def sharpness(image: Image, die: Settled) -> float:
    """0..1 about; how much of a die's contrast lies between neighbouring pixels, the die being SIDE / 1.4 large."""
    spot = die.verdict.spot
    patch = cv2.cvtColor(cut(image, spot.centre, float(spot.box[2:].max()), SIDE, 1.0), cv2.COLOR_BGR2GRAY)
    step = np.abs(np.diff(np.asarray(patch, float), axis=1)), np.abs(np.diff(np.asarray(patch, float), axis=0))
    low, high = np.percentile(patch, (5, 95))
    return float(np.mean([np.percentile(way, 97) for way in step]) / max(10.0, high - low))
