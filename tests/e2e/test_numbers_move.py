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
from tests.support.screen.film import Frame, changes, filmed, numbers_in, still_numbers
from tests.support.screen.look import RENDERER, Edges, Line, Written, look_at, saved
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
    made = Library(storage, GAMES).matches.create("king_of_tokyo", NAMES)
    made.answer(made.prompt_id, Began(0))
    storage.close()
    server = Server(folder)
    server.environment = dict(RENDERER)
    try:
        yield server.start(), f"/t/{made.match.id}"
    finally:
        server.kill()


@pytest.mark.parametrize("moves", [True, False])
def test_only_a_number_that_changed_moves_in_its_place(
    table: tuple[Server, str], chromium: Any, moves: bool, say: Any
) -> None:
    """Another phone's tap moves one number, up or down and for at most 300 ms; with reduced motion it is just there."""
    server, path = table
    with ExitStack() as stack:
        shown = stack.enter_context(
            driving.phone(chromium, server, path, **{**options(100, moves=moves), "draws_few": False})
        )
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
        assert len({x for _, x, _ in places}) <= (2 if now == first else 1)  # the first change takes the sign's place
        assert moves or len(places) == 2
    moving = [frames for frames in films if len(changes(frames, boxes["Beto"])[0]) > 2 or not moves]
    shortest = min(changes(frames, boxes["Beto"])[1] for frames in moving)
    say(f"a number moves for {shortest:.0f} ms{'' if moves else ' with reduced motion'}")
    assert shortest <= LONGEST


def test_a_number_that_did_not_change_stays_still_over_an_answer(table: tuple[Server, str], chromium: Any) -> None:
    """A roll changes two numbers of its player; every other number is painted once, as large and where it was."""
    server, path = table
    with ExitStack() as stack:
        shown = stack.enter_context(driving.phone(chromium, server, path, **options(100, moves=True)))
        other = stack.enter_context(driving.phone(chromium, server, path))
        for face in ("energía", "energía", "energía", "1", "2"):
            other.tap(f"Dado: {face}")
        frames = filmed(
            shown.page,
            lambda: other.tap("Dado: 1"),
            lambda frame: any(number == "3" for number, *_ in still_numbers(frame, "Ana")),
            REST,
        )
    before, *_, after = (still_numbers(frame, "Ana") for frame in frames)
    assert [number for number, *_ in sorted(before, key=lambda one: one[1])] == ["10", "0", "0"]
    assert [number for number, *_ in sorted(after, key=lambda one: one[1])] == ["10", "1", "3"]
    hearts = next(one for one in before if one[0] == "10")
    assert {still_numbers(frame, "Ana")[hearts] for frame in frames} == {1}
    still = still_numbers(frames[0], "Beto")
    assert len(still) == 3
    assert [still_numbers(frame, "Beto") for frame in frames] == [still] * len(frames)


def test_a_number_that_moves_or_is_painted_twice_is_found() -> None:
    """A number of a row is somewhere else, smaller, gone or there twice; a row that moves as a whole is still."""
    row = [("Beto", (56, 400, 89, 420)), ("10", (43, 431, 66, 457)), ("0", (105, 431, 116, 457))]
    still = painted(*row)
    lower = painted(*((text, (a, b + 9, c, d + 9)) for text, (a, b, c, d) in row))
    assert still_numbers(still, "Beto") == still_numbers(lower, "Beto")
    faults = (
        painted(*row[:2], ("0", (105, 435, 116, 457))),
        painted(*row[:2], ("0", (108, 441, 112, 449))),
        painted(*row, row[2]),
        painted(*row[:2]),
    )
    assert all(still_numbers(fault, "Beto") != still_numbers(still, "Beto") for fault in faults)


def painted(*texts: tuple[str, Edges]) -> Frame:
    """A frame in which these texts are painted."""
    return Frame(0, tuple(Written(text, (Line(text, box, text[-1], "", False),), (), False) for text, box in texts))


def more_energy(shown: Phone, other: Phone, row: Edges, now: int) -> list[Frame]:
    """What a phone paints while another one adds to a number of that row, which is then that high."""
    shown.page.wait_for_timeout(HUMAN)
    more = other.page.get_by_role("button", name="Más: energía").first
    return filmed(shown.page, more.click, lambda frame: any(n == str(now) for n, _, _ in numbers_in(frame, row)), REST)
