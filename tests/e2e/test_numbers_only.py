"""*Numbers only* on a real screen: painted numbers, frames and cut texts, in each game and in two sizes of letters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.screen.look import RENDERER
from tests.support.screen.numbers import NumbersStage, numbers_only
from tests.support.screen.turns import TURNS
from tests.support.ui.browser import Server


@pytest.fixture(scope="module")
def stage(chromium: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[NumbersStage]:
    """A server for all games, whose pages say what they paint, and phones in Spanish."""
    server = Server(tmp_path_factory.mktemp("numbers"))
    server.environment = dict(RENDERER)
    try:
        yield NumbersStage(chromium, server.start())
    finally:
        server.kill()


@pytest.mark.parametrize("game", TURNS)
def test_tiles_paint_the_saved_numbers(game: str, stage: NumbersStage) -> None:
    """After every tap each tile paints and says its number, the frame is on whose turn it is, and no text is cut."""
    numbers_only(stage, game)
