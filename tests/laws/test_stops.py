"""Laws of the stops, over random play."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine import Ruled, apply
from rules.four_souls.assist.auto_pass import STOPS, stop_of
from rules.four_souls.game import GAME
from rules.four_souls.model.events import Passed
from rules.four_souls.model.state import FourSouls
from rules.stack import seats_to_pass
from tests.support.examples import law_settings
from tests.support.random_play import Chance, Drawn, move, sit_down

pytestmark = pytest.mark.landing

SLOW = law_settings(30)

rule = pytest.mark.rule


def settled(chance: Chance) -> FourSouls:
    """A match in which players have stops of their own."""
    s = sit_down(chance, GAME)
    for seat in range(len(s.seats)):
        for stop in STOPS:
            s = apply(GAME, s, Ruled(f"stop.{stop}@{seat}", chance.choose(("table", "off", "off", "on"))))
    return s


def perishes(s: FourSouls) -> frozenset[int]:
    """Seats that die if everybody passes, or all seats if the match ends."""
    top = s.stack.top
    after = apply(GAME, s, Passed(seats_to_pass(s.stack, len(s.seats)), top.id if top else 0))
    if after.outcome:
        return frozenset(range(len(s.seats)))
    died = {top.seat} if top and top.kind == "player_death" else set()
    pairs = enumerate(zip(s.players, after.players, strict=True))
    return frozenset(died | {seat for seat, (was, now) in pairs if was.life > 0 == now.life})


def own_stop(s: FourSouls, seat: int) -> str:
    return s.ruling(f"stop.{stop_of(s.stack.top) if s.stack.top else 'empty'}@{seat}", "table")


@rule("FS-32")
@SLOW
@given(data=st.data())
def test_the_stops_pass_for_nobody_who_wants_to_be_asked(data: st.DataObject) -> None:
    """An automatic pass never passes for a seat that wants to be asked.

    Not where its stop is on, nor by its own stop right after a pass by hand, nor where it could die or win.
    """
    chance: Any = Drawn(data)
    s, by_hand = settled(chance), frozenset[int]()
    for _ in range(data.draw(st.integers(20, 80))):
        if s.outcome:
            return
        phones = frozenset(seat for seat in range(len(s.seats)) if chance.number(0, 1))
        event = GAME.auto_answer(s, phones)
        if event is None:
            event = move(chance, GAME, s)
        else:
            _holds(s, event, phones, by_hand)
        if isinstance(event, Passed):
            by_hand = by_hand - set(event.seats) if event.alone else by_hand | set(event.seats)
        s = apply(GAME, s, event)


def _holds(s: FourSouls, event: Any, phones: frozenset[int], by_hand: frozenset[int]) -> None:
    stop = GAME.auto_answer_switch(s, event).partition("@")[0]
    table_stops = s.depth == "every" or s.ruling(stop, STOPS[stop.removeprefix("stop.")][1]) == "on"
    lethal = s.ruling("stop.lethal", "on") == "on"
    for seat in event.seats:
        own = own_stop(s, seat)
        assert own != "on"
        assert own == "off" or not table_stops
        assert not (table_stops and seat in by_hand)
        if lethal and (seat in phones or own == "off"):
            assert seat not in perishes(s)
