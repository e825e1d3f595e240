"""Functions that change one record inside a state."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from rules.engine.record import ANY_FIELDS, id_updater, index_updater, update


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
