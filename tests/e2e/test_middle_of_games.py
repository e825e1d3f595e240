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
from tests.support.screen.look import RENDERER, look_at, saved
from tests.support.screen.watch import Watch, options
from tests.support.ui import browser as driving
from tests.support.ui.browser import Server
from tests.support.ui.kept import MIDDLE, opened


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
    with driving.phone(chromium, server, f"/table/{matches[key]}", **options(scale)) as phone:
        Watch(phone, server, matches[key]).check()


HELD_MS = 900
"""How long a finger rests for a long press, in milliseconds."""
LONG_PRESSES = {
    "boss_monster": ("Almas ", "Héroes muertos en la mazmorra"),
    "darkmoor": ("Si acabara ahora", "Los PV de cada cual"),
}
"""By game, the name of a control whose sign is at its left edge, and the beginning of that sign's line."""


LEFT_MARGIN = {"boss_monster": 6, "darkmoor": 18}
"""Points from the left edge of that control to the middle of its sign."""


@pytest.mark.parametrize("key", LONG_PRESSES)
def test_a_long_press_on_a_sign_explains_it(tables: Any, chromium: Any, key: str) -> None:
    """A finger that rests on a sign shows its line, and neither answers nor opens a sheet."""
    server, matches = tables
    name, line = LONG_PRESSES[key]
    with driving.phone(chromium, server, f"/table/{matches[key]}", **options(100)) as phone:
        before = saved(server.data, matches[key]).seq
        box = next(one for one in look_at(phone.page).boxes if one["name"].startswith(name))
        point = {"x": box["left"] + LEFT_MARGIN[key], "y": (box["top"] + box["bottom"]) / 2}
        touch = phone.page.context.new_cdp_session(phone.page)
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
        phone.page.wait_for_timeout(HELD_MS)
        shown = " ".join(one.text for one in look_at(phone.page).texts)
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        phone.page.wait_for_timeout(HELD_MS)
        assert line in shown
        assert not look_at(phone.page).has_sheet
        assert saved(server.data, matches[key]).seq == before
