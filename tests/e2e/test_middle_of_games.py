"""The middle of a long game, when every tile is full of numbers, marks and tokens: nothing on the screen is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.library.library import Library
from companion.storage.matches import Storage
from rules.registry import GAMES
from tests.support.screen.look import RENDERER
from tests.support.screen.watch import Watch, options
from tests.support.ui import browser as driving
from tests.support.ui.browser import Server
from tests.support.ui.table_device import MIDDLE, opened


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, dict[str, str]]]:
    """A server whose pages say what they paint, and a match of each game."""
    folder: Path = tmp_path_factory.mktemp("middle")
    with closing(Storage(folder)) as storage:
        library = Library(storage, GAMES)
        matches = {key: opened(library, key).match.id for key in MIDDLE}
    server = Server(folder)
    server.environment = dict(RENDERER)
    try:
        yield server.start(), matches
    finally:
        server.kill()


@pytest.mark.parametrize("scale", [100, 130])
@pytest.mark.parametrize("key", MIDDLE)
def test_a_full_table_is_shown_whole(tables: Any, chromium: Any, key: str, scale: int) -> None:
    """Every observer agrees with the board, the rows and the tiles of a table in the middle of a game."""
    server, matches = tables
    with driving.phone(chromium, server, f"/t/{matches[key]}", **options(scale)) as phone:
        Watch(phone, server, matches[key], looks_small=scale > 100).check()
