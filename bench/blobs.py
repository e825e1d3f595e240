"""A reader as tutorials build it, as the rival of ours: OpenCV's blob detector, whose spots are grouped by distance.

It needs no training: round spots, dark or bright, are pips; spots nearer to each other than a few of their diameters
lie on one die.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.reading import Floats, Image

LONGEST_SIDE_PX = 640
"""Pictures are scaled to this side first."""
REACH = 4.2
"""Spots nearer than so many of their diameters are neighbours on a die."""


def read(image: Image) -> list[int]:
    """Values 1..6 of the dice that the spots of a BGR picture show, dark ones or bright ones, whichever are more."""
    scale = LONGEST_SIDE_PX / max(image.shape[:2])
    small = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    grey = np.asarray(cv2.medianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), 3), np.uint8)
    return max((grouped(spots(one)) for one in (grey, np.asarray(255 - grey, np.uint8))), key=sum)


def spots(grey: Image) -> Floats:
    """(N, 3) x, y and diameter of round dark spots, in pixels."""
    wanted = cv2.SimpleBlobDetector.Params()
    wanted.minArea, wanted.maxArea = 12, 1500
    wanted.filterByInertia, wanted.minInertiaRatio = True, 0.5
    wanted.filterByCircularity, wanted.minCircularity = True, 0.7
    found = cv2.SimpleBlobDetector.create(wanted).detect(grey)
    return np.array([(*one.pt, one.size) for one in found]).reshape(-1, 3)


def grouped(found: Floats) -> list[int]:
    """Numbers of spots in the groups of neighbours, as far as a die can show them."""
    free, sizes = list(range(len(found))), []
    while free:
        group = [free.pop()]
        for one in group:
            near = [k for k in free if neighbours(found[one], found[k])]
            group += near
            free = [k for k in free if k not in near]
        sizes.append(len(group))
    return [size for size in sizes if size <= 6]


def neighbours(one: Floats, other: Floats) -> bool:
    """Whether two spots, (3,) x, y and diameter, can be pips of one die."""
    small, large = sorted((one[2], other[2]))
    return bool(large < 1.6 * small and np.hypot(*(one[:2] - other[:2])) < REACH * (one[2] + other[2]) / 2)
