"""A roll entered together with the pass before it, over random play of every game."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from companion.library.library import Library
from companion.match.follow_up import FollowUp
from companion.match.roles import HOST_ROLE
from companion.match.table import Table
from companion.storage.matches import Storage
from companion.ui.table.context.seat_prompt import seat_prompt_of
from tests.support.table_play import SHELF, stroll

MATCHES, STROLLS, STEPS = 4, 25, 4


def follow_up(table: Table) -> FollowUp | None:
    """What a single phone in the middle of the table is offered."""
    if table.prompt is None:
        return None
    asked = seat_prompt_of(table.prompt, HOST_ROLE, frozenset(), table.match.seats)
    return table.table_state.follow_up(asked.prompt)


@pytest.mark.parametrize("key", list(SHELF))
def test_both_in_one_are_both_in_turn(storage: Storage, key: str) -> None:
    """Wherever a roll is offered, both answers in one tap end where they end one by one."""
    chance = Random(3)
    found = 0
    for _ in range(MATCHES):
        table = Library(storage, SHELF).new_match(key, ("Ana", "Bea", "Čeda")[: max(2, SHELF[key].player_counts[0])])
        for _ in range(STROLLS):
            stroll(table, chance, STEPS)
            offered = follow_up(table)
            found += offered is not None
            if offered is not None:
                _compare(table, offered, chance.randint(1, 6))
    assert found or key != "four_souls"


def _compare(table: Table, offered: FollowUp, face: int) -> None:
    roll = replace(offered.dice.event, faces=(face,))
    start = table.state
    table.answer(table.prompt_id, offered.answer)
    table.answer(table.prompt_id, roll)
    one_by_one = table.state
    table.undo()
    table.undo()
    assert table.state == start
    table.answer(table.prompt_id, roll, seen_seq=table.table_state.seq, first=offered.answer)
    assert table.state == one_by_one
