"""Voting over frames: rendered clips of resting dice, asked about and read wrong with and without it.

Each clip is one rendered scene as a camera sees it frame by frame: noise, exposure and the hand that holds the phone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise

import cv2
import numpy as np

import vision
from tests.support.rendered_dice import COLOURS, Setting, render
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
        tuple(chance.choice(list(COLOURS), 2)),
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


def first_agreement(readings: Sequence[Reading]) -> Reading | None:
    """The reading on which two frames in a row agree, in doubt or not; None without one."""
    return next((now for last, now in pairwise(readings) if readings_agree(last, now)), None)


def voted(readings: Sequence[Reading]) -> Reading:
    """The reading on which the frames settle."""
    settled = (settled_reading(readings[:k]) for k in range(1, len(readings) + 1))
    return next(reading for reading in settled if reading is not None)


class Tally:
    """The asks and the wrong readings of one way to settle."""

    def __init__(self) -> None:
        self.asked = self.wrong = 0

    def add(self, reading: Reading | None, values: list[int]) -> None:
        """Count one clip; a wrong number of dice is asked about as well."""
        if reading is None or has_doubt(reading) or len(reading.dice) != len(values):
            self.asked += 1
        else:
            self.wrong += sorted(reading.values) != values


def figures(clips: int = CLIPS) -> Iterator[tuple[str, str]]:
    """Asks and wrong readings of the clips, without and with voting, given the number of dice that is asked for."""
    without, now = Tally(), Tally()
    for seed in range(clips):
        values, frames = clip(seed)
        readings = list(map(partial(vision.read, expected=range(len(values), len(values) + 1)), frames))
        without.add(first_agreement(readings), values)
        now.add(voted(readings), values)
    for name, tally in (("two frames that agree", without), ("votes of three to five", now)):
        yield f"{clips} clips, {name}", f"{tally.asked} asked about, {tally.wrong} read wrong"
