"""Patches about single dice, and about none, to train the judge."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reader.detector import Spot, spots
from vision.reader.judge import SHOWN, SIDE, cut
from vision.reading import Floats, Image
from vision.training.nets.pool import recall
from vision.training.nets.target import recoloured
from vision.training.photos import gather

from .ground import Chance
from .scene import NO_DIE, Truth
from .textures import textures

WIDE = 112
"""Pixels a side of a stored patch."""
CONTEXT = 2.0
"""Side of a patch, in sides of the die's box."""
BESIDE = 0.4
"""Share of the dice beside which a place without a die is taken."""
PARTS = 2
"""Number of parts that are taken of every other object."""
FIRM = 0.8
"""Heat of a detection above which there may be a die, whatever the labels say."""
ASTRAY = 5
"""Number of false detections, the hottest, that are taken from one picture."""
Place = tuple[Floats, float]
"""(2,) centre, and size: the longer side of a box."""
Patch = tuple[Image, int]
"""(PATCH_PX, PATCH_PX, 3) picture, and value 1..6, or 0 where there is no die."""


@dataclass(frozen=True)
class Patches:
    """Patches of one source."""

    images: NDArray[np.uint8]
    """(N, PATCH_PX, PATCH_PX, 3) pictures."""
    values: NDArray[np.int64]
    """(N,) 1..6; 0 where there is no die."""


def patches(image: Image, truths: list[Truth], found: list[Spot], chance: Chance) -> Iterator[Patch]:
    """Patches of every die of a picture, and of places where none is.

    The latter are other objects, `false_detections` of a net, places beside a die, and one anywhere.
    """
    dice = [truth for truth in truths if truth.value != NO_DIE]
    for truth in truths:
        centre, size = middle(truth)
        if truth.value and size > 12:
            yield cut(image, centre, size, WIDE, CONTEXT), max(0, truth.value)
    astray = [(spot.centre, float(spot.box[2:].max())) for spot in found]
    others = [beside(*middle(truth), chance) for truth in dice if chance.random() < BESIDE]
    others += [part(*middle(truth), chance) for truth in truths if truth.value == NO_DIE for _ in range(PARTS)]
    others.append((chance.uniform(0, 1, 2) * image.shape[1::-1], float(np.exp(chance.uniform(2.7, 5)))))
    for centre, size in bare(astray, dice)[:ASTRAY] + bare(others, dice):
        yield cut(image, centre, size, WIDE, CONTEXT), 0


def bare(places: list[Place], dice: list[Truth]) -> list[Place]:
    """Places that show no die."""
    return [place for place in places if all(apart(*place, truth) for truth in dice)]


def middle(truth: Truth) -> Place:
    """(2,) centre and longer side of a die's box."""
    box = np.array(truth.box)
    return box[:2] + box[2:] / 2, float(box[2:].max())


def beside(centre: Floats, size: float, chance: Chance) -> Place:
    """Random place that shows half a die."""
    way = chance.uniform(0, 2 * np.pi)
    return centre + size * chance.uniform(0.55, 0.8) * np.array([np.cos(way), np.sin(way)]), size


def part(centre: Floats, size: float, chance: Chance) -> Place:
    """Random place that shows a part of another object: half a domino is much like a die."""
    return centre + size * chance.uniform(-0.3, 0.3, 2), size * chance.uniform(0.4, 0.7)


def apart(centre: Floats, size: float, truth: Truth) -> bool:
    """Whether a place can be taken neither for the die nor for one of its pips.

    A die in a much larger frame does not count as shown.
    """
    there, wide = middle(truth)
    return float(np.abs(centre - there).max()) > 0.5 * wide or size / wide > 2.2


def collect(work: Path, photos: Path | None, hold_out: str, seed: int, scenes: int) -> dict[str, Patches]:
    """Patches by source; "scenes" are those of composed scenes and of empty tables."""
    chance = np.random.default_rng(seed)
    names = sorted((work / "scenes").glob("*.json"))
    some = (recall(names[n]) for n in chance.permutation(len(names))[:scenes])
    found = {"scenes": stacked(patch for row in chain(some, tables(work)) for patch in of(*row, work, chance, True))}
    for source, rows in (gather(photos, hold_out, work / "disputed.json") if photos else {}).items():
        found[source] = stacked(patch for row in rows for patch in of(*row.unpacked, work, chance))
    return found


def tables(work: Path) -> Iterator[tuple[Image, list[Truth]]]:
    """Collected pictures of tables and other things, without any die."""
    for path in chain(*textures(work).values()):
        yield np.asarray(cv2.imread(str(path)), np.uint8), []


def of(image: Image, truths: list[Truth], models: Path, chance: Chance, exact: bool = False) -> Iterator[Patch]:
    """Patches of a picture, with the false detections of the net in `models`.

    Where the net is firm it is believed rather than the labels, of which one may be missing; a composed scene's truth
    is `exact`.
    """
    yield from patches(image, truths, [spot for spot in spots(image, models) if exact or spot.heat < FIRM], chance)


def stacked(rows: Iterable[Patch]) -> Patches:
    """Stack patches into arrays."""
    images, values = zip(*rows, strict=True)
    return Patches(np.stack(images), np.array(values))


def varied(patch: Image, chance: Chance) -> Image:
    """Augment a stored patch: rotated, mirrored, shifted, stretched and recoloured by chance."""
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
