"""Lighting and focus: measures them in a picture and advises how to improve it.

Nothing here decides what a die shows; it says why reading failed, so that a person can fix it. The limits were measured
by `bench.light`, which degrades labelled pictures step by step and prints what is still read.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.reading import Box, Image, Reading

WANTS = ("light", "still", "closer", "glare", "back", "flat")
"""Every advice, as stable keys."""
DARK = 0.10
"""Share of white below which dice are too dark to be read."""
BURNT = 250
"""Grey level, 0..255, from which a pixel is burnt out."""
GLARE = 0.30
"""Largest share of a die's picture that glare may take."""
SOFT = 0.15
"""Least sharpness of a die that was held still and is in focus.

Change between pixels as a share of the contrast.
"""
SMALL = 17
"""Least side of a die, in pixels."""
LARGE = 60
"""Side of a die in pixels from which a nearer camera would not help."""
PATCH = 40
"""Side in pixels at which a die's sharpness is measured."""
LONGEST = 320
"""Longest side in pixels at which a whole picture is measured."""


@dataclass(frozen=True, slots=True)
class Light:
    """Measurements of a picture; of several dice the worst."""

    bright: float
    """0..1, brightness about the dice, or of the picture without dice, as a share of white.

    The 90th percentile is taken.
    """
    sharp: float
    """0..1, change between neighbouring pixels as a share of the contrast."""
    glare: float
    """0..1, share of a die that is burnt out; 0 without dice."""
    side: float
    """Side of the smallest die in pixels; 0 without dice."""


def light(image: Image, reading: Reading) -> Light:
    """Measure an HxWx3 uint8 BGR picture, about the dice that were read in it."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    patches = [np.asarray(_cut(grey, die.box), np.uint8) for die in reading.dice]
    around = [np.asarray(_cut(grey, _grown(die.box)), np.uint8) for die in reading.dice]
    if not patches:
        whole = np.asarray(_small(grey), np.uint8)
        return Light(bright(whole), sharp(whole), 0.0, 0.0)
    return Light(
        min(map(bright, around)),
        min(sharp(np.asarray(_sized(patch), np.uint8)) for patch in patches),
        max(map(glare, patches)),
        min(float(np.sqrt(die.box[2] * die.box[3])) for die in reading.dice),
    )


def bright(grey: Image) -> float:
    """0..1, brightness of the brighter parts: the 90th percentile."""
    return float(np.percentile(grey, 90)) / 255


def sharp(grey: Image) -> float:
    """0..1, steepest change between neighbours; 0 for a picture without contrast."""
    fine = np.asarray(cv2.GaussianBlur(grey, (0, 0), 0.7), float)  # or noise would be taken for edges
    low, high = np.percentile(fine, (2, 98))
    steps = [np.percentile(np.abs(np.diff(fine, axis=axis)), 99) for axis in (0, 1)]
    return float(min(1.0, min(steps) / max(12.0, high - low)))


def glare(grey: Image) -> float:
    """0..1, share of burnt-out pixels."""
    return float(np.mean(grey >= BURNT))


def wanting(seen: Light, reading: Reading, count: int) -> str | None:
    """Advice that would help most to read the expected dice: one of ADVICE, or None."""
    if reading.sure and len(reading.dice) == count:
        return None
    if seen.bright < DARK:
        return "light"
    if seen.side and seen.side < SMALL:
        return "closer"
    if seen.glare > GLARE:
        return "glare"
    if seen.sharp < SOFT:
        return "still"
    doubts = {die.unsure for die in reading.dice}
    if "cut off" in doubts:
        return "back"
    if doubts & {"cocked", "stacked"}:
        return "flat"
    if doubts & {"blurred", "faint", "contradictory"}:
        return "closer" if seen.side < LARGE else "still"
    if 0 < len(reading.dice) < count:
        return "closer" if seen.side < LARGE else "back"
    return "closer" if reading.rejects and not reading.dice else None


def _cut(grey: cv2.typing.MatLike, box: Box) -> cv2.typing.MatLike:
    x, y, wide, high = box
    return grey[y : y + high, x : x + wide]


def _grown(box: Box) -> Box:
    """Enlarge a box by half a die on each side, so that a black die is not taken for darkness."""
    x, y, wide, high = box
    left, top = max(0, x - wide // 2), max(0, y - high // 2)
    return left, top, x + wide + wide // 2 - left, y + high + high // 2 - top


def _sized(patch: cv2.typing.MatLike) -> cv2.typing.MatLike:
    way = cv2.INTER_AREA if max(patch.shape) > PATCH else cv2.INTER_LINEAR
    return cv2.resize(patch, (PATCH, PATCH), interpolation=way)


def _small(grey: cv2.typing.MatLike) -> cv2.typing.MatLike:
    scale = min(1.0, LONGEST / max(grey.shape))
    size = max(1, round(grey.shape[1] * scale)), max(1, round(grey.shape[0] * scale))
    return cv2.resize(grey, size, interpolation=cv2.INTER_AREA)
