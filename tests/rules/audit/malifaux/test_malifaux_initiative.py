"""Malifaux, audit of the initiative phase (MX-09 … MX-11), from the sentences of the rules text."""

import pytest

from rules.malifaux.model.events import Activated, Cheated, Chose, Flipped, Kept, Spent, Turned, Valued
from rules.malifaux.model.fate_deck import DECK
from rules.malifaux.model.state import set_player
from tests.support.games.malifaux import MalifauxTable

CREWS = ({"Alp": 5}, {"Bishop": 6})


def about_to_flip(*stones: int, crews: bool = False, **rulings: str) -> MalifauxTable:
    """A table in turn 1 where the initiative is about to be flipped; nobody has spent a soulstone."""
    t = MalifauxTable(**rulings).sets_out(stones, CREWS if crews else ()).deals()
    return t.keep() if any(stones) else t


@pytest.mark.rule("MX-09")
def test_both_flip_and_the_values_are_compared() -> None:
    """MX-09, L52: each flips a card; then the values are compared."""
    t = about_to_flip(1, 1)
    assert (t.asked.rule, t.who, t.offers(Spent)) == ("MX-09", "Ana", False)
    t.flip("5")
    assert (t.asked.rule, t.who, t.offers(Spent)) == ("MX-09", "Beto", False), "both first"
    assert t.refuses(Spent(0)) == "MX-10"
    t.flip("9")
    assert (t.asked.rule, t.who) == ("MX-10", "Ana")
    assert [player.flip for player in t.s.players] == ["5", "9"]


@pytest.mark.rule("MX-09")
def test_nobody_keeps_out_of_the_flip_or_flips_twice() -> None:
    """MX-09, L52: "los jugadores voltean": it is a must, one card each."""
    t = about_to_flip(1, 1)
    assert t.refuses(Kept((0,))) == "MX-09"
    assert t.refuses(Flipped(0, ("5", "6"))) == "MX-09"
    assert t.refuses(Flipped(1, ("5",))) == "MX-09"
    assert t.refuses(Chose(True)) == "MX-11"
    t.flip("5")
    assert t.refuses(Flipped(0, ("13",))) == "MX-09"


@pytest.mark.rule("MX-09")
def test_a_virtual_deck_gives_the_flip_up_to_the_discard_pile() -> None:
    """MX-09, L52: the card comes from the deck; what is in a hand or was flipped cannot be flipped."""
    t = MalifauxTable(deck="virtual").sets_out((1, 1)).deals().keep()
    hand = t.player("Ana").hand
    assert t.refuses(Flipped(0, (hand[0],))) == "MX-09"
    t.flip("8r", "8t")
    assert [player.discard for player in t.s.players] == [("8r",), ("8t",)]
    assert [player.deck_size for player in t.s.players] == [47, 47]
    assert (t.asked.rule, t.player("Ana").hand) == ("MX-09", hand), "a tie"
    assert t.refuses(Flipped(0, ("8r",))) == "MX-09", "it lies in the discard pile"


@pytest.mark.rule("MX-09", "MX-10")
@pytest.mark.parametrize("tie", ["5", "13", "red", "black"])
def test_a_tie_is_flipped_again_by_both_before_any_soulstone(tie: str) -> None:
    """MX-09, L52: if tied, both flip again before they choose to spend any soulstone; as often as it takes."""
    t = about_to_flip(2, 2)
    for _ in range(2):
        t.flip(tie, tie)
        assert (t.asked.rule, t.who, t.offers(Spent)) == ("MX-09", "Ana", False)
        assert t.refuses(Spent(0)) == "MX-10"
        assert t.refuses(Kept((0, 1))) == "MX-09"
    t.flip("4")
    assert (t.asked.rule, t.who) == ("MX-09", "Beto"), "both of them"
    t.flip("3")
    assert (t.asked.rule, t.who, [player.stones for player in t.s.players]) == ("MX-10", "Beto", [2, 2])


@pytest.mark.rule("MX-10")
@pytest.mark.parametrize(("ana", "beto", "lower"), [("5", "9", 0), ("9", "5", 1), ("red", "1", 1), ("black", "1", 0)])
def test_the_lower_card_decides_first_also_over_jokers(ana: str, beto: str, lower: int) -> None:
    """MX-10, L56: "comenzando por el jugador con la carta de menor valor", jokers or not."""
    t = about_to_flip(2, 2).flip(ana, beto)
    other = 1 - lower
    assert (t.asked.rule, t.asked.seats) == ("MX-10", (lower,))
    assert t.refuses(Spent(other)) == "MX-10"
    assert t.refuses(Kept((other,))) == "MX-10"
    assert t.refuses(Chose(True)) == "MX-11"
    t.do(Spent(lower))
    assert t.s.players[lower].stones == 1
    assert t.s.players[other].stones == 2
    assert (t.asked.rule, t.asked.seats) == ("MX-09", (lower,)), "only that card is flipped again"
    t.flip("7")
    assert t.s.players[other].flip == (ana, beto)[other]
    assert (t.asked.rule, t.asked.seats) == ("MX-10", (other,)), "then the other decides"
    t.do(Spent(other))
    t.flip("6")
    assert [player.stones for player in t.s.players] == [1, 1]
    assert (t.asked.rule, t.asked.seats) == ("MX-11", (lower,)), "7 against 6"


@pytest.mark.rule("MX-10")
def test_the_higher_card_decides_also_after_it_has_become_the_lower() -> None:
    """MX-10, L56: each may decide once, in the order of the first cards."""
    t = about_to_flip(1, 1).flip("5", "9").spends("Ana").flip("11")
    assert (t.asked.rule, t.who) == ("MX-10", "Beto")
    assert t.refuses(Spent(0)) == "MX-10"
    t.spends("Beto").flip("12")
    assert (t.asked.rule, t.who) == ("MX-11", "Beto")
    assert [player.stones for player in t.s.players] == [0, 0]


@pytest.mark.rule("MX-10")
def test_a_soulstone_is_spent_once_a_phase_and_only_by_who_has_one() -> None:
    """MX-10, L56: "sólo puede revoltear usando una Piedra de Alma una vez por Fase de Iniciativa"."""
    t = about_to_flip(3, 0).flip("5", "9")
    assert (t.asked.rule, t.who) == ("MX-10", "Ana")
    t.spends("Ana").flip("4")
    assert (t.asked.rule, t.who) == ("MX-11", "Beto"), "Beto has none to spend, Ana has had her turn"
    assert t.refuses(Spent(0)) == "MX-10"
    assert t.refuses(Spent(1)) == "MX-10"
    assert [player.stones for player in t.s.players] == [2, 0]
    t = about_to_flip().flip("5", "9")
    assert (t.asked.rule, t.who) == ("MX-11", "Beto"), "nobody has a soulstone"


@pytest.mark.rule("MX-10", "MX-05")
def test_the_soulstone_of_the_draw_phase_does_not_count_for_the_initiative() -> None:
    """MX-10, L56, L37: once per initiative phase; the stone for two cards was another phase's."""
    t = MalifauxTable().sets_out((2, 2)).spends("Ana").keep("Beto").flip("5", "9")
    assert (t.asked.rule, t.who) == ("MX-10", "Ana")
    t.spends("Ana").flip("10").keep("Beto").goes()
    assert [player.stones for player in t.s.players] == [0, 2]


@pytest.mark.rule("MX-10")
def test_each_initiative_phase_gives_the_chance_anew() -> None:
    """MX-10, L56: "una vez por Fase de Iniciativa": again in turn 2."""
    t = about_to_flip(2, 2).flip("5", "9").spends("Ana").flip("4").keep("Beto").goes()
    t.all_activated().no_more_points().keep().flip("5", "9")
    assert (t.s.turn, t.asked.rule, t.who) == (2, "MX-10", "Ana")
    t.spends("Ana").flip("4").keep("Beto")
    assert [player.stones for player in t.s.players] == [0, 2]


@pytest.mark.rule("MX-10")
def test_a_tie_after_the_soulstones_is_flipped_again_by_both() -> None:
    """MX-10, L56: tied after choosing whether to use soulstones, both must flip again."""
    t = about_to_flip(1, 1).flip("5", "9").spends("Ana").flip("9")
    assert (t.asked.rule, t.who) == ("MX-10", "Beto"), "Beto has not chosen yet"
    t.keep("Beto")
    assert (t.asked.rule, t.who) == ("MX-09", "Ana")
    assert t.refuses(Kept((0,))) == "MX-09"
    t.flip("3", "3")
    assert (t.asked.rule, t.who) == ("MX-09", "Ana"), "and again"
    t.flip("8", "2")
    assert (t.asked.rule, t.who) == ("MX-11", "Ana")
    assert [player.stones for player in t.s.players] == [0, 1]


@pytest.mark.rule("MX-10")
def test_a_virtual_card_is_flipped_again_for_nothing_but_a_soulstone() -> None:
    """MX-10, L56: flipping again costs a soulstone: a flip or a card for another end does not replace it."""
    t = MalifauxTable(deck="virtual").sets_out((1, 1)).deals().keep().flip("8r", "9t")
    assert (t.asked.rule, t.who) == ("MX-10", "Ana")
    assert t.refuses(Turned(0, ("10r",))) == "MX-10"
    assert t.refuses(Cheated(1, (t.player("Beto").hand[0],))) == "MX-10"
    assert t.refuses(Cheated(0, (t.player("Ana").hand[0],))) == "MX-10"
    t.spends("Ana")
    assert t.refuses(Turned(1, ("10r",))) == "MX-10"
    t.flip("10r").keep("Beto")
    assert (t.asked.rule, t.who) == ("MX-11", "Ana")
    assert t.refuses(Turned(1, ("11r",))) == "MX-10"
    assert [player.flip for player in t.s.players] == ["10r", "9t"]
    t.goes().do(Turned(1, ("11r",)))
    assert (t.player("Beto").flip, t.player("Beto").discard) == ("11r", ("9t", "11r"))


@pytest.mark.rule("MX-10")
def test_where_only_numbers_are_followed_any_card_may_be_turned_up() -> None:
    """MX-10, L56: no flip is compared there, even if the phase was left in the middle."""
    t = MalifauxTable(deck="virtual").sets_out((1, 1)).deals().keep().flip("8r", "9t").settles_on("depth", "numbers")
    t.do(Turned(0, ("10r",)))
    assert t.player("Ana").flip == "10r"


@pytest.mark.rule("MX-10")
def test_between_two_cards_nobody_turns_up_another() -> None:
    """MX-10, L52, L56: also while the second player has not flipped yet."""
    t = MalifauxTable(deck="virtual").sets_out((1, 1)).deals().keep().flip("8r")
    assert t.refuses(Turned(0, ("10r",))) == "MX-10"
    t.flip("9t")
    assert [player.flip for player in t.s.players] == ["8r", "9t"]


@pytest.mark.rule("MX-10", "MX-11", "MX-12")
@pytest.mark.parametrize(("first", "begins"), [(True, "Beto"), (False, "Ana")])
def test_the_highest_card_chooses_first_or_second_for_the_turn(first: bool, begins: str) -> None:
    """MX-11, L60: "puede elegir ser el Primer o Segundo Jugador durante el resto del Turno".

    MX-10, L56: "cada jugador puede elegir": both keep their soulstones, and the cards stay.
    """
    t = about_to_flip(1, 1, crews=True).flip("5", "9").keep("Ana")
    assert (t.asked.rule, t.who) == ("MX-10", "Beto")
    t.keep("Beto")
    assert [(player.stones, player.flip) for player in t.s.players] == [(1, "5"), (1, "9")]
    assert (t.asked.rule, t.asked.seats) == ("MX-11", (1,))
    assert {event.first for event in t.events if isinstance(event, Chose)} == {True, False}
    t.goes(first)
    assert (t.s.phase, t.who, t.s.seats[t.s.first_player]) == ("activation", begins, begins)
    t.all_activated()
    assert t.s.seats[t.s.first_player] == begins, "for the rest of the turn"


@pytest.mark.rule("MX-11")
def test_the_choice_of_first_or_second_cannot_be_left_out() -> None:
    """MX-11, L58-60: the First Player is determined before anybody activates a model."""
    t = about_to_flip(1, 1, crews=True).flip("5", "9").keep()
    assert t.refuses(Kept((1,))) == "MX-11"
    assert t.refuses(Activated(t.model("Bishop").id)) == "MX-12"
    assert t.refuses(Flipped(0, ("13",))) in ("MX-09", "MX-10", "MX-11")


@pytest.mark.rule("MX-11")
@pytest.mark.parametrize(
    ("ana", "beto", "chooses"), [("red", "13", "Ana"), ("black", "1", "Beto"), ("12", "13", "Beto")]
)
def test_the_highest_value_has_the_choice(ana: str, beto: str, chooses: str) -> None:
    """MX-11, L60: "el jugador con la carta de mayor valor"."""
    t = about_to_flip().flip(ana, beto)
    assert (t.asked.rule, t.who) == ("MX-11", chooses)


def nearly_out(*left: tuple[str, ...]) -> MalifauxTable:
    """Virtual decks of which everybody holds all cards but those left, before the flips for the initiative."""
    t = MalifauxTable("Ana", "Beto", deck="virtual").sets_out().deals()
    for seat, cards in enumerate(left):
        t.change(set_player, seat, hand=tuple(card for card in DECK if card not in cards), discard=())
    return t.goes_to("MX-09")


@pytest.mark.rule("MX-09")
@pytest.mark.parametrize("left", [(("5r", "6r"), ("5c",)), (("5r",), ()), ((), ("red",))])
def test_a_tie_that_cards_can_break_is_flipped_again_without_a_tap(left: tuple[tuple[str, ...], ...]) -> None:
    """MX L52: as long as the cards that are left can differ, nobody is asked."""
    assert nearly_out(*left).deals().asked.rule == "MX-11"


@pytest.mark.rule("MX-09")
def test_who_gives_level_values_is_asked_again_and_a_card_may_still_be_flipped() -> None:
    """MX L52: level again is flipped again; a card that is back in a deck decides as ever."""
    t = nearly_out((), ()).deals().do(Valued(0, 3)).do(Valued(1, 3))
    assert (t.asks, t.who) == ("Flip at the same time: which card does Ana flip?", "Ana")
    t.change(set_player, 0, hand=DECK[1:]).do(Flipped(0, (DECK[0],))).do(Flipped(1))
    assert (t.asked.rule, t.who) == ("MX-11", "Ana")
