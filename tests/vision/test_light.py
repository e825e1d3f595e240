"""Lighting is measured in the picture and gives one piece of advice, unless all is read."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

import vision
from bench.light import darker, farther, moved, shining
from tests.support.paths import FIXTURES
from vision.reading import Die, Image, Reading
from vision.stream.lighting import ADVICE, LightingMeasurement, advise, measure_lighting

SCENES = FIXTURES / "scenes"
THREE = vision.decode((SCENES / "2-3-4_black_cloth.jpg").read_bytes())
CHANCE = np.random.default_rng(3)
SPOILT = {
    "light": (darker, 0.04),
    "still": (moved, 55),
    "closer": (farther, 0.06),
}


def wanted(image: Image, count: int = 3) -> str | None:
    reading = vision.read(image)
    return advise(measure_lighting(image, reading), reading, count)


def test_a_throw_that_is_read_wants_nothing() -> None:
    """No advice is given while all dice are read and none is doubtful, however poor the light."""
    assert wanted(THREE) is None
    reading = vision.read(THREE)
    assert advise(LightingMeasurement(0.01, 0.01, 0.9, 5), reading, 3) is None


@pytest.mark.parametrize("want", SPOILT)
def test_each_trouble_has_its_instruction(want: str) -> None:
    """A picture that is too dark, shaken or too far away gets the fitting advice.

    The same dice in each case, so degraded that they are not read.
    """
    spoil, level = SPOILT[want]
    assert wanted(spoil(THREE, level, CHANCE)) == want


def test_a_burnt_die_is_glare() -> None:
    """A lamp mirrored in a die is measured as glare; in good light there is none."""
    clean = measure_lighting(THREE, vision.read(THREE))
    shone = shining(THREE, 1.0, CHANCE)
    seen = measure_lighting(shone, vision.read(THREE))
    assert clean.glare < 0.1 < 0.3 < seen.glare
    doubtful = Reading((Die(3, (10, 10, 60, 60), 0.3, "faint"),), (), (640, 480))
    assert advise(seen, doubtful, 1) == "glare"


def test_what_the_reader_doubts_is_an_instruction_too() -> None:
    """Doubts and missing dice give advice.

    Cut off: more table in the picture; missing: a nearer camera.
    """
    near, far = LightingMeasurement(0.6, 0.3, 0.0, 90), LightingMeasurement(0.6, 0.3, 0.0, 30)
    doubt = lambda why: Reading((Die(3, (0, 0, 80, 80), 0.4, why),), (), (640, 480))  # noqa: E731
    one, none = Reading((Die(3, (0, 0, 80, 80), 1.0),), (), (640, 480)), Reading((), (), (640, 480))
    assert advise(near, doubt("cut off"), 1) == "back"
    assert (advise(near, doubt("faint"), 1), advise(far, doubt("faint"), 1)) == ("still", "closer")
    assert (advise(near, one, 2), advise(far, one, 2)) == ("back", "closer"), "one of two is in the picture"
    assert advise(near, one, 1) is None
    assert advise(near, none, 2) is None, "an empty table wants a throw"


def test_measures_have_their_ranges() -> None:
    """Measurements of any picture are within their ranges, and the advice is a known one."""
    for image in (
        np.zeros((16, 16, 3), np.uint8),
        np.full((20, 2000, 3), 255, np.uint8),
        np.asarray(CHANCE.integers(0, 256, (90, 70, 3)), np.uint8),
        np.asarray(cv2.resize(THREE, (4000, 3000)), np.uint8),
    ):
        reading = vision.read(image)
        seen = measure_lighting(image, reading)
        assert 0 <= seen.brightness <= 1
        assert 0 <= seen.sharpness <= 1
        assert 0 <= seen.glare <= 1
        assert seen.die_side_px >= 0
        assert advise(seen, reading, 2) in (None, *ADVICE)


def test_the_darker_the_more_it_is_said() -> None:
    """Brightness falls with the light, sharpness with motion, die size with distance."""
    reading = vision.read(THREE)
    dim = [measure_lighting(darker(THREE, share, CHANCE), reading).brightness for share in (1.0, 0.5, 0.2, 0.05)]
    soft = [measure_lighting(moved(THREE, far, np.random.default_rng(1)), reading).sharpness for far in (1, 9, 25)]
    assert dim == sorted(dim, reverse=True)
    assert soft == sorted(soft, reverse=True)
    half = cv2.resize(THREE, None, fx=0.5, fy=0.5)
    assert (
        measure_lighting(np.asarray(half, np.uint8), vision.read(np.asarray(half, np.uint8))).die_side_px
        < measure_lighting(THREE, reading).die_side_px
    )
