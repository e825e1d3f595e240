"""Games walked to their end, whatever the table has settled on: somebody can always go on.

One walk in so many of the ways to play, but not more than there is time for; ``SOBREMESA_WALKS=20`` walks each way
twenty times.
"""

import os
from collections.abc import Callable
from itertools import count, product
from typing import Any

import pytest

from rules.engine import Event, Game, Refused, Switch, apply, examples, legal_events, prompt, prompt_id, start
from rules.registry import GAMES
from tests.support.random_play import NAMES, Seeded, answer, filled

WALKS = int(os.environ.get("SOBREMESA_WALKS", "0"))
APART, MOST = 5, 30
"""Without the wish for more, one way in five is walked, and at most so many."""
LONGEST, TURN = 400, 250
"""Answers in a walk; answers after which a turn has ended if everybody does what is usual."""
Way = tuple[tuple[str, ...], tuple[tuple[str, str], ...]]


def ways(game: Game[Any]) -> list[Way]:
    """Every number of players with every combination of options that is a way to play; ambiguities are no options."""
    options = [switch for switch in game.switches if switch.group in ("mode", "follow", "depth")]
    settled = product(*([(switch.key, key) for key, _ in switch.choices] for switch in options))
    every = [(NAMES[:count], rulings) for rulings in settled for count in game.player_counts]
    return [way for way in every if _is_one(game, way)]


def some(ways: list[Way]) -> list[Way]:
    """Ways that lie so far apart, by a prime, that every setting is among them."""
    apart = 1 if WALKS else next(n for n in count(max(APART, len(ways) // MOST)) if all(n % k for k in range(2, n)))
    return ways[::apart]


def _is_one(game: Game[Any], way: Way) -> bool:
    try:
        start(game, *way)
    except Refused:
        return False
    return True


def sit_down(game: Game[Any], way: Way, chance: Seeded) -> Any:
    """That way to play, with the ambiguities settled by chance."""
    points: list[Switch] = [switch for switch in game.switches if "-A" in switch.key]
    settled = tuple((switch.key, chance.choose([key for key, _ in switch.choices])) for switch in points)
    return start(game, way[0], (*way[1], *settled))


def walk(game: Game[Any], way: Way, seed: int) -> int:
    """One game, looked at here and there; how many answers it took."""
    chance = Seeded(seed)
    state = sit_down(game, way, chance)
    for answers in range(LONGEST):
        one_question_or_an_outcome(state)
        if state.outcome is not None:
            return answers
        if chance.number(1, 60) == 1:
            every_answer_is_taken(game, state, chance)
            the_usual_leads_on(game, state, chance)
        state = apply(game, state, (game.auto_answer(state) if chance.number(0, 3) else None) or answer(chance, state))
    the_usual_leads_on(game, state, chance)
    return LONGEST


def one_question_or_an_outcome(state: Any) -> None:
    """Never both, never neither, and a question can be answered."""
    asked = prompt(state)
    assert (asked is None) == (state.outcome is not None)
    assert asked is None or (asked.choices and asked.seats and prompt_id(state) > 0)


def every_answer_is_taken(game: Game[Any], state: Any, chance: Seeded) -> None:
    """Some of what is offered, each with its holes filled."""
    offered = legal_events(state)
    for event in offered[chance.number(0, 9) :: max(1, len(offered) // 8)]:
        apply(game, state, event)


def the_usual_leads_on(game: Game[Any], state: Any, chance: Seeded) -> None:
    """Nobody doing anything but the usual ends the turn, or the game; dice fall as they fall."""
    turn = state.turn
    for _ in range(TURN):
        if state.outcome is not None or state.turn != turn or ENDLESS.get(game.key, never)(state):
            return
        state = apply(game, state, game.auto_answer(state) or usual(state, chance))
    raise AssertionError(f"a turn without an end: {prompt(state)}")


def without_harm(state: Any) -> bool:
    """A fight of which one side does no damage may go on for ever, as it would at the table."""
    monster = state.find_monster(state.combat) if state.combat else None
    return monster is not None and 0 in (monster.attack, state.players[state.active].attack)


def never(state: Any) -> bool:
    """Nothing in the game may go on for ever."""
    return False


ENDLESS = {"four_souls": without_harm}
"""What may, in the games in which something may."""


def usual(state: Any, chance: Seeded) -> Event:
    """The usual answer; without one the way on, and a card that a player must show as the first example has it."""
    asked = prompt(state)
    assert asked is not None
    by_role = {choice.role: choice for choice in reversed(asked.choices)}
    choice = by_role.get("usual") or by_role.get("leave") or asked.choices[0]
    event: Event = filled(chance, choice.template) if asked.dice else next(examples(choice.template))
    return event


@pytest.mark.parametrize("game", list(GAMES.values()), ids=lambda game: game.key)
def test_no_way_to_play_has_a_dead_end(game: Game[Any], say: Callable[[str], None]) -> None:
    """Modes, players, options and depths in every combination, ambiguities by chance: walked to the end."""
    every = ways(game)
    walked = some(every)
    assert {pair for _, rulings in walked for pair in rulings} == {pair for _, rulings in every for pair in rulings}
    lengths = [walk(game, way, k * 1000 + n) for k, way in enumerate(walked) for n in range(max(1, WALKS))]
    ended = sum(length < LONGEST for length in lengths)
    say(f"{game.key}: {len(walked)} of {len(every)} ways walked, {len(lengths)} games, {ended} with an outcome")
    assert ended
