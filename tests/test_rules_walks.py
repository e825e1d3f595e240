"""Games walked to their end, whatever the table has settled on: somebody can always go on.

One walk in so many of the ways to play; ``SOBREMESA_WALKS=20`` walks each way twenty times.
"""

import os
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from play import NAMES, Seeded, answer, filled

from rules.engine import Event, Game, Refused, Switch, apply, examples, legal, prompt, prompt_id, start
from rules.registry import GAMES

WALKS = int(os.environ.get("SOBREMESA_WALKS", "0"))
APART = 1 if WALKS else 5
"""Without the wish for more, one way in five is walked; a prime, so that every setting is among them."""
LONGEST, TURN = 400, 250
"""Answers in a walk; answers after which a turn has ended if everybody does what is usual."""
Way = tuple[tuple[str, ...], tuple[tuple[str, str], ...]]


def ways(game: Game[Any]) -> list[Way]:
    """Every number of players with every combination of options that is a way to play; ambiguities are no options."""
    options = [switch for switch in game.switches if switch.group in ("mode", "follow", "depth")]
    settled = product(*([(switch.key, key) for key, _ in switch.choices] for switch in options))
    every = [(NAMES[:count], rulings) for rulings in settled for count in game.players]
    return [way for way in every if _is_one(game, way)]


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
        state = apply(game, state, (game.flow(state) if chance.number(0, 3) else None) or answer(chance, state))
    the_usual_leads_on(game, state, chance)
    return LONGEST


def one_question_or_an_outcome(state: Any) -> None:
    """Never both, never neither, and a question can be answered."""
    asked = prompt(state)
    assert (asked is None) == (state.outcome is not None)
    assert asked is None or (asked.choices and asked.seats and prompt_id(state) > 0)


def every_answer_is_taken(game: Game[Any], state: Any, chance: Seeded) -> None:
    """Some of what is offered, each with its holes filled."""
    offered = legal(state)
    for event in offered[chance.number(0, 9) :: max(1, len(offered) // 8)]:
        apply(game, state, event)


def the_usual_leads_on(game: Game[Any], state: Any, chance: Seeded) -> None:
    """Nobody doing anything but the usual ends the turn, or the game; dice fall as they fall."""
    turn = state.turn
    for _ in range(TURN):
        if state.outcome is not None or state.turn != turn or without_harm(state):
            return
        state = apply(game, state, game.flow(state) or usual(state, chance))
    raise AssertionError(f"a turn without an end: {prompt(state)}")


def without_harm(state: Any) -> bool:
    """A fight of which one side does no damage may go on for ever, as it would at the table."""
    monster = state.monster(state.combat) if state.combat else None
    return monster is not None and 0 in (monster.attack, state.players[state.active].attack)


def usual(state: Any, chance: Seeded) -> Event:
    """The usual answer; without one the way on, and a card that a player must show as the first example has it."""
    asked = prompt(state)
    assert asked is not None
    by_role = {choice.role: choice for choice in reversed(asked.choices)}
    choice = by_role.get("usual") or by_role.get("leave") or asked.choices[0]
    event: Event = filled(chance, choice.does) if asked.dice else next(examples(choice.does))
    return event


@pytest.mark.parametrize("game", list(GAMES.values()), ids=lambda game: game.key)
def test_no_way_to_play_has_a_dead_end(game: Game[Any], say: Callable[[str], None]) -> None:
    """Modes, players, options and depths in every combination, ambiguities by chance: walked to the end."""
    every = ways(game)
    walked = [way for k, way in enumerate(every) if k % APART == 0]
    assert {pair for _, rulings in walked for pair in rulings} == {pair for _, rulings in every for pair in rulings}
    lengths = [walk(game, way, k * 1000 + n) for k, way in enumerate(walked) for n in range(max(1, WALKS))]
    ended = sum(length < LONGEST for length in lengths)
    say(f"{game.key}: {len(walked)} of {len(every)} ways walked, {len(lengths)} games, {ended} with an outcome")
    assert ended
