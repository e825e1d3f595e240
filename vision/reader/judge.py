"""Die judge: a second net, which sees one die at a time and says its value or "no die"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.nets import MODELS, image_blob, run_net
from vision.probability import softmax
from vision.reading import Floats, Image

from .detector import Detection
from .views import load_views

PATCH_SIDE = 64
"""Pixels a side of a judged patch."""
PATCH_CONTEXT = 1.4
"""Side of a patch of the other nets for single dice, in sides of the die's box."""
SECOND_LOOK = 0.9
"""Probability of a place's likeliest class below which its mirror image is judged as well.

Nets whose answers are means over quarter turns have had their other looks.
"""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judge's opinion of one detection."""

    detection: Detection
    no_die_probability: float
    """0..1, probability that it is no die."""
    probabilities: Floats
    """(6,) probability of each value, if it is a die."""


def judge_detections(image: Image, detections: list[Detection], models: Path = MODELS) -> list[Verdict]:
    """Judge every detection."""
    if not detections:
        return []
    views = load_views(models)
    patches = [crop_detections(image, detections, context) for context in views.contexts]
    logits = mean_logits("judge", patches, models, views.quarter_turns)
    unsure = np.flatnonzero(softmax(logits).max(axis=1) < SECOND_LOOK)
    if len(unsure) and views.quarter_turns == 1:
        mirrored = [[np.ascontiguousarray(rows[n][:, ::-1]) for n in unsure] for rows in patches]
        logits[unsure] = (logits[unsure] + mean_logits("judge", mirrored, models, 1)) / 2
    return [verdict_of_logits(spot, row) for spot, row in zip(detections, logits, strict=True)]


def verdict_of_logits(detection: Detection, logits: Floats) -> Verdict:
    """Convert (7,) logits (no die, 1..6) to probabilities."""
    none, *shares = softmax(logits)
    return Verdict(detection, float(none), np.array(shares) / sum(shares))


def mean_logits(net: str, views: Sequence[Sequence[Image]], models: Path, turns: int) -> Floats:
    """(N, K) logits of a net that sees N places in all views: the mean over quarter turns."""
    blob = np.concatenate([image_blob(turn_patches(patches, turns)) for patches in views], axis=1)
    return np.asarray(run_net(net, blob, models).reshape(len(views[0]), turns, -1).mean(axis=1))


def turn_patches(patches: Sequence[Image], turns: int) -> list[Image]:
    """Return each patch at so many quarter turns, one patch after the other."""
    return [np.ascontiguousarray(np.rot90(patch, turn)) for patch in patches for turn in range(turns)]


def crop_detections(image: Image, detections: Sequence[Detection], context: float = PATCH_CONTEXT) -> list[Image]:
    """Crop the patch of every detection, as the nets for single dice see them."""
    return [crop_patch(image, spot.center, spot.longer_side, PATCH_SIDE, context) for spot in detections]


def crop_patch(image: Image, center: Floats, size: float, side: int, context: float) -> Image:
    """Crop a square about a point; `size` is the longer side of the die's box in pixels."""
    scale = side / (context * size)
    low = np.maximum(0, np.floor(center - 0.75 * context * size)).astype(int)
    high = np.ceil(center + 0.75 * context * size).astype(int)
    part = image[low[1] : high[1], low[0] : high[0]]
    if not part.size:
        return np.zeros((side, side, 3), np.uint8)
    if scale < 0.6:
        part = np.asarray(cv2.GaussianBlur(part, (0, 0), 0.4 / scale), np.uint8)
    x, y = center - low
    transform = np.array([[scale, 0, side / 2 - scale * x], [0, scale, side / 2 - scale * y]])
    return np.asarray(cv2.warpAffine(part, transform, (side, side), borderMode=cv2.BORDER_REPLICATE), np.uint8)
