"""Canonical orientation: pictures are rotated by quarter turns before they are read.

So the reading does not depend on how the camera was held. A picture is read in landscape, with its brighter half on
top, which sums of whole numbers decide; nothing is learned. See S.-O. Kaba et al., "Equivariance with Learned
Canonicalization Functions", 2023.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np

from vision.reading import Box, Die, Floats, Image, Reading, Reject

ROTATIONS = (None, cv2.ROTATE_90_COUNTERCLOCKWISE, cv2.ROTATE_180, cv2.ROTATE_90_CLOCKWISE)

MIN_PICTURE_SIDE_PX = 16
"""Shorter side in pixels below which a picture shows no dice."""


def read_upright(image: Image, read: Callable[[Image], Reading], as_shot: bool = False) -> Reading:
    """Read an HxWx3 uint8 BGR picture in its canonical orientation, or as shot.

    Boxes are in its own pixels. Raises ``ValueError`` for any other array.
    """
    check_picture(image)
    if min(image.shape[:2]) < MIN_PICTURE_SIDE_PX:
        return Reading((), (), (image.shape[1], image.shape[0]))
    turns = 0 if as_shot else canonical_turns(image)
    return restore_reading(read(rotate_picture(image, turns)), turns)


def check_picture(image: Image) -> None:
    """Raise ``ValueError`` for what is no HxWx3 uint8 array."""
    if not isinstance(image, np.ndarray) or image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8:
        raise ValueError(f"the picture must be an array of shape (height, width, 3) and dtype uint8, got {kind(image)}")


def kind(image: Image) -> str:
    """Shape and dtype of an array, or the class of what is none."""
    if isinstance(image, np.ndarray):
        return f"shape {image.shape} and dtype {image.dtype}"
    return f"no array but {type(image).__name__}; vision.decode(data) makes one of a file's bytes"


def canonical_turns(image: Image) -> int:
    """Number of counter-clockwise quarter turns to the canonical orientation.

    ``image`` is HxWx3; 0 where its halves are equally bright.
    """
    height, width = image.shape[:2]
    top_halves = (image[: height // 2], image[:, -(width // 2) :], image[-(height // 2) :], image[:, : width // 2])
    allowed_turns = range(4) if width == height else (0, 2) if width > height else (1, 3)
    return max(allowed_turns, key=lambda turns: sum(cv2.sumElems(top_halves[turns])))


def rotate_picture(image: Image, turns: int) -> Image:
    """Rotate a picture by counter-clockwise quarter turns; returned as it is after none."""
    rotation = ROTATIONS[turns]
    return image if rotation is None else np.asarray(cv2.rotate(image, rotation), np.uint8)


def restore_reading(reading: Reading, turns: int) -> Reading:
    """Map a reading of the rotated picture to pixels of the original picture."""
    size = (reading.size[1], reading.size[0]) if turns % 2 else reading.size
    dice = [restore_die(die, turns, size) for die in reading.dice]
    rejects = tuple(Reject(restore_box(reject.box, turns, size), reject.reason) for reject in reading.rejects)
    return replace(reading, dice=tuple(sorted(dice, key=lambda d: (d.box[1], d.box[0]))), rejects=rejects, size=size)


def restore_die(die: Die, turns: int, size: tuple[int, int]) -> Die:
    """Map a die to pixels of the original picture, whose width and height are `size`."""
    top = restore_points(np.array(die.top_corners), turns, size).round(1)
    return replace(die, box=restore_box(die.box, turns, size), top_corners=tuple(map(tuple, top.tolist())))


def restore_box(box: Box, turns: int, size: tuple[int, int]) -> Box:
    """Map a box of whole pixels to the original picture."""
    x, y, width, height = box
    ends = restore_points(np.array([(x, y), (x + width - 1, y + height - 1)]), turns, size)
    left, above, right, below = (int(v) for v in (*ends.min(axis=0), *ends.max(axis=0)))
    return left, above, right - left + 1, below - above + 1


def restore_points(points: Floats, turns: int, size: tuple[int, int]) -> Floats:
    """Map (N, 2) pixel positions to the original picture."""
    (x, y), (width, height) = points.T, size
    return np.stack(((x, y), (width - 1 - y, x), (width - 1 - x, height - 1 - y), (y, height - 1 - x))[turns], axis=1)
