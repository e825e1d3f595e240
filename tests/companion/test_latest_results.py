"""Results of the last action, which stand in the question's card (play findings, "Telling what happened")."""

from __future__ import annotations

import pytest

from companion.library.library import Library
from companion.match.latest import MAX_RESULTS, Result, latest_notes, latest_results
from companion.match.table import Table
from companion.storage.matches import Storage
from rules.engine import Rolled
from rules.four_souls.model.events import Attacked, Passed
from rules.registry import GAMES
from tests.support.ui.headless import action_phase, say


@pytest.fixture
def table(storage: Storage) -> Table:
    """Ana of three attacks Big Spider: life 3, hit by 4 and more."""
    table = action_phase(Library(storage, GAMES))
    say(table, Attacked(table.state.slots[1].id))
    return table


def results(table: Table) -> tuple[Result, ...]:
    return latest_results(table.log(), table.match.seats)


def rolls(table: Table, face: int) -> tuple[Result, ...]:
    """Roll, let nobody respond, and return the results."""
    say(table, Rolled((face,)))
    say(table, Passed((0, 1, 2), table.state.stack.top.id))
    return results(table)


def test_a_hit_says_so_below_what_it_did(table: Table) -> None:
    """The newest comes first: the monster's life, then the hit, which is good."""
    damage, hit = rolls(table, 5)
    assert (hit.text.key, hit.tone) == ("{n} hits {monster} (needs {evasion})", "good")
    assert dict(damage.text.args)["after"] == 2
    assert damage.tone == "neutral"


def test_a_miss_and_what_it_costs_are_bad(table: Table) -> None:
    damage, miss = rolls(table, 2)
    assert (miss.text.key, miss.tone) == ("{n} misses {monster} (needs {evasion})", "bad")
    assert damage.tone == "bad"


def test_a_gain_is_good(table: Table) -> None:
    """The kill pays Ana: her cents rise. Which house rule let the reward use the stack is no result."""
    for face in (4, 4, 4):
        found = rolls(table, face)
    assert "good" in {result.tone for result in found}
    ruled = [note.text for note in latest_notes(table.log()) if note.switch]
    assert ruled
    assert not {result.text for result in found} & set(ruled)
    assert len(found) == MAX_RESULTS


def test_what_the_answer_itself_says_is_no_result(table: Table) -> None:
    """That a fight begins says nothing that the attack did not say; the history has it."""
    assert results(table) == ()
    assert latest_notes(table.log())


def test_an_undo_takes_its_results_back(table: Table) -> None:
    """What was taken back did not happen: the answer before it is the last one again, until a redo."""
    before = rolls(table, 5)
    after = rolls(table, 2)
    assert after != before
    table.undo()  # the pass
    table.undo()  # the roll
    assert results(table) == before
    table.redo()
    table.redo()
    assert results(table) == after


def test_a_number_set_by_hand_is_no_result(table: Table) -> None:
    """Whoever sets a number sees it; the results stay."""
    before = rolls(table, 5)
    table.adjust("seat.0.cents", 1)
    assert results(table) == before
