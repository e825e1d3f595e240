"""Dice with signs in a picture: a net that finds them, and one that names the sign on top."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from vision.nets import MODELS
from vision.reader.combine import log_odds
from vision.reader.detector import SYMBOL_FINDER, Detection, detect_dice
from vision.reader.judge import crop_detections, mean_logits
from vision.reading import Floats, Image

from . import SIGNS

JUDGE = "symbols"
"""Name of the net that names signs."""
QUARTER_TURNS = 4
"""Quarter turns over which a patch is judged."""
MIN_HEAT = 0.25
"""Least heat of a candidate."""
MAX_CANDIDATES = 40
"""Most candidates that are judged, hottest first."""
PART_OVERLAP = 0.6
"""Share of a box on that of a likelier die from which it is part of that die."""


@dataclass(frozen=True, slots=True)
class SymbolCandidate:
    """A place that may show a die with a sign."""

    detection: Detection
    """Where it lies; its six values mean nothing."""
    logits: Floats
    """(1 + len(SIGNS),) logits: none of these dice, then SIGNS."""

    def probabilities(self, faces: Sequence[str]) -> Floats:
        """(1 + n,) probabilities: none of these dice, then each of the n faces of a kind.

        Faces with the same sign share its probability, of which the first one gets all.
        """
        rows = [0, *(1 + SIGNS.index(sign) for sign in faces)]
        shares = np.exp(self.logits[rows] - self.logits[rows].max())
        shares[1:] *= [sign not in faces[:n] for n, sign in enumerate(faces)]
        return np.asarray(shares / shares.sum())

    @property
    def sign(self) -> str | None:
        """The likeliest of all signs, of any kind of dice; None if it is rather no such die."""
        best = int(self.logits.argmax())
        return SIGNS[best - 1] if best else None

    def evidence(self, faces: Sequence[str]) -> Floats:
        """(4,) evidence for the likeliest face, as ``reader.CONFIDENCE_WEIGHTS`` weighs it."""
        none, *shares = self.probabilities(faces)
        best = float(max(shares))
        return np.array([log_odds(1 - none), log_odds(best / sum(shares)), np.log(self.detection.heat), 1.0])


def find_candidates(image: Image, models: Path = MODELS) -> list[SymbolCandidate]:
    """Find everything in an HxWx3 BGR picture that may be a die with a sign, hottest first."""
    spots = detect_dice(image, models, MIN_HEAT, SYMBOL_FINDER)[:MAX_CANDIDATES]
    return [SymbolCandidate(spot, row) for spot, row in zip(spots, judge_signs(image, spots, models), strict=True)]


def judge_signs(image: Image, spots: Sequence[Detection], models: Path = MODELS) -> Floats:
    """(N, 1 + len(SIGNS)) logits of detections: the mean over quarter turns."""
    if not spots:
        return np.zeros((0, 1 + len(SIGNS)))
    return mean_logits(JUDGE, crop_detections(image, spots), models, QUARTER_TURNS)
