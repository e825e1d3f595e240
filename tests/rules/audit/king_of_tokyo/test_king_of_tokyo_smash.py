"""King of Tokyo, audit of smashes and of yielding (KT-11 … KT-17, KT-A8, KT-A9, KT-A16)."""

import pytest

from rules.engine import Event, Rolled, Text
from rules.king_of_tokyo.model.events import Braced, Declined, DiceStand, DoneBuying, Used, Yielded
from rules.lookahead import forecasts
from tests.support.games.king_of_tokyo import NOTHING, KingOfTokyoTable, faces, five, three
from tests.support.games.king_of_tokyo_cards import CardTable

SIX = ("Ana", "Beto", "Cira", "Dani", "Elsa", "Fran")


def six(**rulings: str) -> KingOfTokyoTable:
    """Six monsters; Dani is in the City, Elsa in the Bay, Ana is to roll."""
    return KingOfTokyoTable(*SIX, **rulings).stand("Dani", "Elsa")


@pytest.mark.rule("KT-11", "KT-12")
def test_smashes_from_the_city_hit_everybody_outside_for_one_each() -> None:
    """KT-11, KT-12, L62-64: in Tokyo: each smash die takes one heart from each monster outside, not from the own."""
    t = three().stand("Ana").throws("sss112")
    assert (t.hearts, t.city) == ((8, 5, 5), "Ana")
    assert not t.offers(Yielded), "nobody outside has anything to yield"


@pytest.mark.rule("KT-11", "KT-12")
@pytest.mark.parametrize(("city", "bay"), [("Ana", "Elsa"), ("Elsa", "Ana")])
def test_smashes_from_either_place_spare_the_other_monster_in_tokyo(city: str, bay: str) -> None:
    """KT-12, L62-64, L82: City or Bay: all outside lose; the one in the other place is "en el mismo lugar"."""
    t = five().stand(city, bay).throws("ss1123")
    assert t.hearts == (10, 8, 8, 8, 10)


@pytest.mark.rule("KT-13")
def test_a_monster_hit_in_tokyo_decides_and_loses_its_hearts_either_way() -> None:
    """KT-13, L66: "pueden entonces decidir rendirse y dejar Tokio o quedarse ... siguen perdiendo corazones"."""
    t = three().throws("ss1123")
    assert (t.who, t.offers(Yielded), t.hearts) == ("Cira", True, (8, 8, 6))
    for other in (DoneBuying(), Rolled(faces(NOTHING)), DiceStand(), Declined()):
        t.refuses(other)
    stayed = t.copy().stays()
    assert (stayed.hearts, stayed.city, stayed.points) == ((8, 8, 6), "Cira", (0, 0, 0))
    t.yields()
    assert (t.hearts, t.city, t.points) == ((8, 8, 6), "Ana", (1, 0, 0))


@pytest.mark.rule("KT-12", "KT-13")
def test_each_of_the_two_in_tokyo_decides_for_itself() -> None:
    """KT-12, KT-13, L66: from outside all in Tokyo are hit; "Estos Monstruos pueden entonces decidir", one by one."""
    t = five().throws("ss1123")
    assert t.who == "Dani"
    t.stays()
    assert t.who == "Elsa"
    t.yields()
    assert (t.city, t.bay, t.points) == ("Dani", "Ana", (1, 0, 0, 0, 0))
    assert t.hearts == (10, 10, 10, 8, 8)


@pytest.mark.rule("KT-13")
def test_nobody_else_yields_and_nobody_who_lost_no_heart() -> None:
    """KT-13, L66, L76: one yields only when losing hearts to smash dice of another monster."""
    t = three()
    assert t.refuses(Yielded(True)) == "KT-13"
    t = three().stand("Ana").throws("ss1123")
    assert t.refuses(Yielded(True)) == "KT-13", "the attacker is in Tokyo and was not hit"
    t = CardTable("", "", "armor_plating").throws("s11223")
    assert (t.hearts, t.offers(Yielded)) == ((8, 8, 8), False), "the card took the loss away"


@pytest.mark.rule("KT-13")
@pytest.mark.parametrize("yields", [True, False])
def test_monsters_decide_even_if_the_attack_costs_the_attacker_its_life(yields: bool) -> None:
    """KT-13, L66: who lost hearts in Tokyo may leave; that the attacker died of it takes nothing from them."""
    t = six().has("Ana", hearts=1)
    t.holds("Dani", "reflective_hide")
    t.throws("ss1123")
    assert (t.hearts, t.monster("Ana").out) == ((0, 10, 10, 8, 8, 10), True)
    for name in ("Dani", "Elsa"):
        assert (t.who, t.offers(Yielded)) == (name, True)
        t.do(Yielded(yields))
    assert (t.city, t.bay) == (("", "") if yields else ("Dani", "Elsa"))
    assert (t.who, t.asked.rule, t.monster("Ana").out) == ("Beto", "KT-03", True), "the dead do not enter Tokyo"


@pytest.mark.rule("KT-13", "KT-A8")
def test_a_dying_attacker_changes_nothing_where_decisions_come_before_eliminations() -> None:
    """KT-A8, L66: with the decision before the eliminations, the same: both decide, then the dead leave."""
    t = six(KT_A8="yields").has("Ana", hearts=1).has("Elsa", hearts=2)
    t.holds("Dani", "reflective_hide")
    t.throws("ss1123").yields().on()
    assert [m.out for m in t.s.monsters] == [True, False, False, False, True, False]
    assert (t.city, t.bay, t.who) == ("", "", "Beto")
    t.throws(NOTHING)
    assert t.city == "Beto", "the next monster finds Tokyo empty"


@pytest.mark.rule("KT-12")
def test_all_in_tokyo_lose_their_hearts_even_if_the_first_of_them_strikes_back() -> None:
    """KT-12, L66: "hieres a todos": the smash dice hit the Bay as well, whatever the City's card does."""
    t = six().has("Ana", hearts=2)
    t.holds("Dani", "reflective_hide")
    t.throws("ss1123").on()
    assert t.hearts == (1, 10, 10, 8, 8, 10)
    t = six().has("Ana", hearts=1)
    t.holds("Elsa", "reflective_hide")
    t.throws("ss1123").on()
    assert t.hearts == (0, 10, 10, 8, 8, 10)


@pytest.mark.rule("KT-14")
def test_the_last_heart_lost_eliminates() -> None:
    """KT-14, L66: "Si un Monstruo pierde su último Punto de Vida, es eliminado"; KT-A13: it loses no more than that."""
    t = three().stand("Ana").has("Beto", hearts=1).has("Cira", hearts=3).throws("ss1123").on()
    assert (t.hearts, t.monster("Beto").out, t.monster("Cira").out) == ((8, 0, 1), True, False)
    assert t.who == "Cira", "the dice pass the eliminated monster by"
    assert t.s.seats_in_game == (0, 2)
    t.turn(NOTHING)
    assert t.who == "Ana"
    t.throws("ss1123")
    assert t.winners == ("Ana",)


@pytest.mark.rule("KT-15")
def test_the_attacker_must_enter_where_somebody_yields() -> None:
    """KT-15, L68: "el atacante debe entrar en Tokio": nobody asks it, and it scores the point."""
    t = three().has("Ana", energy=2).throws("s11223").yields()
    assert (t.city, t.points, t.s.phase) == ("Ana", (1, 0, 0), "buy")
    assert not t.offers(Declined)
    t = five().has("Ana", energy=2).throws("s11223").stays().yields()
    assert (t.city, t.bay, t.s.phase) == ("Dani", "Ana", "buy")


@pytest.mark.rule("KT-15")
def test_nobody_enters_where_everybody_stays() -> None:
    """KT-15, L68: only "si un Monstruo cede"."""
    t = five().has("Ana", energy=2).throws("s11223").stays().stays()
    assert (t.city, t.bay, t.points) == ("Dani", "Elsa", (0, 0, 0, 0, 0))


@pytest.mark.rule("KT-16")
def test_the_first_monster_hurts_nobody_and_enters_tokyo() -> None:
    """KT-16, KT-18, L70, L78: nobody is in Tokyo; the first player's smashes take no heart and it enters the City."""
    t = KingOfTokyoTable("Ana", "Beto", "Cira", begins="Beto")
    assert (t.city, t.bay) == ("", "")
    t.throws("ssssss")
    assert (t.hearts, t.city, t.points) == ((10, 10, 10), "Beto", (0, 1, 0))
    assert not t.offers(Yielded)


@pytest.mark.rule("KT-17")
def test_hearts_lost_to_a_card_never_let_anybody_yield() -> None:
    """KT-17, L72: losing hearts by a card "es diferente a ser atacado": no question of yielding."""
    t = CardTable("").has("A", energy=5).throws("112233").buys("flame_thrower")
    assert (t.hearts, t.offers(Yielded), t.city, t.s.phase) == ((8, 6, 6), False, "C", "buy")
    assert t.refuses(Yielded(True)) == "KT-17"


@pytest.mark.rule("KT-17", "KT-32")
def test_fire_breathing_alone_gives_the_monster_in_tokyo_no_choice() -> None:
    """KT-17, L72: A and the neighbour in Tokyo: hearts lost to Fire Breathing from inside Tokyo allow no yielding."""
    t = CardTable("fire_breathing", "", "", "", "", city=0, players=5).stand("A", "B").has("A", energy=2)
    t.throws("s11223")
    assert (t.hearts, t.city, t.bay, t.s.phase) == ((8, 7, 7, 7, 6), "A", "B", "buy")
    assert t.refuses(Yielded(True)) == "KT-17"


@pytest.mark.rule("KT-A8")
def test_eliminations_and_the_closing_of_the_bay_come_before_the_decision() -> None:
    """KT-A8: by default the dead leave and the Bay closes, then the survivor decides, then the attacker enters."""
    t = five().has("Dani", hearts=1).throws("ss1123")
    assert (t.monster("Dani").out, t.city, t.bay, t.who) == (True, "Elsa", "", "Elsa")
    stayed = t.copy().stays()
    assert (stayed.city, stayed.bay, stayed.points) == ("Elsa", "", (0, 0, 0, 0, 0))
    t.yields()
    assert (t.city, t.bay, t.points) == ("Ana", "", (1, 0, 0, 0, 0))


@pytest.mark.rule("KT-A8")
def test_a_table_may_ask_for_the_decision_before_the_eliminations() -> None:
    """KT-A8: the other choice: yield first, then the dead leave and the Bay closes."""
    t = five(KT_A8="yields").has("Dani", hearts=1).throws("ss1123")
    assert (t.monster("Dani").out, t.who, t.bay) == (False, "Elsa", "Elsa")
    stayed = t.copy().stays()
    assert (stayed.monster("Dani").out, stayed.city, stayed.bay) == (True, "Elsa", "")
    assert stayed.points == (0, 0, 0, 0, 0)
    t.yields()
    assert (t.monster("Dani").out, t.city, t.bay, t.points) == (True, "Ana", "", (1, 0, 0, 0, 0))


@pytest.mark.rule("KT-A16")
def test_the_attacker_enters_where_its_smashes_eliminated_the_only_one_in_tokyo() -> None:
    """KT-A16, L66, L76: eliminated in Tokyo: it is empty and the attacker must enter; nobody yields."""
    t = three().has("Cira", hearts=1).has("Ana", energy=2).throws("s11223")
    assert (t.monster("Cira").out, t.city, t.points) == (True, "Ana", (1, 0, 0))
    assert (t.offers(Yielded), t.s.phase) == (False, "buy")


@pytest.mark.rule("KT-A9")
@pytest.mark.parametrize(("choice", "discard"), [("discard", ["giant_brain", "wings"]), ("removed", [])])
def test_the_cards_of_the_eliminated_go_on_the_discard_pile_or_out_of_the_game(choice: str, discard: list[str]) -> None:
    """KT-A9: an eliminated monster's cards go to the discard, or do not come back with it; its energy is lost."""
    t = CardTable("", "wings giant_brain", city=0, follow__shop="on", KT_A9=choice).has("B", hearts=1, energy=1)
    t.throws("s11223")
    assert (t.monster("B").out, t.hand("B"), t.energy) == (True, [], (0, 0, 0))
    assert sorted(t.s.discard) == discard


@pytest.mark.rule("KT-14")
def test_an_eliminated_monster_gives_up_tokyo_and_uses_no_card() -> None:
    """KT-14, L66: eliminated: out of Tokyo, out of the turns, with no effect left."""
    t = CardTable("", "", "rapid_healing").has("C", hearts=1, energy=1).throws("s11223")
    assert (t.monster("C").out, t.city) == (True, "A")
    assert not any(isinstance(choice.event, Used) and choice.event.seat == 2 for choice in t.remarks)
    assert not t.offers(Braced)


def foreseen(t: KingOfTokyoTable, event: Event) -> dict[str, int]:
    """How the numbers move after that answer, as the lookahead tells it."""
    choice = next(choice for choice in t.asked.choices if choice.event == event)
    (path,) = forecasts(t.game, t.s, choice)
    assert path.only_consequence is not None
    return {change.key: change.by for change in path.only_consequence.changes}


@pytest.mark.rule("KT-13")
def test_the_question_says_what_follows() -> None:
    """The prompt about yielding states the hearts left and the consequence of each choice.

    Points at the next turn start there; who enters, and for what, is looked ahead.
    """
    t = three().throws("1122ss")
    follows = {choice.event: choice.consequence for choice in t.asked.choices}
    stays, yields = follows[Yielded(False)], follows[Yielded(True)]
    assert stays is not None
    assert t.asked.stake == Text("{n} heart left", "{n} hearts left", n=6)
    assert dict(stays.args) == {"n": 2}
    assert yields is None
    assert foreseen(t, Yielded(True))["seat.0.points"] == 1
    assert list(t.game.moves(t.s, t.yields().s)) == [Text("{who} enters", who="Ana")]


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
