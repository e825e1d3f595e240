"""Combination of the three estimates of each die: detector, judge and pip pattern."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import numpy as np

from vision.nets import MODELS
from vision.probability import log_odds, sigmoid, softmax
from vision.reading import Floats

from .detector import AGAIN_HEAT, is_same_die
from .judge import Verdict
from .pip_pattern import PipPattern

FIRM_PROBABILITY = 0.8
"""Probability from which one estimate counts as firm."""
PROBABILITY_FLOORS = np.array([0.01, 0.003, 0.02])
"""Probability floors of the detector, the judge and the pip pattern.

Each leaves so much to any value, however sure it is of another.
"""

PART_OVERLAP = 0.7
"""Share of a box on that of a likelier die from which it is part of that die."""
MAX_DEVIATION = 1.0
"""Largest deviation of a size that counts: with one of 2.7 times the others' it is as odd as can be."""


@dataclass(frozen=True)
class EstimateWeights:
    """Weights of the estimates, learned by `training.calibrate` on held-out dice."""

    value_exponents: Floats
    """(3,) exponents of the estimates' probabilities."""
    die_weights: Floats
    """(6,) weights of the features for there being a die, see ``die_evidence``."""
    calibration_curve: Floats
    """(K, 2) calibration curve: product of both probabilities, and share that was right; 0..1."""
    sure_confidence: float
    """Confidence from which nobody needs to check a die."""
    sure_given_count: float
    """The same where as many dice are read as the game has asked for."""


@cache
def load_weights(models: Path = MODELS) -> EstimateWeights:
    """Load the weights that lie beside the nets."""
    rows = json.loads((models / "trust.json").read_text("utf-8"))
    value, die, curve = (np.array(rows[name], float) for name in ("value", "die", "curve"))
    return EstimateWeights(value, die, curve, float(rows["sure"]), float(rows["sure_given_count"]))


@dataclass(frozen=True, slots=True)
class CombinedDie:
    """A die with its three estimates combined."""

    verdict: Verdict
    pattern: PipPattern
    probabilities: Floats
    """(6,) combined probability of each value."""
    die_probability: float
    """0..1, probability that it is a die."""
    confidence: float
    """0..1, the share of such cases in which it is a die of this value."""

    @property
    def value(self) -> int:
        """Most probable value, 1..6."""
        return int(self.probabilities.argmax()) + 1

    def is_sure(self, weights: EstimateWeights, is_count_met: bool) -> bool:
        """Whether nobody needs to check it, where as many dice are read as were asked for or not."""
        if is_count_met and not self.is_contradicted:
            return self.confidence >= weights.sure_given_count
        return self.confidence >= weights.sure_confidence

    @property
    def is_contradicted(self) -> bool:
        """Whether one estimate firmly names another value."""
        voices = (self.verdict.detection.probabilities, self.verdict.probabilities, self.pattern.probabilities)
        return any(shares.max() > FIRM_PROBABILITY and int(shares.argmax()) + 1 != self.value for shares in voices)


def combine_estimates(
    verdict: Verdict, pattern: PipPattern, weights: EstimateWeights, deviation: float = 0.0
) -> CombinedDie:
    """Combine the estimates of one die.

    `deviation` is that of its size, see ``size_deviations``.
    """
    shares = softmax(weights.value_exponents @ log_probabilities(verdict, pattern))
    evidence = die_evidence(verdict, shares, deviation)
    there = float(sigmoid(weights.die_weights @ evidence))
    return CombinedDie(verdict, pattern, shares, there, calibrate_confidence(there, shares, weights))


def calibrate_confidence(die_probability: float, probabilities: Floats, weights: EstimateWeights) -> float:
    """Return the calibrated confidence, 0..1.

    It is the share of cases with these probabilities that are a die of the likeliest value.
    """
    return float(np.interp(die_probability * probabilities.max(), *weights.calibration_curve.T))


def with_die_probability(die: CombinedDie, probability: float, weights: EstimateWeights) -> CombinedDie:
    """Return the die with another probability of being one, and the confidence that follows."""
    confidence = calibrate_confidence(probability, die.probabilities, weights)
    return replace(die, die_probability=probability, confidence=confidence)


def log_probabilities(verdict: Verdict, pattern: PipPattern) -> Floats:
    """(3, 6) logarithms of the estimates' probabilities."""
    said = np.stack([verdict.detection.probabilities, verdict.probabilities, pattern.probabilities])
    return np.asarray(np.log((said + PROBABILITY_FLOORS[:, None]) / (1 + 6 * PROBABILITY_FLOORS[:, None])))


def die_evidence(verdict: Verdict, probabilities: Floats, deviation: float) -> Floats:
    """(6,) features for there being a die, whose values have these (6,) probabilities.

    They are 1, the detector's and the judge's log odds of a die, the log of the likeliest value's probability, how far
    its size is from that of the other dice, see ``size_deviations``, and the log odds with which another scale sees a
    die of that value.
    """
    spot, best = verdict.detection, int(probabilities.argmax())
    again = log_odds(max(float(spot.seen_again[best]), AGAIN_HEAT))
    odds = log_odds(spot.heat), log_odds(1 - verdict.no_die_probability)
    return np.array([1.0, *odds, np.log(probabilities[best]), deviation, again])


def size_deviations(verdicts: Sequence[Verdict]) -> list[float]:
    """How far the size of each detection is from the middle one of what else is rather a die.

    As the absolute logarithm of their ratio, at most MAX_DEVIATION; 0 where nothing else is.
    """
    sides = np.log([verdict.detection.side for verdict in verdicts])
    dice = [n for n, verdict in enumerate(verdicts) if verdict.no_die_probability < 0.5]
    found = []
    for n, verdict in enumerate(verdicts):
        others = [m for m in dice if m != n and not is_same_die(verdict.detection, verdicts[m].detection, PART_OVERLAP)]
        away = abs(float(sides[n] - np.median(sides[others]))) if others else 0.0
        found.append(min(away, MAX_DEVIATION))
    return found
