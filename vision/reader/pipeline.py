"""Reading pipeline: runs the stages one after the other."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from vision.nets import MODELS
from vision.reading import Box, Die, Floats, Image, Reading, Reject

from .combine import CombinedDie, EstimateWeights, combine_estimates, load_weights, with_die_probability
from .detector import Detection, detect_dice, shows_same_die
from .doubt import find_doubt
from .expectation import MIN_CANDIDATE_PROBABILITY, die_probabilities_given_count
from .judge import Verdict, judge_detections
from .orientation import canonical_turns, restore_reading, rotate_picture
from .pip_pattern import read_pip_pattern

MIN_PICTURE_SIDE_PX = 16
"""Shorter side in pixels below which a picture shows no dice."""
NO_DIE_LIMIT = 0.97
"""Judge's probability of "no die" from which a detection is dropped."""
MIN_DIE_PROBABILITY = 0.5
"""Least probability of a die for a detection to be read."""
SAME_DIE_DISTANCE = 0.45
"""Distance of two centers below which they are one die, in sides of the smaller box."""
PART_OVERLAP = 0.7
"""Share of a box on that of a likelier die from which it is part of that die."""
MAX_DOUBTFUL_CONFIDENCE = 0.5
"""Greatest confidence of a die in doubt."""


def read(image: Image, models: Path = MODELS, expected: range | None = None) -> Reading:
    """Read the dice of an HxWx3 uint8 BGR picture; boxes are in its own pixels.

    ``expected`` are the numbers of dice that are likely to lie there, where the game has asked for a throw. Raises
    ``ValueError`` for any other array.
    """
    if not isinstance(image, np.ndarray) or image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8:
        raise ValueError(f"need HxWx3 uint8, got {getattr(image, 'shape', type(image))}")
    if min(image.shape[:2]) < MIN_PICTURE_SIDE_PX:
        return Reading((), (), (image.shape[1], image.shape[0]))
    turns = canonical_turns(image)
    return restore_reading(read_upright(rotate_picture(image, turns), models, expected), turns)


def read_upright(image: Image, models: Path, expected: range | None = None) -> Reading:
    """Read the dice of a picture in its canonical orientation, stage by stage."""
    size = (image.shape[1], image.shape[0])
    times: dict[str, float] = {}
    with measure_stage(times, "spots"):
        found = detect_dice(image, models)
    with measure_stage(times, "jury"):
        judged = [
            verdict for verdict in judge_detections(image, found, models) if verdict.no_die_probability < NO_DIE_LIMIT
        ]
    with measure_stage(times, "lattice"):
        patterns = [read_pip_pattern(image, verdict.detection.corners) for verdict in judged]
    with measure_stage(times, "agree"):
        estimate_weights = load_weights(models)
        combined = [
            combine_estimates(verdict, pattern, estimate_weights)
            for verdict, pattern in zip(judged, patterns, strict=True)
        ]
        whole, parts, others = sort_out(combined, expected, estimate_weights)
        dice = [to_die(image, one, estimate_weights) for one in whole]
    rejects = [Reject(clipped_box(one.verdict, size), "part of a die") for one in parts]
    rejects += [Reject(clipped_box(one.verdict, size), "no die") for one in others]
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


@contextmanager
def measure_stage(times: dict[str, float], stage: str) -> Iterator[None]:
    """Record how long a stage takes, in milliseconds."""
    begun = time.perf_counter()
    yield
    times[stage] = 1000 * (time.perf_counter() - begun)


def separate_whole_dice(combined: list[CombinedDie]) -> tuple[list[CombinedDie], list[CombinedDie]]:
    """Separate whole dice from parts and duplicates of them."""
    whole: list[CombinedDie] = []
    parts: list[CombinedDie] = []
    for one in sorted(combined, key=lambda one: -one.die_probability):
        (
            parts if any(is_same_die(one.verdict.detection, other.verdict.detection) for other in whole) else whole
        ).append(one)
    return whole, parts


def is_same_die(one: Detection, other: Detection) -> bool:
    """Whether a detection shows the same die as a likelier one, or a part of it."""
    return shows_same_die(one, other, SAME_DIE_DISTANCE * min(one.side, other.side), PART_OVERLAP)


def to_die(image: Image, combined: CombinedDie, weights: EstimateWeights) -> Die:
    """Convert a combined die to a ``Die`` in the picture's own pixels."""
    unsure = find_doubt(image, combined, weights.sure_confidence)
    trust = combined.confidence if unsure is None else min(MAX_DOUBTFUL_CONFIDENCE, combined.confidence)
    return Die(
        value=combined.value,
        box=clipped_box(combined.verdict, (image.shape[1], image.shape[0])),
        confidence=round(trust, 3),
        doubt=unsure,
        top_corners=to_points(
            combined.pattern.top_corners
            if combined.pattern.value == combined.value
            else combined.verdict.detection.corners
        ),
    )


def to_points(rows: Floats) -> tuple[tuple[float, float], ...]:
    """Convert (N, 2) numbers to plain points."""
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in rows)


def clipped_box(verdict: Verdict, size: tuple[int, int]) -> Box:
    """Bounding box of a whole die, clipped to the picture."""
    low = np.clip(np.floor(verdict.detection.box[:2]), 0, np.array(size) - 1).astype(int)
    high = np.clip(np.ceil(verdict.detection.box[:2] + verdict.detection.box[2:]), low + 1, size).astype(int)
    return int(low[0]), int(low[1]), int(high[0] - low[0]), int(high[1] - low[1])


def values(image: Image) -> list[tuple[int, Box]]:
    """(value, box) of every die in an HxWx3 uint8 BGR picture, for scoring."""
    return [(die.value, die.box) for die in read(image).dice]
