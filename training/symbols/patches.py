"""Patches of single dice cut from a scene, and of places without any.

As they teach the net that names signs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from training.scenes.ground import RandomGenerator
from training.scenes.patch import PatchPlace, center_and_size, half_die_place, part_place, without_dice
from training.scenes.scene import NO_DIE, GroundTruth
from training.scenes.signs import SIGN_CONTEXT, SIGN_PATCH_PX
from vision.nets import MODELS
from vision.reader.detector import SYMBOL_FINDER, detect_dice
from vision.reader.judge import crop_patch
from vision.reading import Image
from vision.symbol_dice.reader import MIN_HEAT

DETECTED_SHARE = 0.3
"""Share of the scenes in which the false detections of the finder are taken."""
MIN_SIZE_PX = 14
"""Size of the dice, in pixels, above which they are shown."""


@dataclass(frozen=True)
class PatchSet:
    """Patches of one scene."""

    images: NDArray[np.uint8]
    """(N, SIGN_PATCH_PX, SIGN_PATCH_PX, 3) pictures."""
    values: NDArray[np.int64]
    """(N,) values as in ``dice``: signs from 1, PIPS, OTHER; 0 where there is no die."""


def cut_patches(image: Image, truths: list[GroundTruth], rng: RandomGenerator) -> Iterator[tuple[Image, int]]:
    """Patches of every die with its value, and with 0 of places beside dice and of other things."""
    dice = [truth for truth in truths if truth.value != NO_DIE]
    for truth in dice:
        center, size = center_and_size(truth)
        if truth.value and size > MIN_SIZE_PX:
            yield crop_patch(image, center, size, SIGN_PATCH_PX, SIGN_CONTEXT), truth.value
    others: list[PatchPlace] = [half_die_place(*center_and_size(truth), rng) for truth in dice if rng.random() < 0.2]
    others += [center_and_size(truth) for truth in truths if truth.value == NO_DIE]
    others += [part_place(*center_and_size(truth), rng) for truth in truths if truth.value == NO_DIE]
    others.append((rng.uniform(0, 1, 2) * image.shape[1::-1], float(np.exp(rng.uniform(3, 5)))))
    if rng.random() < DETECTED_SHARE:
        found = detect_dice(image, MODELS, MIN_HEAT, SYMBOL_FINDER)
        others += [(spot.center, float(spot.box[2:].max())) for spot in found]
    for center, size in without_dice(others, dice):
        yield crop_patch(image, center, size, SIGN_PATCH_PX, SIGN_CONTEXT), 0


def store_patches(path: Path, rows: Iterable[tuple[Image, int]]) -> None:
    """Write the patches of a scene, if it has any."""
    stored = list(rows)
    if not stored:
        return
    images, values = zip(*stored, strict=True)
    part = path.with_suffix(".new")
    with part.open("wb") as file:
        np.savez(file, images=np.stack(images), values=np.array(values))
    part.rename(path)


def load_patches(path: Path) -> PatchSet:
    """Read the patches of a scene."""
    rows = np.load(path)
    return PatchSet(rows["images"], rows["values"])
