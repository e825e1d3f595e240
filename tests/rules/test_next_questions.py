"""What is offered together with “nobody does anything”, in the games beside Four Souls."""

from __future__ import annotations

from typing import Any

import pytest

from companion.match.follow_up import FollowUp, find_follow_up, usual_pass
from rules.boss_monster.model.events import Aimed, Cast, Walked
from rules.king_of_tokyo.model.events import DiceStand, DoneBuying, Yielded
from tests.support.games.boss_monster import plain
from tests.support.games.boss_monster import table as boss_monster
from tests.support.games.darkmoor import hero, minion, seated
from tests.support.games.king_of_tokyo import three
from tests.support.games.table import GameTable


def following(t: GameTable[Any]) -> FollowUp | None:
    """What the phone in the middle may offer ahead."""
    answer = usual_pass(t.asked)
    return None if answer is None else find_follow_up(t.game, t.s, answer, frozenset())


@pytest.mark.rule("KT-06", "KT-13")
def test_the_dice_count_and_who_was_hit_says_at_once_whether_to_stay() -> None:
    """KT-06: nobody turns a die; KT-13: the monster in Tokyo that is hit is asked next."""
    t = three().stand(city="Beto")
    t.holds("Ana", "herd_culler")
    t.throws("s11223")
    offered = following(t)
    assert offered is not None
    assert offered.answer == DiceStand()
    assert [choice.event for choice in offered.question.choices] == [Yielded(False), Yielded(True)]


@pytest.mark.rule("KT-11", "KT-23")
def test_an_elimination_is_looked_at_first() -> None:
    """KT-23: nothing is offered over the end of a monster."""
    t = three().stand(city="Beto").has("Beto", hearts=1)
    t.holds("Ana", "herd_culler")
    t.throws("s11223")
    assert following(t) is None


@pytest.mark.rule("KT-27")
def test_the_next_turn_waits() -> None:
    """KT-27: whose turn ends says so by itself; the next player's dice are another question."""
    t = three().throws("eee123")
    assert any(isinstance(choice.event, DoneBuying) for choice in t.asked.choices)
    assert following(t) is None


@pytest.mark.rule("BM-31", "BM-67")
def test_a_spell_that_nobody_cancels_is_seen_before_the_hero_walks_on() -> None:
    """BM-31: the walk may be answered again after the spell, so it is no answer to give ahead."""
    t = boss_monster(2).dungeon(0, plain("", 2), "golem_factory").dungeon(1, "open_grave")
    t.hero(0, "m", 13, epic=True).at_phase("adventure").do(Walked(0))
    t.do(Cast(1, "freeze"), Aimed(t.ids(0)[1]))
    assert usual_pass(t.asked) is not None
    assert following(t) is None


@pytest.mark.rule("RD-15")
def test_an_ability_is_no_window() -> None:
    """RD-15: whether an ability is used is a decision, whose usual answer is that it is."""
    t = seated(first=hero(50)).plays((0, minion("Imp", when="played", does="vp", n=3, may="may")))
    assert usual_pass(t.asked) is None
