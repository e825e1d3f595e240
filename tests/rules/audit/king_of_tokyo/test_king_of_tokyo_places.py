"""King of Tokyo, audit of entering Tokyo and of what it brings (KT-18 … KT-21, KT-36, KT-A6, KT-A7, KT-A18)."""

import pytest

from rules.king_of_tokyo.model.events import Declined, Yielded
from tests.support.games.king_of_tokyo import NOTHING, KingOfTokyoTable, five, three
from tests.support.games.king_of_tokyo_cards import CardTable


@pytest.mark.rule("KT-18")
def test_an_empty_tokyo_must_be_entered_whatever_the_roll() -> None:
    """KT-18, L76: "Si no hay nadie en Tokio, debes entrar ... en la Ciudad de Tokio": unasked, without a smash."""
    t = three().stand().has("Ana", energy=2).throws(NOTHING)
    assert (t.city, t.bay, t.points, t.s.phase) == ("Ana", "", (1, 0, 0), "buy")
    assert not t.offers(Declined)
    assert t.refuses(Declined()) != ""


@pytest.mark.rule("KT-11", "KT-18")
def test_an_occupied_tokyo_is_not_entered_without_a_yield() -> None:
    """KT-11, KT-18, L62, L76: up to four monsters have one place; without a smash nobody leaves it or is hurt."""
    t = KingOfTokyoTable("Ana", "Beto", "Cira", "Dani").stand("Dani").throws(NOTHING)
    assert (t.city, t.bay, t.points, t.hearts) == ("Dani", "", (0, 0, 0, 0), (10, 10, 10, 10))


@pytest.mark.rule("KT-18")
def test_one_leaves_tokyo_only_by_yielding_to_smashes() -> None:
    """KT-18, L76: "Sólo puede ceder cuando pierda corazones por los dados de aplastamiento"."""
    t = three().stand("Ana").has("Ana", energy=9)
    assert t.refuses(Yielded(True)) == "KT-13"
    t.throws(NOTHING)
    assert t.refuses(Yielded(True)) == "KT-13"
    t.on()
    assert t.city == "Ana"


@pytest.mark.rule("KT-19")
@pytest.mark.parametrize("count", [5, 6])
def test_with_five_or_six_the_bay_must_be_entered_when_the_city_is_taken(count: int) -> None:
    """KT-19, L82: City taken, Bay empty: "debes entrar en la Bahía de Tokio"; it counts as entering Tokyo."""
    names = ("Ana", "Beto", "Cira", "Dani", "Elsa", "Fran")[:count]
    t = KingOfTokyoTable(*names).stand("Dani").has("Ana", energy=2).throws(NOTHING)
    assert (t.city, t.bay, t.points[0], t.s.phase) == ("Dani", "Ana", 1, "buy")
    assert t.refuses(Declined()) != ""


@pytest.mark.rule("KT-19", "KT-21")
def test_the_bay_has_the_effects_of_the_city() -> None:
    """KT-19, L82: "La Bahía de Tokio tiene los mismos efectos": two points, no healing, hit from outside."""
    t = five().stand("Dani", "Ana").until("Elsa").throws(NOTHING).on()
    assert t.points[0] == 2, "starting a turn in the Bay"
    t.has("Ana", hearts=5).throws("hh1123")
    assert t.hearts[0] == 5
    t.throws("ss1123")
    assert t.hearts == (3, 10, 10, 8, 10)


@pytest.mark.rule("KT-20")
def test_the_bay_is_left_at_once_when_four_remain() -> None:
    """KT-20, L84: four or fewer: "debes abandonar la Bahía de Tokio inmediatamente"; it is no yielding."""
    t = five().stand("Ana", "Elsa").has("Beto", hearts=1).throws("s11223")
    assert (t.monster("Beto").out, t.city, t.bay) == (True, "Ana", "")
    assert t.points == (0, 0, 0, 0, 0), "the one outside has lost its place"
    assert not t.offers(Yielded)
    t.turn(NOTHING).turn(NOTHING)
    assert t.bay == ""


@pytest.mark.rule("KT-20")
def test_the_bay_moves_to_an_empty_city_when_four_remain() -> None:
    """KT-20, L84: "excepto si la Ciudad de Tokio está vacía, en cuyo caso te mueves allí"."""
    t = five().has("Dani", hearts=1).throws("s11223").stays()
    assert (t.monster("Dani").out, t.city, t.bay, t.points) == (True, "Elsa", "", (0, 0, 0, 0, 0))


@pytest.mark.rule("KT-20")
def test_with_six_the_bay_stays_open_until_the_second_elimination() -> None:
    """KT-20, L80-84: five monsters still have a Bay."""
    t = KingOfTokyoTable("Ana", "Beto", "Cira", "Dani", "Elsa", "Fran").stand("Ana", "Elsa")
    t.has("Beto", hearts=1).has("Cira", hearts=2).throws("s11223")
    assert (t.monster("Beto").out, t.bay) == (True, "Elsa")
    t.until("Ana").throws("s11223")
    assert (t.monster("Cira").out, t.city, t.bay) == (True, "Ana", "")


@pytest.mark.rule("KT-20", "KT-17")
def test_an_elimination_by_a_card_closes_the_bay_too() -> None:
    """KT-20, L84: "Una vez que la partida tenga 4 o menos jugadores", whatever eliminated the fifth."""
    t = CardTable(players=5).stand("D", "E").has("B", hearts=2).has("A", energy=3).throws("112233")
    t.buys("flame_thrower")
    assert (t.monster("B").out, t.city, t.bay) == (True, "D", "")


@pytest.mark.rule("KT-21")
def test_entering_brings_one_point_and_starting_a_turn_there_two() -> None:
    """KT-21, L90-91: +1 on entering; +2 for a turn that starts in Tokyo; none for the others."""
    t = three().stand().throws(NOTHING)
    assert t.points == (1, 0, 0)
    t.turn(NOTHING).turn(NOTHING)
    assert (t.who, t.points) == ("Ana", (3, 0, 0))
    t.turn(NOTHING).turn(NOTHING).turn(NOTHING)
    assert t.points == (5, 0, 0)


@pytest.mark.rule("KT-21")
def test_staying_in_tokyo_is_no_entering_and_who_left_gains_nothing() -> None:
    """KT-21, L90-91: who yielded starts its turn outside."""
    t = three().throws("s11223").yields()
    t.until("Cira")
    assert (t.city, t.points) == ("Ana", (1, 0, 0))
    t.turn(NOTHING)
    assert (t.who, t.points) == ("Ana", (3, 0, 0))


@pytest.mark.rule("KT-A6")
def test_only_the_city_yields_and_the_attacker_enters_the_city() -> None:
    """KT-A6, L68, L76, L82: default: the City is empty, so it is entered; the Bay stays where it is."""
    t = five().throws("ss1123").yields().stays()
    assert (t.city, t.bay, t.points) == ("Ana", "Elsa", (1, 0, 0, 0, 0))
    t = five().throws("ss1123").yields().yields()
    assert (t.city, t.bay, t.points) == ("Ana", "", (1, 0, 0, 0, 0)), "one attacker takes one place: the City"
    t = KingOfTokyoTable("Ana", "Beto", "Cira", "Dani", "Elsa", "Fran").stand("Dani", "Elsa").has("Dani", hearts=1)
    t.throws("s11223").stays()
    assert (t.city, t.bay, t.points[0]) == ("Ana", "Elsa", 1), "the same when the City was eliminated"


@pytest.mark.rule("KT-A6")
def test_a_table_may_promote_the_bay_to_the_city() -> None:
    """KT-A6: the other choice: the Bay moves up and the attacker enters the Bay."""
    t = five(KT_A6="promoted").throws("ss1123").yields().stays()
    assert (t.city, t.bay, t.points) == ("Elsa", "Ana", (1, 0, 0, 0, 0))
    t = five(KT_A6="promoted").throws("ss1123").yields().yields()
    assert (t.city, t.bay) == ("Ana", "")
    t = KingOfTokyoTable("Ana", "Beto", "Cira", "Dani", "Elsa", "Fran", KT_A6="promoted").stand("Dani", "Elsa")
    t.has("Dani", hearts=1).throws("s11223").stays()
    assert (t.city, t.bay, t.points[0]) == ("Elsa", "Ana", 1)


@pytest.mark.rule("KT-A7")
def test_moving_from_the_bay_to_the_city_brings_no_point_or_the_point() -> None:
    """KT-A7, L82, L90: default none, it was in Tokyo already; a table may give it."""
    for choice, point in (("nothing", 0), ("point", 1)):
        t = five(KT_A7=choice).has("Dani", hearts=1).throws("s11223").stays()
        assert (t.city, t.points) == ("Elsa", (0, 0, 0, 0, point))
        t = five(KT_A7=choice, KT_A6="promoted").throws("ss1123").yields().stays()
        assert (t.city, t.bay, t.points) == ("Elsa", "Ana", (1, 0, 0, 0, point))


@pytest.mark.rule("KT-36")
def test_between_two_tokyo_brings_energy_instead_of_points() -> None:
    """KT-36, L146-151: by default: entering 1 energy, starting a turn in Tokyo 1 energy, no points."""
    t = KingOfTokyoTable("Ana", "Beto").throws(NOTHING)
    assert (t.city, t.points, t.energy) == ("Ana", (0, 0), (1, 0))
    t.turn(NOTHING)
    assert (t.who, t.points, t.energy) == ("Ana", (0, 0), (2, 0))


@pytest.mark.rule("KT-36")
def test_the_variant_for_two_changes_nothing_else() -> None:
    """KT-36, L153: "Todas las demás reglas permanecen sin cambios": dice, smashes and yielding."""
    t = KingOfTokyoTable("Ana", "Beto").throws(NOTHING).throws("333ess")
    assert (t.points, t.energy, t.hearts, t.who) == ((0, 3), (1, 1), (8, 10), "Ana")
    t.yields()
    assert (t.city, t.points, t.energy, t.bay) == ("Beto", (0, 3), (1, 2), "")


@pytest.mark.rule("KT-36")
def test_the_variant_for_two_can_be_switched_off_and_never_holds_for_more() -> None:
    """KT-36, L148: "Esta opción está activada por defecto": so it can be off; three play for points."""
    t = KingOfTokyoTable("Ana", "Beto", duel="off").throws(NOTHING).turn(NOTHING)
    assert (t.points, t.energy) == ((3, 0), (0, 0))
    t = three(duel="on").stand().throws(NOTHING)
    assert (t.points, t.energy) == ((1, 0, 0), (0, 0, 0))


@pytest.mark.rule("KT-A18", "KT-36")
def test_a_game_that_shrinks_to_two_plays_on_for_points_or_for_energy() -> None:
    """KT-A18, L146-153: default: only a game begun with two; a table may let it begin then."""
    for choice, points, energy in (("begun", 2, 0), ("shrunk", 0, 1)):
        t = three(KT_A18=choice).stand("Ana").has("Beto", hearts=1).throws("s11223").on()
        assert t.s.seats_in_game == (0, 2)
        t.turn(NOTHING)
        assert (t.who, t.points[0], t.energy[0]) == ("Ana", points, energy)
