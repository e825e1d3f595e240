"""Numbers that change, frame by frame, as a person at the table sees them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from companion.library.library import Library
from companion.storage.matches import Storage
from rules.king_of_tokyo.model.events import Began
from rules.registry import GAMES
from tests.support.screen.film import Frame, changes, filmed, numbers_in
from tests.support.screen.look import RENDERER, Edges, look_at, saved
from tests.support.screen.rows import rows_of
from tests.support.screen.watch import options
from tests.support.ui import browser as driving
from tests.support.ui.browser import HUMAN, Phone, Server

NAMES = ("Ana", "Beto", "Cira")
LONGEST = 300
"""Milliseconds that a number may move."""
TRIES = 4
"""Changes of which the quickest counts: a busy machine drops frames of any one."""
REST = 700
"""Milliseconds of a film after the number has changed."""


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, str]]:
    """A server whose pages say what they paint, and the address of a table."""
    folder: Path = tmp_path_factory.mktemp("moves")
    storage = Storage(folder)
    made = Library(storage, GAMES).new_match("king_of_tokyo", NAMES)
    made.answer(made.prompt_id, Began(0))
    storage.close()
    server = Server(folder)
    server.environment = dict(RENDERER)
    try:
        yield server.start(), f"/table/{made.match.id}"
    finally:
        server.kill()


@pytest.mark.parametrize("moves", [True, False])
def test_only_a_number_that_changed_moves_in_its_place(
    table: tuple[Server, str], chromium: Any, moves: bool, say: Any
) -> None:
    """Another phone's tap moves one number, up or down and for at most 300 ms; with reduced motion it is just there."""
    server, path = table
    with ExitStack() as stack:
        shown = stack.enter_context(driving.phone(chromium, server, path, **options(100, moves=moves)))
        other = stack.enter_context(driving.phone(chromium, server, path))
        rows = rows_of(look_at(shown.page), NAMES)
        boxes = {
            name: tuple(rows[seat][side] for side in ("left", "top", "right", "bottom"))
            for seat, name in enumerate(NAMES)
        }
        other.tap("Beto, ").sees("Más: energía")
        trackers = saved(server.data, path.rpartition("/")[2]).trackers
        first = 1 + next(one.value for one in trackers if one.key == "seat.1.energy")
        films = [more_energy(shown, other, boxes["Beto"], now) for now in range(first, first + TRIES)]
    for now, frames in enumerate(films, first):
        assert changes(frames, boxes["Ana"]) == changes(frames, boxes["Cira"]) == (set(), 0.0)
        places, _ = changes(frames, boxes["Beto"])
        assert {text for text, _, _ in places} == {str(now - 1), str(now)}
        assert len({x for _, x, _ in places}) == 1
        assert moves or len(places) == 2
    moving = [frames for frames in films if len(changes(frames, boxes["Beto"])[0]) > 2 or not moves]
    shortest = min(changes(frames, boxes["Beto"])[1] for frames in moving)
    say(f"a number moves for {shortest:.0f} ms{'' if moves else ' with reduced motion'}")
    assert shortest <= LONGEST


def more_energy(shown: Phone, other: Phone, row: Edges, now: int) -> list[Frame]:
    """What a phone paints while another one adds to a number of that row, which is then that high."""
    shown.page.wait_for_timeout(HUMAN)
    more = other.page.get_by_role("button", name="Más: energía").first
    return filmed(shown.page, more.click, lambda frame: any(n == str(now) for n, _, _ in numbers_in(frame, row)), REST)
