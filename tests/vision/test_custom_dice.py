"""A table's own dice: learned from a few pictures of each face, and read under their own numbers; others are not."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import vision
from bench.enrol import here, lesson
from bench.symbols import LOTS, picture, skins
from vision import own

LOT = LOTS[6]
"""Arrows, bars, a cross, a ring, a star, a square: white on blue."""
MADE = skins(LOT, np.random.default_rng([6, 3]))


@cache
def taught() -> own.Taught:
    return lesson(LOT, MADE, 6, a_face=3)[0]


def asked(face: int, seed: int, count: int = 1):
    return picture(LOT, MADE, (face,) * count, seed, alone=True)


def test_faces_are_read_that_three_pictures_showed() -> None:
    """Of six dice in poses and light that were not shown five at least are right, and no sure one is wrong."""
    right = 0
    for n in range(6):
        image, truths = asked(1 + n % 6, 300_000 + n)
        dice = [die for die in own.read(image, taught()).dice if here(middle(die), truths[0])]
        right += bool(dice) and dice[0].value == truths[0].value
        assert all(die.value == truths[0].value for die in dice if die.unsure is None)
    assert right >= 5


def middle(die: vision.Die):
    return np.array([die.box[0] + die.box[2] / 2, die.box[1] + die.box[3] / 2])


def test_what_is_read_lies_in_the_picture() -> None:
    """Every die has a face of the kind, a confidence, a box in the picture, and a known reason if it is unsure."""
    image, _ = asked(4, 310_000, count=4)
    reading = own.read(image, taught())
    assert reading.dice
    for die in reading.dice:
        x, y, wide, high = die.box
        assert 1 <= die.value <= 6
        assert 0 <= die.confidence <= 1
        assert die.unsure is None or die.unsure in vision.DOUBTS
        assert 0 <= x < x + wide <= image.shape[1]
        assert 0 <= y < y + high <= image.shape[0]


def test_learning_again_learns_the_same() -> None:
    """The same pictures teach the same, to the last digit."""
    shown = {face: [np.full((own.WIDE, own.WIDE, 3), 40 * face, np.uint8)] * 2 for face in (1, 2)}
    once, again = own.teach(shown), own.teach(shown)
    assert np.array_equal(once.lines, again.lines)
    assert (once.near, once.firm, once.alike) == (again.near, again.firm, again.alike)


def test_two_faces_with_one_sign_are_called_alike() -> None:
    """Who shows one face under two numbers is told that they look alike."""
    shown = {face: [own.kept(image, place) for image, place in places(face)] for face in (1, 2)}
    shown[3] = [own.kept(image, place) for image, place in places(1, 340_100)]
    assert (1, 3) in own.teach(shown).alike


def places(face: int, seed: int = 340_000):
    for n in range(3):
        image, truths = asked(face, seed + 10 * face + n)
        place = next((one for one in own.find_in_middle(image) if here(one.spot.centre, truths[0])), None)
        if place is not None:
            yield image, place


@pytest.mark.parametrize("faces", [(), (1,), (1, 3)])
def test_every_face_must_be_shown(faces) -> None:
    """Without a picture of each face there is nothing to learn."""
    with pytest.raises(ValueError, match="every face"):
        own.teach({face: [np.zeros((own.WIDE, own.WIDE, 3), np.uint8)] for face in faces})


@pytest.mark.parametrize("shape", [(16, 16, 3), (40, 700, 3)])
def test_an_empty_picture_has_no_die(shape) -> None:
    """Where nothing lies, nothing is read, and nothing fails."""
    assert own.read(np.full(shape, 90, np.uint8), taught()).dice == ()
