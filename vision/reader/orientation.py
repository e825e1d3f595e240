"""Canonical orientation: pictures are rotated by quarter turns before they are read.

So the reading does not depend on how the camera was held. A picture is read in landscape, with its brighter half on
top, which sums of whole numbers decide; nothing is learned. See S.-O. Kaba et al., "Equivariance with Learned
Canonicalization Functions", 2023.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from vision.reading import Box, Die, Floats, Image, Reading, Reject

WAYS = (None, cv2.ROTATE_90_COUNTERCLOCKWISE, cv2.ROTATE_180, cv2.ROTATE_90_CLOCKWISE)


def quarters(image: Image) -> int:
    """Number of counter-clockwise quarter turns to the canonical orientation.

    ``image`` is HxWx3; 0 where its halves are equally bright.
    """
    high, wide = image.shape[:2]
    above = (image[: high // 2], image[:, -(wide // 2) :], image[-(high // 2) :], image[:, : wide // 2])
    free = range(4) if wide == high else (0, 2) if wide > high else (1, 3)
    return max(free, key=lambda turns: sum(cv2.sumElems(above[turns])))


def turned(image: Image, turns: int) -> Image:
    """Rotate a picture by counter-clockwise quarter turns; returned as it is after none."""
    way = WAYS[turns]
    return image if way is None else np.asarray(cv2.rotate(image, way), np.uint8)


def turned_back(reading: Reading, turns: int) -> Reading:
    """Map a reading of the rotated picture to pixels of the original picture."""
    size = (reading.size[1], reading.size[0]) if turns % 2 else reading.size
    dice = [placed(die, turns, size) for die in reading.dice]
    rejects = tuple(Reject(box_back(one.box, turns, size), one.reason) for one in reading.rejects)
    return replace(reading, dice=tuple(sorted(dice, key=lambda d: (d.box[1], d.box[0]))), rejects=rejects, size=size)


def placed(die: Die, turns: int, size: tuple[int, int]) -> Die:
    """Map a die to pixels of the original picture, whose width and height are `size`."""
    top = back(np.array(die.top), turns, size).round(1)
    return replace(die, box=box_back(die.box, turns, size), top=tuple(map(tuple, top.tolist())))


def box_back(box: Box, turns: int, size: tuple[int, int]) -> Box:
    """Map a box of whole pixels to the original picture."""
    x, y, wide, high = box
    ends = back(np.array([(x, y), (x + wide - 1, y + high - 1)]), turns, size)
    left, above, right, below = (int(v) for v in (*ends.min(axis=0), *ends.max(axis=0)))
    return left, above, right - left + 1, below - above + 1


def back(points: Floats, turns: int, size: tuple[int, int]) -> Floats:
    """Map (N, 2) pixel positions to the original picture."""
    (x, y), (wide, high) = points.T, size
    return np.stack(((x, y), (wide - 1 - y, x), (wide - 1 - x, high - 1 - y), (y, high - 1 - x))[turns], axis=1)
