"""Calibration of the card reader on scenes that no net was taught.

And on the photos that teach.

It prints what ``vision/cards/reader.py`` holds as constants: the weights of the evidence, found by logistic regression,
and the confidence from which a card is sure.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from training.calibrate import curve_lines, sure_threshold
from training.symbols.calibrate import fit
from vision.cards.reader import SeenCard, see_cards
from vision.probability import sigmoid
from vision.reading import Floats

from .photos import card_photos
from .scene import HIDDEN, IndexTruth, Supplies, compose_card_scene

Outcome = tuple[Floats, bool, bool]
"""Evidence of what may be a card, and whether its rank is right, and rank and suit are."""
CHECK_SEED = 800_000_000
"""First seed of the scenes that validate."""
CHECK_SCENES = 400


def scene_outcomes(supplies: Supplies, models: Path, count: int = CHECK_SCENES) -> Iterator[Outcome]:
    """The outcome of each card that may be read in scenes that validate."""
    for seed in range(CHECK_SEED, CHECK_SEED + count):
        image, truths = compose_card_scene(seed, supplies)
        for card in see_cards(image, models, {}):
            truth = nearest_index(card, truths)
            if truth is None or truth.rank < 0 or truth.seen < HIDDEN:
                yield card.evidence, False, False
            else:
                yield card.evidence, card.rank == truth.rank, (card.rank, card.suit) == (truth.rank, truth.suit)


def nearest_index(card: SeenCard, truths: list[IndexTruth]) -> IndexTruth | None:
    """The index that a card's own one shows, if any."""
    near = [(float(np.linalg.norm(card.spot.quad[0] - truth.quad[0])), n) for n, truth in enumerate(truths)]
    apart, n = min(near, default=(np.inf, 0))
    return truths[n] if apart < 0.25 * card.spot.width else None


def photo_outcomes(photos: Path, models: Path) -> Iterator[Outcome]:
    """The outcome of each card that may be read in the photos that teach."""
    for photo in card_photos(photos, teaching=True):
        for card in see_cards(photo.decode(), models, {}):
            x, y = card.spot.point
            there = [
                (rank, suit or card.suit)
                for (rank, (left, top, wide, high)), suit in zip(photo.cards, photo.suits, strict=True)
                if left <= x <= left + wide and top <= y <= top + high
            ]
            yield card.evidence, card.rank in dict(there), (card.rank, card.suit) in there


def calibrate_cards(work: Path, fonts: Path, photos: Path | None) -> str:
    """Return the weights and the curve, in words, of the nets in WORK."""
    found = list(scene_outcomes(Supplies.of_work(work, fonts), work))
    if photos:
        found += list(photo_outcomes(photos, work))
    evidence, lines = np.stack([row for row, _, _ in found]), []
    for n, name in ((1, "RANK_WEIGHTS"), (2, "CONFIDENCE_WEIGHTS")):
        truth = np.array([row[n] for row in found], float)
        weights = fit(evidence, truth)
        confidence = sigmoid(evidence @ weights)
        lines += [f"{name} = {weights.round(3).tolist()}"]
        lines += curve_lines(confidence, truth, sure_threshold(confidence, truth))
    return "\n".join(lines)
