"""Training crops of the detector, and the output that is wanted for each."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from training.scenes.drawn import lens
from training.scenes.ground import Floats, RandomGenerator
from training.scenes.scene import NO_DIE, GroundTruth
from vision.reading import Image

CROP_PX = 256
"""Pixels a side of a crop."""
STRIDE_PX = 8
"""Pixels for each cell of the net's output."""
CELLS = CROP_PX // STRIDE_PX
CORE_RADIUS = 0.2
"""Distance from a die's center, in sides of its box, within which cells give its value."""
DIE_SIZES_PX = (15.0, 160.0)
"""Sides in pixels of the dice that are shown to the net."""
HUE_SHARE = 0.15
"""Share of the pictures whose differences in lightness are turned into differences in hue."""
BGR_TO_GREY = np.array([0.114, 0.587, 0.299])
"""Weights of blue, green and red in a picture's lightness."""


@dataclass(frozen=True)
class NetTarget:
    """Wanted output for one crop, cell by cell."""

    heat: NDArray[np.float32]
    """(CELLS, CELLS) 1 at the center of a die, falling off around it."""
    known_mask: NDArray[np.float32]
    """(CELLS, CELLS) 0 where the truth is unknown."""
    value: NDArray[np.int64]
    """(CELLS, CELLS) 0..5 near a center, -1 elsewhere."""
    place: NDArray[np.float32]
    """(12, CELLS, CELLS) box and top face.

    Logarithms of the distances to the box's sides, then the corners of the top face in box sides.
    """
    corners_mask: NDArray[np.float32]
    """(CELLS, CELLS) 1 where the corners are known."""
    cell_weight: NDArray[np.float32]
    """(CELLS, CELLS) weight of each cell; small dice and large ones weigh the same."""


def transform_truth(truth: GroundTruth, transform: Floats) -> GroundTruth:
    """Transform a ground truth by the (2, 3) affine transform of its picture."""
    x, y, wide, high = truth.box
    ends = np.array([(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)]) @ transform[:, :2].T + transform[:, 2]
    low, high_ = ends.min(axis=0), ends.max(axis=0)
    corners = None if truth.corners is None else truth.corners @ transform[:, :2].T + transform[:, 2]
    return replace(truth, box=(*map(float, low), *map(float, high_ - low)), corners=corners)  # type: ignore[arg-type]


def random_crop(
    image: Image, truths: list[GroundTruth], rng: RandomGenerator, real: bool
) -> tuple[Image, list[GroundTruth]]:
    """Random square of a picture, rotated, mirrored, stretched and recolored."""
    sizes = [np.sqrt(t.box[2] * t.box[3]) for t in truths]
    scale = np.exp(rng.uniform(np.log(0.55), np.log(1.4)))
    middle = rng.uniform(0.3, 0.7, 2) * image.shape[1::-1]
    if truths:
        one = int(rng.integers(len(truths)))
        wanted = np.exp(rng.uniform(*np.log(DIE_SIZES_PX)))
        scale = np.clip(wanted / sizes[one], 0.35, 2.5) if real else np.clip(scale, 14 / sizes[one], 200 / sizes[one])
        if real or rng.random() < 0.5:
            middle = np.array(truths[one].box[:2]) + np.array(truths[one].box[2:]) / 2
    stretch = np.exp(rng.normal(0, 0.07 if real else 0.03))
    turn = np.array([[1, 0], [0, 1]]) if rng.random() < 0.5 else np.array([[0, -1], [1, 0]])
    mirror = np.diag(rng.choice([-1, 1], 2))
    linear = turn @ mirror @ np.diag([scale * stretch, scale / stretch])
    shift = limit_shift(linear, CROP_PX / 2 - linear @ middle + rng.uniform(-0.35, 0.35, 2) * CROP_PX, image.shape)
    way = np.concatenate([linear, shift[:, None]], axis=1)
    fill = [float(v) for v in image[:: image.shape[0] - 1, :: image.shape[1] - 1].reshape(-1, 3).mean(axis=0)]
    if scale < 0.7:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), 0.45 / scale), np.uint8)
    part = cv2.warpAffine(image, way, (CROP_PX, CROP_PX), borderMode=cv2.BORDER_CONSTANT, borderValue=fill)
    return recolor(np.asarray(part, np.uint8), rng, real), [transform_truth(t, way) for t in truths]


def limit_shift(linear: Floats, shift: Floats, shape: tuple[int, ...]) -> Floats:
    """Adjust a shift so that the crop shows as little as possible beyond the picture."""
    ends = np.array([(0, 0), (shape[1], 0), (0, shape[0]), (shape[1], shape[0])]) @ linear.T
    first, last = -ends.min(axis=0), CROP_PX - ends.max(axis=0)
    return np.clip(shift, np.minimum(first, last), np.maximum(first, last))


def recolor(image: Image, rng: RandomGenerator, real: bool) -> Image:
    """Randomly change colors, light and grain."""
    if rng.random() < 0.2:
        image = np.ascontiguousarray(image[..., rng.permutation(3)])
    if rng.random() < HUE_SHARE:
        image = lightness_to_hue(image, rng)
    if rng.random() < 0.8:
        gain, bend = np.exp(rng.normal(0, 0.12, 3) + rng.normal(0.05, 0.2)), np.exp(rng.normal(-0.1, 0.2))
        line = (np.arange(256) / 255)[:, None] ** bend * gain
        image = np.asarray(cv2.LUT(image, np.clip(line * 255, 0, 255).astype(np.uint8)[:, None]), np.uint8)
    if rng.random() < 0.12:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.5, 1.6))), np.uint8)
    if real and rng.random() < 0.3:
        image = lens.add_artefacts(image.astype(np.float32), rng)
    elif rng.random() < 0.1:
        image = np.repeat(image.mean(axis=2, keepdims=True).astype(np.uint8), 3, axis=2)
    return image


def lightness_to_hue(image: Image, rng: RandomGenerator) -> Image:
    """Turn differences in lightness into differences in hue.

    A random linear map of colors about the picture's mean leaves pips and plastic about equally bright.
    """
    kept, direction = rng.uniform(0.15, 0.7), rng.normal(0, 0.6, 3)
    contrast = rng.normal(0.1, 0.25)
    direction += contrast - kept - BGR_TO_GREY @ direction
    linear = kept * np.eye(3) + np.outer(direction, BGR_TO_GREY)
    mean = image.reshape(-1, 3).mean(axis=0)
    moved = np.clip(mean + rng.normal(0, 25, 3), 25, 230)
    way = np.concatenate([linear, (moved - linear @ mean)[:, None]], axis=1)
    return np.asarray(cv2.transform(image, way), np.uint8)


def net_target(truths: list[GroundTruth]) -> NetTarget:
    """Wanted output for a crop."""
    heat, known = np.zeros((CELLS, CELLS), np.float32), np.ones((CELLS, CELLS), np.float32)
    value, place = np.full((CELLS, CELLS), -1, np.int64), np.zeros((12, CELLS, CELLS), np.float32)
    faced, share = np.zeros((CELLS, CELLS), np.float32), np.zeros((CELLS, CELLS), np.float32)
    y, x = np.mgrid[:CELLS, :CELLS] * STRIDE_PX + STRIDE_PX / 2 - 0.5
    for truth in sorted(truths, key=lambda t: -t.box[2] * t.box[3]):
        if truth.value == NO_DIE:
            continue
        left, top, wide, high = truth.box
        cx, cy, side = left + wide / 2, top + high / 2, float(np.sqrt(wide * high))
        inside = (x > left) & (x < left + wide) & (y > top) & (y < top + high)
        whole = min(left, top, CROP_PX - left - wide, CROP_PX - top - high) > -0.2 * side
        if truth.value == 0 or side < 11 or side > 230 or not whole:
            known[inside] = 0
            continue
        apart = np.hypot(x - cx, y - cy)
        row, column = (int(np.clip(v / STRIDE_PX, 0, CELLS - 1)) for v in (cy, cx))
        heat = np.maximum(heat, np.exp(-0.5 * (apart / max(0.8 * STRIDE_PX, 0.13 * side)) ** 2))
        heat[row, column] = known[row, column] = 1
        core = apart < CORE_RADIUS * side
        core[row, column] = True
        share[core] = 1 / core.sum()
        value[core] = truth.value - 1
        ways = np.stack([x - left, y - top, left + wide - x, top + high - y])
        place[:4, core] = np.log(np.maximum(ways, 1.0) / STRIDE_PX)[:, core]
        faced[core] = truth.corners is not None
        if truth.corners is not None:
            offsets = (truth.corners[:, :, None, None] - np.stack([x, y])) / side
            place[4:, core] = sorted_corners(offsets)[:, core]
    return NetTarget(heat.astype(np.float32), known, value, place, faced, share)


def sorted_corners(offsets: Floats) -> Floats:
    """(8, CELLS, CELLS) offsets of corners (4, 2, CELLS, CELLS), sorted around their center."""
    at = offsets[:, :, 0, 0]
    turn = np.arctan2(*(at - at.mean(axis=0)).T[::-1])
    return np.asarray(offsets[np.argsort(turn)].reshape(8, *offsets.shape[2:]))
