"""Patches about single dice, and about none, for the second judge."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.jury import SHOWN, SIDE, cut
from vision.reading import Image
from vision.training.ground import Chance
from vision.training.photos import gather
from vision.training.pool import recall
from vision.training.scene import Truth
from vision.training.target import recoloured

WIDE = 112
"""Pixels a side of a patch as it is kept."""
CONTEXT = 2.0
"""Sides of the die's box that it shows."""


@dataclass(frozen=True)
class Patches:
    """Patches of one source."""

    images: NDArray[np.uint8]
    """(N, WIDE, WIDE, 3)"""
    values: NDArray[np.int64]
    """(N,) 1..6, 0 where there is no die"""


def patches(image: Image, truths: list[Truth], chance: Chance) -> list[tuple[Image, int]]:
    """Every die of a picture, and some places where none is."""
    boxes = np.array([t.box for t in truths], float).reshape(-1, 4)
    centres, sizes = boxes[:, :2] + boxes[:, 2:] / 2, boxes[:, 2:].max(axis=1)
    rows = zip(truths, centres, sizes, strict=True)
    result = [(cut(image, c, s, WIDE, CONTEXT), t.value) for t, c, s in rows if t.value and s > 12]
    for _ in range(2):
        size = float(chance.choice(sizes)) if len(sizes) else float(np.exp(chance.uniform(3, 5)))
        place = chance.uniform(0, 1, 2) * image.shape[1::-1]
        if all(np.hypot(*(place - c)) > 0.85 * s for c, s in zip(centres, sizes, strict=True)):
            result.append((cut(image, place, size, WIDE, CONTEXT), 0))
    return result


def collect(work: Path, photos: Path | None, hold_out: str, seed: int, scenes: int) -> dict[str, Patches]:
    """All patches by source; composed ones are "scenes"."""
    chance = np.random.default_rng(seed)
    found: dict[str, list[tuple[Image, int]]] = {"scenes": []}
    for name in sorted((work / "scenes").glob("*.json"))[:scenes]:
        found["scenes"] += patches(*recall(name), chance)
    for source, rows in (gather(photos, hold_out, work / "disputed.json") if photos else {}).items():
        found[source] = [patch for row in rows for patch in patches(*row.unpack(), chance)]
    return {source: stacked(rows) for source, rows in found.items()}


def stacked(rows: list[tuple[Image, int]]) -> Patches:
    """Patches side by side."""
    return Patches(np.stack([patch for patch, _ in rows]), np.array([value for _, value in rows]))


def varied(patch: Image, chance: Chance) -> Image:
    """A kept patch as it is judged: turned, mirrored, shifted, stretched and recoloured by chance."""
    turn = chance.normal(0, 0.2) + np.pi / 2 * chance.choice([0, 0, 1, 2, 3])
    scale = SIDE / WIDE * CONTEXT / SHOWN * np.exp(chance.normal(0, 0.1))
    stretch = np.exp(chance.normal(0, 0.08))
    cos, sin = np.cos(turn), np.sin(turn)
    linear = np.array([[cos, -sin], [sin, cos]]) @ np.diag([scale * stretch * chance.choice([-1, 1]), scale / stretch])
    shift = SIDE / 2 - linear @ np.full(2, WIDE / 2) + chance.normal(0, 0.04, 2) * SIDE
    way = np.concatenate([linear, shift[:, None]], axis=1)
    small = cv2.warpAffine(patch, way, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE)
    if chance.random() < 0.2:
        less = int(chance.integers(18, 48))
        small = cv2.resize(cv2.resize(small, (less, less), interpolation=cv2.INTER_AREA), (SIDE, SIDE))
    return recoloured(np.asarray(small, np.uint8), chance, real=False)
