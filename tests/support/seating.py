"""Phones in seats, in the middle, and looking on."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from companion.library.library import Library
from companion.match.table import Late, Table
from rules.engine import (
    Refused,
    legal,
)

SEATS = st.frozensets(st.integers(0, 3))


FEW = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def sat_down(library: Library, taken: frozenset[int], players: int = 4) -> Table:
    """A table at its first question, some of its seats with a phone of their own."""
    table = library.new("four_souls", ("Ana", "Beto", "Cira", "Dani")[:players])
    table._seated = lambda: taken
    return table


def wandered(table: Table, chance: random.Random, steps: int) -> Table:
    """The same table some answers later."""
    for _ in range(steps):
        if table.prompt is not None:
            with suppress(Refused):
                table.answer(table.prompt_id, chance.choice(legal(table.state)))
    return table


def unmoved(table: Table, act: Callable[[], Any]) -> Refused | Late:
    """Why it was refused; and nothing has changed, neither here nor on the disk."""
    before, rows = table.now, len(table._storage.rows(table.match.id))
    with pytest.raises((Refused, Late)) as refused:
        act()
    assert table.now == before
    assert len(table._storage.rows(table.match.id)) == rows
    return refused.value
