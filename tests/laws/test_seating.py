"""Laws about which device may answer, over random play."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.match.roles import HOST_ROLE, DeviceRole
from companion.match.table import StaleAnswerError
from rules.engine import (
    Choice,
    Dice,
    Event,
    Prompt,
    Refused,
    Seats,
    legal_events,
)
from tests.support.seating import FEW, SEATS, sat_down, unmoved, wandered

pytestmark = pytest.mark.landing


@FEW
@given(
    chair=st.builds(DeviceRole, st.none() | st.integers(0, 3), st.just(False), st.booleans()),
    taken=SEATS,
    data=st.data(),
)
def test_no_answer_of_a_phone_that_may_not_give_it_is_taken(library, chair, taken, data):
    """An answer for a seat with its own phone is taken only from that phone or the host."""
    chance = random.Random(data.draw(st.integers(0, 10**6)))
    table = wandered(sat_down(library, taken), chance, data.draw(st.integers(0, 40)))
    asked = table.prompt
    if asked is None:
        return
    event = data.draw(st.sampled_from(legal_events(table.state)))
    if any(lets(chair, asked, choice, event, taken) for choice in asked.choices if choice.admits(event)):
        with suppress(Refused):  # the rules may refuse it
            table.answer(table.prompt_id, event, chair)
            assert table.log()[-1].entry.actor
    else:
        why = unmoved(table, lambda: table.answer(table.prompt_id, event, chair))
        assert isinstance(why, Refused)
        assert why.rule == "X-01"
        assert why.reason.key.startswith("This phone only looks on" if chair.is_spectator else "That is for {who}")


def lets(chair: DeviceRole, asked: Prompt, choice: Choice, event: Event, taken: frozenset[int]) -> bool:
    """Whether a device other than the host may give this answer, written independently."""
    dice = choice.template.hole(Dice)
    if dice is not None and not dice.is_partial:  # a camera cannot say which dice are kept
        return True
    mine = {seat for seat in range(4) if seat == chair.seat or seat not in taken} if not chair.is_spectator else set()
    passing = next((hole.name for hole in choice.template.holes if isinstance(hole, Seats)), None)
    if passing is not None:
        return set(getattr(event, passing)) <= mine
    return choice.seat in mine if choice.seat is not None else bool(set(asked.seats) & mine)


@FEW
@given(st.integers(0, 10**6), SEATS, st.sampled_from((DeviceRole(0), DeviceRole(2), DeviceRole(), HOST_ROLE)))
def test_a_late_tap_changes_nothing(library, seed, taken, chair):
    """An answer from an older screen is applied if the prompt is the same, otherwise refused."""
    chance = random.Random(seed)
    table = wandered(sat_down(library, taken), chance, chance.randrange(40))
    seen, shown = table.table_state, legal_events(table.state)
    wandered(table, chance, 3)
    if not shown or table.table_state.seq == seen.seq:
        return
    event, before = chance.choice(shown), table.table_state
    try:
        table.answer(seen.prompt_id, event, chair, seen.seq)
    except StaleAnswerError:
        assert table.table_state == before
    else:
        assert before.prompt_id == seen.prompt_id
        assert table.table_state.seq > before.seq
