"""Card judge: a second net, which sees one index and its card.

And names rank and suit or says that it is none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.nets import MODELS, image_blob, run_net
from vision.probability import softmax
from vision.reader.judge import PATCH_SIDE
from vision.reading import Floats, Image

from . import FATE_SUITS, FRENCH_SUITS, JOKERS, RANKS
from .finder import UNIT_SQUARE, IndexSpot

JUDGE = "cards"
"""Name of the net."""
SUITS = (*FRENCH_SUITS, *FATE_SUITS, *JOKERS)
"""Suits in the order of the net's last outputs."""
RANK_OUTPUTS = 1 + len(RANKS)
"""Outputs for no index, then for each rank; those for SUITS follow."""
VIEWS = ((-0.06, -0.04, 0.42, 0.44), (-0.05, -0.04, 1.05, 1.04))
"""Left, top, right and low of what the net sees, in shares of the card: the index, and the whole card."""


@dataclass(frozen=True, slots=True)
class CardVerdict:
    """The judge's opinion of one index."""

    spot: IndexSpot
    no_card: float
    """0..1, probability that there is no index."""
    ranks: Floats
    """(14,) probability of each rank, if there is one."""
    suits: Floats
    """(10,) probability of each of SUITS, likewise."""


def judge_indices(image: Image, spots: Sequence[IndexSpot], models: Path = MODELS) -> list[CardVerdict]:
    """Judge every index in an HxWx3 BGR picture."""
    if not spots:
        return []
    patches = [[crop_view(image, spot.quad, view) for spot in spots] for view in VIEWS]
    answer = run_net(JUDGE, np.concatenate([image_blob(rows) for rows in patches], axis=1), models)
    return [verdict_of_logits(spot, row) for spot, row in zip(spots, answer.reshape(len(spots), -1), strict=True)]


def verdict_of_logits(spot: IndexSpot, logits: Floats) -> CardVerdict:
    """Convert logits to probabilities."""
    ranks = softmax(logits[:RANK_OUTPUTS])
    return CardVerdict(
        spot, float(ranks[0]), ranks[1:] / max(1e-9, 1 - float(ranks[0])), softmax(logits[RANK_OUTPUTS:])
    )


def crop_view(image: Image, quad: Floats, view: tuple[float, float, float, float]) -> Image:
    """(PATCH_SIDE, PATCH_SIDE, 3) part of a card with these corners, straightened.

    Grey outside the picture.
    """
    left, top, right, low = view
    part = np.array([[left, top], [right, top], [right, low], [left, low]], np.float32)
    corners = cv2.perspectiveTransform(part[None], cv2.getPerspectiveTransform(UNIT_SQUARE, quad.astype(np.float32)))[0]
    shrink = float(np.linalg.norm(corners[1] - corners[0])) / PATCH_SIDE
    if shrink > 2:
        image, corners = shrunk_around(image, corners, shrink / 1.4)
    to = cv2.getPerspectiveTransform(corners.astype(np.float32), UNIT_SQUARE * PATCH_SIDE)
    size = (PATCH_SIDE, PATCH_SIDE)
    shown = cv2.warpPerspective(image, to, size, borderMode=cv2.BORDER_CONSTANT, borderValue=(128, 128, 128))
    return np.asarray(shown, np.uint8)


def shrunk_around(image: Image, corners: Floats, factor: float) -> tuple[Image, Floats]:
    """The part of a picture about these corners, smaller by a factor.

    So that a patch of it is not grainy.
    """
    high, wide = image.shape[:2]
    low = np.clip(np.floor(corners.min(axis=0)) - 2, 0, (wide - 1, high - 1)).astype(int)
    top = np.clip(np.ceil(corners.max(axis=0)) + 2, low + 1, (wide, high)).astype(int)
    part = image[low[1] : top[1], low[0] : top[0]]
    size = tuple(np.maximum(1, np.rint((top - low) / factor)).astype(int).tolist())
    ratio = np.array(size) / (top - low)
    return np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.uint8), (corners - low) * ratio
