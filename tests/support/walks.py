"""Random walks for checks of states and notes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from rules.engine import Game, apply
from rules.registry import GAMES
from tests.support.random_play import Seeded, move, sit_down

COUNTED = {"boss_monster": re.compile(r"seat\.\d+\.[cfmt]|room\.\d+\.damage|hero\.\d+\.health")}
"""Trackers that are computed from the cards in play, and therefore need no notes."""
WALKS, STEPS = 5, 50
"""Walks of each game, and moves of each walk."""


@cache
def random_walks(key: str) -> tuple[tuple[Any, Any, Any], ...]:
    """Random play of that game, overrides included: state before, event, state after."""
    return tuple(moment for seed in range(WALKS) for moment in walk(GAMES[key], Seeded(seed)))


def walk(game: Game[Any], chance: Seeded) -> Iterator[tuple[Any, Any, Any]]:
    state = sit_down(chance, game)
    for _ in range(STEPS):
        event = move(chance, game, state)
        after = apply(game, state, event)
        yield state, event, after
        state = after
