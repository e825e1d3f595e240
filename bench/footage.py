"""Synthetic camera streams over a tray, from one rendered scene: throws, hands, light.

Dice at rest are the scene's own pixels; the empty tray is the scene painted over at the dice.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from pathlib import Path

import cv2
import numpy as np

from vision.reading import Box, Image

SCENES = Path(__file__).parents[1] / "tests" / "fixtures" / "scenes"
WIDE, HIGH = 640, 480
ROLL = 0.6
"""Seconds that a die rolls."""
EDGE = 0.18
"""How much around a die, such as its shadow, belongs to its cut-out, in sides of the die."""
SKIN = (120, 150, 205)
BEAT = 3.7
"""Flickers of a lamp per second, as a camera sees them."""


@dataclass(frozen=True)
class Tray:
    """A camera that sees one scene at a given frame rate."""

    scene: str = "5-6-6_red_wood.jpg"
    rate: int = 25
    noise: float = 1.5
    """Standard deviation of a pixel's brightness between frames."""

    @cached_property
    def full(self) -> Image:
        """The picture with all dice."""
        image = cv2.imread(str(SCENES / self.scene))
        assert image is not None
        return np.asarray(cv2.resize(image, (WIDE, HIGH), interpolation=cv2.INTER_AREA), np.uint8)

    @cached_property
    def truth(self) -> tuple[tuple[int, Box], ...]:
        """(value, box) of each die."""
        rows = json.loads((SCENES / "truth.json").read_text("utf-8"))[self.scene]
        image = cv2.imread(str(SCENES / self.scene))
        assert image is not None
        scale = WIDE / image.shape[1]
        return tuple((int(row["value"]), tuple(round(side * scale) for side in row["box"])) for row in rows)

    @cached_property
    def empty(self) -> Image:
        """The picture without dice."""
        covers = np.max([self.cover(die) for die in range(len(self.truth))], axis=0)
        small = cv2.resize(self.full, (WIDE // 4, HIGH // 4), interpolation=cv2.INTER_AREA)
        hole = cv2.dilate(cv2.resize(covers, (WIDE // 4, HIGH // 4)), np.ones((5, 5))) > 0.02
        filled = cv2.inpaint(small, hole.astype(np.uint8), 5, cv2.INPAINT_TELEA)
        smooth = cv2.resize(filled, (WIDE, HIGH), interpolation=cv2.INTER_CUBIC)
        return np.asarray(self.full * (1 - covers[..., None]) + smooth * covers[..., None], np.uint8)

    def cover(self, die: int) -> np.ndarray:
        """(HIGH, WIDE) 0..1: the mask of that die, with soft edges."""
        return self._covers[die]

    @cached_property
    def _covers(self) -> list[np.ndarray]:
        return [self._cover(*box) for _, box in self.truth]

    def _cover(self, x: int, y: int, wide: int, high: int) -> np.ndarray:
        cover = np.zeros((HIGH, WIDE), np.float32)
        center, axes = (x + wide // 2, y + high // 2), (round(wide * (0.62 + EDGE)), round(high * (0.62 + EDGE)))
        cv2.ellipse(cover, center, axes, 0, 0, 360, 1.0, -1)
        return np.asarray(cv2.GaussianBlur(cover, (0, 0), 0.06 * wide), np.float32)

    # --- pictures ------------------------------------------------------------------------------------------------

    def lying(self, dice: Iterable[int] = ()) -> Image:
        """The tray with those of its dice."""
        return self._laid(self.empty, [(die, np.eye(2, 3, dtype=np.float32)) for die in dice])

    def _laid(self, ground: Image, dice: Iterable[tuple[int, np.ndarray]]) -> Image:
        picture = ground.astype(np.float32)
        for die, way in dice:
            cover = cv2.warpAffine(self.cover(die), way, (WIDE, HIGH))[..., None]
            picture = picture * (1 - cover) + cv2.warpAffine(self.full, way, (WIDE, HIGH)) * cover
        return np.asarray(picture, np.uint8)

    def rolling(self, dice: Iterable[int], among: Iterable[int], done: float) -> Image:
        """The dice rolling in among others at rest, at 0..1 of their way."""
        left = (1 - done) ** 2
        return self._laid(self.lying(among), [(die, self._way(die, left)) for die in dice])

    def _way(self, die: int, left: float) -> np.ndarray:
        x, y, wide, high = self.truth[die][1]
        way = cv2.getRotationMatrix2D((x + wide / 2, y + high / 2), 540 * left, 1)
        way[:, 2] += (-left * WIDE, left * 0.3 * HIGH)
        return np.asarray(way, np.float32)

    # --- streams -------------------------------------------------------------------------------------------------

    def still(self, seconds: float, dice: Iterable[int] = ()) -> Iterator[Image]:
        """Frames without a change."""
        yield from [self.lying(dice)] * round(seconds * self.rate)

    def throw(self, dice: Iterable[int], among: Iterable[int] = ()) -> Iterator[Image]:
        """Frames of dice that roll in and are at rest in the last one."""
        yield from _rolled(self, tuple(dice), tuple(among))

    def hand(self, seconds: float, dice: Iterable[int] = (), pause: float = 0.0, at: float = 0.5) -> Iterator[Image]:
        """Frames of a hand that crosses above the dice and rests for a while, at 0..1 of its way."""
        below, count = self.lying(dice), round(seconds * self.rate)
        stop = round(at * count)
        for k in range(count):
            yield handed(below, (k + 0.5) / count)
            if k == stop:
                yield from [handed(below, (k + 0.5) / count)] * round(pause * self.rate)

    def seen(self, frames: Iterable[Image], seed: int = 0) -> Iterator[Image]:
        """The frames with a sensor's noise, different in each."""
        for k, frame in enumerate(frames):
            yield np.asarray(cv2.add(frame, _grain(self.noise, seed, k), dtype=cv2.CV_8U))


@cache
def _rolled(tray: Tray, dice: tuple[int, ...], among: tuple[int, ...]) -> list[Image]:
    """The frames of that throw, drawn once: the tests throw the same dice again and again."""
    count = round(ROLL * tray.rate)
    return [tray.rolling(dice, among, k / count) for k in range(1, count + 1)]


@lru_cache(96)
def _grain(noise: float, seed: int, number: int) -> np.ndarray:
    """(HIGH, WIDE, 3) the sensor's noise in that frame of a stream, the same in each color; drawn once."""
    grain = np.random.default_rng((seed, number)).standard_normal((HIGH, WIDE, 1), np.float32)
    return np.repeat(np.rint(noise * grain).astype(np.int16), 3, axis=2)


def handed(frame: Image, done: float) -> Image:
    """The frame with a forearm and a hand at 0..1 of its way; at 0 and at 1 it is outside."""
    x = round(WIDE * (1.6 * done - 0.3))
    cover = np.zeros((HIGH, WIDE), np.float32)
    cv2.line(cover, (x - 60, HIGH + 50), (x, HIGH // 2), 1.0, 90)
    cv2.ellipse(cover, (x + 10, HIGH // 2 - 20), (70, 60), 20, 0, 360, 1.0, -1)
    for finger in range(4):
        cv2.line(cover, (x + 10, HIGH // 2 - 20), (x - 40 + 35 * finger, HIGH // 2 - 140), 1.0, 26)
    shadow = cv2.GaussianBlur(np.roll(cover, (14, 18), (0, 1)), (0, 0), 12)[..., None]
    cover = cv2.GaussianBlur(cover, (0, 0), 2)[..., None]
    shade = np.linspace(0.75, 1.1, WIDE, dtype=np.float32)[None, :, None]
    return np.asarray(
        (frame * (1 - 0.35 * shadow) * (1 - cover) + np.array(SKIN) * shade * cover).clip(0, 255), np.uint8
    )


def lit(
    frames: Iterable[Image], rate: int, swing: float = 0.08, beat: float = 3.0, bands: float = 0.0
) -> Iterator[Image]:
    """The frames under a flickering lamp; with ``bands`` for a sensor that reads line by line."""
    lines = np.linspace(0, 2 * np.pi, HIGH)[:, None, None]
    for k, frame in enumerate(frames):
        wave = np.sin(2 * np.pi * BEAT * k / rate + bands * lines)
        yield np.asarray((frame * (1 + swing * wave)).clip(0, 255), np.uint8)


def exposed(frames: Iterable[Image], gains: Iterable[float]) -> Iterator[Image]:
    """The frames of a camera that changes its exposure."""
    for frame, gain in zip(frames, gains, strict=False):
        yield np.asarray((frame * gain).clip(0, 255), np.uint8)
