"""MX-09 … MX-11: initiative flips, ties, soulstones, and the First Player."""

import pytest

from rules.malifaux.model.events import Chose, Flipped, Spent, Took, Valued
from rules.malifaux.model.fate_deck import DECK
from rules.malifaux.model.state import set_player
from tests.support.games.malifaux import MalifauxTable, table

rule = pytest.mark.rule
STONE = "A soulstone to flip again?"


def flipping(*stones: int, names: tuple[str, ...] = ("Ana", "Beto"), **rulings: str) -> MalifauxTable:
    """All are about to flip for initiative; no soulstone was spent on cards."""
    t = MalifauxTable(*names, **rulings).sets_out(stones)
    return t.keep() if t.asked.rule == "MX-05" else t


@rule("MX-09")
def test_everybody_flips_and_a_tie_is_flipped_again_before_any_soulstone() -> None:
    """Tied players flip again until somebody is higher; only then soulstones are asked about."""
    t = flipping(1, 1).flip("7")
    assert t.who == "Beto"
    t.flip("7")
    assert "MX-09" in t.ruled
    assert t.who == "Ana"
    t.flip("3", "3")
    assert t.asked.rule == "MX-09"
    t.flip("3", "10")
    assert t.asks == STONE


@rule("MX-10")
def test_the_lower_card_decides_first_on_a_soulstone_and_each_once() -> None:
    """The lower card decides first on a soulstone, and each player decides once."""
    t = flipping(3, 3).flip("4", "9")
    assert (t.asks, t.who) == (STONE, "Ana")
    assert t.refuses(Spent(1))
    t.spends("Ana").flip("11")
    assert (t.asks, t.who, t.player("Ana").stones) == (STONE, "Beto", 2)
    assert t.refuses(Spent(0))
    t.spends("Beto").flip("12")
    assert (t.asked.rule, t.who, t.player("Beto").stones) == ("MX-11", "Beto", 2)


@rule("MX-10")
def test_one_tap_says_that_nobody_spends_and_whoever_has_none_is_not_asked() -> None:
    """The usual choice keeps all soulstones; players without stones are not asked."""
    t = flipping(2, 2).flip("4", "9")
    assert t.asked.choices[0].role == "default"
    assert t.keep().asked.rule == "MX-11"
    t = flipping(0, 2).flip("4", "9")
    assert (t.asks, t.who) == (STONE, "Beto")
    assert flipping(0, 0).flip("4", "9").asked.rule == "MX-11"


@rule("MX-09", "MX-10")
def test_two_ties_and_a_joker() -> None:
    """Ties before and after the soulstones are flipped again, and a joker can be reflipped.

    After the late tie all flip again; the note names MX-A5.
    """
    t = flipping(2, 2).flip("8", "8")
    assert t.asked.rule == "MX-09"
    t.flip("black", "red")
    assert (t.asks, t.who) == (STONE, "Ana")
    t.spends("Ana").flip("6")
    assert t.who == "Beto"
    t.spends("Beto").flip("6")
    assert t.ruled.count("MX-10") == 2
    assert t.decided == {"MX-A5"}
    assert (t.asked.rule, t.who) == ("MX-09", "Ana")
    t.flip("red", "13")
    assert (t.asked.rule, t.who) == ("MX-11", "Ana")


@pytest.mark.parametrize(("how", "rule_"), [("no", "MX-11"), ("yes", "MX-10")])
def test_after_a_late_tie_who_spent_nothing_may_or_may_not(how: str, rule_: str) -> None:
    """MX-A5: after a late tie, players who kept their soulstone may spend it, or may not."""
    t = flipping(2, 2, MX_A5=how).flip("4", "9").spends("Ana").flip("9").keep().flip("5", "2")
    assert t.asked.rule == rule_
    if how == "yes":
        assert t.s.waits == (1,)
        assert t.keep().asked.rule == "MX-11"


@pytest.mark.parametrize(("low", "high"), [("black", "1"), ("13", "red"), ("black", "red")])
def test_jokers_count_by_their_values(low: str, high: str) -> None:
    """MX-A1: the red joker is highest and the black lowest, unless the table sets other values."""
    assert flipping().flip(low, high).who == "Beto"
    t = MalifauxTable().sets_out(red=0, black=14).flip("red", "black")
    assert t.who == "Beto"
    assert table().adjust("table.red", -14).flip("red", "1").who == "Beto"


@rule("MX-11")
def test_the_highest_card_chooses_to_be_first_or_second() -> None:
    """The player with the highest card chooses to go first or second."""
    t = flipping().flip("4", "9")
    assert t.who == "Beto"
    assert t.goes().s.order == (1, 0)
    t = flipping().flip("4", "9")
    assert t.do(Chose(False)).s.order == (0, 1)
    assert "MX-11" in t.ruled


def test_more_than_two_alternate_in_declared_order() -> None:
    """MX-A8: three players act in seat order from the First Player on."""
    names = ("Ana", "Beto", "Cira")
    t = flipping(names=names).flip("4", "9", "2")
    assert t.goes().s.order == (1, 2, 0)
    t = flipping(names=names).flip("4", "9", "2").goes(False)
    assert t.s.order == (0, 1, 2)


def test_with_three_only_those_tied_for_the_highest_flip_again() -> None:
    """Of three, only those tied for the highest flip again; the third decides first on a stone."""
    t = flipping(1, 1, 1, names=("Ana", "Beto", "Cira")).flip("9", "4", "9")
    assert t.who == "Ana"
    t.flip("10")
    assert t.who == "Cira"
    t.flip("12")
    assert t.s.waits == (1, 0, 2)


def test_a_flip_of_several_cards_may_be_given_as_a_value() -> None:
    """MX-A7: a flip may be given as a value, with virtual decks only if set so."""
    t = flipping().do(Valued(0, 17)).flip("13")
    assert t.who == "Ana"
    t = MalifauxTable("Ana", "Beto", deck="virtual").sets_out().deals()
    assert t.asked.rule == "MX-11"
    t = MalifauxTable("Ana", "Beto", deck="virtual", MX_A7="value").sets_out().deals()
    assert t.asked.rule == "MX-09"
    t.do(Valued(0, 17)).do(Valued(1, 3))
    assert t.who == "Ana"


@pytest.mark.parametrize("how", ["card", "value"])
def test_dealt_flips_come_to_an_end(how: str) -> None:
    """Three virtual decks whose flips are dealt lead to another question: nobody ties for ever."""
    t = MalifauxTable("Ana", "Beto", "Cira", deck="virtual", MX_A7=how).sets_out().deals()
    assert t.asked.rule == {"card": "MX-11", "value": "MX-09"}[how]


# --- an empty deck -----------------------------------------------------------------------------------------------


def asked_to_flip() -> MalifauxTable:
    """Virtual decks in turn 2: Ana is asked for her flip, her last one was the 13 of rams."""
    t = MalifauxTable("Ana", "Beto", deck="virtual", MX_A7="value").sets_out().deals()
    return t.change(set_player, 0, flip="13r").goes_to("MX-09")


@rule("MX-09")
def test_what_was_flipped_before_does_not_count_for_the_initiative() -> None:
    """MX L52: "Los jugadores voltean simultáneamente una carta": everybody begins without one."""
    assert asked_to_flip().player("Ana").flip == ""


@rule("MX-09")
def test_a_deck_that_empties_before_a_flip_is_shuffled() -> None:
    """MX L27: discards are shuffled back into the deck; the flip is then one of them.

    Ana's last card is drawn for her hand after the flip was asked for.
    """
    t = asked_to_flip()
    (*gone, last) = t.player("Ana").undrawn_cards
    t.change(set_player, 0, discard=(*t.player("Ana").discard, *gone), flip="13r").do(Took(0, (last,)))
    assert t.player("Ana").undrawn_cards == ()
    t.do(Flipped(0, (gone[0],)))
    assert (t.player("Ana").flip, t.player("Ana").discard) == (gone[0], (gone[0],))


@rule("MX-09")
def test_without_any_card_to_flip_the_old_flip_does_not_count() -> None:
    """MX L52: without a card in deck and discards nothing is flipped: the card of before has no value."""
    t = asked_to_flip().change(set_player, 0, hand=DECK, discard=(), flip="13r").do(Flipped(0))
    assert t.player("Ana").flip == ""


# --- no card breaks the tie --------------------------------------------------------------------------------------

LAST_CARDS = ((), ()), (("5r",), ("5c",)), (("5r", "5t"), ("5c",)), ((), ("black",))
"""What two players have left to flip, in deck and discards, where every flip is a tie."""


def nearly_out(*left: tuple[str, ...]) -> MalifauxTable:
    """Virtual decks of which everybody holds all cards but those left, before the flips for the initiative."""
    t = MalifauxTable("Ana", "Beto", deck="virtual").sets_out().deals()
    for seat, cards in enumerate(left):
        t.change(set_player, seat, hand=tuple(card for card in DECK if card not in cards), discard=())
    return t.goes_to("MX-09")


@rule("MX-09")
@pytest.mark.parametrize("left", LAST_CARDS)
def test_where_no_card_breaks_a_tie_the_table_is_asked(left: tuple[tuple[str, ...], ...]) -> None:
    """MX L52, L60: a tie is flipped again until somebody is higher; where that cannot come, people give the values."""
    t = nearly_out(*left).deals()
    assert (t.asks, t.who) == ("Ana flips for the initiative", "Ana")
    assert "No card that is left breaks the tie" in str(t.asked.stake)
    assert len(t.asked.choices) == 2
    t.do(Valued(0, 3)).do(Valued(1, 9))
    assert (t.asked.rule, t.who) == ("MX-11", "Beto")


@rule("MX-09")
def test_who_gives_level_values_is_asked_again_and_a_card_may_still_be_flipped() -> None:
    """MX L52: level again is flipped again; a card that is back in a deck decides as ever."""
    t = nearly_out((), ()).deals().do(Valued(0, 3)).do(Valued(1, 3))
    assert (t.asks, t.who) == ("Ana flips for the initiative", "Ana")
    t.change(set_player, 0, hand=DECK[1:]).do(Flipped(0, (DECK[0],))).do(Flipped(1))
    assert (t.asked.rule, t.who) == ("MX-11", "Ana")


@rule("MX-09")
@pytest.mark.parametrize("left", [(("5r", "6r"), ("5c",)), (("5r",), ()), ((), ("red",))])
def test_a_tie_that_cards_can_break_is_flipped_again_without_a_tap(left: tuple[tuple[str, ...], ...]) -> None:
    """MX L52: as long as the cards that are left can differ, nobody is asked."""
    assert nearly_out(*left).deals().asked.rule == "MX-11"
