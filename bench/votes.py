"""Voting over frames: rendered clips of resting dice, asked about and read wrong with and without it.

Each clip is one rendered scene as a camera sees it frame by frame: noise, exposure and the hand that holds the phone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np

import vision
from bench.table import Row, ratio
from tests.support.rendered_dice import COLORS, Setting, render
from vision.nets import MODELS
from vision.reading import Image, Reading
from vision.stream.voting import MAX_READINGS, has_doubt, readings_agree, settled_reading

CLIPS = 500
GROUNDS = ("felt", "wood", "cloth")


def clip(seed: int) -> tuple[list[int], list[Image]]:
    """The values of a clip's dice, and its frames."""
    chance = np.random.default_rng([28, seed])
    count = int(chance.integers(1, 6))
    setting = Setting(
        tuple(map(int, chance.integers(1, 7, count))),
        tuple(chance.choice(list(COLORS), 2)),
        str(chance.choice(GROUNDS)),
        float(chance.uniform(40, 85)),
        (640, 480),
        float(chance.uniform(1.3, 3.2)),
        float(chance.uniform(0.5, 1.9)),
        0.0,
    )
    image = render(setting, seed).image.astype(np.float32) * chance.uniform(0.35, 1.05)
    noise = float(chance.uniform(2, 14))
    return sorted(setting.values), [frame(image, noise, chance) for _ in range(MAX_READINGS)]


def frame(image: np.ndarray, noise: float, chance: np.random.Generator) -> Image:
    """The picture as one frame: shifted by a part of a pixel, lit and with noise."""
    across, down = chance.normal(0, 0.4, 2)
    moved = cv2.warpAffine(
        image, np.array([[1, 0, across], [0, 1, down]], np.float32), image.shape[1::-1], borderMode=cv2.BORDER_REFLECT
    )
    seen = moved * chance.normal(1, 0.015) + chance.normal(0, noise, image.shape)
    return np.asarray(np.clip(seen, 0, 255), np.uint8)


def first_agreement(readings: Iterable[Reading]) -> Reading | None:
    """The reading on which two frames in a row agree, in doubt or not; None without one."""
    return next((now for last, now in pairwise(readings) if readings_agree(last, now)), None)


def voted(readings: Sequence[Reading]) -> Reading:
    """The reading on which the frames settle."""
    settled = (settled_reading(readings[:k]) for k in range(1, len(readings) + 1))
    return next(reading for reading in settled if reading is not None)


@dataclass
class Tally:
    """The asks and the wrong readings of one way to read the clips."""

    asked: int = 0
    sure: int = 0
    wrong: int = 0
    """Of the sure ones."""

    def add(self, reading: Reading | None, values: list[int]) -> None:
        """Count one clip; a wrong number of dice is asked about as well."""
        if reading is None or has_doubt(reading) or len(reading.dice) != len(values):
            self.asked += 1
        else:
            self.sure += 1
            self.wrong += sorted(reading.values) != values


@dataclass
class Votes:
    """The clips read in four ways, all but one of them with the number of dice that is asked for."""

    unknown: Tally = field(default_factory=Tally)
    """By two frames that agree, the number unknown: the reader without anything that is known."""
    first: Tally = field(default_factory=Tally)
    """By the first frame alone."""
    agreed: Tally = field(default_factory=Tally)
    """By two frames that agree."""
    voted: Tally = field(default_factory=Tally)
    """By votes of three to five frames."""


def measured(clips: int = CLIPS, models: Path = MODELS) -> Votes:
    """Read every clip in the four ways."""
    votes = Votes()
    for seed in range(clips):
        values, frames = clip(seed)
        expected = range(len(values), len(values) + 1)
        readings = [vision.read(frame, models, expected) for frame in frames]
        votes.unknown.add(first_agreement(vision.read(frame, models) for frame in frames), values)
        votes.first.add(readings[0], values)
        votes.agreed.add(first_agreement(readings), values)
        votes.voted.add(voted(readings), values)
    return votes


def figures(clips: int = CLIPS, models: Path = MODELS) -> Iterator[Row]:
    """Asks of the clips with all that is known and with less of it; then how many are misread without asking."""
    votes = measured(clips, models)
    now = votes.voted
    for name, less in (
        ("two frames that agree, the number of dice unknown", votes.unknown),
        ("two frames that agree, the number known", votes.agreed),
    ):
        yield Row(
            f"{clips} clips: asked about by votes of three to five, beside {name}",
            str(now.asked),
            "≤ 0.5 ×",
            f"{less.asked} asked about, {less.wrong} read wrong",
            ratio(now.asked, max(1, less.asked)),
        )
    for name, tally in (("first frames", votes.first), ("clips by votes", now)):
        yield Row(f"{clips} {name}: wrong of those read without asking", f"{tally.wrong} of {tally.sure}", "≤ 0.5 %")
