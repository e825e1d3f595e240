"""The reader gives the same dice at each rotation of a picture."""

from __future__ import annotations

import json
from functools import lru_cache

import cv2
import numpy as np
import pytest

import vision
from tests.support.paths import FIXTURES
from vision.reader.orientation import canonical_turns, rotate_picture

NAMES = sorted(str(path.relative_to(FIXTURES)) for path in FIXTURES.glob("*/*.jpg"))
TRUTH = json.loads((FIXTURES / "scenes/truth.json").read_text("utf-8"))


def held(image, turns):
    """The picture after that many quarter turns anticlockwise."""
    return np.ascontiguousarray(np.rot90(image, turns))


def marks(shape, box, turns):
    """A box after the picture was turned."""
    mask = np.zeros(shape[:2], np.uint8)
    x, y, wide, high = box
    mask[y : y + high, x : x + wide] = 1
    return cv2.boundingRect(held(mask, turns))


@lru_cache(2)
def upright(name):
    """A picture and what is read in it, once for all its turns."""
    image = vision.decode((FIXTURES / name).read_bytes())
    return image, vision.read(image)


@pytest.mark.parametrize("turns", [1, 2, 3])
@pytest.mark.parametrize("name", NAMES)
def test_a_turned_picture_reads_the_same(name, turns):
    """A turned picture gives the same values, confidences, doubts and rejects, in turned boxes.

    Those of a rendered scene are the values that were rendered.
    """
    image, before = upright(name)
    after = vision.read(held(image, turns))
    assert after.size == held(image, turns).shape[1::-1]
    assert {(die.value, die.confidence, die.doubt, die.box) for die in after.dice} == {
        (die.value, die.confidence, die.doubt, marks(image.shape, die.box, turns)) for die in before.dice
    }
    assert {(one.reason, one.box) for one in after.rejects} == {
        (one.reason, marks(image.shape, one.box, turns)) for one in before.rejects
    }
    scene = TRUTH.get(name.removeprefix("scenes/"))
    assert scene is None or after.values == tuple(sorted(die["value"] for die in scene))


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_top_faces_turn_with_the_picture(turns):
    """The corners of a top face are the same pixels at each rotation."""
    image, reading = upright("scenes/5_green_wood.jpg")
    places = np.indices(image.shape[:2])[::-1].transpose(1, 2, 0).astype(np.float32)
    (before,), (after,) = reading.dice, vision.read(held(image, turns)).dice
    x, y = np.array(after.top_corners, np.float32).T
    was = cv2.remap(held(places, turns), x, y, cv2.INTER_LINEAR).reshape(4, 2)
    assert np.allclose(was, before.top_corners, atol=0.1)


@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize("shape", [(40, 60), (41, 61), (60, 40), (50, 50), (51, 51)])
def test_every_picture_has_one_way(shape, turns):
    """Each rotation of a picture is turned into the same one: wide, and brighter above."""
    image = np.random.default_rng(1).integers(0, 255, (*shape, 3)).astype(np.uint8)
    seen = rotate_picture(held(image, turns), canonical_turns(held(image, turns)))
    high, wide = seen.shape[:2]
    assert np.array_equal(seen, rotate_picture(image, canonical_turns(image)))
    assert wide >= high
    assert int(seen[: high // 2].sum()) >= int(seen[-(high // 2) :].sum())


def test_an_even_picture_stays_as_it_is():
    """A picture of even brightness, wide or square, is not turned."""
    assert canonical_turns(np.full((30, 40, 3), 90, np.uint8)) == 0
    assert canonical_turns(np.full((30, 30, 3), 90, np.uint8)) == 0
