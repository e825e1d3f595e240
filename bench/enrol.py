"""Taught dice: learned from a few rendered pictures a face, tested in other poses and light."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from bench.symbols import DESIGNS, DiceDesign, picture, skins
from bench.table import Row, share
from training.scenes.cube import DieAppearance
from training.scenes.scene import GroundTruth
from vision import Reading
from vision.custom_dice import MAX_EXAMPLES, recognise
from vision.reading import Floats, Image

ALONE, TOGETHER = 18, 6
"""Pictures of one die, and of six, on which a design is tested."""
LESSON, QUESTION = 100_000, 200_000
"""First seeds of the pictures to teach with, and to test with."""
AWAY = 0.35
"""A box is that of a die if their centers are nearer than this, in sides of the die's box."""


@dataclass
class Score:
    """The results for one design."""

    name: str
    first: float = 0.0
    """Share of the teaching pictures in which the most likely box was the die's."""
    seconds: float = 0.0
    """Seconds to learn the faces."""
    table: NDArray[np.int64] = field(default_factory=lambda: np.zeros((6, 7), np.int64))
    """True face by what was read; the last column counts dice that were not found."""
    sure: int = 0
    wrong: int = 0
    """Dice called sure whose value is wrong."""
    false: int = 0
    """Things called sure that are no dice of the design."""
    milliseconds: list[float] = field(default_factory=list)

    @property
    def dice(self) -> int:
        return int(self.table.sum())

    @property
    def right(self) -> int:
        return int(np.trace(self.table[:, :6]))


def lesson(
    design: DiceDesign, made: tuple[DieAppearance, ...], number: int, a_face: int = MAX_EXAMPLES
) -> tuple[recognise.CustomDiceModel, float]:
    """Teach a design; also how often the most likely box was the die's, else the true box is given."""
    shown: dict[int, list[Image]] = {face: [] for face in range(1, 7)}
    first = []
    for face in shown:
        seed = LESSON + 1000 * number + 10 * face
        while len(shown[face]) < a_face:
            n, seed = len(shown[face]), seed + 1
            image, truths = picture(design, (made[n % len(made)],), (face,), seed, alone=True)
            places = recognise.find_centerd_candidates(image)
            right = next((k for k, place in enumerate(places) if here(place.detection.center, truths[0])), None)
            first.append(right == 0)
            if right is not None:
                shown[face].append(recognise.crop_example(image, places[right]))
    return recognise.train_model(shown), float(np.mean(first))


def here(center: Floats, truth: GroundTruth) -> bool:
    """Whether a box is that of the die."""
    x, y, wide, high = truth.box
    return float(np.hypot(*(center - (x + wide / 2, y + high / 2)))) < AWAY * max(wide, high)


def measured(design: DiceDesign, number: int, alone: int = ALONE, together: int = TOGETHER) -> Score:
    """Teach a design and test it."""
    made = skins(design, np.random.default_rng([number, 3]))
    taught, first = lesson(design, made, number)
    score = Score(design.name, first)
    begun = time.perf_counter()
    recognise.train_model(
        {
            face: [np.zeros((recognise.EXAMPLE_SIDE_PX, recognise.EXAMPLE_SIDE_PX, 3), np.uint8)] * MAX_EXAMPLES
            for face in range(1, 7)
        }
    )
    score.seconds = time.perf_counter() - begun
    for n in range(alone + together):
        seed = QUESTION + 1000 * number + n
        some = made[n % len(made) :] + made[: n % len(made)]
        faces = (1 + n % 6,) if n < alone else tuple(int(f) for f in np.random.default_rng(seed).integers(1, 7, 6))
        image, truths = picture(design, some, faces, seed)
        begun = time.perf_counter()
        reading = recognise.read(image, taught)
        score.milliseconds.append(1000 * (time.perf_counter() - begun))
        counted(score, reading, truths)
    return score


def counted(score: Score, reading: Reading, truths: list[GroundTruth]) -> None:
    """Compare what was read with the truth, without dice that nobody could tell."""
    free = list(reading.dice)
    for truth in sorted(truths, key=lambda truth: truth.value <= 0):  # dice before larger objects that lie about
        mine = [
            die for die in free if here(np.array([die.box[0] + die.box[2] / 2, die.box[1] + die.box[3] / 2]), truth)
        ]
        free = [die for die in free if die not in mine]
        if truth.value <= 0:
            continue
        score.table[truth.value - 1, mine[0].value - 1 if mine else 6] += 1
        score.sure += bool(mine) and mine[0].doubt is None
        score.wrong += bool(mine) and mine[0].doubt is None and mine[0].value != truth.value
    score.false += sum(die.doubt is None for die in free)


def confusion() -> Iterator[Row | tuple[str, str]]:
    """All designs: their figures, and the confusion of faces."""
    every = []
    for number, design in enumerate(DESIGNS):
        every.append(measured(design, number))
        yield from score_rows(design, every[-1])
    yield from summary(every)


def summary(every: Sequence[Score]) -> Iterator[Row]:
    """The figures of several designs together."""
    dice, sure = sum(score.dice for score in every), sum(score.sure for score in every)
    yield Row("own dice: right", share(sum(score.right for score in every), dice), "≥ 95 %")
    yield Row("own dice: called sure", share(sure, dice))
    yield Row("own dice: wrong of those sure", share(sum(score.wrong for score in every), sure), "≤ 1 %")
    yield Row("own dice: other things called sure", str(sum(score.false for score in every)))
    spent = float(np.median([ms for score in every for ms in score.milliseconds]))
    yield Row("own dice: a picture of 640 x 640, median", f"{spent:.0f} ms")


def score_rows(design: DiceDesign, score: Score) -> Iterator[tuple[str, str]]:
    """The report of one design."""
    yield (
        f"own dice, {design.name}",
        (
            f"{score.right} of {score.dice} right; {score.sure} sure, {score.wrong} of them wrong;"
            f" {score.false} other things sure;"
            f" learned in {score.seconds:.1f} s; the die was the first place in {100 * score.first:.0f} % of the lesson"
        ),
    )
    yield "  shows \\ read as", " ".join(f"{sign[:6]:>6}" for sign in (*design.signs, "none"))
    for sign, row in zip(design.signs, score.table, strict=True):
        yield f"  {sign}", " ".join(f"{count or '.':>6}" for count in row)
