"""Reading pipeline: runs the stages one after the other."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from vision.reading import Box, Die, Floats, Image, Reading, Reject

from .combine import Settled, Weights, heard, weights
from .detector import MODELS, Spot, common, spots
from .doubt import doubt
from .judge import Verdict, verdicts
from .orientation import quarters, turned, turned_back
from .pip_pattern import lattice

SMALLEST = 16
"""Shorter side in pixels below which a picture shows no dice."""
HOPELESS = 0.97
"""Judge's probability of "no die" from which a detection is dropped."""
THERE = 0.5
"""Least probability of a die for a detection to be read."""
NEAR = 0.45
"""Distance of two centres below which they are one die, in sides of the smaller box."""
WITHIN = 0.7
"""Share of a box on that of a likelier die from which it is part of that die."""
HALF_SURE = 0.5
"""Greatest confidence of a die in doubt."""


def read(image: Image, models: Path = MODELS) -> Reading:
    """Read the dice of an HxWx3 uint8 BGR picture; boxes are in its own pixels.

    Raises ``ValueError`` for any other array.
    """
    if not isinstance(image, np.ndarray) or image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8:
        raise ValueError(f"need HxWx3 uint8, got {getattr(image, 'shape', type(image))}")
    if min(image.shape[:2]) < SMALLEST:
        return Reading((), (), (image.shape[1], image.shape[0]))
    turns = quarters(image)
    return turned_back(read_upright(turned(image, turns), models), turns)


def read_upright(image: Image, models: Path) -> Reading:
    """Read the dice of a picture in its canonical orientation, stage by stage."""
    size = (image.shape[1], image.shape[0])
    times: dict[str, float] = {}
    with clock(times, "spots"):
        found = spots(image, models)
    with clock(times, "jury"):
        judged = [verdict for verdict in verdicts(image, found, models) if verdict.none < HOPELESS]
    with clock(times, "lattice"):
        patterns = [lattice(image, verdict.spot.corners) for verdict in judged]
    with clock(times, "agree"):
        by = weights(models)
        every = [heard(verdict, pattern, by) for verdict, pattern in zip(judged, patterns, strict=True)]
        taken, parts = whole_dice([one for one in every if one.there > THERE])
        dice = [die(image, one, by) for one in taken]
    rejects = [Reject(box(one.verdict, size), "part of a die") for one in parts]
    rejects += [Reject(box(one.verdict, size), "no die") for one in every if one.there <= THERE]
    return Reading(tuple(dice), tuple(rejects), size, times)


@contextmanager
def clock(times: dict[str, float], stage: str) -> Iterator[None]:
    """Record how long a stage takes, in milliseconds."""
    begun = time.perf_counter()
    yield
    times[stage] = 1000 * (time.perf_counter() - begun)


def whole_dice(every: list[Settled]) -> tuple[list[Settled], list[Settled]]:
    """Separate whole dice from parts and duplicates of them."""
    taken: list[Settled] = []
    others: list[Settled] = []
    for one in sorted(every, key=lambda one: -one.there):
        (others if any(same(one.verdict.spot, other.verdict.spot) for other in taken) else taken).append(one)
    return taken, others


def same(one: Spot, other: Spot) -> bool:
    """Whether a detection shows the same die as a likelier one, or a part of it."""
    near = float(np.hypot(*(one.centre - other.centre))) < NEAR * min(one.side, other.side)
    return near or common(one.box, other.box) > WITHIN * float(np.prod(one.box[2:]))


def die(image: Image, one: Settled, by: Weights) -> Die:
    """Convert a combined die to a ``Die`` in the picture's own pixels."""
    unsure = doubt(image, one, by.sure)
    trust = one.trust if unsure is None else min(HALF_SURE, one.trust)
    return Die(
        value=one.value,
        box=box(one.verdict, (image.shape[1], image.shape[0])),
        confidence=round(trust, 3),
        unsure=unsure,
        top=points(one.pattern.top if one.pattern.value == one.value else one.verdict.spot.corners),
    )


def points(rows: Floats) -> tuple[tuple[float, float], ...]:
    """Convert (N, 2) numbers to plain points."""
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in rows)


def box(verdict: Verdict, size: tuple[int, int]) -> Box:
    """Bounding box of a whole die, clipped to the picture."""
    low = np.clip(np.floor(verdict.spot.box[:2]), 0, np.array(size) - 1).astype(int)
    high = np.clip(np.ceil(verdict.spot.box[:2] + verdict.spot.box[2:]), low + 1, size).astype(int)
    return int(low[0]), int(low[1]), int(high[0] - low[0]), int(high[1] - low[1])


def values(image: Image) -> list[tuple[int, Box]]:
    """(value, box) of every die in an HxWx3 uint8 BGR picture, for scoring."""
    return [(die.value, die.box) for die in read(image).dice]
