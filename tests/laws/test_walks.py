"""Matches played to their end in the ways to play; somebody can always continue.

A sample of the ways is played, within a limit of time; ``SOBREMESA_WALKS=20`` plays each way twenty times.
"""

import os
from collections.abc import Callable
from itertools import count, product
from typing import Any

import pytest

from rules.engine import Cards, Event, Game, Refused, Switch, apply, examples, legal_events, prompt, prompt_id, start
from rules.registry import GAMES
from tests.support.random_play import NAMES, Seeded, answer, filled

WALKS = int(os.environ.get("SOBREMESA_WALKS", "0"))
APART, MOST = 5, 30
"""Without SOBREMESA_WALKS one way in five is played, and at most so many."""
LONGEST, TURN = 400, 250
"""Answers in a walk; answers within which a turn of usual answers ends."""
Way = tuple[tuple[str, ...], tuple[tuple[str, str], ...]]


def ways(game: Game[Any]) -> list[Way]:
    """All player counts with all combinations of modes and depths; ambiguities are not included."""
    options = [switch for switch in game.switches if switch.group in ("mode", "follow", "depth")]
    settled = product(*([(switch.key, key) for key, _ in switch.choices] for switch in options))
    every = [(NAMES[:count], rulings) for rulings in settled for count in game.player_counts]
    return [way for way in every if _is_one(game, way)]


def some(ways: list[Way]) -> list[Way]:
    """A sample of the ways, a prime distance apart, so that each setting occurs."""
    apart = 1 if WALKS else next(n for n in count(max(APART, len(ways) // MOST)) if all(n % k for k in range(2, n)))
    return ways[::apart]


def _is_one(game: Game[Any], way: Way) -> bool:
    try:
        start(game, *way)
    except Refused:
        return False
    return True


def sit_down(game: Game[Any], way: Way, chance: Seeded) -> Any:
    """A match of that way to play, with random rulings for the ambiguities."""
    points: list[Switch] = [switch for switch in game.switches if "-A" in switch.key]
    settled = tuple((switch.key, chance.choose([key for key, _ in switch.choices])) for switch in points)
    return start(game, way[0], (*way[1], *settled))


def walk(game: Game[Any], way: Way, seed: int) -> int:
    """Play one match with random checks, and return the number of answers."""
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
    """A state has either a prompt that can be answered or an outcome."""
    asked = prompt(state)
    assert (asked is None) == (state.outcome is not None)
    assert asked is None or (asked.choices and asked.seats and prompt_id(state) > 0)


def every_answer_is_taken(game: Game[Any], state: Any, chance: Seeded) -> None:
    """Some of the legal events are applied without a refusal."""
    offered = legal_events(state)
    for event in offered[chance.number(0, 9) :: max(1, len(offered) // 8)]:
        apply(game, state, event)


def the_usual_leads_on(game: Game[Any], state: Any, chance: Seeded) -> None:
    """Usual answers with random dice end the turn or the match."""
    turn = state.turn
    for _ in range(TURN):
        if state.outcome is not None or state.turn != turn or ENDLESS.get(game.key, never)(state):
            return
        state = apply(game, state, game.auto_answer(state) or usual(state, chance))
    raise AssertionError(f"a turn without an end: {prompt(state)}")


def without_harm(state: Any) -> bool:
    """Whether one side of a fight does no damage, so that it may go on without end."""
    monster = state.find_monster(state.combat) if state.combat else None
    return monster is not None and 0 in (monster.attack, state.players[state.active].attack)


def never(state: Any) -> bool:
    """Whether the turn may go on without end: never."""
    return False


ENDLESS = {"four_souls": without_harm}
"""Exceptions, by game."""


def usual(state: Any, chance: Seeded) -> Event:
    """The usual answer, or else the one that leaves; dice and flips are random."""
    asked = prompt(state)
    assert asked is not None
    by_role = {choice.role: choice for choice in reversed(asked.choices)}
    choice = by_role.get("default") or by_role.get("exit") or asked.choices[0]
    is_random = asked.dice or any(isinstance(hole, Cards) for hole in choice.template.holes)
    event: Event = filled(chance, choice.template) if is_random else next(examples(choice.template))
    return event


@pytest.mark.parametrize("game", list(GAMES.values()), ids=lambda game: game.key)
def test_no_way_to_play_has_a_dead_end(game: Game[Any], say: Callable[[str], None]) -> None:
    """No combination of modes, players, options and depths leads to a dead end.

    Ambiguities are random.
    """
    every = ways(game)
    walked = some(every)
    assert {pair for _, rulings in walked for pair in rulings} == {pair for _, rulings in every for pair in rulings}
    lengths = [walk(game, way, k * 1000 + n) for k, way in enumerate(walked) for n in range(max(1, WALKS))]
    ended = sum(length < LONGEST for length in lengths)
    say(f"{game.key}: {len(walked)} of {len(every)} ways walked, {len(lengths)} games, {ended} with an outcome")
    assert ended
