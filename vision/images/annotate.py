"""Annotated pictures: draws what was read on a copy."""

from __future__ import annotations

import cv2
import numpy as np

from vision.reading import Box, Die, Image, Reading

SURE = (60, 200, 60)
UNSURE = (0, 220, 255)
DARK = (20, 20, 20)


def annotate(image: Image, reading: Reading) -> Image:
    """Copy an HxWx3 BGR picture and frame every die, with its value beside it.

    Dice in doubt are dashed and yellow.
    """
    result = np.ascontiguousarray(image).copy()
    weight = max(1, round(max(image.shape[:2]) / 400))
    for die in reading.dice:
        frame(result, die, weight)
        label(result, die, weight)
    return result


def frame(image: Image, die: Die, weight: int) -> None:
    """Draw the box of one die."""
    for start, end in edges(die.box, dashed=die.unsure is not None, dash=6 * weight):
        cv2.line(image, start, end, SURE if die.unsure is None else UNSURE, weight)


def edges(box: Box, dashed: bool, dash: int) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Line segments that make up a box."""
    x, y, wide, high = box
    corners = [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)]
    sides = list(zip(corners, corners[1:] + corners[:1], strict=True))
    return [stroke for start, end in sides for stroke in (dashes(start, end, dash) if dashed else [(start, end)])]


def dashes(start: tuple[int, int], end: tuple[int, int], dash: int) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Every second piece of a line."""
    count = max(1, int(np.hypot(end[0] - start[0], end[1] - start[1]) / dash)) | 1
    points = [tuple(int(v) for v in np.add(start, np.subtract(end, start) * n / count)) for n in range(count + 1)]
    return [((a[0], a[1]), (b[0], b[1])) for a, b in zip(points[::2], points[1::2], strict=False)]


def label(image: Image, die: Die, weight: int) -> None:
    """Draw the value on a plate at the upper left corner of the box, inside the picture."""
    text = str(die.value) if die.unsure is None else f"{die.value}?"
    size = max(0.3, 0.35 * weight)
    (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, weight)
    pad = 2 * weight
    x = min(max(0, die.box[0]), max(0, image.shape[1] - wide - 2 * pad))
    y = min(max(0, die.box[1] - high - 2 * pad), max(0, image.shape[0] - high - 2 * pad))
    colour = SURE if die.unsure is None else UNSURE
    cv2.rectangle(image, (x, y), (x + wide + 2 * pad, y + high + 2 * pad), colour, -1)
    cv2.putText(image, text, (x + pad, y + high + pad), cv2.FONT_HERSHEY_SIMPLEX, size, DARK, weight, cv2.LINE_AA)
