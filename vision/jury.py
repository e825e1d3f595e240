"""Ask the second net, which sees one die at a time, what each spot shows, or that it is no die."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.reading import Floats, Image
from vision.spots import LOCK, MODELS, Spot, load

SIDE = 64
"""Pixels a side of a patch as it is judged."""
SHOWN = 1.4
"""Sides of the die's box that a patch shows."""
WORD = 0.5
"""How much the first net's opinion of a value counts beside the second's."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What both nets together say about a spot."""

    spot: Spot
    there: float
    """0..1 how surely it is a die."""
    shares: Floats
    """(6,) how surely it shows each value, if it is one."""

    @property
    def value(self) -> int:
        """The likeliest value, 1..6."""
        return int(self.shares.argmax()) + 1

    @property
    def trust(self) -> float:
        """0..1 how surely it is a die with this value."""
        return self.there * float(self.shares.max())


def verdicts(image: Image, spots: list[Spot], models: Path = MODELS) -> list[Verdict]:
    """One for each spot."""
    if not spots:
        return []
    patches = [cut(image, spot.centre, float(spot.box[2:].max()), SIDE, SHOWN) for spot in spots]
    return [together(spot, shares) for spot, shares in zip(spots, weigh(patches, models), strict=True)]


def together(spot: Spot, shares: Floats) -> Verdict:
    """What the first net says, and the second with its shares of no die, 1..6."""
    values = (shares[1:] + 1e-4) * (spot.shares + 1e-2) ** WORD
    return Verdict(spot, spot.heat * (1 - float(shares[0])), values / values.sum())


def weigh(patches: list[Image], models: Path) -> Floats:
    """(N, 7) shares of no die, 1..6 for each patch."""
    with LOCK:
        net = load("judge", models)
        net.setInput(cv2.dnn.blobFromImages(patches, 1 / 64, mean=(128, 128, 128)))
        logits = np.asarray(net.forward(), np.float64).reshape(len(patches), -1)[:, :7]
    shares = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(shares / shares.sum(axis=1, keepdims=True))


def cut(image: Image, centre: Floats, size: float, side: int, shown: float) -> Image:
    """The square about a place; `size` is the longer side of the die's box."""
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
