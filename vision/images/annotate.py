"""Annotated pictures: draws what was read on a copy."""

from __future__ import annotations

import cv2
import numpy as np

from vision.reading import Box, Image, Reading

SURE_COLOR = (60, 200, 60)
DOUBT_COLOR = (0, 220, 255)
TEXT_COLOR = (20, 20, 20)


def annotate(image: Image, reading: Reading) -> Image:
    """Copy an HxWx3 BGR picture and frame every die, with its value beside it.

    Dice in doubt are dashed and yellow; so is what may be one, with a question mark alone.
    """
    result = np.ascontiguousarray(image).copy()
    thickness = max(1, round(max(image.shape[:2]) / 400))
    for die in reading.dice:
        text = str(die.value) if die.doubt is None else f"{die.value}?"
        draw_frame(result, die.box, text, die.doubt is not None, thickness)
    for one in reading.possible_dice:
        draw_frame(result, one.box, "?", True, thickness)
    return result


def draw_frame(image: Image, box: Box, text: str, is_doubtful: bool, thickness: int) -> None:
    """Draw a box with a text beside it."""
    color = DOUBT_COLOR if is_doubtful else SURE_COLOR
    for start, end in box_strokes(box, dashed=is_doubtful, dash=6 * thickness):
        cv2.line(image, start, end, color, thickness)
    draw_plate(image, box, text, color, thickness)


def box_strokes(box: Box, dashed: bool, dash: int) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Line segments that make up a box."""
    x, y, width, height = box
    corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
    sides = list(zip(corners, corners[1:] + corners[:1], strict=True))
    return [stroke for start, end in sides for stroke in (dash_strokes(start, end, dash) if dashed else [(start, end)])]


def dash_strokes(
    start: tuple[int, int], end: tuple[int, int], dash: int
) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Every second piece of a line."""
    count = max(1, int(np.hypot(end[0] - start[0], end[1] - start[1]) / dash)) | 1
    points = [tuple(int(v) for v in np.add(start, np.subtract(end, start) * n / count)) for n in range(count + 1)]
    return [((a[0], a[1]), (b[0], b[1])) for a, b in zip(points[::2], points[1::2], strict=False)]


def draw_plate(image: Image, box: Box, text: str, color: tuple[int, int, int], thickness: int) -> None:
    """Draw a text on a plate at the upper left corner of the box, inside the picture."""
    size = max(0.3, 0.35 * thickness)
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, thickness)
    pad = 2 * thickness
    x = min(max(0, box[0]), max(0, image.shape[1] - width - 2 * pad))
    y = min(max(0, box[1] - height - 2 * pad), max(0, image.shape[0] - height - 2 * pad))
    cv2.rectangle(image, (x, y), (x + width + 2 * pad, y + height + 2 * pad), color, -1)
    cv2.putText(
        image, text, (x + pad, y + height + pad), cv2.FONT_HERSHEY_SIMPLEX, size, TEXT_COLOR, thickness, cv2.LINE_AA
    )
