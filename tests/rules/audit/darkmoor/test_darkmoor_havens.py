"""Darkmoor, audit of the escape and the next hero (RD-24 … RD-26): each test from one sentence of the rules text."""

import pytest

from rules.darkmoor.model.events import Aimed, Began, Declined, Played, TurnedUp
from tests.support.games.darkmoor import DarkmoorTable, hero, location, minion, seated


def escaped() -> DarkmoorTable:
    """Ana's Rat and Bea's Bat have escaped to the first location; Bea's turn, a hero of 50."""
    t = seated(first=hero(3))
    return t.plays((0, minion("Rat")), (0, minion("Bat")), (0, minion("Cat"))).turns_up(hero(50, name="Sir Next"))


@pytest.mark.rule("RD-24", "RD-28")
def test_those_left_of_the_attacked_horde_escape_and_no_others() -> None:
    """RD-24, L101: "mueve los minions restantes en la horda que fue atacada" to the haven of that location.

    RD-28, L113: the others stay until "el último héroe legendario haya atacado".
    """
    t = seated(first=hero(3))
    t.plays((0, minion("Rat")), (1, minion("Owl")), (0, minion("Bat")), (1, minion("Elk")), (0, minion("Cat")))
    assert (t.horde(0), t.haven(0)) == ([], ["Rat", "Bat"])
    assert (t.horde(1), t.haven(1)) == (["Owl", "Elk"], [])
    assert (t.horde(2), t.haven(2), t.outcome) == ([], [], None)


@pytest.mark.rule("RD-24")
def test_a_minion_in_a_haven_is_no_target_of_any_ability() -> None:
    """RD-24, L101: they "ya no pueden verse afectados por las habilidades de héroes legendarios o súbditos"."""
    t = escaped()
    safe = [m.id for m in t.s.places[0].haven]
    t.plays((0, minion("Elk")), (0, minion("Owl")))
    t.plays((0, minion("Imp", when="played", does="defeat", on="any")))
    assert t.targets == ["Elk", "Owl"]
    for id in safe:
        assert t.refuses(Aimed(id)) == "RD-24"
    t.aims("Elk")
    assert t.haven(0) == ["Rat", "Bat"]


@pytest.mark.rule("RD-24")
def test_an_ability_on_each_minion_does_not_reach_into_the_haven() -> None:
    """RD-24, L101: neither a minion's nor a hero's ability on a whole horde touches those who escaped from it."""
    t = escaped()
    t.plays((0, minion("Elk")), (0, minion("Imp", when="played", does="vp", on="whole")))
    assert [m.vp_tokens for m in t.s.places[0].haven] == [0, 0]
    assert (t.s.places[0].horde[0].vp_tokens, t.tokens) == (1, [0, 0])


@pytest.mark.rule("RD-24")
def test_a_minion_in_a_haven_uses_no_ability_and_is_adjacent_to_nobody() -> None:
    """RD-24, L67, L101: ongoing abilities count "mientras el súbdito está en la zona de la horda"."""
    t = seated(first=hero(2)).plays((0, minion("Chief", when="always", does="peril", on="each")), (0, minion("Bat")))
    assert t.haven(0) == ["Chief"]
    t.turns_up(hero(50, name="Sir Next")).plays((0, minion("Rat")), (1, minion("Cat")))
    assert [place.peril for place in t.view.places] == [1, 1, 0]


@pytest.mark.rule("RD-24")
def test_the_next_attack_on_that_horde_leaves_the_haven_alone() -> None:
    """RD-24, L101: neither the next hero's strike nor his ability finds those who are safe."""
    t = seated(first=hero(3)).plays((0, minion("Rat")), (0, minion("Bat")), (0, minion("Cat")))
    t.turns_up(hero(2, name="Sir Next", when="attacks", does="defeat", on="whole"))
    t.plays((0, minion("Elk")), (0, minion("Owl")))
    assert (t.haven(0), t.horde(0)) == (["Rat", "Bat"], [])
    assert t.s.boxed_heroes == ("Sir Test", "Sir Next")


@pytest.mark.rule("RD-25")
def test_owners_collect_vp_tokens_and_peril_tokens_are_discarded() -> None:
    """RD-25, L102: "recogen todas las fichas de PV y descartan todas las fichas de peligro" of their own."""
    t = seated(3, hero(50)).plays((0, minion("Rat")), (0, minion("Bat")), (0, minion("Cat")))
    for name, vp, peril in (("Rat", 2, 1), ("Bat", 3, 2), ("Cat", 4, 1)):
        t.adjust(f"minion.{t.id_of(name)}.vp_tokens", vp).adjust(f"minion.{t.id_of(name)}.peril_tokens", peril)
    t.adjust("hero.threshold", -43).plays((1, minion("Owl")))
    assert t.haven(0) == ["Rat", "Bat"]
    assert t.tokens == [2 + 2, 3, 0], "Ana's Rat, and 2 for Cira's Cat in her turn; Cat's own tokens are gone"
    assert [(m.vp_tokens, m.peril_tokens) for m in t.s.places[0].haven] == [(0, 0), (0, 0)]


@pytest.mark.rule("RD-25")
def test_abilities_on_escaping_resolve_after_all_the_tokens_are_collected() -> None:
    """RD-25, L102: "luego resuelven cualquier habilidad de súbdito en curso que se active en este momento"."""
    t = seated(first=hero(3)).plays((0, minion("Rat", when="escapes", does="vp", n=2)))
    t.plays((0, minion("Bat", when="played", does="vp", n=3)), (0, minion("Cat")))
    assert t.note_texts.index("Bea: +3 VP in tokens (3)") < t.note_texts.index(
        "Rat (Ana): Ana takes 2 VP in tokens (2)"
    )
    assert (t.haven(0), t.tokens) == (["Rat", "Bat"], [2, 3])


@pytest.mark.rule("RD-25")
def test_an_ability_on_escaping_goes_off_for_no_minion_that_fell_or_stayed() -> None:
    """RD-25, L102: only those of "los súbditos que escapan"."""
    card = {"when": "escapes", "does": "vp"}
    t = seated(first=hero(2)).plays((1, minion("Stay", **card)), (0, minion("Rat")), (0, minion("Fall", **card)))
    assert (t.haven(0), t.horde(1), t.tokens) == (["Rat"], ["Stay"], [0, 0])


@pytest.mark.rule("RD-25", "RD-A7")
def test_two_escaped_minions_of_one_name_can_be_told_apart() -> None:
    """RD-25, L102, L4: a deck may hold a card twice; whoever chooses which ability is next sees which is which."""
    rat = minion("Rat", when="escapes", text="Do what it says.")
    t = seated(first=hero(3)).plays((0, rat), (1, minion("Idle")), (0, rat), (1, minion("Idle")), (0, minion("Bait")))
    assert len(t.labels(Aimed)) == len(set(t.labels(Aimed))) == 2
    for id, label in zip(t.offered(Aimed), t.labels(Aimed), strict=True):
        one = t.copy().do(Aimed(id))
        assert label in one.asks, "the question says which of the two it is about"
        one.do(Declined())
        other = next(other for other in t.labels(Aimed) if other != label)
        assert other in one.asks, "then comes the other one"


@pytest.mark.rule("RD-25", "RD-15")
def test_two_minions_of_one_name_in_hordes_can_be_told_apart() -> None:
    """RD-25, L4, L64: the same among the targets of an ability, and where one of two asks for its target."""
    imp = minion("Imp", when="played", does="defeat", on="any")
    t = seated(first=hero(50)).plays((0, minion("Rat")), (0, minion("Bat")), (1, minion("Rat")))
    t.plays((0, imp))
    assert len(t.labels(Aimed)) == len(set(t.labels(Aimed))) == 3
    t.aims("Bat").plays((2, minion("Owl")), (2, imp))
    assert t.asks == "Imp (Bea), row 2 of Crag: who falls?", "the other Imp of Bea's lies at Moor"


@pytest.mark.rule("RD-26")
def test_the_next_hero_is_turned_up_where_none_is() -> None:
    """RD-26, L108: "si no hay un héroe legendario revelado, revela el siguiente": it may not be left out."""
    t = seated(first=hero(1)).plays((0, minion("Rat")))
    assert (t.s.hero, t.numbers["heroes.left"]) == (None, 4)
    assert not t.offers(Declined)
    assert t.refuses(Declined()) == "RD-26"
    assert t.refuses(Played(0, (minion("Bat"),))) == "RD-12"
    t.turns_up(hero(9, name="Sir Next"))
    assert (t.s.hero, t.numbers["heroes.left"]) == (hero(9, name="Sir Next"), 3)


@pytest.mark.rule("RD-26")
def test_a_hero_who_has_not_attacked_stays() -> None:
    """RD-26, L108: only without a hero revealed is one turned up."""
    t = seated(first=hero(50)).plays((0, minion("Rat")))
    assert (t.s.hero, t.numbers["heroes.left"], t.offers(TurnedUp)) == (hero(50), 4, False)
    assert t.refuses(TurnedUp((hero(name="Sir Next"),))) == "RD-26"


@pytest.mark.rule("RD-24", "RD-25")
def test_a_locations_ability_on_escaping_goes_off_for_each_who_escapes_there() -> None:
    """RD-24, RD-25, L51, L101: only heroes' and minions' abilities stop at the haven, not the location's."""
    shore = location("Shore", when="escapes", does="vp", n=2)
    t = seated(first=hero(3), places=(shore,)).plays((0, minion("Rat")), (0, minion("Bat")), (0, minion("Cat")))
    assert (t.haven(0), t.tokens) == (["Rat", "Bat"], [2, 2])


@pytest.mark.rule("RD-05", "RD-22", "RD-26")
def test_the_first_hero_is_the_first_and_who_was_is_in_the_box() -> None:
    """RD L26: "revele la carta superior del mazo"; L91: "Descarta la carta de Héroe legendario en la caja"."""
    t = DarkmoorTable("Ana", "Bea").locates(*(location(name) for name in ("Moor", "Fen", "Crag")))
    assert t.asks == "The first hero is revealed: who is it?"
    t.turns_up(hero(6)).do(Began(0)).plays((0, minion("Huge", peril=6)))
    assert t.asks == "The next hero is revealed: who is it?"
    assert t.s.boxed_heroes == ("Sir Test",)
