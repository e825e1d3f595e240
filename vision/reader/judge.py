"""Die judge: a second net, which sees one die at a time and says its value or "no die"."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.reading import Floats, Image

from .detector import LOCK, MODELS, Spot, load

SIDE = 64
"""Pixels a side of a judged patch."""
TURNS = 4
"""Quarter turns over which a patch is judged."""
SHOWN = 1.4
"""Side of a patch, in sides of the die's box."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judge's opinion of one detection."""

    spot: Spot
    none: float
    """0..1, probability that it is no die."""
    shares: Floats
    """(6,) probability of each value, if it is a die."""


def verdicts(image: Image, spots: list[Spot], models: Path = MODELS) -> list[Verdict]:
    """Judge every detection."""
    if not spots:
        return []
    patches = [cut(image, spot.centre, float(spot.box[2:].max()), SIDE, SHOWN) for spot in spots]
    return [verdict(spot, logits) for spot, logits in zip(spots, weigh(patches, models), strict=True)]


def verdict(spot: Spot, logits: Floats) -> Verdict:
    """Convert (7,) logits (no die, 1..6) to probabilities."""
    shares = np.exp(logits - logits.max())
    return Verdict(spot, float(shares[0] / shares.sum()), shares[1:] / shares[1:].sum())


def weigh(patches: list[Image], models: Path = MODELS) -> Floats:
    """(N, 7) logits, one row for each patch: the mean over its quarter turns."""
    turned = [np.ascontiguousarray(np.rot90(patch, turn)) for patch in patches for turn in range(TURNS)]
    with LOCK:
        net = load("judge", models)
        net.setInput(cv2.dnn.blobFromImages(turned, 1 / 64, mean=(128, 128, 128)))
        logits = np.asarray(net.forward(), np.float64)
    return np.asarray(logits.reshape(len(patches), TURNS, -1).mean(axis=1))


def cut(image: Image, centre: Floats, size: float, side: int, shown: float) -> Image:
    """Crop a square about a point; `size` is the longer side of the die's box in pixels."""
    scale = side / (shown * size)
    low = np.maximum(0, np.floor(centre - 0.75 * shown * size)).astype(int)
    high = np.ceil(centre + 0.75 * shown * size).astype(int)
    part = image[low[1] : high[1], low[0] : high[0]]
    if not part.size:
        return np.zeros((side, side, 3), np.uint8)
    if scale < 0.6:
        part = np.asarray(cv2.GaussianBlur(part, (0, 0), 0.4 / scale), np.uint8)
    x, y = centre - low
    way = np.array([[scale, 0, side / 2 - scale * x], [0, scale, side / 2 - scale * y]])
    return np.asarray(cv2.warpAffine(part, way, (side, side), borderMode=cv2.BORDER_REPLICATE), np.uint8)
