"""KT-11 … KT-21: smashes, Tokyo, and who leaves it."""

import pytest

from rules.engine import Text
from rules.king_of_tokyo.model.events import Yielded
from rules.king_of_tokyo.model.state import NOBODY
from tests.support.games.king_of_tokyo import NOTHING, KingOfTokyoTable, five, three


@pytest.mark.rule("KT-16", "KT-18")
def test_the_first_players_smashes_hurt_nobody() -> None:
    """Nobody is in Tokyo: nobody is hit; then the first player has to enter the City."""
    t = KingOfTokyoTable("Ana", "Beto", "Cira").throws("ssssss")
    assert t.hearts == (10, 10, 10)
    assert t.noted("KT-16")
    assert (t.city, t.points[0]) == ("Ana", 1)


@pytest.mark.rule("KT-11", "KT-12")
def test_from_outside_tokyo_is_hit_from_tokyo_the_rest() -> None:
    """One heart a claw: from outside for who is in Tokyo, from Tokyo for all outside."""
    assert three().throws("1122ss").hearts == (8, 8, 6)
    assert three().stand("Ana").throws("1122ss").hearts == (8, 6, 6)


@pytest.mark.rule("KT-12", "KT-19")
def test_city_and_bay_are_hit_together_and_hit_outside() -> None:
    """From outside both places are hit; from the Bay all outside, not the City."""
    assert five().throws("1122ss").hearts == (10, 10, 10, 8, 8)
    assert five().stand("Dani", "Ana").throws("1122ss").hearts == (10, 8, 8, 10, 8)


@pytest.mark.rule("KT-13", "KT-15")
def test_who_yields_leaves_and_the_attacker_enters() -> None:
    """The hearts are lost anyway; the attacker has to go in, for a point."""
    t = three().throws("1122ss")
    assert (t.asked.seats, t.asked.rule) == ((2,), "KT-13")
    t.yields()
    assert (t.city, t.hearts, t.points) == ("Ana", (8, 8, 6), (1, 0, 0))


@pytest.mark.rule("KT-13")
def test_who_stays_stays() -> None:
    """Nobody enters; its turn will begin there."""
    t = three().throws("1122ss").stays()
    assert (t.city, t.points) == ("Cira", (0, 0, 0))


@pytest.mark.rule("KT-13")
def test_the_question_says_what_follows() -> None:
    """Hearts left, points at the start of the next turn there; who enters, and for what."""
    t = three().throws("1122ss")
    follows = {choice.event: choice.consequence for choice in t.asked.choices}
    stays, yields = follows[Yielded(False)], follows[Yielded(True)]
    assert stays is not None
    assert yields is not None
    assert t.asked.stake == Text("{n} heart left", "{n} hearts left", n=6)
    assert dict(stays.args) == {"n": 2}
    assert dict(yields.args) == {"who": "Ana", "n": 1}


@pytest.mark.rule("KT-13", "KT-17")
def test_only_smashes_in_tokyo_let_a_monster_yield() -> None:
    """Whoever is hit outside is not asked; nor is who loses hearts in another way."""
    assert three().stand("Ana").throws("1122ss").active == "Beto"
    t = three().loses("Ana", Cira=3)
    assert (t.hearts[2], t.asked.rule) == (5, "KT-03")
    assert t.throws(NOTHING).active == "Beto"
    assert t.city == "Cira"


@pytest.mark.rule("KT-14", "KT-18")
def test_death_in_tokyo_lets_the_attacker_in() -> None:
    """The one in Tokyo falls, nobody is asked, and the attacker enters an empty Tokyo (KT-A16)."""
    t = three().has("Cira", hearts=2, points=9, energy=4).throws("1122ss")
    cira = t.monster("Cira")
    assert (cira.out, cira.points, cira.energy) == (True, 0, 0)
    assert (t.city, t.points[0], t.s.seats_in_game) == ("Ana", 1, (0, 1))
    assert t.on().turn(NOTHING).active == "Ana"


@pytest.mark.rule("KT-19")
def test_the_second_monster_enters_the_bay() -> None:
    """With five, who finds the City taken has to enter the Bay; with four nobody does."""
    t = five().stand("Dani").throws(NOTHING)
    assert (t.city, t.bay, t.points[0]) == ("Dani", "Ana", 1)
    t = KingOfTokyoTable("Ana", "Beto", "Cira", "Dani").stand("Dani").throws(NOTHING)
    assert (t.city, t.bay, t.points[0]) == ("Dani", "", 0)


@pytest.mark.rule("KT-13", "KT-19")
def test_both_places_are_asked_the_city_first() -> None:
    """Both yield: the attacker goes to the City; only the Bay: to the Bay."""
    t = five().throws("1122ss")
    assert t.asked.seats == (3,)
    t.yields()
    assert t.asked.seats == (4,)
    assert (t.yields().city, t.bay) == ("Ana", "")
    t = five().throws("1122ss").stays().yields()
    assert (t.city, t.bay) == ("Dani", "Ana")


@pytest.mark.rule("KT-19")
def test_where_the_attacker_goes_if_only_the_city_yields() -> None:
    """To the City; or the one in the Bay moves up first (KT-A6), with no point for that unless KT-A7 gives it."""
    t = five().throws("1122ss").yields().stays()
    assert (t.city, t.bay, t.points) == ("Ana", "Elsa", (1, 0, 0, 0, 0))
    t = five(KT_A6="promoted").throws("1122ss").yields().stays()
    assert (t.city, t.bay, t.points) == ("Elsa", "Ana", (1, 0, 0, 0, 0))
    t = five(KT_A6="promoted", KT_A7="point").throws("1122ss").yields().stays()
    assert t.points == (1, 0, 0, 0, 1)


@pytest.mark.rule("KT-19")
def test_a_fallen_city_leaves_the_bay_where_it_is() -> None:
    """Six become five: the attacker enters the City, or the Bay moves up first (KT-A6)."""
    for how, city, bay in (("city", "Ana", "Elsa"), ("promoted", "Elsa", "Ana")):
        t = KingOfTokyoTable("Ana", "Beto", "Cira", "Dani", "Elsa", "Fito", KT_A6=how).stand("Dani", "Elsa")
        t.has("Dani", hearts=2).throws("1122ss").stays()
        assert (t.city, t.bay, len(t.s.seats_in_game)) == (city, bay, 5)


@pytest.mark.rule("KT-20")
def test_the_bay_closes_in_the_middle_of_the_dice() -> None:
    """Five become four by one smash at both places: the City falls, the Bay moves up, and is then asked (KT-A8)."""
    t = five().has("Dani", hearts=2).throws("1122ss")
    assert (t.city, t.bay, t.asked.seats) == ("Elsa", "", (4,))
    t.yields()
    assert (t.city, t.s.seats_in_game) == ("Ana", (0, 1, 2, 4))


@pytest.mark.rule("KT-20")
def test_who_is_in_a_bay_that_closes_leaves_it() -> None:
    """Somebody outside falls to the City's claws: the Bay is left, for the City is taken, and nobody is asked."""
    t = five().stand("Ana", "Elsa").has("Beto", hearts=1).throws("11223s")
    assert (t.city, t.bay) == ("Ana", "")
    assert t.active == "Cira"


@pytest.mark.rule("KT-20")
def test_a_table_may_ask_before_the_bay_closes() -> None:
    """With KT-A8 the other way the Bay yields first, and only then closes."""
    t = five(KT_A8="yields").has("Dani", hearts=2).throws("1122ss")
    assert (t.bay, t.asked.seats, t.monster("Dani").out) == ("Elsa", (4,), False)
    t.yields()
    assert (t.city, t.bay, t.monster("Dani").out) == ("Ana", "", True)


@pytest.mark.rule("KT-21")
def test_tokyo_gives_points() -> None:
    """One for entering, two for starting a turn there."""
    t = KingOfTokyoTable("Ana", "Beto", "Cira").turn(NOTHING)
    assert t.points == (1, 0, 0)
    assert t.until("Ana").points == (3, 0, 0)


@pytest.mark.rule("KT-36")
def test_two_players_gain_energy_instead() -> None:
    """Entering Tokyo and starting there give one energy each and no points."""
    t = KingOfTokyoTable("Ana", "Beto").turn(NOTHING)
    assert (t.points, t.energy) == ((0, 0), (1, 0))
    assert t.turn(NOTHING).energy == (2, 0)
    assert t.points == (0, 0)
    t = KingOfTokyoTable("Ana", "Beto", duel="off").turn(NOTHING)
    assert (t.points, t.energy) == ((1, 0), (0, 0))


@pytest.mark.rule("KT-36")
def test_a_game_that_shrinks_to_two_keeps_its_points() -> None:
    """Unless the table says otherwise (KT-A18); the preview of a yield says the same."""
    t = three().has("Beto", out=True, hearts=0).throws("1122ss").yields()
    assert (t.points[0], t.energy[0]) == (1, 0)
    t = three(KT_A18="shrunk").has("Beto", out=True, hearts=0).throws("1122ss")
    assert all("1 energy" in choice.consequence.key for choice in t.asked.choices if choice.consequence)
    assert (t.yields().points[0], t.energy[0]) == (0, 1)


@pytest.mark.rule("KT-14")
def test_an_eliminated_monsters_cards_go() -> None:
    """To the discards, or out of the game (KT-A9); its level of the tower and its tokens go too."""
    for how, left in (("discard", ("alien_origin",)), ("removed", ())):
        t = three(KT_A9=how).has("Cira", hearts=1, poison=2)
        t.holds("Cira", "alien_origin")
        t.throws("1122ss")
        assert (t.monster("Cira").cards, t.monster("Cira").poison, t.s.discard) == ((), 0, left)
        assert t.s.city != NOBODY
