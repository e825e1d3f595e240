"""Combination of the three estimates of each die: detector, judge and pip pattern."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from vision.reading import Floats

from .detector import MODELS
from .judge import Verdict
from .pip_pattern import Pattern

FIRM = 0.8
"""Probability from which one estimate counts as firm."""
LEAST = np.array([0.01, 0.003, 0.02])
"""Probability floors of the detector, the judge and the pip pattern.

Each leaves so much to any value, however sure it is of another.
"""


@dataclass(frozen=True)
class Weights:
    """Weights of the estimates, learned by `vision.training.calibrate` on held-out dice."""

    value: Floats
    """(3,) exponents of the estimates' probabilities."""
    die: Floats
    """(4,) weights of the features for there being a die, see ``die_evidence``.

    Of 1, the detector's and the judge's log odds of a die, and the log of the best value's probability.
    """
    curve: Floats
    """(K, 2) calibration curve: product of both probabilities, and share that was right; 0..1."""
    sure: float
    """Confidence from which nobody needs to check a die."""


@cache
def weights(models: Path = MODELS) -> Weights:
    """Load the weights that lie beside the nets."""
    rows = json.loads((models / "trust.json").read_text("utf-8"))
    value, die, curve = (np.array(rows[name], float) for name in ("value", "die", "curve"))
    return Weights(value, die, curve, float(rows["sure"]))


@dataclass(frozen=True, slots=True)
class Settled:
    """A die with its three estimates combined."""

    verdict: Verdict
    pattern: Pattern
    shares: Floats
    """(6,) combined probability of each value."""
    there: float
    """0..1, probability that it is a die."""
    trust: float
    """0..1, the share of such cases in which it is a die of this value."""

    @property
    def value(self) -> int:
        """Most probable value, 1..6."""
        return int(self.shares.argmax()) + 1

    @property
    def contradicted(self) -> bool:
        """Whether one estimate firmly names another value."""
        voices = (self.verdict.spot.shares, self.verdict.shares, self.pattern.shares)
        return any(shares.max() > FIRM and int(shares.argmax()) + 1 != self.value for shares in voices)


def heard(verdict: Verdict, pattern: Pattern, by: Weights) -> Settled:
    """Combine the estimates of one die."""
    logs = by.value @ opinions(verdict, pattern)
    shares = np.exp(logs - logs.max())
    shares /= shares.sum()
    there = float(1 / (1 + np.exp(-by.die @ signs(verdict, float(shares.max())))))
    trust = float(np.interp(there * shares.max(), *by.curve.T))
    return Settled(verdict, pattern, shares, there, trust)


def opinions(verdict: Verdict, pattern: Pattern) -> Floats:
    """(3, 6) logarithms of the estimates' probabilities."""
    said = np.stack([verdict.spot.shares, verdict.shares, pattern.shares])
    return np.asarray(np.log((said + LEAST[:, None]) / (1 + 6 * LEAST[:, None])))


def signs(verdict: Verdict, best: float) -> Floats:
    """(4,) features for there being a die; `best` is the probability of its likeliest value."""
    return np.array([1.0, odds(verdict.spot.heat), odds(1 - verdict.none), np.log(best)])


def odds(share: float) -> float:
    """Logarithm of the odds of a probability, kept finite."""
    share = min(max(share, 1e-4), 1 - 1e-4)
    return float(np.log(share / (1 - share)))
