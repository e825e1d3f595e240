"""The turn outline is built from the code of the steps: every step once, and no other."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.engine import Adjusted, Game, Ruled, WentTo, apply, start, steps
from rules.registry import GAMES
from rules.turn_outline import build_outline, reachable_steps
from tests.support.random_play import Seeded, move, sit_down
from tests.toy.counting import GAME as TOY
from tests.toy.pig import GAME as PIG

ALL = {game.key: game for game in (TOY, PIG, *GAMES.values())}
COURSES = {key: build_outline(game) for key, game in ALL.items()}
LEADS = {name: reachable_steps(rule.run) for name, rule in steps.items()}
BRIEF = settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)

each_game = pytest.mark.parametrize("key", ALL)


def played(key: str) -> list[str]:
    """The names of a game's steps."""
    return [name for name in steps if name.startswith(f"{key}.")]


@contextmanager
def watched(key: str) -> Iterator[list[tuple[str, tuple[str, ...]]]]:
    """Record each step that runs in this context and the steps that it put on the agenda."""
    seen: list[tuple[str, tuple[str, ...]]] = []
    originals = {name: steps[name] for name in played(key)}

    def watch(name: str) -> Any:
        def run(state: Any, *args: Any) -> Any:
            after = originals[name].run(state, *args)
            put = tuple(step.name for step in after.agenda if step not in state.agenda)
            seen.append((name, put))
            return after

        return run

    steps.update({name: replace(rule, run=watch(name)) for name, rule in originals.items()})
    try:
        yield seen
    finally:
        steps.update(originals)


def walk(seed: int, game: Game[Any], most: int = 60) -> Iterator[tuple[Any, list[tuple[str, tuple[str, ...]]]]]:
    """States of random play without overrides and rulings, each with the steps that ran."""
    chance = Seeded(seed)
    state = sit_down(chance, game)
    for _ in range(most):
        event = move(chance, game, state)
        if state.outcome is None and not isinstance(event, Adjusted | WentTo | Ruled):
            with watched(game.key) as seen:
                state = apply(game, state, event)
            yield state, seen


@each_game
def test_every_step_is_drawn_once(key: str) -> None:
    """A game's outline contains each of its steps exactly once."""
    drawn = [name for part in COURSES[key].walk() for name in part.steps]
    assert sorted(drawn) == sorted(played(key))


@each_game
def test_the_set_up_is_in_no_phase(key: str) -> None:
    """No phase of a turn is current while the first prompt belongs to the set-up."""
    agenda, drawn = start(ALL[key], ("Ana", "Beto")).agenda, COURSES[key]
    before = any(agenda[0].name in part for part in drawn.setup_nodes)
    assert (drawn.current_phase(agenda) is None) == before
    assert drawn.current_phase(()) is None


@each_game
@BRIEF
@given(seed=st.integers(0, 10**6))
def test_what_is_played_is_what_is_drawn(key: str, seed: int) -> None:
    """In random play, steps lead only where their code says and stay within the outline.

    The current phase is the one whose turn step ran last.
    """
    game, drawn = ALL[key], COURSES[key]
    of_a_turn = {name for part in (*drawn.phases, *drawn.shared_nodes) for below in part.walk() for name in below.steps}
    first = next((step.name for step in game.turn_steps), "")
    phases = {step.name: k for step in game.turn_steps for k, phase in enumerate(drawn.phases) if step.name in phase}
    latest, begun = 0, False
    for state, seen in walk(seed, game):
        assert [(name, led) for name, put in seen for led in put if led not in LEADS[name]] == []
        names = [name for name, _ in seen]
        if not begun and first in names:
            begun, names = True, names[names.index(first) :]
        if begun:
            assert set(names) <= of_a_turn
            latest = next((phases[name] for name in reversed(names) if name in phases), latest)
        if begun and state.outcome is None and not any(state.agenda[0].name in phase for phase in drawn.phases):
            assert drawn.current_phase(state.agenda) == latest
