"""What the reader says about pictures of the second renderer, which nothing was trained on; their truth is exact."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache

import cv2
import numpy as np
import pytest

import vision
from bench.scenes.dice import VALUES, make, shape
from bench.scenes.mesh import FRAMES
from bench.scenes.throw import CYCLE, HIDDEN, throw
from tests.support.paths import FIXTURES

RENDERED = FIXTURES / "rendered"
TRUTH = json.loads((RENDERED / "truth.json").read_text("utf-8"))
DICE = sorted(name for name, truth in TRUTH.items() if truth["dice"])
BARE = sorted(name for name, truth in TRUTH.items() if not truth["dice"])
EXACT = 8
"""Of the pictures with dice at least so many are read exactly; `bench.scenes` measures the figure that counts."""
RECALL = 0.88
"""Share of the dice whose value is among those read in their picture."""
NOTHING = 4
"""Of the pictures without a die at least so many have no sure die; the aim is that nothing is read at all."""


@cache
def reading(name: str) -> vision.Reading:
    return vision.read(vision.decode((RENDERED / name).read_bytes()))


def test_the_set_is_whole():
    """Twelve pictures with one to twelve dice and six without, each small enough to keep."""
    assert (len(DICE), len(BARE)) == (12, 6)
    assert all((RENDERED / name).stat().st_size <= 40_000 for name in TRUTH)
    assert all(1 <= len(TRUTH[name]["dice"]) <= 12 for name in DICE)


@pytest.mark.parametrize("name", sorted(TRUTH))
def test_what_is_found_lies_in_the_picture(name):
    """Every die that is found has a value, a confidence, a box in the picture, and a known reason if it is unsure."""
    wide, high = reading(name).size
    assert [wide, high] == TRUTH[name]["size"]
    for die in reading(name).dice:
        x, y, across, down = die.box
        assert 1 <= die.value <= 6
        assert 0 <= die.confidence <= 1
        assert die.doubt is None or die.doubt in vision.DOUBTS
        assert 0 <= x < x + across <= wide
        assert 0 <= y < y + down <= high


@pytest.mark.parametrize("name", DICE[:3])
def test_reading_again_says_the_same(name):
    """The same picture gives the same reading, to the last digit."""
    assert vision.read(vision.decode((RENDERED / name).read_bytes())) == reading(name)


@pytest.mark.parametrize("name", DICE)
def test_the_truth_is_of_dice_in_the_picture(name):
    """Each true box lies in the picture and shows more than one grey."""
    image = cv2.imread(str(RENDERED / name), cv2.IMREAD_GRAYSCALE)
    for die in TRUTH[name]["dice"]:
        x, y, across, down = (int(v) for v in die["box"])
        assert 0 <= x < x + across <= image.shape[1]
        assert 0 <= y < y + down <= image.shape[0]
        assert np.ptp(image[y : y + down, x : x + across]) > 20


def test_the_values_are_read():
    """At least a share of RECALL of the dice is read, and at least EXACT of their pictures without a mistake."""
    right = [name for name in DICE if values(name) == true(name)]
    hits, dice = (sum((values(name) & true(name)).total() for name in DICE), sum(true(name).total() for name in DICE))
    print(f"{hits} of {dice} values; ", end="")
    print(f"{len(right)} of {len(DICE)} exact; wrong: {sorted(set(DICE) - set(right))}")
    assert len(right) >= EXACT
    assert hits >= RECALL * dice


def test_nothing_is_sure_on_tables_without_dice():
    """Of the pictures without a die at least NOTHING have no die that the reader is sure of."""
    quiet = [name for name in BARE if all(die.doubt for die in reading(name).dice)]
    empty = [name for name in BARE if not reading(name).dice]
    print(f"{len(empty)} of {len(BARE)} read as nothing, {len(quiet)} without a sure die: {quiet}")
    assert len(quiet) >= NOTHING


def values(name: str) -> Counter[int]:
    return Counter(die.value for die in reading(name).dice)


def true(name: str) -> Counter[int]:
    return Counter(die["value"] for die in TRUTH[name]["dice"])


@pytest.mark.parametrize("seed", range(len(CYCLE)))
def test_a_throw_keeps_its_law(seed):
    """The same seed throws the same; no two dice share a spot, all are in view, no top face is a third hidden."""
    thrown, again = throw(seed), throw(seed)
    assert [(die.value, die.block.place.tolist()) for die in thrown.dice] == [
        (die.value, die.block.place.tolist()) for die in again.dice
    ]
    for n, die in enumerate(thrown.dice):
        assert not any(die.block.meets(other.block) for other in thrown.dice[:n])
        hidden = [other.block.hides(die.top(), thrown.view.eye) for other in thrown.dice if other is not die]
        assert np.any([np.zeros(81, bool), *hidden], axis=0).mean() < HIDDEN
        seen = thrown.view.project(die.turn @ np.array([0.5, 0.5, 0.5]) * die.size + die.middle)
        assert ((seen > 0) & (seen < thrown.view.size)).all()


def test_a_die_is_made_as_they_are_sold():
    """Opposite faces add to seven, one, two and three run anticlockwise, and the value thrown is turned up."""
    assert all(VALUES[n] + VALUES[n + 3] == 7 for n in range(3))
    one, two, three = (FRAMES[VALUES.index(value)][2] for value in (1, 2, 3))
    assert np.allclose(np.cross(one, two), three)
    for die in throw(1).dice:
        assert np.allclose(die.turn @ FRAMES[VALUES.index(die.value)][2], (0, 0, 1))


def test_a_mesh_is_closed_and_faces_outwards():
    """The volume of a die's mesh is nearly that of a cube, and none of its points stands out of the cube."""
    mesh = shape(make(np.random.default_rng(4)), 40)
    a, b, c = (mesh.points[mesh.triangles[:, n]] for n in range(3))
    assert 0.7 < (np.cross(a, b) * c).sum() / 6 <= 1
    assert np.abs(mesh.points).max() <= 0.5 + 1e-9
