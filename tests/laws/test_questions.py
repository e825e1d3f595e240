"""Each prompt of random play says who decides, what is allowed and what follows."""

from typing import Any

import pytest

from companion.i18n import translator
from rules.engine import Choice, Dice, Game, Prompt, Records, prompt, remarks, steps
from rules.engine.game import apply
from rules.four_souls.model.events import Passed
from rules.registry import GAMES
from tests.support.random_play import Seeded, move, sit_down

pytestmark = pytest.mark.landing

SEEDS, MOVES = 6, 250
LANGUAGES = translator("en"), translator("es")


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_question_says_whose_it_is_and_what_follows(key: str) -> None:
    """Each prompt has seats, a phase and the consequence of passing; form fields have labels.

    Its title does not end in a colon; over the stack it also has the allowed actions.
    """
    kinds: set[str] = set()
    for seed in range(SEEDS):
        game, chance = GAMES[key], Seeded(seed)
        state = sit_down(chance, game)
        for _ in range(MOVES):
            kinds |= speaks(game, state)
            state = apply(game, state, move(chance, game, state))
    asking = {name for name, step in steps.items() if step.prompt and name.startswith(f"{key}.")}
    assert len(kinds) > min(5, len(asking) - 1)


def speaks(game: Game[Any], state: Any) -> set[str]:
    """Check the current prompt; return the name of its step, or nothing."""
    asked = prompt(state)
    if asked is None:
        return set()
    assert asked.seats
    assert asked.phase is not None, asked.title.key
    assert not any(say(asked.title).endswith(":") for say in LANGUAGES), asked.title.key
    assert says_what_passing_does(asked), asked.title.key
    assert asked.stake is not None or state.agenda[0].args[:1] != ("attack",)  # an attack states its odds
    assert not unnamed([*asked.choices, *remarks(game, state)])
    return {state.agenda[0].name}


def says_what_passing_does(asked: Prompt) -> bool:
    """Whether a pass states the allowed actions and its consequence."""
    passes = [choice for choice in asked.choices if isinstance(choice.event, Passed) and choice.seat is None]
    if not passes:
        return True
    return asked.allowed_actions is not None and all(choice.consequence is not None for choice in passes)


def unnamed(choices: list[Choice]) -> list[str]:
    """Names of the holes in forms that have no label."""
    forms = [choice for choice in choices if len(choice.template.holes) > 1]
    holes = [hole for choice in forms for hole in choice.template.holes if not isinstance(hole, Records | Dice)]
    return [hole.name for hole in holes if hole.label is None]
