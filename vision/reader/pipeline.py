"""Reading pipeline: runs the stages one after the other."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from vision.nets import MODELS
from vision.reading import POSSIBLE_DIE, Box, Die, Image, Reading, Reject

from .combine import (
    PART_OVERLAP,
    CombinedDie,
    EstimateWeights,
    combine_estimates,
    load_weights,
    size_deviations,
    with_die_probability,
)
from .detector import detect_dice, is_same_die, separate_parts
from .doubt import find_doubt
from .expectation import MIN_CANDIDATE_PROBABILITY, die_probabilities_given_count, expected_numbers
from .judge import judge_detections
from .orientation import read_upright
from .pip_pattern import read_pip_pattern
from .views import load_views

NO_DIE_LIMIT = 0.97
"""Judge's probability of "no die" from which a detection is dropped."""
MIN_DIE_PROBABILITY = 0.5
"""Least probability of a die for a detection to be read."""
MIN_POSSIBLE_PROBABILITY = 0.2
"""Least probability of a die for what is not read to be shown as a possible die.

On photos of other tables every picture that was wrongly called sure had left out a die between this and
``MIN_DIE_PROBABILITY``.
"""


def read(image: Image, models: Path = MODELS, expected: range | int | None = None) -> Reading:
    """Read the dice of an HxWx3 uint8 BGR picture; boxes are in its own pixels.

    ``expected`` are the numbers of dice that are likely to lie there, or the only such number, where the game has asked
    for a throw. Raises ``ValueError`` for any other array, and for expected numbers below 0.
    """
    read_turned = partial(read_in_stages, models=models, expected=expected_numbers(expected))
    return read_upright(image, read_turned, load_views(models).as_shot)


def read_in_stages(image: Image, models: Path, expected: range | None) -> Reading:
    """Read the dice of a picture, turned as the nets want it, stage by stage."""
    size = (image.shape[1], image.shape[0])
    times: dict[str, float] = {}
    with measure_stage(times, "detect_dice"):
        found = detect_dice(image, models)
    with measure_stage(times, "judge_detections"):
        judged = [
            verdict for verdict in judge_detections(image, found, models) if verdict.no_die_probability < NO_DIE_LIMIT
        ]
    with measure_stage(times, "read_pip_pattern"):
        patterns = [read_pip_pattern(image, verdict.detection.corners) for verdict in judged]
    with measure_stage(times, "combine_estimates"):
        weights = load_weights(models)
        estimates = zip(judged, patterns, size_deviations(judged), strict=True)
        combined = [combine_estimates(verdict, pattern, weights, size) for verdict, pattern, size in estimates]
        whole, parts, others = sort_out(combined, expected, weights)
        is_count_met = expected is not None and len(expected) == 1 and len(whole) in expected
        dice = [to_die(image, one, one.is_sure(weights, is_count_met)) for one in whole]
    rejects = [Reject(one.verdict.detection.clipped_box(size), "part of a die") for one in parts]
    rejects += [Reject(one.verdict.detection.clipped_box(size), reject_reason(one, whole)) for one in others]
    return Reading(tuple(dice), tuple(rejects), size, times)


def sort_out(
    combined: list[CombinedDie], expected: range | None, weights: EstimateWeights
) -> tuple[list[CombinedDie], list[CombinedDie], list[CombinedDie]]:
    """Sort detections into whole dice, parts of dice, and what is no die.

    The expected number decides where that gives such a number; other dice than those asked for are read as they lie.
    """
    if expected is not None:
        weighed, parts = weigh_by_count(combined, expected, weights)
        whole, others = split_by_probability(weighed)
        if len(whole) in expected:
            return whole, parts, others
    likely, others = split_by_probability(combined)
    whole, parts = separate_whole_dice(likely)
    return whole, parts, others


def weigh_by_count(
    combined: list[CombinedDie], expected: range, weights: EstimateWeights
) -> tuple[list[CombinedDie], list[CombinedDie]]:
    """Return whole dice, their probabilities given the expected number, and parts of dice."""
    whole, parts = separate_whole_dice([one for one in combined if one.die_probability > MIN_CANDIDATE_PROBABILITY])
    given = die_probabilities_given_count([one.die_probability for one in whole], expected)
    return [with_die_probability(*pair, weights) for pair in zip(whole, map(float, given), strict=True)], parts


def split_by_probability(combined: list[CombinedDie]) -> tuple[list[CombinedDie], list[CombinedDie]]:
    """Split detections into those that are rather dice, and the others."""
    likely = [one for one in combined if one.die_probability > MIN_DIE_PROBABILITY]
    return likely, [one for one in combined if one.die_probability <= MIN_DIE_PROBABILITY]


def reject_reason(one: CombinedDie, whole: list[CombinedDie]) -> str:
    """Reason for which a detection that is rather no die is not read.

    It may be a die where nothing else was read.
    """
    if one.die_probability < MIN_POSSIBLE_PROBABILITY or any(is_part(one, two) for two in whole):
        return "no die"
    return POSSIBLE_DIE


def is_part(one: CombinedDie, other: CombinedDie) -> bool:
    """Whether a detection shows the same die as another one, or a part of it."""
    return is_same_die(one.verdict.detection, other.verdict.detection, PART_OVERLAP, min)


@contextmanager
def measure_stage(times: dict[str, float], stage: str) -> Iterator[None]:
    """Record how long a stage takes, in milliseconds."""
    begun = time.perf_counter()
    yield
    times[stage] = 1000 * (time.perf_counter() - begun)


def separate_whole_dice(combined: list[CombinedDie]) -> tuple[list[CombinedDie], list[CombinedDie]]:
    """Separate whole dice from parts and duplicates of them."""
    likeliest = sorted(combined, key=lambda one: -one.die_probability)
    return separate_parts(likeliest, lambda one: one.verdict.detection, PART_OVERLAP, min)


def to_die(image: Image, combined: CombinedDie, is_sure: bool) -> Die:
    """Convert a combined die to a ``Die`` in the picture's own pixels."""
    spot, pattern = combined.verdict.detection, combined.pattern
    doubt = find_doubt(image, spot, is_sure, combined.is_contradicted)
    corners = pattern.top_corners if pattern.value == combined.value else None
    return spot.to_die((image.shape[1], image.shape[0]), combined.value, combined.confidence, doubt, corners)


def values(image: Image) -> list[tuple[int, Box]]:
    """(value, box) of every die in an HxWx3 uint8 BGR picture, for scoring."""
    return [(die.value, die.box) for die in read(image).dice]
