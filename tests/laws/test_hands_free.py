"""Hands-free play over random play of every game: nobody dies or wins by it, and whoever wants to be asked is."""

from __future__ import annotations

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.library.library import Library
from companion.match.follow_up import next_pass
from companion.match.table import Table
from companion.storage.matches import Storage
from rules.engine import Event, player_views
from rules.four_souls.assist.auto_pass import stop_of
from rules.stack import seats_to_pass
from tests.support.examples import law_settings
from tests.support.table_play import SHELF, stroll

SLOW = law_settings(6)
STROLLS, STEPS = 20, 4
FATAL = {"death", "elimination", "win"}


def passes(table: Table) -> Event | None:
    """What the one phone of a table lets happen by itself."""
    return next_pass(table.game, table.state, table.claimed_seats)


def dead(table: Table) -> set[int]:
    return {player.seat for player in player_views(table.game.view(table.state)) if player.dead}


def wishes_to_be_asked(state: Any) -> bool:
    """Whether a seat of Four Souls that could respond has switched on its own stop at what lies on the stack."""
    top = state.stack.top if hasattr(state, "stack") else None
    stop = "empty" if top is None else stop_of(top)
    return hasattr(state, "stack") and any(
        (f"stop.{stop}{suffix}", "on") in state.rulings
        for seat in seats_to_pass(state.stack, len(state.seats))
        for suffix in ("", f"@{seat}")
    )


@pytest.mark.landing
@pytest.mark.parametrize("key", list(SHELF))
@SLOW
@given(seed=st.integers(0, 10_000))
def test_nobody_dies_or_wins_without_a_tap(key: str, seed: int) -> None:
    """Wherever questions pass by themselves, up to the next throw nobody dies, wins or is passed over."""
    chance = Random(seed)
    with TemporaryDirectory() as folder:
        players = max(2, SHELF[key].player_counts[0])
        table = Library(Storage(Path(folder)), SHELF).matches.create(key, ("Ana", "Bea", "Čeda")[:players])
        for _ in range(STROLLS):
            stroll(table, chance, STEPS)
            lines, were_dead = len(table.log()), dead(table)
            while (answer := passes(table)) is not None:
                assert not wishes_to_be_asked(table.state)
                table.answer(table.prompt_id, answer)
            assert not {note.kind for line in table.log()[lines:] for note in line.notes} & FATAL
            assert len(table.log()) == lines or table.state.outcome is None
            assert dead(table) <= were_dead


@pytest.mark.parametrize("key", ["four_souls", "boss_monster"])
def test_something_passes_in_random_play(key: str, storage: Storage) -> None:
    """The law above is about something: random play meets such questions."""
    chance, found = Random(1), 0
    for _ in range(4):
        table = Library(storage, SHELF).matches.create(key, ("Ana", "Bea"))
        for _ in range(60):
            stroll(table, chance, STEPS)
            found += passes(table) is not None
    assert found > 4
