"""Flips that a camera sees: all cards of the initiative at once, with their suits, and what they say of the deck."""

from fractions import Fraction

import pytest

from companion.dice.roll import find_roll_choice, roll_hole
from companion.i18n import translator
from rules.engine import Cards
from rules.malifaux.game import GAME
from rules.malifaux.model.events import Cheated, FlippedTogether, Replaced, Turned
from rules.malifaux.model.fate_deck import SUIT_ORDERS, fate_cards
from rules.malifaux.model.state import set_player
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


@pytest.mark.rule("MX-02", "MX-09")
def test_the_odds_leave_out_what_lies_on_each_player_s_own_pile() -> None:
    """MX L27, L52: everybody has a deck; high cards that one has flipped say nothing of the other's."""
    t = about_to_flip(deck="seen").flip("9r", "8c").goes()
    for card in ("13r", "13t", "13m", "13c", "red"):
        t.do(Turned(0, (card,)))
    for card in ("1r", "1t", "1m", "1c", "black"):
        t.do(Turned(1, (card,)))
    assert [len(player.discard) for player in t.s.players] == [6, 6]
    t.goes_to("MX-09")
    ana = [value for value in VALUES if value not in (13, 14)]
    beto = [value for value in VALUES if value not in (0, 1)]
    ana.remove(9)
    beto.remove(8)
    assert chances(t) == by_hand(ana, beto)
    t.flip("2r")
    assert chances(t) == by_hand([2], beto), "Ana's card is turned up"


VALUES = [*(n for n in range(1, 14) for _ in range(4)), 14, 0]
"""What the cards of a whole deck are worth."""


def chances(t: MalifauxTable) -> list[Fraction]:
    """The odds of Ana, of Beto, and of a tie."""
    return [one.chance for one in GAME.odds(t.s)]


def by_hand(ana: list[int], beto: list[int]) -> list[Fraction]:
    """The same, counted over every pair of cards."""
    pairs = [(one, other) for one in ana for other in beto]
    wins = sum(one > other for one, other in pairs), sum(one < other for one, other in pairs)
    return [Fraction(n, len(pairs)) for n in (*wins, len(pairs) - sum(wins))]


@pytest.mark.rule("MX-02")
def test_each_deck_is_shuffled_by_itself_and_all_of_them_before_a_draw() -> None:
    """MX L27: a card that is seen again tells of its own deck only; the draw phase shuffles every pile."""
    t = about_to_flip(deck="seen").flip("9r", "8c").goes().do(Turned(0, ("13r",))).do(Turned(1, ("13t",)))
    t.do(Turned(0, ("9r",)))
    assert [player.discard for player in t.s.players] == [("9r",), ("8c", "13t")]
    t.all_activated().no_more_points()
    assert (t.asked.rule, [player.discard for player in t.s.players]) == ("MX-09", [(), ()])
    assert chances(t) == by_hand(VALUES, VALUES)


@pytest.mark.rule("MX-10")
def test_a_soulstone_s_flip_leaves_out_the_card_that_it_replaces() -> None:
    """MX L56: what is flipped again lies on the pile and cannot come up a second time."""
    t = about_to_flip(deck="seen").change(set_player, 1, stones=1).flip("12r", "13c")
    assert t.asked.rule == "MX-10"
    assert chances(t) == [Fraction(5 - 4 + 4 - 1, 54 - 1)], "the three other kings are level; the red joker wins"


@pytest.mark.rule("MX-A3")
def test_a_flip_that_is_cheated_leaves_both_cards_on_the_pile() -> None:
    """MX-A3: a card of the hand replaces the flip for another turn; neither may be flipped before the next shuffle."""
    t = about_to_flip(deck="seen", MX_A3="yes").turns(5).no_more_points().flip("3r")
    assert t.asked.rule == "MX-19"
    before = t.player("Ana").discard
    assert before[-1] == "3r"
    assert t.refuses(Replaced(1, ("13t",))) == "MX-A3"
    t.do(Replaced(0, ("13t",)))
    assert t.s.turn == 6
    assert [ES(note.text) for note in t.notes if note.kind == "final_flip"] == ["Hacía falta un 10: otro turno"]
    u = about_to_flip(deck="seen", MX_A3="yes").turns(5).no_more_points().flip("3r").do(Replaced(0, ("9t",)))
    assert (u.s.phase, u.player("Ana").discard) == ("end", (*before, "9t"))


@pytest.mark.rule("MX-02")
def test_the_flip_of_a_duel_may_be_cheated_where_the_camera_follows_the_decks() -> None:
    """Both cards leave the odds; in the initiative phase, and where no camera follows the decks, nobody cheats."""
    t = about_to_flip(deck="seen")
    t.do(FlippedTogether((0, 1), ("5r", "9c")))
    assert t.refuses(Cheated(0, ("13t",))) == "MX-10"
    t.goes().do(Turned(0, ("2r",))).do(Cheated(0, ("13t",)))
    assert (t.player("Ana").flip, t.player("Ana").discard) == ("13t", ("5r", "2r", "13t"))
    assert t.player("Beto").discard == ("9c",)
    t.do(Turned(0, ("1r",))).do(Cheated(0, ("2r",)))
    assert t.player("Ana").discard == ("1r", "2r"), "the 2 was drawn again: the deck was shuffled before this flip"
    t.do(Turned(0, ("4r",))).do(Cheated(0, ("11",)))
    assert t.player("Ana").discard == ("1r", "2r", "4r"), "a number alone is no card of the pile"
    assert about_to_flip().flip("5", "9").goes().refuses(Cheated(0, ("13",))) == "MX-02"


@pytest.mark.parametrize("deck", ["physical", "seen"])
def test_a_card_of_a_hand_at_the_table_may_be_read_but_is_not_awaited(deck: str) -> None:
    """MX-A3: a card that comes to lie there may be a soulstone's flip: whoever cheats says so first."""
    t = about_to_flip(deck=deck, MX_A3="yes").turns(5).no_more_points().flip("3")
    assert find_roll_choice(t.asked) is None
    [hole] = [hole for choice in t.asked.choices if (hole := roll_hole(choice)) is not None]
    assert isinstance(hole, Cards)
    assert (hole.source, hole.kind is not None and hole.kind.ranks_only) == ("hand", deck == "physical")


def test_decks_that_no_camera_follows_count_as_full() -> None:
    t = about_to_flip().do(FlippedTogether((0, 1), ("13", "13")))
    assert [player.discard for player in t.s.players] == [(), ()]
    assert not any(isinstance(remark.event, Turned) for remark in GAME.remarks(t.s))
