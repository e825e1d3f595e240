"""Share of the cards in real photos that are read rightly."""

from __future__ import annotations

import pytest

from bench.card_figures import read_development
from tests.support.paths import SHARED

PHOTOS = SHARED / "photos"
RIGHT, SURE, MAX_WRONG = 0.95, 0.9, 0.01
"""Floors of the shares of cards that are right and sure, and most of the sure ones that are wrong."""


def test_cards_of_photos_are_read_often_enough() -> None:
    """On the photos that taught nothing; the figures are printed."""
    if not (PHOTOS / "cards").is_dir():
        pytest.skip("the photos for measuring are not here (shared/photos beside the project)")
    found = read_development(PHOTOS).ranks
    print(f"right {found.right}, sure {found.sure}, of these wrong {found.wrong}, of {found.cards} cards")
    assert found.right >= RIGHT * found.cards
    assert found.sure >= SURE * found.cards
    assert found.wrong <= MAX_WRONG * found.sure
