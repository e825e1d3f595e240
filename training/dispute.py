"""Disputed labels of real photos: those that the nets contradict, and missing ones.

Disputed labels are not used for training; photos with missing labels are left out.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from vision.reader.detector import detect_dice, intersection_area
from vision.reader.judge import Verdict, judge_detections
from vision.reading import Floats

from .photos import UNLABELLED, LabelledPhoto, load_photos

FIRM_PROBABILITY = 0.9
"""Probability of another value from which a label is disputed, and of a die that was missed."""
FIRM_HEAT = 0.6
"""Least heat of a die that nobody labelled."""


def write_disputes(photos: Path, work: Path) -> dict[str, tuple[int, int]]:
    """Write [photo, number of the label] of all disputed labels; return counts by source.

    The counts are (disputed, all labels); the number UNLABELLED says that dice of the photo are not labelled.
    """
    wrong: list[tuple[str, int]] = []
    counts = {}
    for source, rows in load_photos(photos).items():
        before = len(wrong)
        for row in rows:
            wrong += [(row.name, n) for n in contradicted_labels(row, work)]
        counts[source] = len(wrong) - before, sum(len(row.boxes) for row in rows)
    (work / "disputed.json").write_text(json.dumps(wrong))
    return counts


def contradicted_labels(photo: LabelledPhoto, work: Path) -> list[int]:
    """Numbers of the labels that the nets contradict, and UNLABELLED for dice without one."""
    image, truths = photo.decoded
    every = judge_detections(image, detect_dice(image, work), work)
    boxes = [np.array(truth.box) for truth in truths]
    near = [nearest_verdict(every, box) for box in boxes]
    wrong = [n for n, seen in enumerate(near) if seen is not None and is_other_value(seen, truths[n].value)]
    missed = any(
        is_firm(seen) and all(intersection_area(seen.detection.box, box) == 0 for box in boxes) for seen in every
    )
    return wrong + [UNLABELLED] * missed


def is_firm(seen: Verdict) -> bool:
    """Whether both nets firmly see a die, and the same value."""
    same = seen.detection.value == int(seen.probabilities.argmax()) + 1
    return (
        same
        and seen.detection.heat > FIRM_HEAT
        and seen.no_die_probability < 1 - FIRM_PROBABILITY
        and float(seen.probabilities.max()) > FIRM_PROBABILITY
    )


def is_other_value(seen: Verdict, value: int) -> bool:
    """Whether both nets firmly see another value."""
    voices = seen.detection.probabilities, seen.probabilities
    return seen.no_die_probability < 1 - FIRM_PROBABILITY and all(
        int(v.argmax()) + 1 != value and float(v.max()) > FIRM_PROBABILITY for v in voices
    )


def nearest_verdict(every: list[Verdict], box: Floats) -> Verdict | None:
    """The verdict whose center lies nearest to a box's, if it lies well within."""
    center, side = box[:2] + box[2:] / 2, float(np.sqrt(box[2] * box[3]))
    near = [(float(np.hypot(*(one.detection.center - center))), n) for n, one in enumerate(every)]
    best = min(near, default=(np.inf, 0))
    return every[best[1]] if best[0] < 0.35 * side else None
