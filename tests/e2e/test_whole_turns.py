"""A whole turn by taps, on a screen that is looked at after every tap: with two sizes of letters,
and with the larger ones as on a small phone too.

Each observer of the looks is tried on a faulty page in ``test_screen_observers``; ``test_middle_of_games`` looks at all
games, and ``bench.screens`` plays the turns of all games and all tables, in English too, in the dark, and with the
sizes the other way round.
"""

from __future__ import annotations

from dataclasses import replace

from tests.support.screen.tables import TABLES
from tests.support.screen.turns import TURNS, Stage


def test_a_whole_turn(stage: Stage) -> None:
    """Nothing is wrong on the screen after any tap; the first half, which shows most texts, has the large letters."""
    TURNS["four_souls"](replace(stage, sizes=(130, 100)))


def test_a_table_full_of_numbers(stage: Stage) -> None:
    """Nothing is wrong where most stands beside the rows: on tiles, in piles and on sheets."""
    TABLES["items_and_piles"](stage)
