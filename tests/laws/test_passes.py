"""Laws of passing priority, over random play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rules.engine import Choice, Event, Refused, apply, prompt, prompt_id
from rules.engine.game import Game
from rules.four_souls.game import GAME
from rules.four_souls.model.events import Attacked, Bought, Played
from rules.four_souls.model.state import FourSouls
from rules.four_souls.vocabulary.skipped_priority import is_skipped
from tests.support.examples import law_settings
from tests.support.games.passes import hole, passing
from tests.support.random_play import Chance, Drawn, move, sit_down

pytestmark = pytest.mark.landing

SLOW = law_settings(25)

rule = pytest.mark.rule


MOVES, WINDOWS = 60, 3


def at_windows(chance: Chance, game: Game[FourSouls] = GAME) -> Iterator[tuple[FourSouls, Choice]]:
    """Random play that yields states in which several seats may pass, and the pass."""
    s, found = sit_down(chance, game), 0
    for _ in range(chance.number(10, MOVES)):
        s = apply(game, s, move(chance, game, s))
    for _ in range(MOVES):
        choice = passing(s)
        if choice is not None and len(hole(choice).seats) > 1:
            found += 1
            yield s, choice
        if found == WINDOWS:
            return
        s = apply(game, s, move(chance, game, s))
    assume(found)


def by(choice: Choice, seats: tuple[int, ...]) -> Event:
    """The pass of those seats."""
    event: Event = replace(choice.event, seats=seats)
    return event


def split(chance: Chance, seats: tuple[int, ...], needs: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Split the seats into random groups; required seats are in the first one."""
    groups: dict[int, tuple[int, ...]] = {}
    for seat in seats:
        k = 0 if seat in needs else chance.number(0, len(seats) - 1)
        groups[k] = (*groups.get(k, ()), seat)
    order = sorted(groups) if needs else sorted(groups, key=lambda k: chance.number(0, 99))
    return [groups[k] for k in order]


@rule("FS-32")
@SLOW
@given(data=st.data())
def test_passes_in_any_order_lead_to_the_same_state(data: st.DataObject) -> None:
    """Passes lead to the same state in any order: together, one by one, or in groups."""
    chance = Drawn(data)
    for s, choice in at_windows(chance):
        seats, needs = hole(choice).seats, hole(choice).required_seats
        ends = []
        for groups in ([seats], [(seat,) for seat in seats], split(chance, seats, needs)):
            end = s
            for group in groups:
                end = apply(GAME, end, by(choice, group))
            ends.append(replace(end, notes=()))
        assert ends[0] == ends[1] == ends[2]


@rule("FS-31", "FS-32")
@SLOW
@given(data=st.data())
def test_what_is_put_on_the_stack_voids_every_pass(data: st.DataObject) -> None:
    """A card, an attack or a purchase makes a new question; only seats that are skipped stay counted as passed."""
    chance, put = Drawn(data), 0
    s = sit_down(chance, GAME)
    for _ in range(MOVES):
        number, event = prompt_id(s), move(chance, GAME, s)
        s = apply(GAME, s, event)
        asked = prompt(s)
        if isinstance(event, Played | Attacked | Bought) and asked is not None and asked.window:
            put += 1
            assert prompt_id(s) != number
            assert all(is_skipped(s, seat) for seat in s.stack.passed)
    assume(put)


@rule("FS-32")
@SLOW
@given(data=st.data())
def test_while_only_passes_come_it_is_one_question(data: st.DataObject) -> None:
    """The prompt keeps its id while seats pass, and awaits the others in turn order.

    A seat that has passed is refused.
    """
    chance = Drawn(data)
    for s, choice in at_windows(chance):
        state, number, left = s, prompt_id(s), hole(choice).seats
        for group in split(chance, left, hole(choice).required_seats)[:-1]:
            state = apply(GAME, state, by(choice, group))
            left = tuple(seat for seat in left if seat not in group)
            asked = prompt(state)
            assert asked is not None
            assert prompt_id(state) == number
            assert (asked.window, asked.awaited_seats, asked.seats) == (left, left, left[:1])
            with pytest.raises(Refused) as refused:
                apply(GAME, state, by(choice, group))
            assert refused.value.rule == "FS-28"
