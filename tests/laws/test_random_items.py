"""Random play uses Four Souls' items."""

from collections import Counter

import pytest

from rules.engine import apply
from rules.four_souls.game import GAME
from rules.four_souls.model.events import Named, Played, Told
from tests.support.random_play import Seeded, move, sit_down

pytestmark = pytest.mark.landing


def test_random_play_names_activates_pays_and_sets_off_items() -> None:
    """Random play names, activates, pays and triggers items."""
    found: Counter[str] = Counter()
    for seed in range(40):
        chance = Seeded(seed)
        state = sit_down(chance, GAME)
        for _ in range(70):
            if state.outcome or state.agenda[0].name == "four_souls.numbers_only":
                break
            event = move(chance, GAME, state)
            found[_what(event, state)] += 1
            state = apply(GAME, state, event)
    assert set(found) >= {"named", "activated", "paid", "set off"}


def _what(event: object, state: object) -> str:
    match event:
        case Named():
            return "named"
        case Played(kind=kind, item=item) if item:
            return kind
        case Told() if state.agenda[0].name == "four_souls.say":  # type: ignore[attr-defined]
            return "set off"
    return ""
