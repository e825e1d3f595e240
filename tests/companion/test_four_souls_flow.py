"""Automatic passes at a Four Souls table: undo, redo and resuming around them."""

from pathlib import Path

import pytest

from companion.library.library import Library
from companion.match.table import StaleAnswerError, Table
from companion.storage.matches import Storage
from rules.engine import Rolled
from rules.four_souls.model.catalogue import monsters
from rules.four_souls.model.events import Attacked, Began, Chose, Passed, Revealed
from rules.registry import GAMES
from tests.support.device_seats import ANA


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """Ana's action phase, Fly and Clotty active."""
    table = Library(Storage(tmp_path), GAMES).matches.create("four_souls", ("Ana", "Beto"))
    answers = (Chose(0, "isaac"), Chose(1, "eve"), Began(0))
    for event in (*answers, Revealed(0, (monsters()["fly"],)), Revealed(1, (monsters()["clotty"],))):
        table.answer(table.prompt_id, event, ANA)
    return table


def attack(table: Table, *faces: int) -> None:
    """Ana attacks Clotty; nobody answers her rolls."""
    table.answer(table.prompt_id, Attacked(table.state.monsters[1].id), ANA)
    for face in faces:
        table.answer(table.prompt_id, Rolled((face,)), ANA)
        table.answer(table.prompt_id, Passed((0, 1), table.state.stack.top.id), ANA)


def test_a_line_that_flowed_by_is_reopened_without_the_answer_before_it(table: Table) -> None:
    """An automatic pass is undone without the answer before it.

    The combat damage that resolved by itself waits on the stack again; the roll's answer stays.
    """
    attack(table, 5)
    line = next(line for line in table.log()[::-1] if line.text.key == "No responses to {item}")
    assert (line.entry.actor, table.state.monsters[1].life) == ("stops", 1)
    assert len(table.view().preview_undo_to_entry(line.entry.seq).entries) == 2
    table.undo_to_entry(line.entry.seq, ANA)
    assert [item.kind for item in table.state.stack.items] == ["damage"]
    assert table.state.monsters[1].life == 2
    table.redo(ANA)
    assert table.state.monsters[1].life == 1
    with pytest.raises(StaleAnswerError):
        table.undo_to_entry(999, ANA)


def test_one_undo_takes_back_an_answer_with_all_that_flowed_after_it(table: Table) -> None:
    """One undo takes back an answer with all automatic passes that followed it."""
    attack(table, 5)
    before = table.state
    table.undo(ANA)
    assert [item.kind for item in table.state.stack.items] == ["roll"]
    table.redo(ANA)
    assert table.state == before


def test_killed_in_the_middle_the_same_question_is_asked_again(table: Table, tmp_path: Path) -> None:
    """Another process over the same folder finds the same prompt with the same priority holder."""
    attack(table, 1)
    table.answer(table.prompt_id, Rolled((2,)), ANA)
    again = Library(Storage(tmp_path), GAMES).matches.open(table.match.id)
    assert again.state == table.state
    assert (again.prompt_id, again.state.stack.holder) == (table.prompt_id, table.state.stack.holder)


def test_who_has_a_phone_is_asked_where_they_could_die(table: Table) -> None:
    """A player with a phone of their own is asked before damage that could kill them.

    Two misses against Clotty: on one shared phone the second one resolves up to the death.
    """
    seated: frozenset[int] = frozenset()
    table._load_claimed_seats = lambda: seated
    attack(table, 1, 1)
    assert [item.kind for item in table.state.stack.items] == ["player_death"]
    table.undo(ANA)
    seated = frozenset((0,))
    table.answer(table.prompt_id, Passed((0, 1), table.state.stack.top.id), ANA)
    assert [item.kind for item in table.state.stack.items] == ["damage"]
    assert table.prompt is not None
    assert table.prompt.awaited_seats == (0,)
    passed = table.log()[-1]
    event = passed.entry.event
    assert isinstance(event, Passed)
    assert (passed.entry.actor, event.seats, event.alone, passed.switch) == ("stops", (1,), True, "stop.damage")
