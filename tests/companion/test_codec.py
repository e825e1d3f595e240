"""The codec reads back exactly what it wrote, or refuses it."""

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.base.errors import CorruptDataError
from companion.storage.codec import Codec
from rules.engine import (
    Adjusted,
    Game,
    Name,
    Redone,
    Rolled,
    Ruled,
    State,
    Text,
    Undone,
    WentTo,
    apply,
    legal_events,
    start,
)
from tests.toy.counting import GAME, Boo, Cheer, Cheered, Stayed

CODEC = Codec(GAME)
EVENTS = (
    Cheered("¡bien! “{}”\u2028"),
    Stayed(),
    Rolled((6, 1)),
    Adjusted("total.0", -3),
    WentTo("TOY-4"),
    Ruled("cheers", "off"),
    Undone(7),
    Redone(),
)


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_an_event_comes_back_as_it_was(event) -> None:
    """Every event is written with its class and is equal after a round trip."""
    line = CODEC.write_event(event)
    assert json.loads(line)["type"] == type(event).__name__
    assert CODEC.read_event(line) == event


def played(game: Game, choices: list[int], seats: tuple[str, ...]) -> list[State]:
    """The states of a game in which the n-th example is always answered."""
    states = [start(game, seats)]
    for choice in choices:
        events = legal_events(states[-1])
        if not events:
            break
        states.append(apply(game, states[-1], events[choice % len(events)]))
    return states


@settings(max_examples=30)
@given(st.lists(st.integers(0, 50), max_size=12))
def test_a_state_comes_back_as_it_was(choices: list[int]) -> None:
    """Every state is equal after a round trip, except its notes, which are not stored."""
    for state in played(GAME, choices, ("Ana", "Ñusta", "x")):
        back = CODEC.read_state(CODEC.write_state(state))
        assert back == replace(state, notes=())
        assert CODEC.digest(back) == CODEC.digest(state)


def test_records_with_equal_fields_stay_apart() -> None:
    """Records with equal fields are read as the class that they were written as."""
    state = replace(
        start(GAME, ("a", "b")), said=(Boo(1, Name("u", "boo")), Cheer(1, Text("{n} x", n=2))), last=Boo(0, 3)
    )
    back = CODEC.read_state(CODEC.write_state(state))
    assert [type(said) for said in back.said] == [Boo, Cheer]
    assert back == state


@pytest.mark.parametrize(
    "line",
    [
        "",
        "null",
        "[]",
        "{",
        '{"type":"Exploded"}',
        '{"type":"Counting"}',
        '{"type":"Rolled"}',
        '{"type":"Rolled","faces":["6"]}',
        '{"type":"Rolled","faces":[6.0]}',
        '{"type":"Rolled","faces":[true]}',
        '{"type":"Rolled","faces":6}',
        '{"type":"Rolled","faces":{"type":"set","of":[1]}}',
        '{"type":"Rolled","faces":{"type":"set","of":3}}',
        '{"type":"Rolled","faces":[6],"more":1}',
        '{"type":["Rolled"],"faces":[6]}',
        '{"type":"Adjusted","key":"a","by":null}',
        "[" * 100_000,
        '{"type":"Rolled","faces":' + "[" * 200 + "]" * 200 + "}",
    ],
)
def test_damage_is_named_and_never_guessed_at(line: str) -> None:
    """Unknown records, missing or extra fields and wrong types are refused with one exception."""
    with pytest.raises(CorruptDataError):
        CODEC.read_event(line)


def test_a_record_has_exactly_its_fields() -> None:
    """A field with a default has to be there as well: an upgrade gives it to what was written without it."""
    assert CODEC.read_event('{"group":3,"keep":0,"type":"Undone"}') == Undone(3, 0)
    with pytest.raises(CorruptDataError, match="Undone lacks keep"):
        CODEC.read_event('{"group":3,"type":"Undone"}')


def test_what_could_not_be_read_is_not_written() -> None:
    """An event with a value of the wrong type is refused before it reaches the disk."""
    with pytest.raises(CorruptDataError):
        CODEC.write_event(Rolled(["6"]))  # type: ignore[arg-type]


def test_equal_states_have_equal_digests() -> None:
    """The digest ignores a set's insertion order, and changes with a number."""
    state = start(GAME, ("a", "b", "c"))
    one, two = (replace(state, rolled=frozenset(order)) for order in ([2, 0, 1], [1, 2, 0]))
    assert CODEC.digest(one) == CODEC.digest(two) != CODEC.digest(state)
