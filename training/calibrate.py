"""Calibration: weighs the estimates, and maps their product to a confidence.

The nets used here are those of the fold: trained without one source of the photos, they are shown that source.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from training.scenes.scene import GroundTruth
from vision.reader.combine import (
    CombinedDie,
    EstimateWeights,
    combine_estimates,
    die_evidence,
    log_probabilities,
    size_deviations,
)
from vision.reader.detector import detect_dice, overlap_ratio
from vision.reader.judge import Verdict, judge_detections
from vision.reader.pip_pattern import PipPattern, read_pip_pattern
from vision.reader.pipeline import MIN_DIE_PROBABILITY, NO_DIE_LIMIT, reject_reason, separate_whole_dice, sort_out
from vision.reading import POSSIBLE_DIE, Floats, Image

from .photos import load_photos

MAX_WRONG_SHARE = 0.0025
"""Share of sure dice that may be wrong here: half of what is promised."""
MIN_OVERLAP = 0.35
"""Intersection over union from which a box frames a die; labels are drawn loosely."""
INTERVAL_SIGMAS = 1.96
"""Standard deviations of the confidence interval."""
REGULARIZATION = 0.5
"""L2 regularisation of the weights."""
UNCALIBRATED = np.array([(0.0, 0.0), (1.0, 1.0)])
"""The curve of a confidence that is taken as it is."""
CONFIDENCE_STEPS = (0.0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995)


@dataclass(frozen=True)
class CalibrationCase:
    """The estimates for one detection, and the truth."""

    verdict: Verdict
    pattern: PipPattern
    value: int
    """1..6; 0 where there is no die."""
    die_index: int | None = None
    """Index of the die in the picture; two scales may detect the same one."""
    deviation: float = 0.0
    """How far its size is from that of the others, see ``size_deviations``."""

    def combine(self, weights: EstimateWeights) -> CombinedDie:
        """Combine the estimates by these weights."""
        return combine_estimates(self.verdict, self.pattern, weights, self.deviation)


def calibration_cases(image: Image, truths: list[GroundTruth], models: Path) -> list[CalibrationCase]:
    """Cases of one picture, without detections of dice whose value is unknown."""
    judged = judge_detections(image, detect_dice(image, models), models)
    judged = [verdict for verdict in judged if verdict.no_die_probability < NO_DIE_LIMIT]
    result = []
    for verdict, deviation in zip(judged, size_deviations(judged), strict=True):
        truth = framed_die(verdict, truths)
        value = 0 if truth is None else truths[truth].value
        if truth is None or value:
            die, pattern = truth if value > 0 else None, read_pip_pattern(image, verdict.detection.corners)
            result.append(CalibrationCase(verdict, pattern, max(0, value), die, deviation))
    return result


def framed_die(verdict: Verdict, truths: list[GroundTruth]) -> int | None:
    """Index of the die that a detection frames, if any."""
    rows = [(overlap_ratio(verdict.detection.box, np.array(truth.box)), n) for n, truth in enumerate(truths)]
    best = max(rows, default=(0.0, 0))
    return best[1] if best[0] > MIN_OVERLAP else None


def calibrate(work: Path, photos: Path, source: str) -> str:
    """Write `trust.json` into WORK from the fold's results on its held-out `source`.

    Returns the calibration curve in words.
    """
    rows = load_photos(photos, "", work / "disputed.json")[source]
    tables = [calibration_cases(*row.decoded, work / "fold") for row in rows]
    weights = fit_weights(tables, [len(row.boxes) for row in rows])
    write_weights(work / "trust.json", weights)
    trust, right = np.array([row for table in tables for row in outcomes(table, weights)], float).T
    return "\n".join(curve_lines(trust, right, weights.sure_confidence))


def fit_weights(tables: list[list[CalibrationCase]], counts: list[int]) -> EstimateWeights:
    """Fit all weights and thresholds to the cases of pictures with so many dice."""
    every = [case for table in tables for case in table]
    if not any(case.value for case in every):
        raise SystemExit("the fold finds no die: teach it for longer")
    value = fit_value_exponents(every)
    raw = EstimateWeights(value, fit_die_weights(every, value), UNCALIBRATED, 1.0, 1.0)
    told = np.array([row for table in tables for row in outcomes(table, raw)], float)
    curve = isotonic_curve(*told.T)
    sure = sure_threshold(np.interp(told[:, 0], *curve.T), told[:, 1])
    weights = replace(raw, calibration_curve=curve, sure_confidence=sure, sure_given_count=sure)
    counted = zip(tables, counts, strict=True)
    known = np.array([row for table, count in counted for row in outcomes_given_count(table, count, weights)], float)
    given = min(sure, sure_threshold(*known.T)) if len(known) else sure
    return replace(weights, sure_given_count=given)


def write_weights(path: Path, weights: EstimateWeights) -> None:
    """Write weights for `vision.reader.combine.load_weights`."""
    rows = {"value": weights.value_exponents, "die": weights.die_weights, "curve": weights.calibration_curve}
    rows |= {"sure": np.array(weights.sure_confidence), "sure_given_count": np.array(weights.sure_given_count)}
    path.write_text(json.dumps({name: row.round(4).tolist() for name, row in rows.items()}, indent=1))


def fit_value_exponents(every: list[CalibrationCase]) -> Floats:
    """(3,) exponents of the estimates that maximise the likelihood of the true values.

    Found by Newton's method.
    """
    known = [case for case in every if case.value]
    said = np.stack([log_probabilities(case.verdict, case.pattern).T for case in known])
    true = said[np.arange(len(known)), [case.value - 1 for case in known]]
    powers = np.full(said.shape[2], 0.3)
    for _ in range(40):
        shares = np.exp(said @ powers - (said @ powers).max(axis=1, keepdims=True))
        shares /= shares.sum(axis=1, keepdims=True)
        mean = np.einsum("nk,nkv->nv", shares, said)
        spread = np.einsum("nk,nkv,nkw->vw", shares, said, said) - mean.T @ mean
        powers = powers + np.linalg.solve(
            spread + np.eye(len(powers)), (true - mean).sum(axis=0) - REGULARIZATION * powers
        )
    return np.asarray(np.maximum(powers, 0))


def fit_die_weights(every: list[CalibrationCase], value: Floats) -> Floats:
    """(5,) weights of the features for there being a die, found by Newton's method."""
    raw = EstimateWeights(value, np.zeros(5), UNCALIBRATED, 1.0, 1.0)
    best = [float(case.combine(raw).probabilities.max()) for case in every]
    rows = np.stack(
        [die_evidence(case.verdict, share, case.deviation) for case, share in zip(every, best, strict=True)]
    )
    true = np.array([case.value > 0 for case in every], float)
    weights = np.zeros(rows.shape[1])
    for _ in range(40):
        said = 1 / (1 + np.exp(-rows @ weights))
        spread = (rows * (said * (1 - said))[:, None]).T @ rows
        weights = weights + np.linalg.solve(
            spread + np.eye(len(weights)), rows.T @ (true - said) - REGULARIZATION * weights
        )
    return weights


def outcomes(picture_cases: list[CalibrationCase], weights: EstimateWeights) -> Iterator[tuple[float, bool]]:
    """(confidence product, whether it is right) of every die read in a picture."""
    dice = [case.combine(weights) for case in picture_cases]
    likely = [one for one in dice if one.die_probability > MIN_DIE_PROBABILITY]
    yield from rightness(separate_whole_dice(likely)[0], picture_cases)


def outcomes_given_count(
    picture_cases: list[CalibrationCase], count: int, weights: EstimateWeights
) -> Iterator[tuple[float, bool]]:
    """The same where so many dice are expected, if as many are read and none may be missed."""
    dice = [case.combine(weights) for case in picture_cases]
    whole, _, others = sort_out(dice, range(count, count + 1), weights)
    if len(whole) == count and all(reject_reason(one, whole) != POSSIBLE_DIE for one in others):
        yield from rightness(whole, picture_cases)


def rightness(dice: list[CombinedDie], picture_cases: list[CalibrationCase]) -> Iterator[tuple[float, bool]]:
    """(confidence, whether it is right) of dice; a second reading of the same die is wrong."""
    told = {id(case.verdict): case for case in picture_cases}
    met: set[int | None] = {None}
    for one in dice:
        case = told[id(one.verdict)]
        yield one.confidence, one.value == case.value and case.die_index not in met
        met.add(case.die_index)


def isotonic_curve(score: Floats, right: Floats) -> Floats:
    """(K, 2) isotonic regression of what was right on the score, by pooling neighbours."""
    order = np.argsort(score, kind="stable")
    blocks: list[list[float]] = []
    for at, good in zip(score[order], right[order], strict=True):
        blocks.append([float(at), float(good), 1.0])
        while len(blocks) > 1 and blocks[-2][1] >= blocks[-1][1]:
            at_, good_, many = blocks.pop()
            last = blocks[-1]
            total = last[2] + many
            blocks[-1] = [(last[0] * last[2] + at_ * many) / total, (last[1] * last[2] + good_ * many) / total, total]
    return np.array([(0.0, 0.0), *((at, good) for at, good, _ in blocks), (1.0, 1.0)])


def sure_threshold(trust: Floats, right: Floats) -> float:
    """Least confidence above which no more than MAX_WRONG_SHARE are wrong."""
    order = np.argsort(-trust, kind="stable")
    wrong = np.cumsum(1 - right[order]) / np.arange(1, len(order) + 1)
    fine = np.flatnonzero(wrong <= MAX_WRONG_SHARE)
    return float(trust[order][fine[-1]]) if len(fine) else 1.0


def wilson_interval(wrong: int, many: int) -> tuple[float, float]:
    """95 % confidence interval of a share (E. B. Wilson, 1927)."""
    if not many:
        return 0.0, 1.0
    share, square = wrong / many, INTERVAL_SIGMAS * INTERVAL_SIGMAS
    middle = (share + square / (2 * many)) / (1 + square / many)
    half = INTERVAL_SIGMAS * np.sqrt(share * (1 - share) / many + square / (4 * many * many)) / (1 + square / many)
    return max(0.0, float(middle - half)), float(middle + half)


def curve_lines(trust: Floats, right: Floats, sure: float) -> Iterator[str]:
    """Rows of the curve: from a confidence on, the number of dice and how many are wrong."""
    for least in (*CONFIDENCE_STEPS, sure):
        over = trust >= least
        wrong, many = int((1 - right[over]).sum()), int(over.sum())
        low, high = wilson_interval(wrong, many)
        mark = "  <- sure" if least == sure else ""
        yield (
            f"confidence >= {least:.4f}: {many / max(1, len(trust)):6.1%} of {len(trust)} dice, "
            f"{wrong} wrong = {wrong / max(1, many):.2%} ({low:.2%} to {high:.2%}){mark}"
        )
