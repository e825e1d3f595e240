"""FS-36, FS-37: the order of what triggers together is asked if, and only if, two orders end differently."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, permutations
from typing import Any

import pytest

from rules.engine import Dice, advance, apply, apply_unchecked, at, examples, prompt
from rules.four_souls.board.item_gain import add_item
from rules.four_souls.game import GAME
from rules.four_souls.model.events import Ordered, Passed
from rules.four_souls.model.item_catalogue import item_cards
from rules.four_souls.model.moment import GameMoment
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import FourSouls, set_player
from rules.four_souls.stack.priority import next_waiting_items, order_together, window
from rules.four_souls.triggers.trigger import fire_triggers
from rules.stack import seats_to_pass
from tests.support.games.four_souls import table

pytestmark = pytest.mark.landing

MOMENTS = ("hurt", "end", "start", "monster_death", "death", "loot_step")
ENOUGH = 400
"""Answers after which a pair is left out: too many dice."""


def triggering(moment: str) -> list[str]:
    """The ids of the items that the moment of their owner triggers."""
    cards = (card for card in item_cards().values() if card.is_item and not card.lacks)
    return sorted(card.id for card in cards if any(t.when == moment and t.whose == "mine" for t in card.does.triggers))


PAIRS = [(moment, pair) for moment in MOMENTS for pair in combinations(triggering(moment), 2)]
PURSES = ((0, 0, 2), (5, 3, 1))
"""The ¢, the loot and the life of who owns the items."""


def waiting(moment: str, cards: tuple[str, ...], purse: tuple[int, int, int]) -> FourSouls:
    """A table at which the moment has just triggered those items of Ana."""
    cents, loot, life = purse
    s = table().s
    for card in cards:
        s = add_item(s, 0, replace(item_cards()[card].owned, counters=3))
    s = set_player(s, 0, cents=cents, loot=loot, life=life, treasures=len(cards))
    return fire_triggers(s, GameMoment(moment, 0, amount=1, fight=True))  # type: ignore[arg-type]


def is_asked(s: FourSouls) -> bool:
    """Whether the table is asked for the order."""
    s = GAME.settle(replace(s, agenda=(at(window, "action"), *s.agenda)))
    return advance(GAME.settle, s).agenda[0].name == at(order_together).name


class TooManyError(Exception):
    """More answers than are tried."""


def ends(s: FourSouls, order: tuple[Item, ...]) -> dict[Any, Any]:
    """What comes of that order, by every answer."""
    asked = replace(s, agenda=(at(order_together), at(window, "action"), *s.agenda))
    left = [ENOUGH]
    return dict(_ends(apply_unchecked(GAME, asked, Ordered(tuple(item.id for item in order))), (), left))


def _ends(s: FourSouls, given: tuple[str, ...], left: list[int]) -> Iterator[tuple[Any, Any]]:
    while s.outcome is None and s.agenda[0].name == "four_souls.priority" and s.stack.items:
        top = s.stack.top
        assert top is not None
        s = apply(GAME, s, Passed(seats_to_pass(s.stack, len(s.seats)), top.id))
    if s.outcome or s.agenda[0].name == "four_souls.priority":
        yield tuple(sorted(given)), _facts(s)
        return
    for event in _answers(s):
        left[0] -= 1
        if left[0] < 0:
            raise TooManyError
        yield from _ends(apply(GAME, s, event), (*given, f"{s.agenda[0].name} {event}"), left)


def _answers(s: FourSouls) -> Iterator[Any]:
    question = prompt(s)
    assert question is not None
    for choice in question.choices:
        if not choice.template.holes or choice.template.hole(Dice):
            yield from examples(choice.template)


def _facts(s: FourSouls) -> Any:
    """What lies on the table, with nothing of how it came there."""
    players = [
        (p.life, p.full, p.attack, p.cents, p.loot, p.treasures, p.souls, p.ready, p.curses, p.doom, p.shield, p.plays)
        for p in s.players
    ]
    items = [sorted((o.card, o.ready, o.counters, o.gold, o.spent) for o in p.items) for p in s.players]
    monsters = [m and (m.card.id, m.life, m.evasion, m.attack) for m in s.slots]
    boosts = sorted(repr(boost) for boost in s.boosts)
    turn = (s.attacks, s.deck_attacks, s.forced, s.loot_plays, s.purchases, s.ending, s.extra_turns, s.shop, s.rooms)
    return players, items, monsters, boosts, turn, s.outcome, s.agenda[0].name


@pytest.mark.rule("FS-36", "FS-37")
@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("purse", PURSES)
def test_the_order_is_asked_if_and_only_if_it_matters(purse: tuple[int, int, int], part: int) -> None:
    """For every pair of items that a moment triggers, every answer and every die: a quarter of the pairs each."""
    wrong, tried = {}, 0
    for moment, cards in PAIRS[part::4]:
        s = waiting(moment, cards, purse)
        items = next_waiting_items(s)
        if len(items) != 2:
            continue
        try:
            one, other = (ends(s, order) for order in permutations(items))
        except TooManyError:
            continue
        tried += 1
        if is_asked(s) != (one != other):
            wrong[cards] = ("idle", "missing")[one != other]
    assert wrong == {}
    assert tried > len(PAIRS) / 8
