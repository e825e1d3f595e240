"""Reading of pictures whose dice are known."""

from __future__ import annotations

import json

import cv2
import numpy as np
import pytest

import vision
from tests.support.paths import FIXTURES
from tests.support.picture_files import picture
from tests.support.rendered_dice import COLORS, Setting, render

SCENES = FIXTURES / "scenes"
TRUTH = json.loads((SCENES / "truth.json").read_text("utf-8"))


def inside(box, die):
    x, y = die.box[0] + die.box[2] / 2, die.box[1] + die.box[3] / 2
    return box[0] <= x <= box[0] + box[2] and box[1] <= y <= box[1] + box[3]


@pytest.mark.parametrize("name", sorted(TRUTH))
def test_rendered_scene_is_read_exactly(name):
    """Each die of a rendered scene is read with its value and place; at most one is doubted."""
    reading = vision.read(picture(SCENES / name))
    assert sum(die.doubt is not None for die in reading.dice) <= 1
    assert len(reading.dice) == len(TRUTH[name])
    for truth in TRUTH[name]:
        assert [die.value for die in reading.dice if inside(truth["box"], die)] == [truth["value"]]


@pytest.mark.parametrize("color", sorted(COLORS))
@pytest.mark.parametrize("value", range(1, 7))
def test_every_value_in_every_color(value, color):
    """A single die seen from above is read in each color and value."""
    scene = render(Setting((value,), (color,), "wood", 80, (480, 360)), seed=value)
    assert vision.read(scene.image).values == (value,)


def test_reading_twice_says_the_same():
    """Reading a picture twice gives equal results and does not modify it."""
    image = picture(SCENES / sorted(TRUTH)[0])
    before = image.copy()
    assert vision.read(image) == vision.read(image)
    assert np.array_equal(image, before)


def test_shrinking_the_picture_shrinks_the_boxes():
    """Boxes and top faces are in the pixels of the given picture, whatever its size."""
    image = picture(SCENES / "5_green_wood.jpg")
    twice = vision.read(cv2.resize(image, None, fx=3, fy=3, interpolation=cv2.INTER_LINEAR)).dice[0]
    once = vision.read(image).dice[0]
    assert np.allclose(twice.box, 3 * np.array(once.box), rtol=0.05)
    assert np.allclose(twice.top_corners, 3 * np.array(once.top_corners), atol=0.15 * twice.box[2])


def test_the_top_face_lies_on_the_die():
    """A die's top face is convex, and lies within or close to its box."""
    for die in vision.read(picture(SCENES / sorted(TRUTH)[0])).dice:
        x, y, wide, high = die.box
        assert cv2.isContourConvex(np.array(die.top_corners, np.float32))
        assert all(-0.2 < (px - x) / wide < 1.2 and -0.2 < (py - y) / high < 1.2 for px, py in die.top_corners)
        assert np.hypot(*(np.mean(die.top_corners, axis=0) - (x + wide / 2, y + high / 2))) < 0.3 * max(wide, high)


@pytest.mark.parametrize("ground", ["felt", "wood", "cloth"])
def test_bare_table_has_no_dice(ground):
    """A table without dice gives no dice."""
    assert vision.read(render(Setting((), ground=ground), 3).image).dice == ()


def test_die_at_the_border_is_doubted():
    """A die cut off by the border of the picture is doubted."""
    image = picture(SCENES / "5_green_wood.jpg")
    x, _, wide, _ = vision.read(image).dice[0].box
    cut = np.ascontiguousarray(image[:, : x + int(0.8 * wide)])
    assert all(die.doubt for die in vision.read(cut).dice)
