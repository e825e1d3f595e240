"""A whole turn of each game by taps, on a screen that is looked at after every tap: with two sizes of letters,
and with the larger ones as on a small phone too.

Each observer of the looks is tried on a faulty page in ``test_screen_observers``; ``bench.screens`` plays the same
turns in English too, in the dark, and with the sizes the other way round.
"""

from __future__ import annotations

import pytest

from tests.support.screen.tables import TABLES
from tests.support.screen.turns import TURNS, Stage


@pytest.mark.parametrize("game", TURNS)
def test_a_whole_turn(game: str, stage: Stage) -> None:
    """Nothing is wrong on the screen after any tap of the turn."""
    TURNS[game](stage)


@pytest.mark.parametrize("name", TABLES)
def test_a_table_full_of_numbers(name: str, stage: Stage) -> None:
    """Nothing is wrong where most stands beside the rows: on tiles, in piles and on sheets."""
    TABLES[name](stage)
