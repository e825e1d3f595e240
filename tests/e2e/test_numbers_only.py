"""*Numbers only* on a real screen: painted numbers, frames and cut texts, in two sizes of letters.

The game with the most numbers is tried here, all five by ``bench.screens``.
"""

from __future__ import annotations

from tests.support.screen.numbers import NUMBERS
from tests.support.screen.turns import Stage


def test_tiles_paint_the_saved_numbers(stage: Stage) -> None:
    """After every tap each tile paints and says its number, the frame is on whose turn it is, and no text is cut."""
    NUMBERS["numbers_four_souls"](stage)
