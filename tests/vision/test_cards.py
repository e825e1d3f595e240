"""Playing cards in pictures: what ``read_cards`` takes, refuses and returns."""

from __future__ import annotations

import re

import numpy as np
import pytest

import vision

EMPTY = np.full((100, 120, 3), 90, np.uint8)


def test_an_empty_table_has_no_card() -> None:
    """Nothing is read, so the reading is not sure."""
    reading = vision.read_cards(EMPTY)
    assert (reading.cards, reading.size, reading.is_sure) == ((), (120, 100), False)


@pytest.mark.parametrize("wrong", [np.zeros((40, 50), np.uint8), np.zeros((40, 50, 3)), None])
def test_what_is_no_picture_is_refused(wrong: vision.reading.Image) -> None:
    """As by ``read``."""
    with pytest.raises(ValueError, match=re.escape("shape (height, width, 3)")):
        vision.read_cards(wrong)


@pytest.mark.parametrize("wrong", [-1, "3", range(0)])
def test_what_is_no_number_of_cards_is_refused(wrong: int) -> None:
    """As by ``read``."""
    with pytest.raises(ValueError, match="range of them"):
        vision.read_cards(EMPTY, expected=wrong)
