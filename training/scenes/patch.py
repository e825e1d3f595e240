"""Patches about single dice, and about none, to train the judge."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from vision.reader.detector import Detection, intersection_area, overlap_ratio
from vision.reader.judge import crop_patch
from vision.reading import Floats, Image

from .ground import RandomGenerator
from .scene import NO_DIE, GroundTruth

NEAR_PX, NEAR_CONTEXT = 96, 2.0
"""Pixels a side of a stored patch, and its side in sides of the die's box: the die itself."""
FAR_PX, FAR_CONTEXT = 88, 4.2
"""The same of a stored patch with what lies about the die."""
BESIDE_SHARE = 0.3
"""Share of the dice beside which a place without a die is taken."""
PARTS_PER_OBJECT = 1
"""Number of parts that are taken of every other object."""
MAX_DICE = 8
"""Number of dice that are taken from one picture."""
MAX_OBJECTS = 5
"""Number of other objects that are taken from one picture."""
FIRM_HEAT = 0.8
"""Heat of a detection above which there may be a die, whatever the labels say."""
MAX_FALSE_DETECTIONS = 5
"""Number of false detections, the hottest, that are taken from one picture."""
MIN_OVERLAP = 0.6
"""Intersection over union with a die from which a detection frames it."""
TAKEN = "taken"
"""First word of the kind of what a net takes for a die."""
PatchPlace = tuple[Floats, float]
"""(2,) center, and size: the longer side of a box."""


@dataclass(frozen=True)
class LabelledPatch:
    """One place, with the value of the die that lies there, or the kind of what else does."""

    near: Image
    """(NEAR_PX, NEAR_PX, 3) BGR."""
    far: Image
    """(FAR_PX, FAR_PX, 3) BGR."""
    value: int
    """1..6; 0 where there is no die."""
    kind: str
    """Kind of what is no die."""


def cut_patches(
    image: Image, truths: list[GroundTruth], detections: list[Detection], rng: RandomGenerator
) -> Iterator[LabelledPatch]:
    """Patches of a picture's dice, also as `detections` frame them, and of where none is.

    The latter are other objects and parts of them, what the net takes for dice, places beside a die, and one anywhere.
    """

    def cut(place: PatchPlace, value: int, kind: str = "") -> LabelledPatch:
        near = crop_patch(image, *place, NEAR_PX, NEAR_CONTEXT)
        return LabelledPatch(near, crop_patch(image, *place, FAR_PX, FAR_CONTEXT), value, kind)

    dice = [truth for truth in truths if truth.value != NO_DIE]
    objects = [truth for truth in truths if truth.value == NO_DIE]
    known = [truth for truth in dice if truth.value > 0 and max(truth.box[2:]) > 12]
    for n in rng.permutation(len(known))[:MAX_DICE]:
        yield cut(center_and_size(known[n]), known[n].value)
    for spot in detections:
        framed = [truth for truth in known if overlap_ratio(spot.box, np.array(truth.box)) > MIN_OVERLAP]
        if framed:
            yield cut((spot.center, spot.longer_side), framed[0].value)
    wrong = [(spot, (spot.center, spot.longer_side)) for spot in detections]
    wrong = [(spot, place) for spot, place in wrong if without_dice([place], dice)][:MAX_FALSE_DETECTIONS]
    for spot, place in wrong:
        yield cut(place, 0, f"{TAKEN} {kind_at(spot, objects)}")
    for place, kind in other_places(image, dice, objects, rng):
        if without_dice([place], dice):
            yield cut(place, 0, kind)


def other_places(
    image: Image, dice: list[GroundTruth], objects: list[GroundTruth], rng: RandomGenerator
) -> Iterator[tuple[PatchPlace, str]]:
    """Places that may show no die: other objects, parts of them, beside dice, and anywhere."""
    for n in rng.permutation(len(objects))[:MAX_OBJECTS]:
        place, kind = center_and_size(objects[n]), objects[n].kind or "object"
        yield place, kind
        for _ in range(PARTS_PER_OBJECT):
            yield part_place(*place, rng), kind
    for truth in dice[:MAX_DICE]:
        if rng.random() < BESIDE_SHARE:
            yield half_die_place(*center_and_size(truth), rng), "beside"
    yield (rng.uniform(0, 1, 2) * image.shape[1::-1], float(np.exp(rng.uniform(2.7, 5)))), "anywhere"


def kind_at(spot: Detection, objects: list[GroundTruth]) -> str:
    """Kind of the object on which a detection lies, or "table"."""
    shares = [(intersection_area(spot.box, np.array(one.box)) / np.prod(spot.box[2:]), one.kind) for one in objects]
    share, kind = max(shares, default=(0.0, ""))
    return kind or "object" if share > 0.5 else "table"


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
