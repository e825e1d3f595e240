"""Calibration: weighs the estimates, and maps their product to a confidence.

The nets used here are those of the fold: trained without one source of the photos, they are shown that source.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from vision.reader.combine import Weights, heard, opinions, signs
from vision.reader.detector import alike, spots
from vision.reader.judge import Verdict, verdicts
from vision.reader.pip_pattern import Pattern, lattice
from vision.reader.pipeline import HOPELESS, THERE, whole_dice
from vision.reading import Floats, Image
from vision.training.scenes.scene import Truth

from .photos import gather

WRONG = 0.0025
"""Share of sure dice that may be wrong here: half of what is promised."""
FRAMED = 0.35
"""Intersection over union from which a box frames a die; labels are drawn loosely."""
Z = 1.96
"""Standard deviations of the confidence interval."""
DAMP = 0.5
"""L2 regularisation of the weights."""
STEPS = (0.0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995)


@dataclass(frozen=True)
class Case:
    """The estimates for one detection, and the truth."""

    verdict: Verdict
    pattern: Pattern
    value: int
    """1..6; 0 where there is no die."""
    die: int | None = None
    """Index of the die in the picture; two scales may detect the same one."""


def cases(image: Image, truths: list[Truth], models: Path) -> list[Case]:
    """Cases of one picture, without detections of dice whose value is unknown."""
    result = []
    for verdict in verdicts(image, spots(image, models), models):
        truth = framed(verdict, truths)
        value = 0 if truth is None else truths[truth].value
        if verdict.none < HOPELESS and (truth is None or value):
            die = truth if value > 0 else None
            result.append(Case(verdict, lattice(image, verdict.spot.corners), max(0, value), die))
    return result


def framed(verdict: Verdict, truths: list[Truth]) -> int | None:
    """Index of the die that a detection frames, if any."""
    rows = [(alike(verdict.spot.box, np.array(truth.box)), n) for n, truth in enumerate(truths)]
    best = max(rows, default=(0.0, 0))
    return best[1] if best[0] > FRAMED else None


def calibrate(work: Path, photos: Path, source: str) -> str:
    """Write `trust.json` into WORK from the fold's results on its held-out `source`.

    Returns the calibration curve in words.
    """
    rows = gather(photos, "", work / "disputed.json")[source]
    tables = [cases(*row.unpacked, work / "fold") for row in rows]
    every = [case for table in tables for case in table]
    if not any(case.value for case in every):
        raise SystemExit("the fold finds no die: teach it for longer")
    value = voices(every)
    die = presence(every, value)
    raw = Weights(value, die, np.array([(0.0, 0.0), (1.0, 1.0)]), 1.0)
    told = np.array([row for table in tables for row in outcomes(table, raw)], float)
    curve = rising(*told.T)
    trust = np.interp(told[:, 0], *curve.T)
    sure = threshold(trust, told[:, 1])
    kept = {"value": value, "die": die, "curve": curve, "sure": np.array(sure)}
    (work / "trust.json").write_text(json.dumps({name: row.round(4).tolist() for name, row in kept.items()}, indent=1))
    return "\n".join(lines(trust, told[:, 1], sure))


def voices(every: list[Case]) -> Floats:
    """(3,) exponents of the estimates that maximise the likelihood of the true values.

    Found by Newton's method.
    """
    known = [case for case in every if case.value]
    said = np.stack([opinions(case.verdict, case.pattern).T for case in known])
    true = said[np.arange(len(known)), [case.value - 1 for case in known]]
    powers = np.full(said.shape[2], 0.3)
    for _ in range(40):
        shares = np.exp(said @ powers - (said @ powers).max(axis=1, keepdims=True))
        shares /= shares.sum(axis=1, keepdims=True)
        mean = np.einsum("nk,nkv->nv", shares, said)
        spread = np.einsum("nk,nkv,nkw->vw", shares, said, said) - mean.T @ mean
        powers = powers + np.linalg.solve(spread + np.eye(len(powers)), (true - mean).sum(axis=0) - DAMP * powers)
    return np.asarray(np.maximum(powers, 0))


def presence(every: list[Case], value: Floats) -> Floats:
    """(4,) weights of the features for there being a die, found by Newton's method."""
    raw = Weights(value, np.zeros(4), np.array([(0.0, 0.0), (1.0, 1.0)]), 1.0)
    best = [float(heard(case.verdict, case.pattern, raw).shares.max()) for case in every]
    rows = np.stack([signs(case.verdict, share) for case, share in zip(every, best, strict=True)])
    true = np.array([case.value > 0 for case in every], float)
    weights = np.zeros(rows.shape[1])
    for _ in range(40):
        said = 1 / (1 + np.exp(-rows @ weights))
        spread = (rows * (said * (1 - said))[:, None]).T @ rows
        weights = weights + np.linalg.solve(spread + np.eye(len(weights)), rows.T @ (true - said) - DAMP * weights)
    return weights


def outcomes(table: list[Case], by: Weights) -> Iterator[tuple[float, bool]]:
    """(confidence product, whether it is right) of every die read in a picture."""
    told = {id(case.verdict): case for case in table}
    dice = [heard(case.verdict, case.pattern, by) for case in table]
    met: set[int | None] = {None}
    for one in whole_dice([one for one in dice if one.there > THERE])[0]:
        case = told[id(one.verdict)]
        yield one.trust, one.value == case.value and case.die not in met
        met.add(case.die)


def rising(score: Floats, right: Floats) -> Floats:
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


def threshold(trust: Floats, right: Floats) -> float:
    """Least confidence above which no more than MAX_WRONG_SHARE are wrong."""
    order = np.argsort(-trust, kind="stable")
    wrong = np.cumsum(1 - right[order]) / np.arange(1, len(order) + 1)
    fine = np.flatnonzero(wrong <= WRONG)
    return float(trust[order][fine[-1]]) if len(fine) else 1.0


def wilson(wrong: int, many: int) -> tuple[float, float]:
    """95 % confidence interval of a share (E. B. Wilson, 1927)."""
    if not many:
        return 0.0, 1.0
    share, square = wrong / many, Z * Z
    middle = (share + square / (2 * many)) / (1 + square / many)
    half = Z * np.sqrt(share * (1 - share) / many + square / (4 * many * many)) / (1 + square / many)
    return max(0.0, float(middle - half)), float(middle + half)


def lines(trust: Floats, right: Floats, sure: float) -> Iterator[str]:
    """Rows of the curve: from a confidence on, the number of dice and how many are wrong."""
    for least in (*STEPS, sure):
        over = trust >= least
        wrong, many = int((1 - right[over]).sum()), int(over.sum())
        low, high = wilson(wrong, many)
        mark = "  <- sure" if least == sure else ""
        yield (
            f"confidence >= {least:.4f}: {many / max(1, len(trust)):6.1%} of {len(trust)} dice, "
            f"{wrong} wrong = {wrong / max(1, many):.2%} ({low:.2%} to {high:.2%}){mark}"
        )
