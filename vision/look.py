"""Read a picture: the stages one after the other."""

from __future__ import annotations

import numpy as np

from vision.body import bodies
from vision.choose import Choice, choose, confidence
from vision.clear import clear
from vision.doubt import doubt
from vision.face import faces
from vision.find import Pips, pips
from vision.frame import shrink
from vision.reading import Box, Die, Image, Reading, Reject

SMALLEST = 16
"""Pictures with a shorter side than this, in pixels, show no dice."""
HALF_SURE = 0.5
"""The most confidence that a doubtful die gets."""


def read(image: Image) -> Reading:
    """The dice in an HxWx3 uint8 BGR picture, with boxes in its own pixels; ValueError for any other array."""
    if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8:
        raise ValueError(f"need HxWx3 uint8, got {image.shape} {image.dtype}")
    size = (image.shape[1], image.shape[0])
    if min(size) < SMALLEST:
        return Reading((), (), size)
    small, scale = shrink(image)
    spots = pips(small)
    found = clear(spots, faces(small, spots))
    chosen = choose(found, bodies(small, spots, found))
    dice = [die(small, spots, choice, chosen, scale, size) for choice in chosen if choice.reason is None]
    rejects = [Reject(box(choice, scale, size), choice.reason) for choice in chosen if choice.reason is not None]
    return Reading(tuple(sorted(dice, key=lambda d: (d.box[1], d.box[0]))), tuple(rejects), size)


def die(small: Image, spots: Pips, choice: Choice, chosen: list[Choice], scale: float, size: tuple[int, int]) -> Die:
    """A chosen face in the picture's own pixels."""
    aspect = float(np.median([other.face.aspect for other in chosen if other.reason is None]))
    sure = confidence(choice)
    unsure = doubt(small, spots, choice.face, choice.body, aspect, choice.rivalry, sure)
    sure = sure if unsure is None else min(HALF_SURE, sure)
    centres = tuple((float(x / scale), float(y / scale)) for x, y in spots.xy[list(choice.face.members)])
    return Die(choice.face.value, box(choice, scale, size), sure, unsure, centres)


def box(choice: Choice, scale: float, size: tuple[int, int]) -> Box:
    """The upright box about a face, inside the picture."""
    corners = choice.face.corners() / scale
    low = np.clip(np.floor(corners.min(axis=0)), 0, np.array(size) - 1).astype(int)
    high = np.clip(np.ceil(corners.max(axis=0)), low + 1, size).astype(int)
    return int(low[0]), int(low[1]), int(high[0] - low[0]), int(high[1] - low[1])


def values(image: Image) -> list[tuple[int, Box]]:
    """(value, box) of every die in an HxWx3 uint8 BGR picture: what a scorer compares."""
    return [(die.value, die.box) for die in read(image).dice]
