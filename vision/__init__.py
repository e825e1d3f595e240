"""From a picture of a table to the dice that lie on it: one stage a file."""

from __future__ import annotations

import numpy as np

from vision.body import bodies
from vision.choose import Choice, choose
from vision.face import faces
from vision.find import Image, Pips, pips
from vision.frame import shrink
from vision.reading import Box, Die, Reading, Reject


def read(image: Image) -> Reading:
    """The dice in an HxWx3 BGR picture."""
    small, scale = shrink(image)
    spots = pips(small)
    found = faces(small, spots)
    chosen = choose(spots, found, bodies(small, spots, found))
    size = (image.shape[1], image.shape[0])
    dice = [die(choice, spots, scale, size) for choice in chosen if choice.reason is None]
    rejects = [Reject(box(choice, scale, size), choice.reason) for choice in chosen if choice.reason is not None]
    return Reading(tuple(sorted(dice, key=lambda d: (d.box[1], d.box[0]))), tuple(rejects), size)


def die(choice: Choice, spots: Pips, scale: float, size: tuple[int, int]) -> Die:
    """A chosen face in the picture's own pixels."""
    centres = tuple((float(x / scale), float(y / scale)) for x, y in spots.xy[list(choice.face.members)])
    return Die(choice.face.value, box(choice, scale, size), choice.confidence, choice.unsure, centres)


def box(choice: Choice, scale: float, size: tuple[int, int]) -> Box:
    """The upright box about a face, inside the picture."""
    corners = choice.face.corners() / scale
    low = np.clip(np.floor(corners.min(axis=0)), 0, np.array(size) - 1).astype(int)
    high = np.clip(np.ceil(corners.max(axis=0)), low + 1, size).astype(int)
    return int(low[0]), int(low[1]), int(high[0] - low[0]), int(high[1] - low[1])


def values(image: Image) -> list[tuple[int, Box]]:
    """(value, box) of every die, as the scorer wants them."""
    return [(die.value, die.box) for die in read(image).dice]
