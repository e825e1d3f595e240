"""Laws that hold in every game of the registry, over random play with both doors open."""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from play import Chance, Drawn, Seeded, answer, move, sit_down, usual

from rules.engine import Game, History, Redone, Refused, Rolled, Undone, apply, follow, legal, prompt, prompt_id, steps
from rules.registry import GAMES

GAMES_LIST = list(GAMES.values())
GAMES_WALKED, ENOUGH = 240, 0.95
"""At most so many games are walked, and no more once they have reached so many of the steps."""
SLOW = settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
"""Few games, each of them looked at all along: to play on costs less than to sit down once more."""


def each_game(test: Any) -> Any:
    return pytest.mark.parametrize("game", GAMES_LIST, ids=lambda game: game.key)(test)


def play(chance: Chance, game: Game[Any], most: int = 60, each: int = 1) -> Iterator[Any]:
    """Random play, from the start or from some usual answers later: one state in so many, and the last."""
    state = sit_down(chance, game)
    for _ in range(chance.choose((0, 6, 9, 12))):
        state = apply(game, state, usual(state, chance)) if state.outcome is None else state
    for left in reversed(range(chance.number(1, most))):
        state = apply(game, state, move(chance, game, state))
        if left % each == 0:
            yield state


@each_game
@SLOW
@given(data=st.data())
def test_exactly_one_prompt_or_an_outcome(game: Game[Any], data: st.DataObject) -> None:
    """After every event somebody is asked and can answer, or the game has ended; never both, never neither."""
    for state in play(Drawn(data), game):
        asked = prompt(state)
        assert (asked is None) == (state.outcome is not None)
        if asked is not None:
            assert asked.choices
            assert asked.seats
            assert set(asked.seats) <= set(range(len(state.seats)))
            assert 0 < prompt_id(state) <= state.asked


@each_game
@SLOW
@given(data=st.data())
def test_every_offered_answer_is_accepted(game: Game[Any], data: st.DataObject) -> None:
    """Every choice, with every example of its holes, is taken, and the state that was given does not change."""
    for state in play(Drawn(data), game, most=25, each=9):
        before = repr(state)
        offered = legal(state)
        for event in offered[:: max(1, len(offered) // 40)]:
            apply(game, state, event)
        assert repr(state) == before


def mutants(event: Any) -> list[Any]:
    """The event with one field out of what was offered."""
    wrong = {int: 10**6, str: "\x00", tuple: (None,) * 99, bool: "yes"}
    present = [(field.name, type(getattr(event, field.name))) for field in fields(event)]
    return [replace(event, **{name: wrong[kind]}) for name, kind in present if kind in wrong]


@each_game
@SLOW
@given(data=st.data())
def test_what_was_not_offered_is_refused_with_a_rule(game: Game[Any], data: st.DataObject) -> None:
    """A mutated or out-of-range answer is refused with the id of a rule and changes nothing."""
    for state in play(Drawn(data), game, most=25, each=5):
        if state.outcome:
            continue
        before = repr(state)
        for event in [*mutants(answer(Drawn(data), state)), Rolled((7,)), Rolled(())]:
            with pytest.raises(Refused) as refused:
                apply(game, state, event)
            assert refused.value.rule in game.rulebook or refused.value.rule.startswith("X-")
        assert repr(state) == before


@each_game
@SLOW
@given(data=st.data())
def test_the_log_is_the_game(game: Game[Any], data: st.DataObject) -> None:
    """The live state is the fold of its events, also after undo and redo, and undo is the exact inverse."""
    chance = Drawn(data)
    first = sit_down(chance, game)
    history = History(game, first)
    log: list[tuple[Any, int]] = []
    for group in range(1, data.draw(st.integers(2, 30))):
        kind = data.draw(st.sampled_from("aaaaur"))
        event = move(chance, game, history.state)
        if kind == "u" and history.last_group:
            group_undone = data.draw(st.sampled_from([m.group for m in history.moments]))
            event = Undone(group_undone, data.draw(st.integers(0, 1)) if group_undone != history.last_group else 0)
            expected = history.before(event)
            assert history.record(event, group) == expected
        elif kind == "r" and history.redoable:
            expected = history.redoable[-1].state
            event = Redone()
            assert history.record(event, group) == expected
        else:
            history.record(event, group)
        log.append((event, group))
    again = History(game, first)
    for event, group in log:
        again.record(event, group)
    assert again.state == history.state
    folded = first
    for moment in history.moments:
        folded = apply(game, folded, moment.event)
    assert folded == history.state


@each_game
def test_random_play_reaches_nearly_every_step(game: Game[Any], say: Callable[[str], None]) -> None:
    """Play as in the laws above stops at, or runs through, at least 95 % of the game's steps; the share is printed."""
    seen: set[str] = set()
    originals = dict(steps)

    def watch(name: str) -> None:
        rule = originals[name]

        def run(*args: Any) -> Any:
            seen.add(name)
            return rule.run(*args)

        steps[name] = replace(rule, run=run)

    mine = [name for name in originals if name.startswith(f"{game.key}.")]
    for name in mine:
        watch(name)
    try:
        for seed in range(GAMES_WALKED):
            deque(play(Seeded(seed), game, most=120), maxlen=0)
            if len(seen) / len(mine) >= ENOUGH:
                break
    finally:
        steps.update(originals)
    missing = sorted(set(mine) - seen)
    say(f"{game.key}: {len(seen)}/{len(mine)} steps reached by {seed + 1} random games; missing: {missing or 'none'}")
    assert len(seen) / len(mine) >= ENOUGH


@each_game
@SLOW
@given(data=st.data())
def test_both_doors_lead_to_the_same_state(game: Game[Any], data: st.DataObject) -> None:
    """What was accepted once is followed without asking again, to the same state."""
    chance = Drawn(data)
    checked = unchecked = sit_down(chance, game)
    for _ in range(data.draw(st.integers(1, 40))):
        event = move(chance, game, checked)
        checked, unchecked = apply(game, checked, event), follow(game, unchecked, event)
    assert checked == unchecked
