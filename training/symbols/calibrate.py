"""Calibration of the reader of symbol dice on scenes whose drawings no net was taught.

It prints what ``vision/symbol_dice/reader.py`` holds as constants: the weights of the evidence, found by logistic
regression, and the confidence from which a die is sure.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from training.calibrate import curve_lines, sure_threshold
from training.nets.pool import load_scene
from training.scenes.scene import GroundTruth
from vision.probability import sigmoid
from vision.reader.detector import Detection, overlap_ratio, separate_parts
from vision.reading import Floats
from vision.symbol_dice import SIGNS
from vision.symbol_dice.reader import PART_OVERLAP, SymbolCandidate, find_candidates

from .dice import FACES

MIN_OVERLAP = 0.35
"""Intersection over union from which a box frames a die."""
REGULARIZATION = 0.5
"""L2 regularisation of the weights."""


def outcomes(folder: Path, models: Path) -> Iterator[tuple[Floats, bool]]:
    """(evidence, whether it is right) of each die that would be read in the scenes of a folder."""
    for name in sorted(folder.glob("*.json")):
        image, truths = load_scene(name)
        found = find_candidates(image, models)
        for kind in ("tokyo", "berserk", "fate"):
            faces = FACES[kind][:4] if kind == "fate" else FACES[kind]
            yield from outcomes_of_kind(found, truths, faces)


def outcomes_of_kind(
    found: list[SymbolCandidate], truths: list[GroundTruth], faces: tuple[str, ...]
) -> Iterator[tuple[Floats, bool]]:
    """Outcomes of one picture for dice with these faces, without other kinds of the game."""
    likely = [one for one in found if one.probabilities(faces)[0] < 0.9 and one.sign in (None, *faces)]
    likely.sort(key=lambda one: -(1 - one.probabilities(faces)[0]) * one.detection.heat**0.25)
    for one in separate_parts(likely, lambda one: one.detection, PART_OVERLAP)[0]:
        index = framed_die(one.detection, truths)
        if index is not None and truths[index].value == 0:
            continue
        sign = truths[index].value if index is not None else 0
        if 0 < sign <= len(SIGNS) and SIGNS[sign - 1] not in faces:
            continue
        best = faces[int(one.probabilities(faces)[1:].argmax())]
        yield one.evidence(faces), 0 < sign <= len(SIGNS) and SIGNS[sign - 1] == best


def framed_die(spot: Detection, truths: list[GroundTruth]) -> int | None:
    """Index of the die that a detection frames, if any."""
    rows = [(overlap_ratio(spot.box, np.array(truth.box)), n) for n, truth in enumerate(truths)]
    best = max(rows, default=(0.0, 0))
    return best[1] if best[0] > MIN_OVERLAP else None


def fit(rows: Floats, right: Floats) -> Floats:
    """(4,) weights of the evidence for being right, found by Newton's method."""
    weights = np.zeros(rows.shape[1])
    for _ in range(40):
        said = sigmoid(rows @ weights)
        spread = (rows * (said * (1 - said))[:, None]).T @ rows
        step = rows.T @ (right - said) - REGULARIZATION * weights
        weights = weights + np.linalg.solve(spread + REGULARIZATION * np.eye(len(weights)), step)
    return weights


def calibrate_symbols(work: Path) -> str:
    """Return the weights and the curve, in words, of the nets in WORK on its validation scenes."""
    rows, right = zip(*outcomes(work / "symbol_check", work), strict=True)
    evidence, truth = np.stack(rows), np.array(right, float)
    weights = fit(evidence, truth)
    confidence = sigmoid(evidence @ weights)
    sure = sure_threshold(confidence, truth)
    return "\n".join([f"CONFIDENCE_WEIGHTS = {weights.round(3).tolist()}", *curve_lines(confidence, truth, sure)])
