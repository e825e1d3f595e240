"""Probabilities, and the log odds and logits that stand for them."""

from __future__ import annotations

import numpy as np

from vision.reading import Floats

LEAST = 1e-4
"""Probabilities nearer to 0 or 1 count as this far from them, so that log odds are finite."""


def softmax(logits: Floats) -> Floats:
    """(..., K) probabilities of (..., K) logits."""
    shares = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(shares / shares.sum(axis=-1, keepdims=True))


def sigmoid(log_odds: Floats) -> Floats:
    """(...) probabilities, 0..1, of (...) log odds."""
    return np.asarray(1 / (1 + np.exp(-log_odds)))


def log_odds(probability: float) -> float:
    """Logarithm of the odds of a probability, kept finite."""
    probability = min(max(probability, LEAST), 1 - LEAST)
    return float(np.log(probability / (1 - probability)))
