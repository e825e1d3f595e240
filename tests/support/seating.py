"""Tables with devices in seats, in the middle, and as spectators."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from companion.library.library import Library
from companion.match.table import StaleAnswerError, Table
from rules.engine import (
    Refused,
    legal_events,
)

SEATS = st.frozensets(st.integers(0, 3))


FEW = settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])


def sat_down(library: Library, taken: frozenset[int], players: int = 4) -> Table:
    """A table at its first prompt, some of its seats claimed by a device of their own."""
    table = library.matches.create("four_souls", ("Ana", "Beto", "Cira", "Dani")[:players])
    table._load_claimed_seats = lambda: taken
    return table


def wandered(table: Table, chance: random.Random, steps: int) -> Table:
    """The same table some answers later."""
    for _ in range(steps):
        if table.prompt is not None:
            with suppress(Refused):
                table.answer(table.prompt_id, chance.choice(legal_events(table.state)))
    return table


def unmoved(table: Table, act: Callable[[], Any]) -> Refused | StaleAnswerError:
    """Why the action was refused; asserts that neither table nor database has changed."""
    before, rows = table.table_state, len(table._storage.entry_rows(table.match.id))
    with pytest.raises((Refused, StaleAnswerError)) as refused:
        act()
    assert table.table_state == before
    assert len(table._storage.entry_rows(table.match.id)) == rows
    return refused.value
