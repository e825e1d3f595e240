"""Functions that change one record inside a state."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from rules.engine.record import ANY_FIELDS, id_updater, index_updater, once_per_object, replace, resting, update


@dataclass(frozen=True, slots=True)
class Thing:
    id: int
    size: int
    name: str = ""


@dataclass(frozen=True)
class Owner:
    coins: int = 0
    things: tuple[Thing, ...] = ()


@dataclass(frozen=True)
class Board:
    owners: tuple[Owner, ...]
    slots: tuple[Thing | None, ...] = ()
    piles: tuple[tuple[Thing, ...], ...] = ()


set_owner = index_updater(Board, "owners", Owner)
set_thing = id_updater(Board, ANY_FIELDS, "owners.things", "slots", "piles")
BOARD = Board(
    (Owner(1, (Thing(1, 4), Thing(2, 4))), Owner(2)),
    (None, Thing(3, 4)),
    ((Thing(4, 4),), (), (Thing(5, 4), Thing(6, 4))),
)


def test_one_record_of_an_index_is_changed() -> None:
    """Only the record at the index changes, and only its given fields."""
    assert set_owner(BOARD, 1, coins=9) == Board((BOARD.owners[0], Owner(9)), BOARD.slots, BOARD.piles)
    assert update(BOARD, "owners", 0, coins=9).owners == (Owner(9, BOARD.owners[0].things), Owner(2))


@pytest.mark.parametrize("id", range(1, 7))
def test_the_record_of_an_id_is_changed_wherever_it_lies(id: int) -> None:
    """The record is found in nested tuples and beside empty places; every other stays."""
    after = set_thing(BOARD, id, size=9, name="it")
    assert repr(after) == repr(BOARD).replace(f"id={id}, size=4, name=''", f"id={id}, size=9, name='it'")
    assert after != BOARD


def test_an_id_that_is_not_there_changes_nothing() -> None:
    """Nothing changes for an unknown id."""
    assert set_thing(BOARD, 7, size=9) == BOARD


def test_an_unknown_field_is_an_error() -> None:
    """A field that the record lacks raises ``TypeError``, and so does one without a name."""
    for change in (set_owner, set_thing):
        with pytest.raises(TypeError):
            change(BOARD, 1, sise=9)
        with pytest.raises(TypeError):
            change(BOARD, 1, 9)


def test_a_rule_rests_while_the_fields_that_it_reads_stay_the_same() -> None:
    """A rule that changed nothing is left out until a field that it reads is another object."""
    asked: list[Board] = []

    @resting("owners", "slots")
    def fill(board: Board) -> Board:
        asked.append(board)
        return replace(board, slots=(Thing(9, 9),)) if not board.slots else board

    empty = replace(BOARD, slots=())
    once = fill(empty)
    assert once.slots
    assert fill(once) is once  # it changed something just now, so it is asked again
    assert fill(replace(once, piles=())).piles == ()
    assert len(asked) == 2
    assert fill(replace(once, owners=(Owner(7),))).owners == (Owner(7),)
    assert fill(empty).slots == once.slots
    assert len(asked) == 4


def test_results_are_remembered_for_the_same_object() -> None:
    """An equal object is another one, and asked again; the same one is not."""
    asked: list[tuple[int, ...]] = []

    @once_per_object
    def total(numbers: tuple[int, ...]) -> int:
        asked.append(numbers)
        return sum(numbers)

    every = [tuple(range(n, n + 3)) for n in range(40)]
    assert [total(one) for one in every] == [3 * n + 3 for n in range(40)]
    assert total(every[-1]) == total(tuple(every[-1])) == 120
    assert len(asked) == 40
    assert total((*every[-1][:1], *every[-1][1:])) == 120
    assert len(asked) == 41
