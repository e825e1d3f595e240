"""Darkmoor, audit of the turn (RD-12, RD-14 … RD-17, RD-27): each test from one sentence of the rules text."""

import pytest

from rules.darkmoor.model.events import Aimed, Declined, Felled, Headed, Played, UsesAbility
from rules.darkmoor.model.state import played_names
from tests.support.games.darkmoor import DarkmoorTable, hero, location, minion, seated

TROLL, IMP, RAT, BAT = minion("Troll", peril=4), minion("Imp"), minion("Rat"), minion("Bat")


@pytest.mark.rule("RD-12")
def test_a_turn_is_play_peril_hero_draw() -> None:
    """RD-12, L57-61: play a card, settle the peril, reveal a new hero, draw; then the player to the left."""
    t = seated(3, hero(2))
    assert (t.s.phase, t.who) == ("play", "Ana")
    t.plays((0, minion("Rat", peril=2)))
    assert (t.s.phase, t.s.attacks, t.s.players[0].hand) == ("hero", 1, 4), "before she draws"
    assert t.refuses(Played(0, (minion("Bat"),))) == "RD-12"
    t.turns_up(hero(name="Sir Other"))
    assert (t.s.players[0].hand, t.s.phase, t.who) == (5, "play", "Bea")


@pytest.mark.rule("RD-12")
def test_exactly_one_card_is_played_a_turn() -> None:
    """RD-12, L55, L63: "juega una carta de tu mano": one, and it may not be left out."""
    t = seated()
    assert not t.offers(Declined)
    assert t.refuses(Declined()) == "RD-12"
    t.plays((0, minion("Rat")))
    assert (t.s.active, t.who) == (1, "Bea"), "no second card"


@pytest.mark.rule("RD-14")
def test_a_minion_joins_the_back_of_a_horde_or_starts_one() -> None:
    """RD-14, L63-64: "en la parte posterior de una horda existente, o en un lugar sin hordas"."""
    t = seated(first=hero(50))
    assert t.offered(Played) == [0, 1, 2]
    t.plays((1, minion("Rat")), (1, minion("Bat")), (2, minion("Cat")), (1, minion("Owl")))
    assert [t.horde(place) for place in range(3)] == [[], ["Rat", "Bat", "Owl"], ["Cat"]]
    for nowhere in (-1, 3):
        assert t.refuses(Played(nowhere, (minion("Elk"),))) == "RD-14"


@pytest.mark.rule("RD-14")
def test_one_minion_is_played_at_a_time() -> None:
    """RD-14, L63: "juega cualquier carta": one card, neither none nor two."""
    t = seated(first=hero(50))
    assert t.refuses(Played(0, ())) == "RD-14"
    assert t.refuses(Played(0, (minion("Rat"), minion("Bat")))) == "RD-14"


@pytest.mark.rule("RD-15")
@pytest.mark.parametrize("does", ["defeat", "back", "vp", "peril"])
def test_an_ability_that_can_be_done_must_be_done(does: str) -> None:
    """RD-15, L64: "si puedes, debes activar la habilidad"; with two targets one of them is chosen."""
    t = seated(3, hero(50)).plays((0, minion("Rat")), (0, minion("Bat")))
    t.plays((0, minion("Imp", when="played", does=does, on="horde")))
    assert (t.who, t.targets) == ("Cira", ["Rat", "Bat"])
    assert not t.offers(Declined)
    assert t.refuses(Declined()) == "RD-15"
    assert t.refuses(Aimed(0)) == "RD-15"
    assert t.refuses(Played(0, (minion("Cat"),))) == "RD-12"
    t.aims("Rat")
    assert t.s.active == 0


@pytest.mark.rule("RD-15", "RD-22")
def test_an_ability_with_one_target_is_done_at_once_even_against_your_own() -> None:
    """RD-15, RD-22, L65, L91: "también a tus propios secuaces"; the fallen goes to its owner's pile, the hero stays."""
    t = seated(first=hero(50)).plays((0, minion("Rat")), (1, minion("Bat")))
    t.plays((0, minion("Imp", when="played", does="defeat", on="horde")))
    assert (t.horde(0), t.horde(1), t.s.hero) == (["Imp"], ["Bat"], hero(50))
    assert [[card.name for card in player.discard] for player in t.s.players] == [["Rat"], []]
    assert t.tokens == [0, 0]


@pytest.mark.rule("RD-15")
def test_a_minion_may_be_played_where_its_ability_cannot_go_off() -> None:
    """RD-15, L64: "puedes jugar con un súbdito de tal manera que su habilidad no se pueda disparar"."""
    t = seated(first=hero(50)).plays((0, minion("Rat")), (1, minion("Bat")))
    t.plays((2, minion("Imp", when="played", does="defeat", on="horde")))
    assert [t.horde(place) for place in range(3)] == [["Rat"], ["Bat"], ["Imp"]]
    assert t.s.active == 1, "nothing is asked"


@pytest.mark.rule("RD-15")
def test_an_ability_of_which_the_card_says_may_is_offered_and_can_be_declined() -> None:
    """RD-15, L64, L56: only a card that says so leaves the choice; declining leaves out its second thing, too."""
    t = seated(first=hero(50)).plays((0, minion("Rat")))
    t.plays((0, minion("Imp", when="played", does="defeat", also="vp", on="horde", may="may")))
    assert (t.who, t.offers(Declined)) == ("Bea", True)
    declined = t.copy().do(Declined())
    assert (declined.horde(0), declined.s.active) == (["Rat", "Imp"], 0)
    t.aims("Rat")
    assert (t.horde(0), t.s.active) == (["Imp"], 0)


@pytest.mark.rule("RD-15")
def test_an_ability_without_a_target_to_choose_that_may_be_declined_is_used_or_not() -> None:
    """RD-15, L64, L56: the same where nobody has to be chosen: it is done or it is not, and the turn goes on."""
    t = seated(first=hero(50)).plays((0, minion("Imp", when="played", does="vp", n=3, may="may")))
    assert (t.who, t.offers(UsesAbility), t.offers(Declined)) == ("Ana", True, True)
    assert (t.copy().do(Declined()).s.places[0].horde[0].vp_tokens, t.s.active) == (0, 0)
    t.do(UsesAbility())
    assert (t.s.places[0].horde[0].vp_tokens, t.s.active) == (3, 1)


@pytest.mark.rule("RD-15")
def test_a_minion_that_must_be_moved_goes_to_another_horde_of_the_players_choice() -> None:
    """RD-15, L64: "debes activar": who is moved goes elsewhere, not where it lies, and is not left there."""
    t = seated(first=hero(50)).plays((0, minion("Rat")), (1, minion("Bat")))
    t.plays((0, minion("Imp", when="played", does="move", on="horde")))
    assert 0 not in t.offered(Headed)
    assert t.refuses(Headed(0)) == "RD-15"
    assert t.refuses(Declined()) == "RD-15"
    t.do(Headed(1))
    assert (t.horde(0), t.horde(1), t.s.active) == (["Imp"], ["Bat", "Rat"], 1)


@pytest.mark.rule("RD-15")
def test_no_ability_aims_at_who_is_not_a_target() -> None:
    """RD-15, L64: it is done "según el lugar donde se haya jugado": a minion of another horde is no target."""
    t = seated(3, hero(50)).plays((0, minion("Rat")), (0, minion("Bat")), (1, minion("Cat")), (0, minion("Owl")))
    t.plays((0, minion("Imp", when="played", does="defeat", on="horde")))
    assert t.refuses(Aimed(t.id_of("Cat"))) == "RD-15"
    assert t.refuses(Aimed(t.id_of("Imp"))) == "RD-15"


def square() -> DarkmoorTable:
    """Three hordes of three: A0 A1 A2, B0 B1, C0 C1 C2; the next is played behind B1."""
    t = seated(3, hero(50))
    for name in ("A0", "B0", "C0", "A1", "B1", "C1", "A2", "C2", "D0"):
        t.plays(("ABCD".index(name[0]), minion(name)))
    return t


@pytest.mark.rule("RD-16")
def test_adjacent_are_the_neighbours_in_line_and_beside_across_hordes() -> None:
    """RD-16, L68: "tanto horizontal como verticalmente, pero no en diagonal"; also across hordes."""
    t = square().plays((1, minion("Imp", when="played", does="vp", on="each")))
    touched = [m.card.name for _, _, m in t.s.horde_minions() if m.vp_tokens]
    assert touched == ["A2", "B1", "C2"]


@pytest.mark.rule("RD-16")
def test_an_ability_on_an_adjacent_minion_offers_no_other() -> None:
    """RD-16, L68: one of the adjacent; a diagonal, a further one and itself are refused."""
    t = square().plays((1, minion("Imp", when="played", does="defeat", on="adjacent")))
    assert sorted(t.targets) == ["A2", "B1", "C2"]
    for name in ("A1", "C1", "A0", "B0", "D0", "Imp"):
        assert t.refuses(Aimed(t.id_of(name))) == "RD-16"
    t.aims("A2")
    assert t.horde(0) == ["A0", "A1"]


@pytest.mark.rule("RD-16")
def test_only_neighbouring_hordes_touch() -> None:
    """RD-16, L68: the leftmost and the rightmost horde do not touch, nor do two with one between."""
    t = seated(3, hero(50)).plays((0, minion("A0")), (2, minion("C0")), (1, minion("B0")))
    t.plays((3, minion("Imp", when="played", does="vp", on="each")))
    assert [m.card.name for _, _, m in t.s.horde_minions() if m.vp_tokens] == ["C0"]


@pytest.mark.rule("RD-17")
def test_a_gap_is_closed_towards_the_location_at_once() -> None:
    """RD-17, L69: "moviendo a los súbditos de la horda hacia la carta de ubicación hasta que se cierre el hueco"."""
    t = seated(3, hero(50)).plays((0, minion("Rat")), (0, minion("Bat")), (0, minion("Cat")), (1, minion("Owl")))
    t.plays((0, minion("Imp", when="played", does="defeat", on="horde"))).aims("Rat")
    assert t.horde(0) == ["Bat", "Cat", "Imp"]
    t.plays((1, minion("Elf", when="played", does="vp", on="each")))
    touched = [m.card.name for _, _, m in t.s.horde_minions() if m.vp_tokens]
    assert touched == ["Cat", "Owl"], "row 1 of the first horde is Cat's now"


@pytest.mark.rule("RD-17")
def test_closing_a_gap_is_no_movement() -> None:
    """RD-17, L69, L93: an ability on being moved does not go off as its minion closes up."""
    t = seated(first=hero(50)).plays((0, minion("Rat")), (0, minion("Eel", when="moved", does="vp")))
    t.plays((1, minion("Bat")), (0, minion("Imp", when="played", does="defeat", on="horde")))
    t.aims("Rat")
    assert t.horde(0) == ["Eel", "Imp"]
    assert t.s.places[0].horde[0].vp_tokens == 0
    assert t.s.active == 0, "nothing else is asked"


@pytest.mark.rule("RD-17")
def test_being_moved_is_movement_and_those_who_close_up_behind_are_not_moved() -> None:
    """RD-17, L69: the one sent to the back is moved; the one who closes its gap is not."""
    t = seated(first=hero(50))
    t.plays((0, minion("Eel", when="moved", does="vp")), (0, minion("Ray", when="moved", does="vp")))
    t.plays((0, minion("Imp", when="played", does="back", on="horde"))).aims("Eel")
    assert t.horde(0) == ["Ray", "Imp", "Eel"]
    assert [m.vp_tokens for m in t.s.places[0].horde] == [0, 0, 1]


@pytest.mark.rule("RD-27")
def test_the_hand_is_filled_up_to_five_and_the_player_to_the_left_plays() -> None:
    """RD-27, L55, L111: draw until five cards are in the hand; then the player to the left."""
    t = seated(3, hero(50), begins=2)
    for seat in (2, 0, 1, 2):
        assert t.s.active == seat
        before = t.s.players[seat].deck
        t.plays((0, minion("Rat")))
        assert (t.s.players[seat].hand, t.s.players[seat].deck) == (5, before - 1)
    t.by_hand("Ana", "hand", -2)
    deck = t.s.players[0].deck
    t.plays((0, minion("Rat")))
    assert (t.s.players[0].hand, t.s.players[0].deck) == (5, deck - 3)


@pytest.mark.rule("RD-27")
def test_more_than_five_cards_are_kept_and_none_drawn() -> None:
    """RD-27, L111: "hasta que tengas cinco cartas": with five or more left nothing is drawn."""
    t = seated(first=hero(50)).by_hand("Ana", "hand", 2)
    deck = t.s.players[0].deck
    t.plays((0, minion("Rat")))
    assert (t.s.players[0].hand, t.s.players[0].deck) == (6, deck)


@pytest.mark.rule("RD-15", "RD-12")
def test_one_more_minion_that_must_be_played_cannot_be_left_out_but_needs_a_card() -> None:
    """RD-15, L64: without "may" it must be played, and again where the next says the same; without a card it cannot."""
    more = {"when": "played", "does": "play"}
    t = seated(first=hero(50)).plays((0, minion("Imp", **more)))
    assert (t.who, t.offers(Declined), t.refuses(Declined())) == ("Ana", False, "RD-15")
    t.plays((1, minion("Elf", **more)))
    assert (t.who, t.s.players[0].hand) == ("Ana", 3)
    t.plays((2, minion("Rat")))
    assert (t.who, t.s.players[0].hand, t.s.players[0].deck) == ("Bea", 5, 10)
    t = seated(first=hero(50)).by_hand("Ana", "hand", -4).plays((0, minion("Imp", **more)))
    assert (t.who, t.s.players[0].hand) == ("Bea", 5), "her last card: nothing more is asked"


@pytest.mark.rule("RD-16", "RD-32")
def test_of_several_adjacent_minions_worth_as_much_the_active_player_chooses() -> None:
    """RD-16, L98: "un esbirro adyacente con el valor de PV más alto": one of the highest, no lesser one."""
    t = seated(3, hero(50)).plays((0, minion("A", vp=3)), (2, minion("C", vp=3)), (1, minion("B", vp=2)))
    t.plays((1, minion("Idle", vp=9))).plays((3, minion("D", vp=9)))
    t.do(Felled(t.id_of("Idle"), False))
    t.plays((0, minion("A2", vp=3)))
    t.plays((2, minion("C2", vp=3)))
    t.plays((1, minion("Imp", when="played", does="defeat", on="strongest")))
    assert t.targets == ["A2", "C2"]
    assert t.refuses(Aimed(t.id_of("B"))) == "RD-15", "adjacent, but worth less"
    assert t.refuses(Declined()) == "RD-15"
    t.aims("C2")
    assert (t.horde(0), t.horde(1), t.horde(2), t.horde(3)) == (["A", "A2"], ["B", "Imp"], ["C"], ["D"])


@pytest.mark.rule("RD-09", "RD-15")
def test_the_locations_token_comes_before_the_played_minions_own_ability() -> None:
    """RD-09, L72-74: the location's ongoing ability first, then the immediate one, and so for each minion played."""
    t = seated(first=hero(50), places=(location("Valley", when="played", does="vp"),))
    t.plays((0, minion("Imp", when="played", does="vp", n=4)))
    gains = [text for text in t.note_texts if "Imp (Ana) gets" in text or text.endswith("on Imp (Ana)")]
    assert gains == ["Valley: a token of 1 VP on Imp (Ana)", "Imp (Ana) gets 4 VP in tokens"]
    assert t.s.places[0].horde[0].vp_tokens == 5


@pytest.mark.rule("RD-14", "RD-A6")
@pytest.mark.parametrize("how", ["left", "reshuffle"])
def test_what_has_been_played_is_in_no_hand(how: str) -> None:
    """RD L63: a card is played from the hand; one in a horde, a haven or the discard has left it.

    RD-A6: only a discard that is shuffled into the deck again may come back.
    """
    t = seated(2, hero(4), RD_A6=how).plays((0, IMP), (1, RAT), (0, TROLL))
    t.turns_up(hero(99, name="Sir Next")).plays((2, BAT))
    assert (t.haven(0), [card.name for card in t.s.players[0].discard]) == (["Imp"], ["Troll"])
    assert (played_names(t.s, 0), played_names(t.s, 1)) == (("Imp", "Troll"), ("Rat", "Bat"))
    t.adjust("seat.0.deck", -t.s.players[0].deck).plays((2, minion("Gnat")))
    assert played_names(t.s, 0) == (("Gnat", "Imp") if how == "reshuffle" else ("Gnat", "Imp", "Troll"))
