"""Laws that hold in each game, over random play with overrides and jumps."""

from collections import deque
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine import Game, steps
from rules.registry import GAMES
from tests.support.examples import law_settings
from tests.support.laws import LAWS, play
from tests.support.random_play import Drawn, Seeded

GAMES_WALKED, ENOUGH = 320, 0.95
"""Most matches played, and the share of steps at which to stop."""
STEPS_OF_FEW_CARDS = {
    *("four_souls.bring_event", "four_souls.flush_some", "four_souls.take_from_shop"),
    *("four_souls.order_gains", "four_souls.order_preventions", "four_souls.vote"),
    *("four_souls.bring_boss", "four_souls.force_one", "four_souls.reroll_some", "four_souls.take_share"),
    *("four_souls.recharge_chosen", "four_souls.end_after_rolls"),
}
"""Steps that only one or two cards, or two of them together, reach; scenarios in tests/rules/four_souls hold them."""
SLOW = law_settings(20)
"""Few but long examples, since setting up a match costs more than playing on."""

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)


@pytest.mark.landing
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@each_game
@SLOW
@given(data=st.data())
def test_law(law: Callable[..., None], game: Game[Any], data: st.DataObject) -> None:
    """Each law of ``tests.support.laws`` holds over matches played by Hypothesis."""
    law(Drawn(data), game)


@each_game
def test_random_play_reaches_nearly_every_step(game: Game[Any], say: Callable[[str], None]) -> None:
    """Random play reaches at least 95 % of a game's steps; the share is printed."""
    seen: set[str] = set()
    originals = dict(steps)

    def watch(name: str) -> None:
        rule = originals[name]

        def run(*args: Any) -> Any:
            seen.add(name)
            return rule.run(*args)

        steps[name] = replace(rule, run=run)

    mine = [name for name in originals if name.startswith(f"{game.key}.") and name not in STEPS_OF_FEW_CARDS]
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
