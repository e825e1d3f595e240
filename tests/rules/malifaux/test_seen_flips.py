"""Flips that a camera sees: all cards of the initiative at once, with their suits, and what they say of the deck."""

from fractions import Fraction

import pytest

from companion.i18n import translator
from rules.engine import Cards
from rules.malifaux.game import GAME
from rules.malifaux.model.events import FlippedTogether, Turned
from rules.malifaux.model.fate_deck import SUIT_ORDERS, fate_cards
from tests.support.games.malifaux import MalifauxTable

ES = translator("es")


def about_to_flip(*names: str, **rulings: str) -> MalifauxTable:
    return MalifauxTable(*names, **rulings).sets_out()


@pytest.mark.rule("MX-09")
def test_all_cards_of_the_initiative_may_be_told_at_once() -> None:
    """MX L52: "voltean simultáneamente una carta": one card of each, in the order of the seats."""
    t, one_by_one = about_to_flip(), about_to_flip()
    t.do(FlippedTogether((0, 1), ("5", "9")))
    one_by_one.flip("5", "9")
    assert t.s.players == one_by_one.s.players
    assert t.s.agenda[0].name == one_by_one.s.agenda[0].name
    assert (t.asked.rule, t.who) == ("MX-11", "Beto")


@pytest.mark.rule("MX-09")
def test_only_as_many_cards_as_are_due_may_be_told_at_once() -> None:
    """MX L52: one card each of those who flip now; two decks may show the same card."""
    t = about_to_flip("Ana", "Beto", "Cira")
    assert t.refuses(FlippedTogether((0, 1), ("5", "9"))) == "MX-09"
    assert t.refuses(FlippedTogether((0, 1, 2), ("5", "9"))) == "MX-09"
    assert t.refuses(FlippedTogether((0, 1, 2), ("5", "9", "14"))) == "MX-09"
    t.do(FlippedTogether((0, 1, 2), ("9", "9", "3")))
    assert t.refuses(FlippedTogether((0, 1, 2), ("5", "9", "3"))) == "MX-09", "only the tied flip again"
    t.do(FlippedTogether((0, 1), ("4", "red")))
    assert (t.asked.rule, t.who) == ("MX-11", "Beto")
    assert [player.flip for player in t.s.players] == ["4", "red", "3"]


@pytest.mark.rule("MX-09")
def test_virtual_decks_flip_one_after_the_other() -> None:
    t = MalifauxTable(deck="virtual").sets_out((1, 1)).deals().keep()
    assert t.refuses(FlippedTogether((0, 1), ("5r", "9c"))) == "MX-09"


def test_the_log_says_whose_card_is_which() -> None:
    t = about_to_flip()
    text = GAME.describe(t.s, FlippedTogether((0, 1), ("5", "9c")))
    assert ES(text) == "Ana voltea un 5, Beto voltea 9 de cuervos"


@pytest.mark.parametrize("order", [order for order, _ in SUIT_ORDERS])
def test_each_order_of_suits_is_a_whole_deck(order: str) -> None:
    """Number 1 … 52 are ace to king of hearts, diamonds, clubs and spades; then the jokers, and numbers alone."""
    values = [face.value for face in fate_cards(order).faces]
    assert len(set(values)) == 54 + 13
    assert values[0] == f"1{order[0]}"
    assert values[51:55] == [f"13{order[3]}", "red", "black", "1"]


def test_the_table_says_for_which_suits_ordinary_cards_stand() -> None:
    hole = about_to_flip(suits="rctm", deck="seen").asked.choices[0].template.required_hole(Cards)
    assert hole.values_of((13 + 7,)) == ("7c",)


@pytest.mark.rule("MX-02", "MX-19")
def test_cards_that_the_camera_has_seen_change_the_odds_until_they_are_shuffled() -> None:
    """MX L27, L90: a high card on the discard pile cannot be flipped again this turn."""
    t = about_to_flip(deck="seen").turns(4).no_more_points()
    t.do(FlippedTogether((0, 1), ("13r", "2c"))).goes()
    t.do(Turned(0, ("13t",))).do(Turned(0, ("12",)))
    assert t.player("Ana").discard == ("13r", "13t"), "of a number without its suit nobody knows which card it is"
    t.all_activated().no_more_points()
    assert GAME.odds(t.s)[0].chance == Fraction(17 - 2, 54 - 2)


@pytest.mark.rule("MX-02")
def test_a_card_that_is_seen_again_says_that_the_deck_was_shuffled() -> None:
    t = about_to_flip(deck="seen").flip("5r", "9c").goes()
    t.do(Turned(0, ("6r",))).do(Turned(0, ("5r",)))
    assert t.player("Ana").discard == ("5r",)
    t.all_activated().no_more_points()
    assert (t.s.turn, t.player("Ana").discard) == (2, ())


def test_decks_that_no_camera_follows_count_as_full() -> None:
    t = about_to_flip().do(FlippedTogether((0, 1), ("13", "13")))
    assert [player.discard for player in t.s.players] == [(), ()]
    assert not any(isinstance(remark.event, Turned) for remark in GAME.remarks(t.s))
