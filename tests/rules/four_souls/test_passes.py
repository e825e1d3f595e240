"""FS-32: passes by any seats in any order, over random play: one question until something else is said."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from rules.engine import Choice, Event, Refused, Seats, Text, apply, prompt, prompt_id, speaks_for
from rules.engine.game import Game
from rules.four_souls.event import Attacked, Bought, Passed, Played
from rules.four_souls.game import GAME
from rules.four_souls.skipped import sits_out
from rules.four_souls.state import FourSouls
from tests.support.games.four_souls import table
from tests.support.random_play import Chance, Drawn, Seeded, filled, move, sit_down

rule = pytest.mark.rule
SLOW = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
MOVES, WINDOWS = 60, 3


def passing(s: FourSouls) -> Choice | None:
    """The one tap by which all pass that have not."""
    asked = prompt(s)
    offered = asked.choices if asked else ()
    return next((choice for choice in offered if any(isinstance(hole, Seats) for hole in choice.does.holes)), None)


def hole(choice: Choice) -> Seats:
    return next(hole for hole in choice.does.holes if isinstance(hole, Seats))


def at_windows(chance: Chance, game: Game[FourSouls] = GAME) -> Iterator[tuple[FourSouls, Choice]]:
    """Random play, stopped a few times where several may pass, over the stack or over nothing."""
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
    """They pass."""
    event: Event = replace(choice.event, seats=seats)
    return event


def split(chance: Chance, seats: tuple[int, ...], needs: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The seats in some groups in any order, those that are needed in the first."""
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
    """All at once, in turn order one by one, or any groups in any order: the table stands where it would have."""
    chance = Drawn(data)
    for s, choice in at_windows(chance):
        seats, needs = hole(choice).seats, hole(choice).needs
        ends = []
        for groups in ([seats], [(seat,) for seat in seats], split(chance, seats, needs)):
            end = s
            for group in groups:
                end = apply(GAME, end, by(choice, group))
            ends.append(replace(end, notes=()))
        assert ends[0] == ends[1] == ends[2]


@rule("FS-32")
@SLOW
@given(data=st.data())
def test_while_only_passes_come_it_is_one_question(data: st.DataObject) -> None:
    """Its number stays and those who have not passed are awaited, in turn order; whoever has passed is refused."""
    chance = Drawn(data)
    for s, choice in at_windows(chance):
        state, number, left = s, prompt_id(s), hole(choice).seats
        for group in split(chance, left, hole(choice).needs)[:-1]:
            state = apply(GAME, state, by(choice, group))
            left = tuple(seat for seat in left if seat not in group)
            asked = prompt(state)
            assert asked is not None
            assert prompt_id(state) == number
            assert (asked.window, asked.awaited, asked.seats) == (left, left, left[:1])
            with pytest.raises(Refused) as refused:
                apply(GAME, state, by(choice, group))
            assert refused.value.rule == "FS-28"


@rule("FS-31", "FS-32")
@pytest.mark.parametrize("seed", range(12))
def test_what_is_put_on_the_stack_voids_every_pass(seed: int) -> None:
    """Whoever had passed is asked again, also who passed ahead of their turn; who may not act sits out as before."""
    chance, put = Seeded(seed), 0
    s = sit_down(chance, GAME)
    for _ in range(400):
        number, event = prompt_id(s), move(chance, GAME, s)
        s = apply(GAME, s, event)
        asked = prompt(s)
        if isinstance(event, Played | Attacked | Bought) and asked is not None and asked.window:
            put += 1
            assert prompt_id(s) != number
            assert all(sits_out(s, seat) for seat in s.stack.passed)
    assert put


@rule("FS-32")
def test_a_pass_ahead_of_ones_turn_is_an_announcement() -> None:
    """Cira passes first and is not asked when it comes to her; Beto answers, and she is asked after all."""
    t = table("Ana", "Beto", "Cira", every=True).plays("Ana", kind="activated")
    number = prompt_id(t.s)
    t.do(Passed((2,), t.top.id))
    assert (t.holder, t.asked.window, prompt_id(t.s)) == ("Ana", (0, 1), number)
    t.passes("Ana")
    assert (t.holder, t.asked.window, prompt_id(t.s)) == ("Beto", (1,), number)
    t.plays("Beto", kind="activated")
    assert (t.holder, t.asked.window) == ("Beto", (1, 2, 0))
    assert prompt_id(t.s) != number


@rule("FS-32", "FS-39")
def test_a_phone_passes_for_those_for_whom_it_speaks() -> None:
    """One tap, filled with them; it says in whose name, and its label is theirs."""
    t = table("Ana", "Beto", "Cira", every=True).plays("Ana", kind="activated")
    choice = passing(t.s)
    assert choice is not None
    mine = hole(choice)
    assert choice.event == Passed((0, 1, 2), t.top.id)
    assert (mine.said_by({2, 0, 7}), mine.said_by({7}), mine.one) == ((0, 2), (), Text("Pass"))
    assert not any(mine.admits(value) for value in ((), (2, 0), (0, 0), (3,), [0], 0, (True,), None))
    assert speaks_for(t.asked, choice, Passed((0, 2), t.top.id)) == (0, 2)
    other = next(c for c in t.asked.choices if c.seat == 1)
    assert speaks_for(t.asked, other, other.event) == (1,)
    thrown = table().attacks("fly")
    assert speaks_for(thrown.asked, thrown.asked.choices[0], filled(Seeded(0), thrown.asked.choices[0].does)) == (0,)


@rule("FS-A2", "FS-39")
def test_the_active_players_word_ends_the_actions_before_the_others_have_passed() -> None:
    """Nobody passes over Ana's actions before her; once she has ended them, the rest pass in any order."""
    t = table("Ana", "Beto", "Cira", every=True)
    assert (t.asked.window, t.asked.awaited) == ((), (0,))
    assert t.refuses(Passed((1,), 0)) == "FS-32"
    assert GAME.describe(t.s, Passed((0,), 0)) == Text("{who} ends the turn", who="Ana")
    t.do(Passed((0,), 0))
    assert t.asked.window == (1, 2)
    assert GAME.describe(t.s, Passed((2,), 0)) == Text("{who} passes", who="Cira")
    t.do(Passed((2,), 0)).do(Passed((1,), 0))
    assert (t.s.phase, t.decided) == ("end", set())
