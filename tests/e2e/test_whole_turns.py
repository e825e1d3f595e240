"""A whole turn of two games by taps, on a screen that is looked at after every tap: with two sizes of letters,
and with the larger ones as on a small phone too.

Each observer of the looks is tried on a faulty page in ``test_screen_observers``; ``bench.screens`` plays the turns of
all games and all tables, in English too, in the dark, and with the sizes the other way round.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.screen.tables import TABLES
from tests.support.screen.turns import TURNS, Stage

PLAYED_TURNS = ("four_souls", "darkmoor")
PLAYED_TABLES = ("items_and_piles",)
LARGE_FIRST = ("four_souls",)
"""Games whose first half shows more texts than the second one: it has the large letters."""


@pytest.mark.parametrize("game", PLAYED_TURNS)
def test_a_whole_turn(game: str, stage: Stage) -> None:
    """Nothing is wrong on the screen after any tap of the turn."""
    TURNS[game](replace(stage, sizes=(130, 100)) if game in LARGE_FIRST else stage)


@pytest.mark.parametrize("name", PLAYED_TABLES)
def test_a_table_full_of_numbers(name: str, stage: Stage) -> None:
    """Nothing is wrong where most stands beside the rows: on tiles, in piles and on sheets."""
    TABLES[name](stage)
