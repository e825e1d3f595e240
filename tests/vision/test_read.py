"""What the reader says about pictures whose truth is known."""

from __future__ import annotations

import json

import cv2
import numpy as np
import pytest

import vision
from tests.support.paths import FIXTURES
from tests.support.picture_files import picture
from tests.support.rendered_dice import COLOURS, Setting, render

SCENES = FIXTURES / "scenes"
TRUTH = json.loads((SCENES / "truth.json").read_text("utf-8"))


def inside(box, die):
    x, y = die.box[0] + die.box[2] / 2, die.box[1] + die.box[3] / 2
    return box[0] <= x <= box[0] + box[2] and box[1] <= y <= box[1] + box[3]


@pytest.mark.parametrize("name", sorted(TRUTH))
def test_rendered_scene_is_read_exactly(name):
    """Every die of a rendered scene is read with its value and in its place, and at most one is doubted."""
    reading = vision.read(picture(SCENES / name))
    assert sum(die.doubt is not None for die in reading.dice) <= 1
    assert len(reading.dice) == len(TRUTH[name])
    for truth in TRUTH[name]:
        assert [die.value for die in reading.dice if inside(truth["box"], die)] == [truth["value"]]


@pytest.mark.parametrize("colour", sorted(COLOURS))
@pytest.mark.parametrize("value", range(1, 7))
def test_every_value_in_every_colour(value, colour):
    """One die seen from above reads as what it shows, whatever its colour."""
    scene = render(Setting((value,), (colour,), "wood", 80, (480, 360)), seed=value)
    assert vision.read(scene.image).values == (value,)


@pytest.mark.parametrize("turns", [1, 2, 3])
@pytest.mark.parametrize("name", sorted(TRUTH))
def test_turning_the_picture_changes_no_value(name, turns):
    """A picture turned by a right angle reads the same."""
    image = np.ascontiguousarray(np.rot90(picture(SCENES / name), turns))
    assert vision.read(image).values == tuple(sorted(die["value"] for die in TRUTH[name]))


def test_reading_twice_says_the_same():
    """Reading is a function of the picture: no clock, no chance, and the picture stays as it was."""
    image = picture(SCENES / sorted(TRUTH)[0])
    before = image.copy()
    assert vision.read(image) == vision.read(image)
    assert np.array_equal(image, before)


def test_shrinking_the_picture_shrinks_the_boxes():
    """Boxes and faces are in the pixels of the picture that was given, whatever size it has."""
    image = picture(SCENES / "5_green_wood.jpg")
    twice = vision.read(cv2.resize(image, None, fx=3, fy=3, interpolation=cv2.INTER_LINEAR)).dice[0]
    once = vision.read(image).dice[0]
    assert np.allclose(twice.box, 3 * np.array(once.box), rtol=0.05)
    assert np.allclose(twice.top_corners, 3 * np.array(once.top_corners), atol=0.15 * twice.box[2])


def test_the_top_face_lies_on_the_die():
    """The corners of a die's top face go round it, in its box or hardly beyond, and their middle lies well in it."""
    for die in vision.read(picture(SCENES / sorted(TRUTH)[0])).dice:
        x, y, wide, high = die.box
        assert cv2.isContourConvex(np.array(die.top_corners, np.float32))
        assert all(-0.2 < (px - x) / wide < 1.2 and -0.2 < (py - y) / high < 1.2 for px, py in die.top_corners)
        assert np.hypot(*(np.mean(die.top_corners, axis=0) - (x + wide / 2, y + high / 2))) < 0.3 * max(wide, high)


@pytest.mark.parametrize("ground", ["felt", "wood", "cloth"])
def test_bare_table_has_no_dice(ground):
    """Nothing is read where nothing lies."""
    assert vision.read(render(Setting((), ground=ground), 3).image).dice == ()


def test_die_at_the_border_is_doubted():
    """A die that leaves the picture is not trusted."""
    image = picture(SCENES / "5_green_wood.jpg")
    x, _, wide, _ = vision.read(image).dice[0].box
    cut = np.ascontiguousarray(image[:, : x + int(0.8 * wide)])
    assert all(die.doubt for die in vision.read(cut).dice)
