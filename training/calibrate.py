"""Calibration: weighs the estimates, and says from which confidence a die is sure.

The cases are those of photos and tables that no net is taught on, and of fresh scenes. The thresholds follow from what
is read in each source of the photos by weights that were fitted without it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from multiprocessing import get_context
from pathlib import Path

import cv2
import numpy as np

from training.nets.target import transform_truth
from training.scenes.drawn.compose import compose_scene
from training.scenes.scene import NO_DIE, GroundTruth
from training.scenes.textures import KINDS, pictures
from vision.probability import sigmoid, softmax
from vision.reader.combine import (
    CombinedDie,
    EstimateWeights,
    combine_estimates,
    die_evidence,
    log_probabilities,
    size_deviations,
)
from vision.reader.detector import Detection, detect_dice
from vision.reader.judge import Verdict, judge_detections
from vision.reader.orientation import canonical_turns, rotate_picture
from vision.reader.pip_pattern import PipPattern, read_pip_pattern
from vision.reader.pipeline import MIN_DIE_PROBABILITY, NO_DIE_LIMIT, reject_reason, separate_whole_dice, sort_out
from vision.reader.views import load_views
from vision.reading import POSSIBLE_DIE, Floats, Image

from .photos import measured_photos, mislabelled_names

MAX_WRONG_SHARE = 0.0025
"""Share of sure dice that may be wrong here: half of what is promised."""
MAX_ASTRAY, MIN_RATIO = 0.35, 0.55
"""How far from a labelled box's center its die may be detected, in sides of the larger, and how much smaller.

Labels are drawn loosely: those of one source frame the pips alone, a single one where the die shows 1.
"""
INTERVAL_SIGMAS = 1.96
"""Standard deviations of the confidence interval."""
REGULARIZATION = 0.5
"""L2 regularisation of the weights."""
UNCALIBRATED = np.array([(0.0, 0.0), (1.0, 1.0)])
"""The curve of a confidence that is taken as it is."""
CONFIDENCE_STEPS = (0.0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995)
SCENE_SEEDS = range(900_000_000, 900_000_500)
"""Seeds of the scenes; no net is taught on them."""
TABLES = "tables"
"""Source of the pictures of tables and of other things than dice; they choose no threshold."""
CAUTION = 0.4
"""Log odds added to the threshold where nobody has said how many dice lie there: the next table may be worse."""
PHOTO_WEIGHT = 30.0
"""What a case of a photo or a table counts beside one of a scene."""


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


@dataclass(frozen=True)
class CalibrationPicture:
    """The cases of one picture."""

    source: str
    """Source of the photo, or TABLES; empty for scenes."""
    count: int
    """Number of dice that lie there."""
    cases: tuple[CalibrationCase, ...]


def calibration_cases(image: Image, truths: list[GroundTruth], models: Path) -> tuple[CalibrationCase, ...]:
    """Cases of one picture, without detections of dice whose value is unknown."""
    image, truths = turned_as_read(image, truths, models)
    judged = judge_detections(image, detect_dice(image, models), models)
    judged = [verdict for verdict in judged if verdict.no_die_probability < NO_DIE_LIMIT]
    dice = [truth for truth in truths if truth.value != NO_DIE]
    result = []
    for verdict, deviation in zip(judged, size_deviations(judged), strict=True):
        truth = labelled_die(verdict.detection, dice)
        value = 0 if truth is None else dice[truth].value
        if truth is None or value:
            pattern = read_pip_pattern(image, verdict.detection.corners)
            result.append(CalibrationCase(verdict, pattern, value, truth, deviation))
    return tuple(result)


def turned_as_read(image: Image, truths: list[GroundTruth], models: Path) -> tuple[Image, list[GroundTruth]]:
    """Turn a picture and the truths about it as the nets are shown it."""
    turns = 0 if load_views(models).as_shot else canonical_turns(image)
    high, wide = image.shape[:2]
    ways = ([(1, 0, 0), (0, 1, 0)], [(0, 1, 0), (-1, 0, wide - 1)], [(-1, 0, wide - 1), (0, -1, high - 1)])
    way = np.array((*ways, [(0, -1, high - 1), (1, 0, 0)])[turns], float)
    return rotate_picture(image, turns), [transform_truth(truth, way) for truth in truths]


def labelled_die(detection: Detection, dice: list[GroundTruth]) -> int | None:
    """Index of the labelled die that a detection shows, if any."""
    found = []
    for n, die in enumerate(dice):
        box = np.array(die.box)
        side = float(np.sqrt(box[2] * box[3]))
        apart = float(np.hypot(*(detection.center - box[:2] - box[2:] / 2)))
        if apart < MAX_ASTRAY * max(side, detection.side) and detection.side > MIN_RATIO * side:
            found.append((apart, n))
    return min(found)[1] if found else None


def calibrate(work: Path, photos: Path, workers: int = 1) -> str:
    """Write `trust.json` for the nets in `work`, by measured photos and fresh scenes.

    Returns the calibration curve of the photos in words.
    """
    weights, told = fit_weights([*photo_cases(photos, work), *table_cases(work), *scene_cases(work, workers)])
    write_weights(work / "trust.json", weights)
    return "\n".join(curve_lines(*told, weights.sure_confidence))


def photo_cases(photos: Path, models: Path) -> Iterator[CalibrationPicture]:
    """The cases of the measured photos, but of those whose labels are at fault."""
    wrong = mislabelled_names()
    for name, _, source, (image, truths) in measured_photos(photos):
        if name not in wrong:
            yield CalibrationPicture(source, len(truths), calibration_cases(image, truths, models))


def table_cases(work: Path) -> Iterator[CalibrationPicture]:
    """The cases of the pictures without a die that are held out, if any were collected."""
    for path in chain(*(pictures(work / "grounds" / kind, held_out=True) for kind in KINDS)):
        image = np.asarray(cv2.imread(str(path)), np.uint8)
        yield CalibrationPicture(TABLES, 0, calibration_cases(image, [], work))


def scene_cases(work: Path, workers: int) -> list[CalibrationPicture]:
    """The cases of fresh scenes, some of them on the collected tables."""
    with get_context("spawn").Pool(workers) as crew:
        return crew.map(partial(_scene_case, work), SCENE_SEEDS, chunksize=10)


def _scene_case(work: Path, seed: int) -> CalibrationPicture:
    cv2.setNumThreads(1)
    grounds = work / "grounds"
    image, truths = compose_scene(seed, grounds=grounds if grounds.exists() else None)
    dice = sum(truth.value > 0 for truth in truths)
    return CalibrationPicture("", dice, calibration_cases(image, truths, work))


def fit_weights(rows: list[CalibrationPicture]) -> tuple[EstimateWeights, tuple[Floats, Floats]]:
    """Fit all weights to the cases of pictures, and the thresholds to the sources of photos.

    What each source shows counts by weights that were fitted without it. Returns with them (N,) confidences of the
    photos' dice and whether each is right, 0 or 1. Raises ``SystemExit`` where no die was found.
    """
    photos = [one for one in rows if one.source not in ("", TABLES)]
    alone, counted = [], []
    for source in sorted({one.source for one in photos}):
        part = _fit([one for one in rows if one.source != source])
        held = [one for one in photos if one.source == source]
        alone += [row for one in held for row in outcomes(one.cases, part)]
        counted += [row for one in held for row in outcomes_given_count(one.cases, one.count, part)]
    (trust, right), given = np.array(alone, float).T, np.array(counted, float).T
    least = sure_threshold(trust, right, 0.0)
    sure = least * np.exp(CAUTION) / (1 - least + least * np.exp(CAUTION))
    given_count = min(sure, sure_threshold(given[0], given[1], 0.0)) if len(counted) else sure
    weights = replace(_fit(rows), sure_confidence=float(sure), sure_given_count=float(given_count))
    return weights, (trust, right)


def _fit(rows: list[CalibrationPicture]) -> EstimateWeights:
    cases = [case for one in rows for case in one.cases]
    counts = np.array([PHOTO_WEIGHT if one.source else 1.0 for one in rows for _ in one.cases])
    if not any(case.value for case in cases):
        raise SystemExit("the nets find no die: teach them for longer")
    value = fit_value_exponents(cases, counts)
    return EstimateWeights(value, fit_die_weights(cases, value, counts), UNCALIBRATED, 1.0, 1.0)


def write_weights(path: Path, weights: EstimateWeights) -> None:
    """Write weights for `vision.reader.combine.load_weights`."""
    rows = {"value": weights.value_exponents, "die": weights.die_weights, "curve": weights.calibration_curve}
    rows |= {"sure": np.array(weights.sure_confidence), "sure_given_count": np.array(weights.sure_given_count)}
    path.write_text(json.dumps({name: row.round(4).tolist() for name, row in rows.items()}, indent=1) + "\n")


def fit_value_exponents(every: list[CalibrationCase], counts: Floats) -> Floats:
    """(3,) exponents of the estimates that maximise the likelihood of the true values.

    Found by Newton's method. `counts` (N,) say what each case counts.
    """
    known = [case for case in every if case.value]
    count = counts[[case.value > 0 for case in every]]
    said = np.stack([log_probabilities(case.verdict, case.pattern).T for case in known])
    true = said[np.arange(len(known)), [case.value - 1 for case in known]]
    powers = np.full(said.shape[2], 0.3)
    for _ in range(40):
        shares = softmax(said @ powers)
        mean = np.einsum("nk,nkv->nv", shares, said)
        spread = np.einsum("n,nk,nkv,nkw->vw", count, shares, said, said) - (mean * count[:, None]).T @ mean
        powers = powers + np.linalg.solve(spread + np.eye(len(powers)), count @ (true - mean) - REGULARIZATION * powers)
    return np.asarray(np.maximum(powers, 0))


def fit_die_weights(every: list[CalibrationCase], value: Floats, counts: Floats) -> Floats:
    """(6,) weights of the features for there being a die, found by Newton's method.

    `counts` (N,) say what each case counts.
    """
    raw = EstimateWeights(value, np.zeros(6), UNCALIBRATED, 1.0, 1.0)
    rows = np.stack([die_evidence(case.verdict, case.combine(raw).probabilities, case.deviation) for case in every])
    true = np.array([case.value > 0 for case in every], float)
    weights = np.zeros(rows.shape[1])
    for _ in range(40):
        said = sigmoid(rows @ weights)
        spread = (rows * (counts * said * (1 - said))[:, None]).T @ rows
        weights = weights + np.linalg.solve(
            spread + np.eye(len(weights)), rows.T @ (counts * (true - said)) - REGULARIZATION * weights
        )
    return weights


def outcomes(picture_cases: Iterable[CalibrationCase], weights: EstimateWeights) -> Iterator[tuple[float, bool]]:
    """(confidence product, whether it is right) of every die read in a picture."""
    dice = [case.combine(weights) for case in picture_cases]
    likely = [one for one in dice if one.die_probability > MIN_DIE_PROBABILITY]
    yield from rightness(separate_whole_dice(likely)[0], picture_cases)


def outcomes_given_count(
    picture_cases: Iterable[CalibrationCase], count: int, weights: EstimateWeights
) -> Iterator[tuple[float, bool]]:
    """The same where so many dice are expected, if as many are read and none may be missed."""
    dice = [case.combine(weights) for case in picture_cases]
    whole, _, others = sort_out(dice, range(count, count + 1), weights)
    if len(whole) == count and all(reject_reason(one, whole) != POSSIBLE_DIE for one in others):
        yield from rightness(whole, picture_cases)


def rightness(dice: list[CombinedDie], picture_cases: Iterable[CalibrationCase]) -> Iterator[tuple[float, bool]]:
    """(confidence, whether it is right) of dice; a second reading of the same die is wrong."""
    told = {id(case.verdict): case for case in picture_cases}
    met: set[int | None] = {None}
    for one in dice:
        case = told[id(one.verdict)]
        yield one.confidence, one.value == case.value and case.die_index not in met
        met.add(case.die_index)


def sure_threshold(trust: Floats, right: Floats, most: float = MAX_WRONG_SHARE) -> float:
    """Least confidence from which no larger share than `most` is wrong; 1 where there is none."""
    order = np.argsort(-trust, kind="stable")
    wrong = np.cumsum(1 - right[order]) / np.arange(1, len(order) + 1)
    fine = np.flatnonzero(wrong <= most)
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
