"""Expected number of dice: what is known of a throw changes which detections are dice."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.reading import Floats

UNEXPECTED_COUNT = 0.02
"""Weight of a number of dice that is not expected, where that of an expected one is 1.

Set by judgement: about one throw in fifty lies there with more or fewer dice than asked for.
"""
MIN_CANDIDATE_PROBABILITY = 0.05
"""Least probability of a die for a detection that an expected number may still make one."""

MAX_DROPPED_PROBABILITY = 0.8
"""Probability of a die from which none is left out for the number asked for; most real dice are above it."""


def expected_numbers(expected: range | int | None) -> range | None:
    """Return the numbers of dice that are expected as a range; None where nobody knows.

    Raises ``ValueError`` for what is no number of dice, and for numbers below 0.
    """
    if expected is None:
        return None
    numbers = expected if isinstance(expected, range) else range(expected, expected + 1) if is_count(expected) else None
    if not numbers or min(numbers) < 0:
        raise ValueError(f"expected must be a number of dice, such as 3, or a range of them, got {expected!r}")
    return numbers


def is_count(given: int) -> bool:
    """Whether it is a whole number, of Python or NumPy, and no truth value."""
    return isinstance(given, (int, np.integer)) and not isinstance(given, bool)


def die_probabilities_given_count(probabilities: Sequence[float], expected: range) -> Floats:
    """(N,) probabilities of being a die, given how many dice are expected.

    ``probabilities`` are those of N independent detections, 0..1. Each number of dice is weighted by whether it is
    expected, so that one more doubtful die fills a gap, one too many is dropped, and a clear one stays.
    """
    alone = np.clip(np.asarray(probabilities, float), 1e-4, 1 - 1e-4)
    weights = np.array([1.0 if count in expected else UNEXPECTED_COUNT for count in range(len(alone) + 1)])
    total = count_distribution(alone) @ weights
    with_die = [count_distribution(np.delete(alone, one)) @ weights[1:] for one in range(len(alone))]
    given = np.asarray(alone * np.array(with_die) / total)
    return np.where(alone > MAX_DROPPED_PROBABILITY, np.maximum(given, alone), given)


def count_distribution(probabilities: Floats) -> Floats:
    """(N + 1,) probability of each number of dice among N independent detections."""
    distribution = np.ones(1)
    for probability in probabilities:
        distribution = np.convolve(distribution, (1 - probability, probability))
    return distribution
