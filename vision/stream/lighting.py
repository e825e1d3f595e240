"""Lighting and focus: measures them in a picture and advises how to improve it.

Nothing here decides what a die shows; it says why reading failed, so that a person can fix it. The limits were measured
by `bench.light`, which degrades labelled pictures step by step and prints what is still read.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.reading import Box, Image, Reading

ADVICE = ("light", "still", "closer", "glare", "back")
"""Every advice, as stable keys."""
MIN_BRIGHTNESS = 0.10
"""Share of white below which dice are too dark to be read."""
BURNT_OUT_LEVEL = 250
"""Grey level, 0..255, from which a pixel is burnt out."""
MAX_GLARE = 0.30
"""Largest share of a die's picture that glare may take."""
MIN_SHARPNESS = 0.15
"""Least sharpness of a die that was held still and is in focus.

Change between pixels as a share of the contrast.
"""
MIN_DIE_SIDE_PX = 17
"""Least side of a die, in pixels."""
LARGE_DIE_SIDE_PX = 60
"""Side of a die in pixels from which a nearer camera would not help."""
SHARPNESS_PATCH_PX = 40
"""Side in pixels at which a die's sharpness is measured."""
LONGEST_SIDE_PX = 320
"""Longest side in pixels at which a whole picture is measured."""


@dataclass(frozen=True, slots=True)
class LightingMeasurement:
    """Measurements of a picture; of several dice the worst."""

    brightness: float
    """0..1, brightness about the dice, or of the picture without dice, as a share of white.

    The 90th percentile is taken.
    """
    sharpness: float
    """0..1, change between neighbouring pixels as a share of the contrast."""
    glare: float
    """0..1, share of a die that is burnt out; 0 without dice."""
    die_side_px: float
    """Side of the smallest die in pixels; 0 without dice."""


def measure_lighting(image: Image, reading: Reading) -> LightingMeasurement:
    """Measure an HxWx3 uint8 BGR picture, about the dice that were read in it."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    patches = [np.asarray(_crop_box(grey, die.box), np.uint8) for die in reading.dice]
    around = [np.asarray(_crop_box(grey, _grow_box(die.box)), np.uint8) for die in reading.dice]
    if not patches:
        whole = np.asarray(_shrink(grey), np.uint8)
        return LightingMeasurement(measure_brightness(whole), measure_sharpness(whole), 0.0, 0.0)
    return LightingMeasurement(
        min(map(measure_brightness, around)),
        min(measure_sharpness(np.asarray(_resize_patch(patch), np.uint8)) for patch in patches),
        max(map(measure_glare, patches)),
        min(float(np.sqrt(die.box[2] * die.box[3])) for die in reading.dice),
    )


def measure_brightness(grey: Image) -> float:
    """0..1, brightness of the brighter parts: the 90th percentile."""
    return float(np.percentile(grey, 90)) / 255


def measure_sharpness(grey: Image) -> float:
    """0..1, steepest change between neighbours; 0 for a picture without contrast."""
    fine = np.asarray(cv2.GaussianBlur(grey, (0, 0), 0.7), float)  # or noise would be taken for edges
    low, high = np.percentile(fine, (2, 98))
    steps = [np.percentile(np.abs(np.diff(fine, axis=axis)), 99) for axis in (0, 1)]
    return float(min(1.0, min(steps) / max(12.0, high - low)))


def measure_glare(grey: Image) -> float:
    """0..1, share of burnt-out pixels."""
    return float(np.mean(grey >= BURNT_OUT_LEVEL))


def advise(lighting: LightingMeasurement, reading: Reading, expected_dice: int) -> str | None:
    """Advice that would help most to read the expected dice: one of ADVICE, or None."""
    if reading.is_sure and len(reading.dice) == expected_dice:
        return None
    if lighting.brightness < MIN_BRIGHTNESS:
        return "light"
    if lighting.die_side_px and lighting.die_side_px < MIN_DIE_SIDE_PX:
        return "closer"
    if lighting.glare > MAX_GLARE:
        return "glare"
    if lighting.sharpness < MIN_SHARPNESS:
        return "still"
    doubts = {die.doubt for die in reading.dice}
    if "cut off" in doubts:
        return "back"
    if doubts & {"blurred", "faint", "contradictory"}:
        return "closer" if lighting.die_side_px < LARGE_DIE_SIDE_PX else "still"
    if 0 < len(reading.dice) < expected_dice:
        return "closer" if lighting.die_side_px < LARGE_DIE_SIDE_PX else "back"
    return "closer" if reading.rejects and not reading.dice else None


def is_too_dark(image: Image, box: Box) -> bool:
    """Whether there is too little light about a die's box to tell its faces apart."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    return measure_brightness(np.asarray(_crop_box(grey, _grow_box(box)), np.uint8)) < MIN_BRIGHTNESS


def _crop_box(grey: cv2.typing.MatLike, box: Box) -> cv2.typing.MatLike:
    x, y, wide, high = box
    return grey[y : y + high, x : x + wide]


def _grow_box(box: Box) -> Box:
    """Enlarge a box by half a die on each side, so that a black die is not taken for darkness."""
    x, y, wide, high = box
    left, top = max(0, x - wide // 2), max(0, y - high // 2)
    return left, top, x + wide + wide // 2 - left, y + high + high // 2 - top


def _resize_patch(patch: cv2.typing.MatLike) -> cv2.typing.MatLike:
    way = cv2.INTER_AREA if max(patch.shape) > SHARPNESS_PATCH_PX else cv2.INTER_LINEAR
    return cv2.resize(patch, (SHARPNESS_PATCH_PX, SHARPNESS_PATCH_PX), interpolation=way)


def _shrink(grey: cv2.typing.MatLike) -> cv2.typing.MatLike:
    scale = min(1.0, LONGEST_SIDE_PX / max(grey.shape))
    size = max(1, round(grey.shape[1] * scale)), max(1, round(grey.shape[0] * scale))
    return cv2.resize(grey, size, interpolation=cv2.INTER_AREA)
