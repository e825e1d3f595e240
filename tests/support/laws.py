"""Laws of every game: each takes a source of chance and a game, plays, and asserts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

import pytest

from rules.automatic import passing_choice
from rules.engine import (
    Game,
    History,
    Redone,
    Refused,
    Rolled,
    Undone,
    apply,
    apply_unchecked,
    legal_events,
    outline,
    prompt,
    prompt_id,
)
from rules.lookahead import every_answer
from tests.support.random_play import Chance, answer, move, sit_down, usual


def play(chance: Chance, game: Game[Any], most: int = 60, each: int = 1) -> Iterator[Any]:
    """Random play, from the start or after some usual answers: one state in so many, the last."""
    state = sit_down(chance, game)
    for _ in range(chance.choose((0, 6, 9, 12))):
        state = apply(game, state, usual(state, chance)) if state.outcome is None else state
    for left in reversed(range(chance.number(1, most))):
        state = apply(game, state, move(chance, game, state))
        if left % each == 0:
            yield state


def exactly_one_prompt_or_an_outcome(chance: Chance, game: Game[Any]) -> None:
    """After every event either somebody is asked and can answer, or the match has ended."""
    for state in play(chance, game):
        asked = prompt(state)
        assert (asked is None) == (state.outcome is not None)
        if asked is not None:
            assert asked.choices
            assert asked.seats
            assert set(asked.seats) <= set(range(len(state.seats)))
            assert 0 < prompt_id(state) <= state.asked


def every_offered_answer_is_accepted(chance: Chance, game: Game[Any]) -> None:
    """Every choice is accepted with every example of its holes, and leaves the state unchanged."""
    for state in play(chance, game, most=25, each=9):
        before = repr(state)
        offered = legal_events(state)
        for event in offered[:: max(1, len(offered) // 40)]:
            apply(game, state, event)
        assert repr(state) == before


def mutants(event: Any) -> list[Any]:
    """The event with one field changed to a value that was not offered."""
    wrong = {int: 10**6, str: "\x00", tuple: (None,) * 99, bool: "yes"}
    present = [(field.name, type(getattr(event, field.name))) for field in fields(event)]
    return [replace(event, **{name: wrong[kind]}) for name, kind in present if kind in wrong]


def what_was_not_offered_is_refused_with_a_rule(chance: Chance, game: Game[Any]) -> None:
    """An answer that was not offered is refused with a rule's id and changes nothing."""
    for state in play(chance, game, most=25, each=5):
        if state.outcome:
            continue
        before = repr(state)
        for event in [*mutants(answer(chance, state)), Rolled((7,)), Rolled(())]:
            with pytest.raises(Refused) as refused:
                apply(game, state, event)
            assert refused.value.rule in game.rulebook or refused.value.rule.startswith("X-")
        assert repr(state) == before


def the_log_is_the_game(chance: Chance, game: Game[Any]) -> None:
    """The state is the fold of its events; undo is the exact inverse, and redo restores it."""
    first = sit_down(chance, game)
    history = History(game, first)
    log: list[tuple[Any, int]] = []
    for group in range(1, chance.number(2, 30)):
        kind = chance.choose("aaaaur")
        event = move(chance, game, history.state)
        if kind == "u" and history.last_group:
            group_undone = chance.choose([entry.group for entry in history.entries])
            event = Undone(group_undone, chance.number(0, 1) if group_undone != history.last_group else 0)
            expected = history.state_after_undo(event)
            assert history.record(event, group) == expected
        elif kind == "r" and history.redo_entries:
            expected = history.redo_entries[-1].state
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
    for entry in history.entries:
        folded = apply(game, folded, entry.event)
    assert folded == history.state


def both_doors_lead_to_the_same_state(chance: Chance, game: Game[Any]) -> None:
    """An accepted event is followed, without checking again, to the same state."""
    checked = unchecked = sit_down(chance, game)
    for _ in range(chance.number(1, 40)):
        event = move(chance, game, checked)
        checked, unchecked = apply(game, checked, event), apply_unchecked(game, unchecked, event)
    assert checked == unchecked


def an_outline_asks_what_the_question_asks(chance: Chance, game: Game[Any]) -> None:
    """A question in outline lacks responses at most: who passes, and what can be followed, is the same."""
    for state in play(chance, game):
        whole, short = prompt(state), outline(state)
        if whole is None or short is None:
            assert whole is short
            continue
        assert replace(short, choices=()) == replace(whole, choices=())
        assert passing_choice(short) == passing_choice(whole)
        assert every_answer(short) == every_answer(whole)
        assert set(short.choices) <= set(whole.choices)


LAWS = (
    exactly_one_prompt_or_an_outcome,
    an_outline_asks_what_the_question_asks,
    every_offered_answer_is_accepted,
    what_was_not_offered_is_refused_with_a_rule,
    the_log_is_the_game,
    both_doors_lead_to_the_same_state,
)
