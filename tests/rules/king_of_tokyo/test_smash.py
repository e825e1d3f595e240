"""KT-11 … KT-21, KT-36: smashes, entering Tokyo, and leaving it."""

import pytest

from rules.engine import Event, Text
from rules.king_of_tokyo.model.events import Yielded
from rules.king_of_tokyo.model.state import NOBODY
from rules.lookahead import forecasts
from tests.support.games.king_of_tokyo import NOTHING, KingOfTokyoTable, five, three


@pytest.mark.rule("KT-16", "KT-18")
def test_the_first_players_smashes_hurt_nobody() -> None:
    """The first player's smashes hit nobody, as Tokyo is empty; that player enters the City."""
    t = KingOfTokyoTable("Ana", "Beto", "Cira").throws("ssssss")
    assert t.hearts == (10, 10, 10)
    assert t.noted("KT-16")
    assert (t.city, t.points[0]) == ("Ana", 1)


@pytest.mark.rule("KT-11", "KT-12")
def test_from_outside_tokyo_is_hit_from_tokyo_the_rest() -> None:
    """Smashes from outside hit Tokyo, smashes from Tokyo hit all outside, one heart each."""
    assert three().throws("1122ss").hearts == (8, 8, 6)
    assert three().stand("Ana").throws("1122ss").hearts == (8, 6, 6)


@pytest.mark.rule("KT-12", "KT-19")
def test_city_and_bay_are_hit_together_and_hit_outside() -> None:
    """Smashes from outside hit City and Bay; smashes from the Bay hit all outside, not the City."""
    assert five().throws("1122ss").hearts == (10, 10, 10, 8, 8)
    assert five().stand("Dani", "Ana").throws("1122ss").hearts == (10, 8, 8, 10, 8)


@pytest.mark.rule("KT-13", "KT-15")
def test_who_yields_leaves_and_the_attacker_enters() -> None:
    """A monster that yields loses its hearts anyway; the attacker enters for a point."""
    t = three().throws("1122ss")
    assert (t.asked.seats, t.asked.rule) == ((2,), "KT-13")
    t.yields()
    assert (t.city, t.hearts, t.points) == ("Ana", (8, 8, 6), (1, 0, 0))


@pytest.mark.rule("KT-13")
def test_who_stays_stays() -> None:
    """A monster that does not yield stays in Tokyo, and nobody enters."""
    t = three().throws("1122ss").stays()
    assert (t.city, t.points) == ("Cira", (0, 0, 0))


def foreseen(t: KingOfTokyoTable, event: Event) -> dict[str, int]:
    """How the numbers move after that answer, as the lookahead tells it."""
    choice = next(choice for choice in t.asked.choices if choice.event == event)
    (path,) = forecasts(t.game, t.s, choice)
    assert path.only_consequence is not None
    return {change.key: change.by for change in path.only_consequence.changes}


@pytest.mark.rule("KT-13")
def test_the_question_says_what_follows() -> None:
    """The prompt about yielding states the hearts left and the consequence of each choice.

    Points at the next turn start there; who enters, and for what.
    """
    t = three().throws("1122ss")
    follows = {choice.event: choice.consequence for choice in t.asked.choices}
    stays, yields = follows[Yielded(False)], follows[Yielded(True)]
    assert stays is not None
    assert yields is not None
    assert t.asked.stake == Text("{n} heart left", "{n} hearts left", n=6)
    assert dict(stays.args) == {"n": 2}
    assert dict(yields.args) == {"who": "Ana"}
    assert foreseen(t, Yielded(True))["seat.0.points"] == 1


@pytest.mark.rule("KT-13", "KT-17")
def test_only_smashes_in_tokyo_let_a_monster_yield() -> None:
    """Only smashes in Tokyo lead to a question about yielding.

    Not smashes outside, nor a loss of hearts in another way.
    """
    assert three().stand("Ana").throws("1122ss").active == "Beto"
    t = three().loses("Ana", Cira=3)
    assert (t.hearts[2], t.asked.rule) == (5, "KT-03")
    assert t.throws(NOTHING).active == "Beto"
    assert t.city == "Cira"


@pytest.mark.rule("KT-14", "KT-18")
def test_death_in_tokyo_lets_the_attacker_in() -> None:
    """Eliminating the monster in Tokyo asks nobody, and the attacker enters (KT-A16)."""
    t = three().has("Cira", hearts=2, points=9, energy=4).throws("1122ss")
    cira = t.monster("Cira")
    assert (cira.out, cira.points, cira.energy) == (True, 0, 0)
    assert (t.city, t.points[0], t.s.seats_in_game) == ("Ana", 1, (0, 1))
    assert t.on().turn(NOTHING).active == "Ana"


@pytest.mark.rule("KT-19")
def test_the_second_monster_enters_the_bay() -> None:
    """With five players the second monster enters the Bay; with four nobody does."""
    t = five().stand("Dani").throws(NOTHING)
    assert (t.city, t.bay, t.points[0]) == ("Dani", "Ana", 1)
    t = KingOfTokyoTable("Ana", "Beto", "Cira", "Dani").stand("Dani").throws(NOTHING)
    assert (t.city, t.bay, t.points[0]) == ("Dani", "", 0)


@pytest.mark.rule("KT-13", "KT-19")
def test_both_places_are_asked_the_city_first() -> None:
    """Both places are asked, the City first.

    If both yield the attacker goes to the City, if only the Bay to the Bay.
    """
    t = five().throws("1122ss")
    assert t.asked.seats == (3,)
    t.yields()
    assert t.asked.seats == (4,)
    assert (t.yields().city, t.bay) == ("Ana", "")
    t = five().throws("1122ss").stays().yields()
    assert (t.city, t.bay) == ("Dani", "Ana")


@pytest.mark.rule("KT-19")
def test_where_the_attacker_goes_if_only_the_city_yields() -> None:
    """If only the City yields the attacker goes there, or the Bay moves up first (KT-A6).

    Moving up gives no point unless KT-A7 says so.
    """
    t = five().throws("1122ss").yields().stays()
    assert (t.city, t.bay, t.points) == ("Ana", "Elsa", (1, 0, 0, 0, 0))
    t = five(KT_A6="promoted").throws("1122ss").yields().stays()
    assert (t.city, t.bay, t.points) == ("Elsa", "Ana", (1, 0, 0, 0, 0))
    t = five(KT_A6="promoted", KT_A7="point").throws("1122ss").yields().stays()
    assert t.points == (1, 0, 0, 0, 1)


@pytest.mark.rule("KT-19")
def test_a_fallen_city_leaves_the_bay_where_it_is() -> None:
    """Eliminating the City's monster with six players: the attacker enters the City (KT-A6).

    Or the Bay moves up first, as KT-A6 says.
    """
    for how, city, bay in (("city", "Ana", "Elsa"), ("promoted", "Elsa", "Ana")):
        t = KingOfTokyoTable("Ana", "Beto", "Cira", "Dani", "Elsa", "Fito", KT_A6=how).stand("Dani", "Elsa")
        t.has("Dani", hearts=2).throws("1122ss").stays()
        assert (t.city, t.bay, len(t.s.seats_in_game)) == (city, bay, 5)


@pytest.mark.rule("KT-20")
def test_the_bay_closes_in_the_middle_of_the_dice() -> None:
    """The Bay closes when five become four, and its monster is asked in the City (KT-A8).

    One smash hits both places and eliminates the City's monster.
    """
    t = five().has("Dani", hearts=2).throws("1122ss")
    assert (t.city, t.bay, t.asked.seats) == ("Elsa", "", (4,))
    t.yields()
    assert (t.city, t.s.seats_in_game) == ("Ana", (0, 1, 2, 4))


@pytest.mark.rule("KT-20")
def test_who_is_in_a_bay_that_closes_leaves_it() -> None:
    """A monster in a Bay that closes leaves Tokyo if the City is taken, without a question.

    A monster outside is eliminated by the City's smash.
    """
    t = five().stand("Ana", "Elsa").has("Beto", hearts=1).throws("11223s")
    assert (t.city, t.bay) == ("Ana", "")
    assert t.active == "Cira"


@pytest.mark.rule("KT-20")
def test_a_table_may_ask_before_the_bay_closes() -> None:
    """KT-A8 set to yields: the Bay is asked before it closes."""
    t = five(KT_A8="yields").has("Dani", hearts=2).throws("1122ss")
    assert (t.bay, t.asked.seats, t.monster("Dani").out) == ("Elsa", (4,), False)
    t.yields()
    assert (t.city, t.bay, t.monster("Dani").out) == ("Ana", "", True)


@pytest.mark.rule("KT-21")
def test_tokyo_gives_points() -> None:
    """Entering Tokyo gives one point, starting a turn there two."""
    t = KingOfTokyoTable("Ana", "Beto", "Cira").turn(NOTHING)
    assert t.points == (1, 0, 0)
    assert t.until("Ana").points == (3, 0, 0)


@pytest.mark.rule("KT-36")
def test_two_players_gain_energy_instead() -> None:
    """With two players Tokyo gives one energy instead of points, unless duel is off."""
    t = KingOfTokyoTable("Ana", "Beto").turn(NOTHING)
    assert (t.points, t.energy) == ((0, 0), (1, 0))
    assert t.turn(NOTHING).energy == (2, 0)
    assert t.points == (0, 0)
    t = KingOfTokyoTable("Ana", "Beto", duel="off").turn(NOTHING)
    assert (t.points, t.energy) == ((1, 0), (0, 0))


@pytest.mark.rule("KT-36")
def test_a_game_that_shrinks_to_two_keeps_its_points() -> None:
    """A match that shrinks to two keeps points for Tokyo, unless KT-A18 says otherwise.

    The prompt about yielding announces the same.
    """
    t = three().has("Beto", out=True, hearts=0).throws("1122ss").yields()
    assert (t.points[0], t.energy[0]) == (1, 0)
    t = three(KT_A18="shrunk").has("Beto", out=True, hearts=0).throws("1122ss")
    assert "1 energy" in str(next(c.consequence for c in t.asked.choices if c.event == Yielded(False)))
    assert foreseen(t, Yielded(True))["seat.0.energy"] == 1
    assert (t.yields().points[0], t.energy[0]) == (0, 1)


@pytest.mark.rule("KT-14")
def test_an_eliminated_monsters_cards_go() -> None:
    """An eliminated monster's cards go to the discards or out of the match (KT-A9).

    Its tokens go too.
    """
    for how, left in (("discard", ("alien_origin",)), ("removed", ())):
        t = three(KT_A9=how).has("Cira", hearts=1, poison=2)
        t.holds("Cira", "alien_origin")
        t.throws("1122ss")
        assert (t.monster("Cira").cards, t.monster("Cira").poison, t.s.discard) == ((), 0, left)
        assert t.s.city != NOBODY
