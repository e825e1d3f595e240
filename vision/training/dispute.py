"""Find the labels of real photos that the nets contradict: they teach nothing from then on."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from vision.jury import Verdict, verdicts
from vision.reading import Floats
from vision.spots import spots
from vision.training.photos import Photo, gather

FIRM = 0.9
"""How sure the net must be of another value before a label is disputed."""


def dispute(photos: Path, work: Path) -> dict[str, tuple[int, int]]:
    """Write [photo, number of the label] of all that the nets in `work` dispute; by source, how many of how many."""
    wrong: list[tuple[str, int]] = []
    counts = {}
    for source, rows in gather(photos, "").items():
        before = len(wrong)
        for row in rows:
            wrong += [(row.name, n) for n in contradicted(row, work)]
        counts[source] = len(wrong) - before, sum(len(row.boxes) for row in rows)
    (work / "disputed.json").write_text(json.dumps(wrong))
    return counts


def contradicted(photo: Photo, work: Path) -> list[int]:
    """Which labels of a photo the net contradicts."""
    image, truths = photo.unpacked
    seen_all = verdicts(image, spots(image, work), work)
    result = []
    for n, truth in enumerate(truths):
        seen = nearest(seen_all, np.array(truth.box))
        if seen is not None and seen.value != truth.value and seen.trust > FIRM:
            result.append(n)
    return result


def nearest(every: list[Verdict], box: Floats) -> Verdict | None:
    """The verdict whose centre lies nearest to a box's, if it lies well within."""
    centre, side = box[:2] + box[2:] / 2, float(np.sqrt(box[2] * box[3]))
    near = [(float(np.hypot(*(one.spot.centre - centre))), n) for n, one in enumerate(every)]
    best = min(near, default=(np.inf, 0))
    return every[best[1]] if best[0] < 0.35 * side else None
