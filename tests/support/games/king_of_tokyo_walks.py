"""Random play of King of Tokyo with cards in front of the monsters, for its laws."""

from __future__ import annotations

from functools import cache

from rules.engine import Adjusted, Event, FactSet, Ruled, WentTo, apply
from rules.king_of_tokyo.game import GAME
from rules.king_of_tokyo.model.state import Tokyo
from tests.support.random_play import Seeded, move, sit_down

BY_HAND = (Adjusted, FactSet, WentTo, Ruled)
WALKS, STEPS = 12, 40


@cache
def moments() -> tuple[tuple[Tokyo, Event, Tokyo], ...]:
    """Random play: state before, event, state after; without what is set by hand."""
    found = []
    for seed in range(WALKS):
        chance = Seeded(seed)
        state = sit_down(chance, GAME)
        for _ in range(STEPS):
            event = move(chance, GAME, state)
            after = apply(GAME, state, event)
            if not isinstance(event, BY_HAND) and state.depth != "numbers":
                found.append((state, event, after))
            state = after
    return tuple(found)
