"""What somebody does not want to be asked about again, in the games beside Four Souls."""

from __future__ import annotations

from typing import Any

import pytest

from rules.automatic import automatic_answer
from rules.boss_monster.model.events import Aimed, Cast, Stood, Walked
from rules.darkmoor.model.events import Declined
from rules.engine import Event, Ruled
from rules.engine.switch import silence_switch
from rules.king_of_tokyo.model.events import Braced, DiceStand
from tests.support.games.boss_monster import plain
from tests.support.games.boss_monster import table as boss_monster
from tests.support.games.darkmoor import hero, minion, seated
from tests.support.games.king_of_tokyo import three
from tests.support.games.table import GameTable


def silent(t: GameTable[Any], key: str, *seats: int) -> Event | None:
    """The answer that the app gives once those seats are silent about it."""
    for seat in seats:
        t.do(Ruled(silence_switch(key, seat), "off"))
    return automatic_answer(t.game, t.s)


@pytest.mark.rule("KT-06")
def test_the_dice_count_as_they_lie_for_who_never_turns_one() -> None:
    """KT-06: Ana could turn a die with Herd Culler; she does not want to be asked about it in this match."""
    t = three()
    t.holds("Ana", "herd_culler")
    t.throws("222333")
    assert automatic_answer(t.game, t.s) is None
    assert silent(t.copy(), "card.herd_culler", 1) is None
    assert silent(t, "card.herd_culler", 0) == DiceStand()


@pytest.mark.rule("KT-06")
def test_two_players_with_a_card_must_both_be_silent() -> None:
    """KT-06: Beto's Psychic Probe may still reroll a die of Ana's roll."""
    t = three()
    t.holds("Ana", "herd_culler")
    t.holds("Beto", "psychic_probe")
    t.throws("222333")
    assert silent(t, "card.herd_culler", 0) is None
    assert silent(t, "card.psychic_probe", 1) == DiceStand()


@pytest.mark.rule("KT-11", "KT-26")
@pytest.mark.parametrize(("hearts", "answer"), [(5, Braced()), (2, None)])
def test_a_card_that_saves_a_life_asks_all_the_same(hearts: int, answer: Event | None) -> None:
    """KT-26: Beto is silent about Wings, but not where the claws would eliminate him."""
    t = three().has("Beto", energy=4, hearts=hearts)
    t.stand(city="Beto")
    t.holds("Beto", "wings")
    t.throws("ss1122")
    assert [one.key for one in t.asked.about] == ["card.wings"]
    assert silent(t, "card.wings", 1) == answer


@pytest.mark.rule("BM-67")
def test_a_spell_is_not_stopped_for_those_who_never_cancel_it() -> None:
    """BM-67: who could cancel Bea's Freeze are asked; once all of them are silent, it takes effect."""
    t = boss_monster(3).dungeon(0, plain("", 2), "golem_factory").dungeon(1, "open_grave").dungeon(2, "open_grave")
    t.hero(0, "m", 13, epic=True).at_phase("adventure").do(Walked(0))
    t.do(Cast(1, "freeze"), Aimed(t.ids(0)[1]))
    assert [one.seat for one in t.asked.about] == [0, 2]
    assert silent(t, "freeze", 0) is None
    assert silent(t, "freeze", 2) == Stood()
    assert automatic_answer(t.game, t.do(Stood()).s) is None


@pytest.mark.rule("RD-15")
def test_an_ability_that_may_be_used_is_not_used() -> None:
    """RD-15: one that must be used still is: it asks nobody whether."""
    t = seated(first=hero(50)).plays((0, minion("Imp", when="played", does="vp", n=3, may="may")))
    assert [(one.seat, one.key) for one in t.asked.about] == [(0, "Imp")]
    assert silent(t, "Imp", 0) == Declined()
    must = seated(first=hero(50)).plays((0, minion("Rat")), (1, minion("Bat")))
    must.plays((0, minion("Imp", when="played", does="move", on="horde")))
    assert must.asked.about == ()
