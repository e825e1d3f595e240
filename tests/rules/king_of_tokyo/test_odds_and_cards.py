"""The odds of a throw against what is then played, with every card: where they differ, they say so (KT-03)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod

import pytest

from rules.engine import Rolled
from rules.engine.record import replace
from rules.king_of_tokyo.model.card_catalogue import printed_power_cards
from rules.king_of_tokyo.model.state import Tokyo, Turn
from rules.king_of_tokyo.rolling.odds import throw_odds
from tests.support.games.king_of_tokyo_cards import CardTable

KEEP_CARDS = sorted(id for id, card in printed_power_cards().items() if card.is_permanent)


def two_dice(s: Tokyo) -> Tokyo:
    """The turn has one throw, of two dice."""
    return replace(s, now=Turn(dice=-4, more=-2))


def about_to_throw(city: int, *hands: str) -> CardTable:
    """A, B and C with these cards; A lacks a point, B has two hearts, and two dice are thrown once."""
    return CardTable(*hands, "", city=city).has("A", points=19).has("B", hearts=2).change(two_dice)


def played(city: int, *hands: str) -> tuple[Fraction, Fraction]:
    """How often A wins by points, and how often B is eliminated, with the usual answers."""
    wins = outs = Fraction(0)
    dice = about_to_throw(city, *hands).asked.dice
    assert dice is not None
    for rolled in combinations_with_replacement(range(1, 7), dice.count):
        chance = Fraction(factorial(dice.count), prod(map(factorial, Counter(rolled).values())) * 6**dice.count)
        t = about_to_throw(city, *hands).do(Rolled(rolled))
        while t.outcome is None and t.s.turn == 1:
            t.usual()
        wins += chance * (t.outcome is not None and t.outcome.rule == "KT-01" and 0 in t.outcome.winners)
        outs += chance * t.monster("B").out
    return wins, outs


def wrong_without_a_word(city: int, *hands: str) -> list[tuple[object, ...]]:
    """The odds of the one throw that differ from what is played, and do not say that they leave cards out."""
    odds = throw_odds(about_to_throw(city, *hands).s)
    if odds is None or odds.throws_left > 1:
        return []
    said = {}
    if odds.points_needed and not odds.ignores_cards and city == 0:  # outside, the point for entering may come besides
        said["win"] = odds.win_odds
    said.update(("out", kill.odds) for kill in odds.eliminations if kill.seat == 1 and not kill.ignores_cards)
    happens = dict(zip(("win", "out"), played(city, *hands) if said else (), strict=False))
    return [(hands, what, chance, happens[what]) for what, chance in said.items() if chance != happens[what]]


@pytest.mark.landing
@pytest.mark.rule("KT-03")
@pytest.mark.parametrize("city", [0, 1])
@pytest.mark.parametrize("owner", ["A", "B"])
def test_odds_that_a_card_makes_wrong_say_so(city: int, owner: str) -> None:
    """For every keep card of A or of B: what is said equals what is played, or says that it leaves cards out."""
    hands = [(card, "") if owner == "A" else ("", card) for card in ("", *KEEP_CARDS)]
    assert [wrong for pair in hands for wrong in wrong_without_a_word(city, *pair)] == []


def win_is_said_to_ignore(card: str, city: int = 0) -> bool:
    """Whether the odds of winning say that they leave cards out, if A has that card."""
    odds = throw_odds(about_to_throw(city, card, "").s)
    assert odds is not None
    return odds.ignores_cards


@pytest.mark.rule("KT-03")
@pytest.mark.parametrize(
    "card", ["herd_culler", "plot_twist", "herbivore", "alpha_monster", "gourmet", "giant_brain", ""]
)
def test_odds_to_win_name_what_they_leave_out(card: str) -> None:
    """A card that may still turn a die or give points is said to be left out; Giant Brain's throw is counted."""
    assert win_is_said_to_ignore(card) == (card not in ("giant_brain", ""))
