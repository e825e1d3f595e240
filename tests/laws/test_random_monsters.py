"""Laws of King of Tokyo over random play with random cards."""

from __future__ import annotations

from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine import apply, start
from rules.king_of_tokyo.effects.standing import max_hearts
from rules.king_of_tokyo.game import GAME
from rules.king_of_tokyo.model.state import POINTS_TO_WIN, Tokyo, set_monster
from rules.king_of_tokyo.model.texts import load_data
from rules.king_of_tokyo.variants.wickedness import TILE_LEVELS
from tests.support.examples import law_settings
from tests.support.random_play import NAMES, Chance, Drawn, Seeded, answer, usual, with_cards

pytestmark = pytest.mark.landing

SLOW = law_settings(40)
PATIENCE = 60
"""Usual answers after which a turn must have ended."""
WAYS = (
    (),
    (("follow.shop", "on"),),
    (("throws", "each"),),
    (("edition", "dark"), ("variant.wickedness", "both")),
    (("edition", "origins"), ("variant.tower", "on"), ("variant.cultists", "on")),
    (("variant.curses", "on"), ("variant.berserk", "on"), ("variant.transformation", "on")),
)


def begun(chance: Chance) -> Tokyo:
    """A match of two to six monsters with random cards."""
    s: Tokyo = start(GAME, NAMES[: chance.number(2, 6)], chance.choose(WAYS))
    return with_cards(chance, s)


def within_bounds(s: Tokyo) -> None:
    for seat, monster in enumerate(s.monsters):
        assert 0 <= monster.hearts <= max_hearts(s, seat)
        assert 0 <= monster.points <= POINTS_TO_WIN
        assert min(monster.energy, monster.poison, monster.shrink, *(held.counters for held in monster.cards), 0) == 0
        assert not (monster.out and (monster.cards or monster.hearts or seat in s.seats_in_tokyo))
    items = [held.id for monster in s.monsters for held in (*monster.cards, *monster.tiles)]
    assert len(items) == len(set(items))


def test_every_way_to_play_is_one_that_there_is() -> None:
    """Each ruling of the walks is a choice of its switch: with any other name its variant is never walked."""
    choices = {switch.key: dict(switch.choices) for switch in GAME.switches}
    assert [pair for way in WAYS for pair in way if pair[1] not in choices[pair[0]]] == []


def test_tiles_are_walked() -> None:
    """Walks with wickedness take tiles of every level, and the bounds hold with each of them."""
    levels = set[int]()
    for seed in range(12):
        chance = Seeded(seed)
        s: Tokyo = start(GAME, NAMES[:3], (("variant.wickedness", "both"),))
        s = set_monster(s, 0, wickedness=TILE_LEVELS[seed % 3] - 1)
        for _ in range(150):
            s = apply(GAME, s, answer(chance, s)) if s.outcome is None else s
            within_bounds(s)
            levels |= {load_data("tiles")[tile.card]["level"] for monster in s.monsters for tile in monster.tiles}
    assert levels == set(TILE_LEVELS)


@SLOW
@given(data=st.data())
def test_numbers_stay_within_their_bounds(data: st.DataObject) -> None:
    """Hearts stay between 0 and their maximum, points up to 20, and no number is below 0.

    No card is held twice.
    """
    chance = Drawn(data)
    s = begun(chance)
    for _ in range(chance.number(5, 40)):
        if s.outcome is None:
            s = apply(GAME, s, answer(chance, s))
            within_bounds(s)


@pytest.mark.parametrize("seed", range(16))
def test_every_turn_ends(seed: int) -> None:
    """Each turn ends after usual answers, from any state of random play."""
    chance = Seeded(seed)
    s = begun(chance)
    for _ in range(chance.number(0, 40)):
        s = apply(GAME, s, answer(chance, s)) if s.outcome is None else s
    for _ in range(6):
        turn, answers = s.turn, count()
        while s.outcome is None and s.turn == turn:
            assert next(answers) < PATIENCE
            s = apply(GAME, s, usual(s))
            within_bounds(s)


def test_a_game_of_cards_ends() -> None:
    """Twelve matches with random cards and answers end within a thousand answers."""
    over = 0
    for seed in range(12):
        chance = Seeded(seed)
        s = begun(chance)
        for _ in range(1000):
            if s.outcome is not None:
                over += 1
                break
            s = apply(GAME, s, answer(chance, s))
    assert over == 12
