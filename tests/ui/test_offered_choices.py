"""What a device offers of a prompt: properties checked over the prompts of random play."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from companion.match.roles import HOST_ROLE, DeviceRole, authorize_answer, speaks_for_seats
from companion.ui.table.model.seat_prompt import NO_SEATS, seat_prompt_of
from rules.engine import Choice, Prompt, Refused, Seats, apply, examples, prompt, start
from rules.four_souls.game import GAME
from tests.support.random_play import Seeded, answer
from tests.support.random_play import usual as usually

NAMES = ("Ana", "Beto", "Cira")
SEATS = range(len(NAMES))
CHAIRS = [
    DeviceRole(seat, host, watches) for seat in (None, *SEATS) for host in (False, True) for watches in (False, True)
]
TAKEN = [frozenset(some) for count in range(4) for some in itertools.combinations(SEATS, count)]


@cache
def questions() -> tuple[Prompt, ...]:
    """Prompts of some games, including priority windows in which some have passed."""
    found: dict[tuple[str, tuple[int, ...]], Prompt] = {}
    for seed in range(6):
        chance, state = Seeded(seed), start(GAME, NAMES, (("depth", ("guided", "every")[seed % 2]),))
        for _ in range(120):
            asked = prompt(state)
            if asked is None:
                break
            found.setdefault((asked.title.key, asked.awaited_seats), asked)
            try:
                state = apply(GAME, state, answer(chance, state))
            except Refused:
                state = apply(GAME, state, usually(state, chance))
    return tuple(found.values())


def places_of(chair: DeviceRole) -> Iterator[frozenset[int]]:
    """The seats that may have phones while the device has that role."""
    yield from (taken for taken in TAKEN if chair.seat is None or chair.seat in taken)


def test_enough_is_asked() -> None:
    """The sample contains windows of each length and prompts for one seat."""
    assert {len(asked.window) for asked in questions()} == {0, 1, 2, 3}
    assert len(questions()) > 20


@pytest.mark.parametrize("chair", CHAIRS, ids=str)
def test_a_phone_offers_only_what_it_may_say(chair: DeviceRole) -> None:
    """Every answer that a device offers is accepted by the table."""
    for asked in questions():
        for taken in places_of(chair):
            for choice in seat_prompt_of(asked, chair, taken, NAMES).prompt.choices:
                for event in examples(choice.template):
                    authorize_answer(chair, asked, asked.choices, event, NAMES, taken)
                    assert any(one.admits(event) for one in asked.choices)
                    break


@pytest.mark.parametrize("taken", TAKEN, ids=sorted)
def test_nothing_that_is_asked_is_lost(taken: frozenset[int]) -> None:
    """Every choice of a prompt is offered on some device.

    It is on the seat's own phone or on one in the middle; the host may answer for all.
    """
    chairs = [DeviceRole(), *(DeviceRole(seat) for seat in taken)]
    for asked in questions():
        offered = [c for chair in chairs for c in seat_prompt_of(asked, chair, taken, NAMES).prompt.choices]
        stepped = seat_prompt_of(asked, HOST_ROLE, taken, NAMES, acting_as_host=True).prompt.choices
        for choice in asked.choices:
            assert any(_same(choice, one) for one in offered), choice.label
            assert any(_same(choice, one) for one in stepped), choice.label


def _same(choice: Choice, one: Choice) -> bool:
    """Whether it is that choice, or that choice for some of its seats."""
    return any(choice.admits(event) for event in itertools.islice(examples(one.template), 1))


def test_one_phone_alone_shows_the_question_as_it_is() -> None:
    """Where nobody has a phone, one device shows all choices in place under their own labels.

    A choice for several seats is offered for all of them.
    """
    for asked in questions():
        found = seat_prompt_of(asked, HOST_ROLE, NO_SEATS, NAMES)
        assert (found.speaking_seats, found.other_seats, found.pending_seats) == (asked.awaited_seats, (), ())
        assert found.is_called
        for one, choice in zip(found.prompt.choices, asked.choices, strict=True):
            same = replace(one, template=choice.template)
            assert (same, one.event, one.template.hole(Seats)) == (choice, choice.event, None)


@pytest.mark.parametrize("taken", TAKEN, ids=sorted)
def test_a_question_calls_each_phone_that_it_is_for_and_no_other(taken: frozenset[int]) -> None:
    """A prompt calls exactly the devices that it needs.

    Those are the seats without which it does not go on, and the middle for seats without a phone.
    """
    for asked in questions():
        for seat in taken:
            assert seat_prompt_of(asked, DeviceRole(seat), taken, NAMES).is_called == (seat in asked.awaited_seats)
        assert seat_prompt_of(asked, DeviceRole(), taken, NAMES).is_called == bool(
            speaks_for_seats(DeviceRole(), asked.awaited_seats, taken)
        )
        assert not seat_prompt_of(asked, DeviceRole(is_spectator=True), taken, NAMES).is_called


@pytest.mark.parametrize("taken", TAKEN, ids=sorted)
def test_a_pass_is_for_ones_own_and_the_empty_seats(taken: frozenset[int]) -> None:
    """In a priority window each device has one pass, never for a seat with another phone."""
    for asked in questions():
        for chair in (DeviceRole(), *(DeviceRole(seat) for seat in taken)):
            passes = [
                c
                for c in seat_prompt_of(asked, chair, taken, NAMES).prompt.choices
                if type(c.event).__name__ == "Passed" and c.role != "option"
            ]
            mine = speaks_for_seats(chair, asked.window, taken)
            if asked.window and passes:
                assert [one.event.seats for one in passes] == [mine]  # type: ignore[attr-defined]
                assert passes[0].role == "default" or mine == asked.window
