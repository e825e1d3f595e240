"""A set-up and a win, on a screen that is looked at after every tap; ``bench.screens`` plays those of all games."""

from __future__ import annotations

from tests.support.screen.beginnings import SET_UPS
from tests.support.screen.turns import Stage
from tests.support.screen.wins import win


def test_a_set_up(stage: Stage) -> None:
    """Nothing is wrong on the screen after any tap of the set-up."""
    SET_UPS["set_up_four_souls"](stage)


def test_a_win(stage: Stage) -> None:
    """The last answer names the winner, and nothing is wrong on that screen, with letters of both sizes."""
    win(stage, "king_of_tokyo", (0, 1))
