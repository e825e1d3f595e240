"""The set-up of games and a win, on a screen that is looked at after every tap, with two sizes of letters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.screen.beginnings import SET_UPS
from tests.support.screen.look import RENDERER
from tests.support.screen.turns import Stage
from tests.support.screen.wins import WINS
from tests.support.ui.browser import Server


@pytest.fixture(scope="module")
def stage(chromium: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """A server for all games, whose pages say what they paint, and phones in Spanish."""
    server = Server(tmp_path_factory.mktemp("ends"))
    server.environment = dict(RENDERER)
    try:
        yield Stage(chromium, server.start())
    finally:
        server.kill()


@pytest.mark.parametrize("name", SET_UPS)
def test_a_set_up(name: str, stage: Stage) -> None:
    """Nothing is wrong on the screen after any tap of the set-up."""
    SET_UPS[name](stage)


@pytest.mark.parametrize("name", WINS)
def test_a_win(name: str, stage: Stage) -> None:
    """The last answer names the winner, and nothing is wrong on that screen."""
    WINS[name](stage)
