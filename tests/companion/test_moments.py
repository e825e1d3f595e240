"""Moments of a match, computed from its log: their order, undo, and devices that were away."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.library.library import Library
from companion.match.moments import FRESH_SECONDS, Moment, SeenMatch, moments_in_effect, new_moments, win_note
from companion.match.table import Table
from rules.engine import Outcome, Text
from tests.support.moments import gain_souls, kill_first_monster
from tests.support.ui.headless import action_phase


class Clock:
    """A clock that the test sets."""

    time = 1000.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def table(library: Library, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Table:
    """Ana's action phase, with Fly and Big Spider."""
    table = action_phase(library)
    monkeypatch.setattr(table, "_clock", clock)
    return table


def seen_of(table: Table) -> SeenMatch:
    """What a device has seen that shows the table now."""
    return SeenMatch(table.table_state.seq, table.state.outcome is not None)


def moments_since(table: Table, seen: SeenMatch, now: float = 1000.0) -> tuple[Moment, ...]:
    """The moments of the table since then."""
    return new_moments(table.log(), table.match.seats, table.state.outcome, seen, now)


def kinds(moments: tuple[Moment, ...]) -> list[str]:
    return [moment.kind for moment in moments]


def test_a_soul_is_one_moment_with_its_player(table: Table) -> None:
    """The moment names whoever gained it; a monster's death is none, it stands on the banner."""
    seen = seen_of(table)
    gain_souls(table, 1)
    [moment] = moments_since(table, seen)
    assert (moment.kind, moment.name, moment.seat, moment.detail) == (
        "soul",
        "Ana",
        0,
        Text("{n} of {most}", n=1, most=4),
    )
    seen = seen_of(table)
    kill_first_monster(table)
    assert moments_since(table, seen) == ()


def test_several_moments_come_in_the_order_in_which_they_happened(table: Table) -> None:
    """The fourth soul is a soul first and then the win, which comes after everything else."""
    seen = seen_of(table)
    gain_souls(table, 4)
    found = moments_since(table, seen)
    assert kinds(found) == ["soul", "win"]
    assert (found[-1].seat, found[-1].name.key, found[-1].title.key) == (0, "{who} wins", "Victory")
    assert sorted(found, key=lambda moment: (moment.seq, moment.position)) == [*found]


def test_an_undo_takes_a_moment_away_and_is_none_itself(table: Table) -> None:
    """What is undone leaves the queue; neither undo nor redo shows it again."""
    seen = seen_of(table)
    gain_souls(table, 1)
    queue = moments_since(table, seen)
    assert moments_in_effect(queue, table.log()) == queue
    before = seen_of(table)
    while any(line.entry.seq == queue[0].seq and line.is_in_effect for line in table.log()):
        table.undo()
    assert moments_in_effect(queue, table.log()) == ()
    assert moments_since(table, before) == moments_since(table, seen) == ()
    table.redo()
    assert moments_since(table, before) == ()


def test_an_undone_win_is_no_moment(table: Table) -> None:
    """A win that was taken back and put back does not take the screen again."""
    gain_souls(table, 4)
    table.undo()
    seen = seen_of(table)
    assert not seen.is_over
    table.redo()
    assert table.state.outcome is not None
    assert moments_since(table, seen) == ()


def test_a_correction_after_the_end_does_not_win_again(table: Table) -> None:
    """Numbers that are set by hand once the match is over are no win."""
    gain_souls(table, 4)
    seen = seen_of(table)
    table.adjust("seat.1.cents", 1)
    assert moments_since(table, seen) == ()


def test_a_device_that_was_away_shows_nothing_of_it(table: Table, clock: Clock) -> None:
    """What happened longer ago than a few seconds is no moment any more."""
    seen = seen_of(table)
    gain_souls(table, 1)
    assert moments_since(table, seen, clock.time + FRESH_SECONDS - 1)
    assert moments_since(table, seen, clock.time + FRESH_SECONDS) == ()


def test_how_a_match_was_won_is_found_after_corrections_and_not_after_undo(table: Table) -> None:
    """The note of the win stands until its entry is undone."""
    assert win_note(table.log()) is None
    gain_souls(table, 4)
    table.adjust("seat.1.cents", 1)
    said = win_note(table.log())
    assert said is not None
    assert said.text.key == "Four souls: the game is won"
    table.undo()
    table.undo()
    assert win_note(table.log()) is None


@pytest.mark.parametrize(
    ("outcome", "title", "seat"),
    [
        (Outcome((1,), "X-01"), "Victory", 1),
        (Outcome((0, 1), "X-01"), "Victory", None),
        (Outcome((), "X-01"), "The game is over", None),
        (Outcome((0, 1), "X-01", draw=True), "The game is over", None),
    ],
)
def test_an_end_without_a_winner_is_no_victory(table: Table, outcome: Outcome, title: str, seat: int | None) -> None:
    """Only a win is called so, and only that of one player has a color."""
    gain_souls(table, 1)
    lines = tuple(replace(line, notes=()) for line in table.log())
    [moment] = new_moments(lines, table.match.seats, outcome, SeenMatch(lines[-2].entry.seq, False), 1000.0)
    assert (moment.kind, moment.title.key, moment.seat) == ("win", title, seat)
