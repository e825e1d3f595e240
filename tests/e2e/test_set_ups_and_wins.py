"""The set-up of games and wins, on a screen that is looked at after every tap.

The first ones are played with two sizes of letters, the wins that are short with one; ``bench.screens`` plays all five
set-ups and wins with both.
"""

from __future__ import annotations

import pytest

from tests.support.screen.beginnings import SET_UPS
from tests.support.screen.turns import Stage
from tests.support.screen.wins import win

PLAYED_SET_UPS = ("four_souls", "malifaux")
PLAYED_WINS = {"king_of_tokyo": (0, 1), "four_souls": (0,), "boss_monster": (0,)}
"""The games whose win is played here, each with the sizes of letters."""


@pytest.mark.parametrize("game", PLAYED_SET_UPS)
def test_a_set_up(game: str, stage: Stage) -> None:
    """Nothing is wrong on the screen after any tap of the set-up."""
    SET_UPS[f"set_up_{game}"](stage)


@pytest.mark.parametrize("game", PLAYED_WINS)
def test_a_win(game: str, stage: Stage) -> None:
    """The last answer names the winner, and nothing is wrong on that screen."""
    win(stage, game, PLAYED_WINS[game])
