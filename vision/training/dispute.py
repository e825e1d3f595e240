"""Find the labels of real photos that the taught net contradicts: they teach nothing from then on."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from vision.training.photos import Photo, gather
from vision.training.spots import Spot, Spotter

FIRM = 0.97
"""How sure the net must be of another value before a label is disputed."""


def dispute(model: Path, photos: Path, out: Path) -> dict[str, tuple[int, int]]:
    """Write [photo, number of the label] of all that are disputed; by source, how many of how many."""
    net = Spotter(model)
    wrong: list[tuple[str, int]] = []
    counts = {}
    for source, rows in gather(photos, "").items():
        before = len(wrong)
        for row in rows:
            wrong += [(row.name, n) for n in contradicted(net, row)]
        counts[source] = len(wrong) - before, sum(len(row.boxes) for row in rows)
    out.write_text(json.dumps(wrong))
    return counts


def contradicted(net: Spotter, photo: Photo) -> list[int]:
    """Which labels of a photo the net contradicts."""
    image, truths = photo.unpack()
    spots = net.spots(image)
    result = []
    for n, truth in enumerate(truths):
        seen = nearest(spots, np.array(truth.box))
        if seen is not None and seen.value != truth.value and seen.heat * seen.share > FIRM * FIRM:
            result.append(n)
    return result


def nearest(spots: list[Spot], box: np.ndarray) -> Spot | None:
    """The spot whose centre lies nearest to a box's, if it lies well within."""
    centre, side = box[:2] + box[2:] / 2, float(np.sqrt(box[2] * box[3]))
    near = [(float(np.hypot(*(spot.centre - centre))), n) for n, spot in enumerate(spots)]
    best = min(near, default=(np.inf, 0))
    return spots[best[1]] if best[0] < 0.35 * side else None
