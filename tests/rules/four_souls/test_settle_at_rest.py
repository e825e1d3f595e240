"""What is left out because nothing that it reads has changed would have changed nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any, ClassVar

import pytest

from rules.engine import apply, steps
from rules.engine.step import StepDefinition
from rules.four_souls.game import GAME
from rules.four_souls.model.state import FourSouls
from rules.four_souls.stack.simultaneous import TRIED
from rules.four_souls.turn import settle
from tests.support.random_play import Seeded, move, sit_down, with_items

BOARD = settle._settle_board
GAMES, MOVES = 24, 60


class Watched(FourSouls):
    """A state that remembers which of its fields and declared properties were read."""

    seen: ClassVar[set[str]] = set()
    depth_of_property: ClassVar[list[str]] = []

    def __getattribute__(self, name: str) -> Any:
        kind, inside = type(self), type(self).depth_of_property
        if name not in BOARD.reads or name in FIELDS:
            if name in FIELDS and not inside:
                kind.seen.add(name)
            return super().__getattribute__(name)
        inside.append(name)  # what a declared property reads is declared with it
        value = super().__getattribute__(name)
        inside.pop()
        return value


FIELDS = frozenset(field.name for field in fields(FourSouls))


def watched(s: FourSouls) -> Watched:
    """The same state, watched."""
    twin = object.__new__(Watched)
    twin.__dict__.update(s.__dict__)
    return twin


@pytest.fixture
def settled(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Check the rule in every state in which it is asked; whether it was left out each time."""
    left_out: list[bool] = []

    def checked(s: FourSouls) -> FourSouls:
        Watched.seen.clear()
        twin = watched(s)
        if BOARD.rule(twin) is twin:
            assert Watched.seen <= set(BOARD.reads), "declare what the rule reads"
        after, plain = BOARD(s), BOARD.rule(s)
        assert after == plain
        left_out.append(after is s)
        return after

    monkeypatch.setattr(settle, "_settle_board", checked)
    return left_out


def play() -> None:
    """Play at random, with items in most games."""
    for seed in range(GAMES):
        chance = Seeded(seed)
        state = with_items(chance, sit_down(chance, GAME)) if seed % 3 else sit_down(chance, GAME)
        for _ in range(MOVES):
            if state.outcome:
                break
            state = apply(GAME, state, move(chance, GAME, state))


def test_the_board_rests_only_while_what_its_rules_read_stays(settled: list[bool]) -> None:
    """In random play with items every read field is declared, and what is left out changes nothing."""
    play()
    assert sum(settled) > len(settled) // 2 > GAMES * MOVES // 4
    assert not all(settled)


def test_idle_steps_and_answers_are_idle(monkeypatch: pytest.MonkeyPatch) -> None:
    """In random play no state-based rule would change anything after a pass of priority or as a window opens."""
    seen: Counter[str] = Counter()

    def watched(name: str, step: StepDefinition) -> Callable[..., FourSouls]:
        def checked(s: FourSouls, *args: Any) -> FourSouls:
            after: FourSouls = step.run(s, *args)
            if any(step.args == TRIED.args for step in after.agenda):
                return after  # an order that is tried out settles its last question itself
            if step.is_idle or isinstance(args[0], step.idle_answers):
                seen[name] += 1
                assert GAME.settle(after) == after, name
            return after

        return checked

    quiet = {name: step for name, step in steps.items() if step.is_idle or step.idle_answers}
    for name, step in quiet.items():
        monkeypatch.setitem(steps, name, replace(step, run=watched(name, step)))
    play()
    assert quiet.keys() == {"four_souls.priority", "four_souls.window"} == seen.keys()
    assert min(seen.values()) > GAMES
