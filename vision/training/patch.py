"""Patches about single dice, and about none, for the second judge."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.jury import SHOWN, SIDE, cut
from vision.reading import Floats, Image
from vision.spots import Spot, spots
from vision.training.ground import Chance
from vision.training.photos import gather
from vision.training.pool import recall
from vision.training.scene import NO_DIE, Truth
from vision.training.target import recoloured

WIDE = 112
"""Pixels a side of a patch as it is kept."""
CONTEXT = 2.0
"""Sides of the die's box that it shows."""
BESIDE = 0.4
"""Share of the dice beside which a place without a die is taken."""
FIRM = 0.8
"""Heat of a spot above which there may be a die, whatever the labels say."""
ASTRAY = 5
"""So many such spots are taken from one picture."""
Patch = tuple[Image, int]
"""(WIDE, WIDE, 3), and 1..6, or 0 where there is no die."""


@dataclass(frozen=True)
class Patches:
    """Patches of one source."""

    images: NDArray[np.uint8]
    """(N, WIDE, WIDE, 3)"""
    values: NDArray[np.int64]
    """(N,) 1..6, 0 where there is no die"""


def patches(image: Image, truths: list[Truth], found: list[Spot], chance: Chance) -> Iterator[Patch]:
    """Every die of a picture, and places where none is: other things, what a net `found`, beside a die, anywhere."""
    dice = [truth for truth in truths if truth.value != NO_DIE]
    for truth in truths:
        centre, size = middle(truth)
        if truth.value and size > 12:
            yield cut(image, centre, size, WIDE, CONTEXT), max(0, truth.value)
    empty = [(spot.centre, float(spot.box[2:].max())) for spot in found]
    empty += [beside(*middle(truth), chance) for truth in dice if chance.random() < BESIDE]
    empty.append((chance.uniform(0, 1, 2) * image.shape[1::-1], float(np.exp(chance.uniform(2.7, 5)))))
    for centre, size in empty:
        if all(apart(centre, size, truth) for truth in dice):
            yield cut(image, centre, size, WIDE, CONTEXT), 0


def middle(truth: Truth) -> tuple[Floats, float]:
    """(2,) centre and longer side of a die's box."""
    box = np.array(truth.box)
    return box[:2] + box[2:] / 2, float(box[2:].max())


def beside(centre: Floats, size: float, chance: Chance) -> tuple[Floats, float]:
    """A place that shows half a die."""
    way = chance.uniform(0, 2 * np.pi)
    return centre + size * chance.uniform(0.55, 0.8) * np.array([np.cos(way), np.sin(way)]), size


def apart(centre: Floats, size: float, truth: Truth) -> bool:
    """Whether nobody would take the place for that of the die; a die in a large frame is none either."""
    there, wide = middle(truth)
    return float(np.abs(centre - there).max()) > 0.5 * wide or not 0.5 < size / wide < 2.2


def collect(work: Path, photos: Path | None, hold_out: str, seed: int, scenes: int) -> dict[str, Patches]:
    """All patches by source; composed ones are "scenes"."""
    chance = np.random.default_rng(seed)
    names = sorted((work / "scenes").glob("*.json"))[:scenes]
    found = {"scenes": stacked(patch for name in names for patch in of(*recall(name), work, chance))}
    for source, rows in (gather(photos, hold_out, work / "disputed.json") if photos else {}).items():
        found[source] = stacked(patch for row in rows for patch in of(*row.unpacked, work, chance))
    return found


def of(image: Image, truths: list[Truth], models: Path, chance: Chance) -> Iterator[Patch]:
    """The patches of a picture, with the places that the net in `models` takes for dice though nobody labelled them.

    Where it is firm we would rather believe it than a label that may have been forgotten.
    """
    doubtful = [spot for spot in spots(image, models) if spot.heat < FIRM]
    few = chance.permutation(len(doubtful))[:ASTRAY]
    return patches(image, truths, [doubtful[n] for n in few], chance)


def stacked(rows: Iterable[Patch]) -> Patches:
    """Patches side by side."""
    images, values = zip(*rows, strict=True)
    return Patches(np.stack(images), np.array(values))


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
