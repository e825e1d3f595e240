"""How many dice the game has asked for decides about doubtful detections, and about nothing that is clear."""

from itertools import product

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import vision
from tests.support.paths import FIXTURES
from vision.reader.expectation import (
    MAX_DROPPED_PROBABILITY,
    UNEXPECTED_COUNT,
    count_distribution,
    die_probabilities_given_count,
)

THREE = vision.decode((FIXTURES / "scenes/2-3-4_black_cloth.jpg").read_bytes())
CLEAR, FAINT, STRANGE = 0.995, 0.35, 0.6


def kept(probabilities: list[float], expected: range) -> list[bool]:
    return (die_probabilities_given_count(probabilities, expected) > 0.5).tolist()


def test_one_more_doubtful_die_fills_the_number_asked_for() -> None:
    """Four clear dice and a faint one are five, where five were asked for; not where nobody knows."""
    assert kept([CLEAR] * 4 + [FAINT], range(5, 6)) == [True] * 5
    assert kept([CLEAR] * 4 + [FAINT], range(4, 5)) == [True] * 4 + [False]


def test_a_sixth_of_five_is_no_die() -> None:
    """Five clear dice and something more likely a die than not are five, where five were asked for."""
    assert kept([CLEAR] * 5 + [STRANGE], range(5, 6)) == [True] * 5 + [False]
    assert kept([CLEAR] * 5 + [STRANGE], range(6, 7)) == [True] * 6


def test_a_clear_die_stays_whatever_was_asked_for() -> None:
    """A die too many that is clear is read: people look at it, and nothing is left out silently."""
    assert kept([CLEAR] * 6, range(5, 6)) == [True] * 6
    assert kept([MAX_DROPPED_PROBABILITY + 0.01] * 2, range(1, 2)) == [True] * 2
    assert kept([0.01], range(1, 2)) == [False]


def test_dice_that_lay_there_may_lie_there_or_have_been_rolled_again() -> None:
    """With an old die on the table one and two dice are expected alike."""
    assert kept([CLEAR, STRANGE], range(1, 3)) == [True, True]
    assert kept([CLEAR, STRANGE], range(1, 2)) == [True, False]


@given(st.lists(st.floats(0.001, 0.8), min_size=1, max_size=6), st.integers(0, 6), st.integers(0, 2))
def test_the_probabilities_are_those_of_all_cases_counted_one_by_one(alone, first, more) -> None:
    """An enumeration of every set of unclear dice, weighted by its number, gives the same probabilities."""
    expected = range(first, first + more + 1)
    total, with_die = 0.0, np.zeros(len(alone))
    for case in product((0, 1), repeat=len(alone)):
        weight = np.prod([p if there else 1 - p for p, there in zip(alone, case, strict=True)])
        weight *= 1.0 if sum(case) in expected else UNEXPECTED_COUNT
        total += weight
        with_die += weight * np.array(case)
    assert die_probabilities_given_count(alone, expected) == pytest.approx(with_die / total)


def test_the_number_of_dice_has_a_distribution() -> None:
    """Two coins: none, one and two heads with 1/4, 1/2, 1/4; of nothing there is none."""
    assert count_distribution(np.array([0.5, 0.5])).tolist() == [0.25, 0.5, 0.25]
    assert count_distribution(np.array([])).tolist() == [1.0]
    assert die_probabilities_given_count([], range(1, 2)).tolist() == []


@pytest.mark.parametrize("count", [1, 2, 3, 4, 6])
def test_clear_dice_are_read_alike_whatever_is_expected(count: int) -> None:
    """Three clear dice are three, also where another number was asked for; an empty table stays empty."""
    plain = vision.read(THREE)
    assert vision.read(THREE, expected=range(count, count + 1)).values == plain.values
    empty = np.asarray(cv2.GaussianBlur(np.full((240, 320, 3), 90, np.uint8), (0, 0), 2), np.uint8)
    assert vision.read(empty, expected=range(count, count + 1)).dice == ()
