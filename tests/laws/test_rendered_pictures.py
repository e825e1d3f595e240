"""Reading of path-traced pictures, which were not used in training.

They were rendered before the traced look shared its scenes with the drawn one, and share nothing with what teaches.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import cache

import cv2
import numpy as np
import pytest

import vision
from tests.support.paths import FIXTURES

RENDERED = FIXTURES / "rendered"
TRUTH = json.loads((RENDERED / "truth.json").read_text("utf-8"))
DICE = sorted(name for name, truth in TRUTH.items() if truth["dice"])
BARE = sorted(name for name, truth in TRUTH.items() if not truth["dice"])
EXACT = 8
"""Fewest pictures with dice that are read exactly; `bench.scenes` measures more of them."""
RECALL = 0.88
"""Share of the dice whose value is among those read in their picture."""
NOTHING = 4
"""Fewest pictures without dice in which no die is sure; the aim is that no die is read."""


@cache
def reading(name: str) -> vision.Reading:
    return vision.read(vision.decode((RENDERED / name).read_bytes()))


def test_the_set_is_whole():
    """The set has twelve pictures with one to twelve dice and six without, each at most 40 kB."""
    assert (len(DICE), len(BARE)) == (12, 6)
    assert all((RENDERED / name).stat().st_size <= 40_000 for name in TRUTH)
    assert all(1 <= len(TRUTH[name]["dice"]) <= 12 for name in DICE)


@pytest.mark.parametrize("name", sorted(TRUTH))
def test_what_is_found_lies_in_the_picture(name):
    """Each die that is read has a valid value, confidence, box and doubt."""
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
    """Reading the same picture again gives an equal result."""
    assert vision.read(vision.decode((RENDERED / name).read_bytes())) == reading(name)


@pytest.mark.parametrize("name", DICE)
def test_the_truth_is_of_dice_in_the_picture(name):
    """Each true box lies in the picture and is not of one grey."""
    image = cv2.imread(str(RENDERED / name), cv2.IMREAD_GRAYSCALE)
    for die in TRUTH[name]["dice"]:
        x, y, across, down = (int(v) for v in die["box"])
        assert 0 <= x < x + across <= image.shape[1]
        assert 0 <= y < y + down <= image.shape[0]
        assert np.ptp(image[y : y + down, x : x + across]) > 20


def test_the_values_are_read():
    """At least a share of RECALL of the dice is read, and at least EXACT pictures exactly."""
    right = [name for name in DICE if values(name) == true(name)]
    hits, dice = (sum((values(name) & true(name)).total() for name in DICE), sum(true(name).total() for name in DICE))
    print(f"{hits} of {dice} values; ", end="")
    print(f"{len(right)} of {len(DICE)} exact; wrong: {sorted(set(DICE) - set(right))}")
    assert len(right) >= EXACT
    assert hits >= RECALL * dice


def test_nothing_is_sure_on_tables_without_dice():
    """At least NOTHING of the pictures without dice have no sure die."""
    quiet = [name for name in BARE if all(die.doubt for die in reading(name).dice)]
    empty = [name for name in BARE if not reading(name).dice]
    print(f"{len(empty)} of {len(BARE)} read as nothing, {len(quiet)} without a sure die: {quiet}")
    assert len(quiet) >= NOTHING


def values(name: str) -> Counter[int]:
    return Counter(die.value for die in reading(name).dice)


def true(name: str) -> Counter[int]:
    return Counter(die["value"] for die in TRUTH[name]["dice"])
