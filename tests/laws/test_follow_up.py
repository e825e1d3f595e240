"""The next answer given together with the pass before it, over random play of every game."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.library.library import Library
from companion.match.follow_up import FollowUp
from companion.match.roles import HOST_ROLE
from companion.match.table import Table
from companion.storage.matches import Storage
from companion.ui.table.model.seat_prompt import seat_prompt_of
from rules.engine import Cards, Dice, Event, examples
from rules.registry import GAMES
from tests.support.examples import law_settings
from tests.support.table_play import SHELF, stroll

SLOW = law_settings(6)
STROLLS, STEPS, MAX_TRIED = 20, 4, 4


def follow_up(table: Table) -> FollowUp | None:
    """What a single phone in the middle of the table is offered."""
    if table.prompt is None:
        return None
    asked = seat_prompt_of(table.prompt, HOST_ROLE, frozenset(), table.match.seats)
    return table.table_state.follow_up(asked.prompt)


@pytest.mark.landing
@pytest.mark.parametrize("key", list(SHELF))
@SLOW
@given(seed=st.integers(0, 10_000))
def test_both_in_one_are_both_in_turn(key: str, seed: int) -> None:
    """Wherever the next answer is offered, one tap ends where two do, and its undo where it began."""
    chance = Random(seed)
    with TemporaryDirectory() as folder:
        table = Library(Storage(Path(folder)), SHELF).matches.create(key, ("Ana", "Bea", "Čeda")[: seats_of(key)])
        for _ in range(STROLLS):
            stroll(table, chance, STEPS)
            offered = follow_up(table)
            if offered is not None:
                _compare(table, offered, chance)


def test_something_is_offered_in_random_play(storage: Storage) -> None:
    """The law above is about something: random play meets such questions."""
    chance, found = Random(3), 0
    table = Library(storage, GAMES).matches.create("four_souls", ("Ana", "Bea", "Čeda"))
    for _ in range(60):
        stroll(table, chance, STEPS)
        found += follow_up(table) is not None
    assert found > 3


def seats_of(key: str) -> int:
    return max(2, SHELF[key].player_counts[0])


def _answers(offered: FollowUp, chance: Random) -> list[Event]:
    """A few answers to the next question."""
    choices = [choice for choice in offered.question.choices if choice.role in ("default", "option", "exit")]
    chance.shuffle(choices)
    found: list[Event] = []
    for choice in choices:
        assert choice.template.hole(Cards) is None
        dice = choice.template.hole(Dice)
        if dice is not None:
            faces = tuple(chance.randint(1, dice.sides) for _ in range(dice.count))
            found.append(replace(next(examples(choice.template)), **{dice.name: faces}))
        else:
            found += islice(examples(choice.template), 2)
    return found[:MAX_TRIED]


def _compare(table: Table, offered: FollowUp, chance: Random) -> None:
    start, asked = table.state, table.prompt_id
    table.answer(asked, offered.answer)
    assert table.state == offered.state
    for then in _answers(offered, chance):
        table.answer(table.prompt_id, then)
        one_by_one, after = table.state, table.log()[-1].turn
        table.undo()
        table.undo()
        assert table.state == start
        table.answer(table.prompt_id, then, seen_seq=table.table_state.seq, first=offered.answer)
        assert (table.state, table.log()[-1].turn) == (one_by_one, after)
        table.undo()
        assert table.state == start
        table.answer(table.prompt_id, offered.answer)
    table.undo()
    assert table.state == start
