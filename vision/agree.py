"""Bring together what is said about each die: by the net that found it, by the judge, and by its dots."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from vision.jury import Verdict
from vision.lattice import Pattern
from vision.reading import Floats
from vision.spots import MODELS

FIRM = 0.8
"""Share from which a voice is firm."""
LEAST = np.array([0.01, 0.003, 0.02])
"""Share that the net's voice, the judge's and the dots' leave to any value, however sure they are of another."""


@dataclass(frozen=True)
class Weights:
    """What each voice counts, learned by `vision.training.calibrate` on dice that the nets were not taught."""

    value: Floats
    """(3,) powers of the voices' shares."""
    die: Floats
    """(4,) of 1, of the net's and the judge's log odds that there is a die, and of the log of the best share."""
    curve: Floats
    """(K, 2) product of both shares, and which share of such dice was right, both 0..1."""
    sure: float
    """Confidence from which a die needs nobody to look at it."""


@cache
def weights(models: Path = MODELS) -> Weights:
    """Those that lie beside the nets."""
    rows = json.loads((models / "trust.json").read_text("utf-8"))
    value, die, curve = (np.array(rows[name], float) for name in ("value", "die", "curve"))
    return Weights(value, die, curve, float(rows["sure"]))


@dataclass(frozen=True, slots=True)
class Settled:
    """A die of which all voices were heard."""

    verdict: Verdict
    pattern: Pattern
    shares: Floats
    """(6,) how surely it shows each value, all in all."""
    there: float
    """0..1 how surely it is a die."""
    trust: float
    """0..1 in how many of such cases it is a die of this value."""

    @property
    def value(self) -> int:
        """The likeliest value, 1..6."""
        return int(self.shares.argmax()) + 1

    @property
    def contradicted(self) -> bool:
        """Whether one voice names another value, and firmly."""
        voices = (self.verdict.spot.shares, self.verdict.shares, self.pattern.shares)
        return any(shares.max() > FIRM and int(shares.argmax()) + 1 != self.value for shares in voices)


def heard(verdict: Verdict, pattern: Pattern, by: Weights) -> Settled:
    """All that is said about one die, weighed."""
    logs = by.value @ opinions(verdict, pattern)
    shares = np.exp(logs - logs.max())
    shares /= shares.sum()
    there = float(1 / (1 + np.exp(-by.die @ signs(verdict, float(shares.max())))))
    trust = float(np.interp(there * shares.max(), *by.curve.T))
    return Settled(verdict, pattern, shares, there, trust)


def opinions(verdict: Verdict, pattern: Pattern) -> Floats:
    """(3, 6) logarithms of the voices' shares."""
    said = np.stack([verdict.spot.shares, verdict.shares, pattern.shares])
    return np.asarray(np.log((said + LEAST[:, None]) / (1 + 6 * LEAST[:, None])))


def signs(verdict: Verdict, best: float) -> Floats:
    """(4,) what speaks for there being a die at all; `best` is the share of its likeliest value."""
    return np.array([1.0, odds(verdict.spot.heat), odds(1 - verdict.none), np.log(best)])


def odds(share: float) -> float:
    """Logarithm of the odds, kept finite."""
    share = min(max(share, 1e-4), 1 - 1e-4)
    return float(np.log(share / (1 - share)))
