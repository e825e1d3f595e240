"""Time of the exact lookahead: odds of a roll, where each answer leads. A frame is 16.7 ms."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from rules.engine import Dice, Game, Rolled, apply, legal_events, prompt, start
from rules.king_of_tokyo.game import GAME
from rules.king_of_tokyo.model.dice import DICE_PER_THROW, SMASH
from rules.king_of_tokyo.model.events import ByThrows
from rules.king_of_tokyo.rolling.odds import throw_odds
from rules.lookahead import forecasts, is_predictable
from rules.registry import GAMES
from tests.support.random_play import Seeded, move, sit_down, usual

TIMES = 20
THROWS = 10_000
"""Turns that the rival simulates."""
WALKS = 6
"""Random games of each kind, at each prompt of which the lookahead runs."""


def milliseconds(times: int = TIMES, throws: int = THROWS, walks: int = WALKS) -> Iterator[tuple[str, str]]:
    """All odds of six dice and three throws beside a simulation; the lookahead of each game."""
    state = apply(GAME, start(GAME, ("Ana", "Beto", "Cira")), legal_events(start(GAME, ("Ana", "Beto", "Cira")))[0])
    taken = [_timed(lambda: throw_odds(state)) for _ in range(times)]
    exact = sorted(taken)[times // 2]
    yield "odds of six dice and three throws (a frame: 16.7 ms)", f"{exact:.1f} ms, the first {taken[0]:.1f} ms"
    yield from _rival(state, exact, throws)
    yield from (row for game in GAMES.values() for row in _answers(game, walks))
    yield "where the last throw of four dice leads, in 126 ways", f"{_timed(_four_dice(state)):.0f} ms, on a tap only"


def _timed(work: Callable[[], Any]) -> float:
    """Processor milliseconds of this process."""
    began = time.process_time()
    work()
    return 1000 * (time.process_time() - began)


def _rival(state: Any, exact: float, throws: int) -> Iterator[tuple[str, str]]:
    """Three claws by simulation, with useful dice kept."""
    found, hits, random = throw_odds(state), [0], Random(1)
    assert found is not None

    def simulate() -> None:
        for _ in range(throws):
            claws = 0
            for _ in range(found.throws_left):
                claws += sum(random.randint(1, 6) == SMASH for _ in range(DICE_PER_THROW - claws))
            hits[0] += claws >= 3

    took = _timed(simulate)
    off = abs(hits[0] / throws - float(found.faces[SMASH - 1][2]))
    yield f"one of them by {throws} simulated turns", f"{took:.0f} ms ({took / exact:.0f} times), {100 * off:.1f} % off"


def _answers(game: Game[Any], walks: int) -> Iterator[tuple[str, str]]:
    """For each prompt of random play, where all its answers without a roll lead."""
    taken: list[float] = []
    for seed in range(walks):
        chance = Seeded(seed)
        state = sit_down(chance, game)
        for k in range(40):
            asked = prompt(state)
            taken += [_timed(lambda: _lead(game, state, asked))] if asked else []  # noqa: B023 - called at once
            state = apply(game, state, usual(state, chance) if asked and k < 12 else move(chance, game, state))
    taken.sort()
    slow = taken[len(taken) * 19 // 20]
    yield (
        f"where each answer leads, {game.key}",
        f"{taken[len(taken) // 2]:.1f} ms a question, one in twenty {slow:.1f}",
    )


def _lead(game: Game[Any], state: Any, asked: Any) -> None:
    for choice in asked.choices:
        if is_predictable(choice) and choice.template.hole(Dice) is None:
            forecasts(game, state, choice)


def _four_dice(state: Any) -> Callable[[], Any]:
    for event in (ByThrows(), Rolled((1, 2, 3, 4, 5, 6))):
        state = apply(GAME, state, event)
    for _ in range(2):
        asked = prompt(state)
        keep = next(c for c in asked.choices if c.die is not None and not c.die.is_kept) if asked else None
        state = apply(GAME, state, keep.event) if keep else state
    state = apply(GAME, state, Rolled((1, 2, 3, 4)))
    asked = prompt(state)
    throw = next(c for c in asked.choices if c.template.hole(Dice) is not None) if asked else None
    assert throw is not None
    return lambda: forecasts(GAME, state, throw)
