"""Turn a picture by quarters into the one way that it names itself: however it is held, the reader sees the same.

This is canonicalization (S.-O. Kaba et al., "Equivariance with Learned Canonicalization Functions", 2023), and nothing
is learned here: a picture is read wide, with its brighter half above. Sums of whole numbers tell which half that is.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from vision.reading import Box, Die, Floats, Image, Reading, Reject

WAYS = (None, cv2.ROTATE_90_COUNTERCLOCKWISE, cv2.ROTATE_180, cv2.ROTATE_90_CLOCKWISE)


def quarters(image: Image) -> int:
    """How many quarter turns against the clock an HxWx3 picture wants; 0 where its halves are equally bright."""
    high, wide = image.shape[:2]
    above = (image[: high // 2], image[:, -(wide // 2) :], image[-(high // 2) :], image[:, : wide // 2])
    free = range(4) if wide == high else (0, 2) if wide > high else (1, 3)
    return max(free, key=lambda turns: sum(cv2.sumElems(above[turns])))


def turned(image: Image, turns: int) -> Image:
    """The picture after so many quarter turns against the clock; itself after none."""
    way = WAYS[turns]
    return image if way is None else np.asarray(cv2.rotate(image, way), np.uint8)


def turned_back(reading: Reading, turns: int) -> Reading:
    """What was read in the turned picture, in the pixels of the picture as it was before."""
    size = (reading.size[1], reading.size[0]) if turns % 2 else reading.size
    dice = [placed(die, turns, size) for die in reading.dice]
    rejects = tuple(Reject(box_back(one.box, turns, size), one.reason) for one in reading.rejects)
    return replace(reading, dice=tuple(sorted(dice, key=lambda d: (d.box[1], d.box[0]))), rejects=rejects, size=size)


def placed(die: Die, turns: int, size: tuple[int, int]) -> Die:
    """A die in the pixels of the picture before it was turned; `size` is that one's width and height."""
    top = back(np.array(die.top), turns, size).round(1)
    return replace(die, box=box_back(die.box, turns, size), top=tuple(map(tuple, top.tolist())))


def box_back(box: Box, turns: int, size: tuple[int, int]) -> Box:
    """A box of whole pixels, likewise."""
    x, y, wide, high = box
    ends = back(np.array([(x, y), (x + wide - 1, y + high - 1)]), turns, size)
    left, above, right, below = (int(v) for v in (*ends.min(axis=0), *ends.max(axis=0)))
    return left, above, right - left + 1, below - above + 1


def back(points: Floats, turns: int, size: tuple[int, int]) -> Floats:
    """(N, 2) places of pixels, likewise."""
    (x, y), (wide, high) = points.T, size
    return np.stack(((x, y), (wide - 1 - y, x), (wide - 1 - x, high - 1 - y), (y, high - 1 - x))[turns], axis=1)
