"""Patches about single dice, and about none, to train the judge."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from training.nets.pool import load_scene
from training.nets.target import recolor
from training.photos import load_photos
from vision.reader.detector import Detection, detect_dice
from vision.reader.judge import PATCH_CONTEXT, PATCH_SIDE, crop_patch
from vision.reading import Floats, Image

from .ground import RandomGenerator
from .scene import NO_DIE, GroundTruth
from .textures import textures

PATCH_PX = 112
"""Pixels a side of a stored patch."""
STORED_CONTEXT = 2.0
"""Side of a patch, in sides of the die's box."""
BESIDE_SHARE = 0.4
"""Share of the dice beside which a place without a die is taken."""
PARTS_PER_OBJECT = 2
"""Number of parts that are taken of every other object."""
FIRM_HEAT = 0.8
"""Heat of a detection above which there may be a die, whatever the labels say."""
MAX_FALSE_DETECTIONS = 5
"""Number of false detections, the hottest, that are taken from one picture."""
PatchPlace = tuple[Floats, float]
"""(2,) center, and size: the longer side of a box."""
LabelledPatch = tuple[Image, int]
"""(PATCH_PX, PATCH_PX, 3) picture, and value 1..6, or 0 where there is no die."""


@dataclass(frozen=True)
class PatchSet:
    """Patches of one source."""

    images: NDArray[np.uint8]
    """(N, PATCH_PX, PATCH_PX, 3) pictures."""
    values: NDArray[np.int64]
    """(N,) 1..6; 0 where there is no die."""


def cut_patches(
    image: Image, truths: list[GroundTruth], false_detections: list[Detection], rng: RandomGenerator
) -> Iterator[LabelledPatch]:
    """Patches of every die of a picture, and of places where none is.

    The latter are other objects, `false_detections` of a net, places beside a die, and one anywhere.
    """
    dice = [truth for truth in truths if truth.value != NO_DIE]
    for truth in truths:
        center, size = center_and_size(truth)
        if truth.value and size > 12:
            yield crop_patch(image, center, size, PATCH_PX, STORED_CONTEXT), max(0, truth.value)
    astray = [(spot.center, float(spot.box[2:].max())) for spot in false_detections]
    others = [half_die_place(*center_and_size(truth), rng) for truth in dice if rng.random() < BESIDE_SHARE]
    others += [
        part_place(*center_and_size(truth), rng)
        for truth in truths
        if truth.value == NO_DIE
        for _ in range(PARTS_PER_OBJECT)
    ]
    others.append((rng.uniform(0, 1, 2) * image.shape[1::-1], float(np.exp(rng.uniform(2.7, 5)))))
    for center, size in without_dice(astray, dice)[:MAX_FALSE_DETECTIONS] + without_dice(others, dice):
        yield crop_patch(image, center, size, PATCH_PX, STORED_CONTEXT), 0


def without_dice(places: list[PatchPlace], dice: list[GroundTruth]) -> list[PatchPlace]:
    """Places that show no die."""
    return [place for place in places if all(is_apart(*place, truth) for truth in dice)]


def center_and_size(truth: GroundTruth) -> PatchPlace:
    """(2,) center and longer side of a die's box."""
    box = np.array(truth.box)
    return box[:2] + box[2:] / 2, float(box[2:].max())


def half_die_place(center: Floats, size: float, rng: RandomGenerator) -> PatchPlace:
    """Random place that shows half a die."""
    way = rng.uniform(0, 2 * np.pi)
    return center + size * rng.uniform(0.55, 0.8) * np.array([np.cos(way), np.sin(way)]), size


def part_place(center: Floats, size: float, rng: RandomGenerator) -> PatchPlace:
    """Random place that shows a part of another object: half a domino is much like a die."""
    return center + size * rng.uniform(-0.3, 0.3, 2), size * rng.uniform(0.4, 0.7)


def is_apart(center: Floats, size: float, truth: GroundTruth) -> bool:
    """Whether a place can be taken neither for the die nor for one of its pips.

    A die in a much larger frame does not count as shown.
    """
    there, wide = center_and_size(truth)
    return float(np.abs(center - there).max()) > 0.5 * wide or size / wide > 2.2


def collect_patches(
    work: Path, photos: Path | None, hold_out: str, seed: int, scenes: int, detected_share: float = 1.0
) -> dict[str, PatchSet]:
    """Patches by source; "scenes" are those of composed scenes and of empty tables.

    False detections are looked for in `detected_share` of the pictures, which takes most of the time.
    """
    rng = np.random.default_rng(seed)

    def models() -> Path | None:
        return work if rng.random() < detected_share else None

    names = sorted((work / "scenes").glob("*.json"))
    some = (load_scene(names[n]) for n in rng.permutation(len(names))[:scenes])
    found = {
        "scenes": stack_patches(
            patch for row in chain(some, empty_tables(work)) for patch in patches_of_picture(*row, models(), rng, True)
        )
    }
    for source, rows in (load_photos(photos, hold_out, work / "disputed.json") if photos else {}).items():
        found[source] = stack_patches(
            patch for row in rows for patch in patches_of_picture(*row.decoded, models(), rng)
        )
    return found


def empty_tables(work: Path) -> Iterator[tuple[Image, list[GroundTruth]]]:
    """Collected pictures of tables and other things, without any die."""
    for path in chain(*textures(work).values()):
        yield np.asarray(cv2.imread(str(path)), np.uint8), []


def patches_of_picture(
    image: Image, truths: list[GroundTruth], models: Path | None, rng: RandomGenerator, exact: bool = False
) -> Iterator[LabelledPatch]:
    """Patches of a picture, with the false detections of the net in `models`, if given.

    Where the net is firm it is believed rather than the labels, of which one may be missing; a composed scene's truth
    is `exact`.
    """
    found = detect_dice(image, models) if models else []
    yield from cut_patches(image, truths, [spot for spot in found if exact or spot.heat < FIRM_HEAT], rng)


def stack_patches(rows: Iterable[LabelledPatch]) -> PatchSet:
    """Stack patches into arrays."""
    images, values = zip(*rows, strict=True)
    return PatchSet(np.stack(images), np.array(values))


def augment_patch(patch: Image, rng: RandomGenerator) -> Image:
    """Augment a stored patch: rotated, mirrored, shifted, stretched and recolored by chance."""
    turn = rng.normal(0, 0.2) + np.pi / 2 * rng.choice([0, 0, 1, 2, 3])
    scale = PATCH_SIDE / PATCH_PX * STORED_CONTEXT / PATCH_CONTEXT * np.exp(rng.normal(0, 0.1))
    stretch = np.exp(rng.normal(0, 0.08))
    cos, sin = np.cos(turn), np.sin(turn)
    linear = np.array([[cos, -sin], [sin, cos]]) @ np.diag([scale * stretch * rng.choice([-1, 1]), scale / stretch])
    shift = PATCH_SIDE / 2 - linear @ np.full(2, PATCH_PX / 2) + rng.normal(0, 0.04, 2) * PATCH_SIDE
    way = np.concatenate([linear, shift[:, None]], axis=1)
    small = cv2.warpAffine(patch, way, (PATCH_SIDE, PATCH_SIDE), borderMode=cv2.BORDER_REPLICATE)
    if rng.random() < 0.2:
        less = int(rng.integers(18, 48))
        small = cv2.resize(cv2.resize(small, (less, less), interpolation=cv2.INTER_AREA), (PATCH_SIDE, PATCH_SIDE))
    return recolor(np.asarray(small, np.uint8), rng, real=False)
