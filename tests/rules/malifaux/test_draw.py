"""MX-01 … MX-08: the phases of a turn, and the draw phase."""

import pytest

from rules.engine.record import replace
from rules.malifaux.model.events import Agreed, Deployed, Discarded, Drew, Kept, Mustered, Spent, Took
from rules.malifaux.model.fate_deck import DECK
from rules.malifaux.model.state import set_player
from rules.malifaux.phases.draw import draw
from tests.support.games.malifaux import MalifauxTable, table
from tests.support.games.table import english

rule = pytest.mark.rule
TWO = ("A soulstone for two more cards?", "Ana flips for the initiative")


def virtual(stones: tuple[int, ...] = (), **rulings: str) -> MalifauxTable:
    return MalifauxTable("Ana", "Beto", deck="virtual", **rulings).sets_out(stones).deals()


@rule("MX-01")
def test_a_turn_goes_through_four_phases_in_their_order() -> None:
    """A turn goes through draw, initiative, activation and closing; then the next turn begins."""
    t = MalifauxTable().sets_out((1, 1))
    phases = [t.s.phase]
    for act in (t.keep, lambda: t.flip("7", "4"), t.keep, t.goes, t.all_activated, t.no_more_points):
        act()
        phases.append(t.s.phase)
    assert list(dict.fromkeys(phases[:-1])) == ["draw", "initiative", "activation", "closing"]
    assert (t.s.turn, t.s.phase) == (2, "draw")
    assert "MX-01" in t.ruled


@rule("MX-02")
def test_discards_are_shuffled_in_and_hands_are_not() -> None:
    """At the start of a turn the deck holds every card that is not in a hand."""
    t = virtual()
    t.goes().all_activated().no_more_points()
    for player in t.s.players:
        assert player.discard == ()
        assert len(player.hand) == 6
        assert set(player.undrawn_cards) == set(DECK) - set(player.hand)
    assert "MX-02" in t.ruled


@rule("MX-02")
def test_the_tables_own_decks_are_told_to_be_shuffled() -> None:
    """With physical decks the shuffle is noted from the second turn on."""
    t = table()
    assert "MX-02" not in t.ruled
    t.turns(1).no_more_points()
    assert [id for id in t.ruled if id in ("MX-02", "MX-03", "MX-04")] == ["MX-02", "MX-03", "MX-04"]


@rule("MX-03")
def test_any_number_of_cards_may_be_discarded_but_not_in_turn_1() -> None:
    """From turn 2 on each player may discard any number of cards; the usual choice keeps all."""
    t = virtual()
    assert t.asked.rule == "MX-11"
    assert t.s.turn == 1
    t.goes().all_activated().no_more_points()
    assert t.asks == "Does anybody discard cards?"
    assert t.asked.choices[0].role == "default"
    away = t.player("Beto").hand[:4]
    t.discards("Beto", *away)
    assert len(t.player("Beto").hand) == 2
    assert set(away) <= set(t.player("Beto").discard)
    assert t.asks == "Does anybody discard cards?"
    t.keep()
    assert t.asked.rule == "MX-04"


@rule("MX-03")
def test_nobody_discards_what_they_do_not_hold() -> None:
    """Discarding a card of the deck, a card twice or no card is refused."""
    t = virtual()
    t.goes().all_activated().no_more_points()
    mine, strange = t.player("Ana").hand[0], t.player("Ana").undrawn_cards[0]
    for cards in ((strange,), (mine, mine), ()):
        assert t.refuses(Discarded(0, cards))


@rule("MX-04")
def test_hands_are_filled_up_to_the_maximum() -> None:
    """Hands are filled up to each player's maximum."""
    t = virtual()
    assert [len(player.hand) for player in t.s.players] == [6, 6]
    t.adjust("seat.1.size", 2).goes().all_activated().no_more_points()
    t.discards("Ana", *t.player("Ana").hand[:5]).keep().deals()
    assert [len(player.hand) for player in t.s.players] == [6, 8]


@rule("MX-04")
def test_the_tables_own_hands_are_told_to_be_filled() -> None:
    """With physical decks one note says how far to draw, or one a player if maximums differ."""
    t = table()
    assert t.told_keys.count("Everybody draws up to {n} cards") == 1
    t.turns(1).adjust("seat.0.size", 1).no_more_points()
    assert t.told_keys.count("{who} draws up to {n} cards") == 2
    assert "Everybody draws up to {n} cards" not in t.told_keys


@rule("MX-04")
def test_a_deck_deals_only_what_is_in_it() -> None:
    """Drawing a card that is not in the deck, or one card twice, is refused."""
    t = MalifauxTable("Ana", "Beto", deck="virtual").sets_out()
    assert t.refuses(Drew(0, ("1r",) * 6))
    t.do(Drew(0, ("1r", "2r", "3r", "4r", "5r", "red")))
    assert t.s.players[0].hand == ("1r", "2r", "3r", "4r", "5r", "red")
    t.deals().goes().all_activated().no_more_points().discards("Ana", "1r").keep()
    for elsewhere in ("1r", "2r"):  # discarded, and in the hand
        assert t.refuses(Drew(0, (elsewhere,)))
    t.do(Drew(0, ("6r",)))
    assert "6r" in t.player("Ana").hand


@rule("MX-05", "MX-07")
def test_a_soulstone_is_two_more_cards_and_then_hands_are_back_at_the_maximum() -> None:
    """A soulstone draws two more cards, once; the excess must then be discarded exactly."""
    t = virtual((2, 1))
    t.spends("Ana").deals()
    assert (t.player("Ana").stones, len(t.player("Ana").hand)) == (1, 8)
    assert t.who == "Beto"
    assert t.refuses(Spent(0))
    t.keep()
    assert t.asked.rule == "MX-07"
    assert t.refuses(Discarded(0, t.player("Ana").hand[:1]))
    assert t.refuses(Kept((0,)))
    t.discards("Ana", *t.player("Ana").hand[:2])
    assert len(t.player("Ana").hand) == 6
    assert t.asked.rule == "MX-09"


@rule("MX-05")
def test_whoever_has_no_soulstone_is_not_asked() -> None:
    """Players without a soulstone are not asked; with physical decks a note gives the cards."""
    assert table().asks == TWO[1]
    t = MalifauxTable("Ana", "Beto").sets_out((0, 1))
    assert (t.asks, t.who) == (TWO[0], "Beto")
    t.spends("Beto")
    assert "{who} draws {n} more cards" in t.told_keys
    assert t.player("Beto").stones == 0


@rule("MX-06")
def test_who_deployed_first_declares_first_in_turn_1_then_the_last_first_player() -> None:
    """Who deployed first declares first in turn 1; later the previous First Player does."""
    t = MalifauxTable("Ana", "Beto").sets_out((5, 5))
    assert t.who == "Ana"
    assert t.refuses(Spent(1))
    t.keep("Ana")
    assert (t.asks, t.who) == (TWO[0], "Beto")
    t.keep("Beto").initiative("2", "9").all_activated().no_more_points()
    assert (t.s.turn, t.asks, t.who) == (2, TWO[0], "Beto")


@rule("MX-06")
def test_who_deployed_is_asked_only_where_it_matters() -> None:
    """Who deployed first is asked only when two players have soulstones."""
    assert MalifauxTable("Ana", "Beto").sets_out((3, 0)).who == "Ana"
    t = MalifauxTable("Ana", "Beto").sets_out((3, 0))
    assert t.asks == TWO[0]
    t = MalifauxTable("Ana", "Beto")
    t.do(Agreed()).do(Mustered(1, (), 2)).do(Mustered(0, (), 2))
    assert t.asks == "Who deployed first?"
    t.do(Deployed(1))
    assert (t.asks, t.who) == (TWO[0], "Beto")


@rule("MX-07")
def test_own_hands_are_told_to_be_cut_down_only_if_somebody_drew_more() -> None:
    """With physical decks, discarding to the maximum is noted only if a soulstone was spent."""
    t = MalifauxTable("Ana", "Beto").sets_out((1, 0)).keep()
    assert "MX-07" not in t.ruled
    t = MalifauxTable("Ana", "Beto").sets_out((1, 0)).spends("Ana")
    assert "MX-07" in t.ruled


@rule("MX-08")
def test_a_hand_may_exceed_the_maximum_outside_the_draw_phase_only() -> None:
    """A hand may exceed the maximum until the next draw phase."""
    t = virtual()
    t.goes().do(Took(0, (t.player("Ana").undrawn_cards[0],)))
    assert len(t.player("Ana").hand) == 7
    assert t.asked.rule == "MX-12"
    t.all_activated().no_more_points().keep().deals()
    assert t.asked.rule == "MX-07"
    assert len(t.player("Ana").hand) == 7
    t.do(Discarded(0, (t.player("Ana").hand[-1],)))
    assert len(t.player("Ana").hand) == 6


@pytest.mark.parametrize(("how", "drawn"), [("shuffle", 6), ("short", 2)])
def test_a_deck_that_runs_out_while_drawing(how: str, drawn: int) -> None:
    """MX-A10: an empty deck is reshuffled and drawing goes on, or the player draws fewer."""
    t = virtual(MX_A10=how)
    t.goes()
    left = t.s.players[0].undrawn_cards
    t.change(set_player, 0, hand=(), discard=tuple(card for card in DECK if card not in left[:2]))
    t.change(replace, notes=()).change(draw, 0, 6)
    assert "MX-A10" in t.decided
    t.runs().deals()
    assert len(t.player("Ana").hand) == drawn
    assert len(set(t.player("Ana").hand)) == drawn


def test_a_fate_deck_has_54_different_cards() -> None:
    """A fate deck has 54 different cards, and the view counts those left."""
    assert len(DECK) == len(set(DECK)) == 54
    t = virtual()
    line = t.view.players[0]
    assert (line.deck, line.discard, len(line.hand)) == (54 - 6 - 1, 1, 6)


@rule("MX-07", "MX-08")
def test_the_tables_own_hands_are_told_to_be_cut_before_the_initiative() -> None:
    """MX L41: "Un jugador nunca puede terminar esta fase con más cartas": said in every turn but the first.

    In turn 1 only a soulstone can bring too many cards; later, activations may have.
    """
    words = "Whoever has too many cards discards down to the maximum"
    t = table()
    assert words not in t.told
    assert t.asked.stake is None
    t.turns(1).no_more_points()
    assert ("MX-07", words) in list(zip(t.ruled, t.told, strict=True))
    assert t.asked.rule == "MX-09"
    assert t.asked.stake is not None
    assert english(t.asked.stake) == words


@rule("MX-04")
def test_a_deck_that_empties_while_cards_are_dealt_is_shuffled() -> None:
    """MX L35: one draws "hasta que alcancen ese número máximo", also if the last cards were just taken."""
    t = virtual()
    t.goes().all_activated().no_more_points().discards("Ana", *t.player("Ana").hand[:3]).keep()
    assert (t.step, t.who) == ("deal", "Ana")
    held, rest = t.player("Ana").hand, t.player("Ana").undrawn_cards
    t.change(set_player, 0, discard=(*t.player("Ana").discard, *rest[1:])).do(Drew(0, rest[:1]))
    assert (t.who, "MX-A10" in t.decided) == ("Ana", True)
    assert len(t.deals().player("Ana").hand) == len(held) + 3


@rule("MX-07", "MX-08")
def test_who_draws_while_another_discards_is_asked_again() -> None:
    """MX L41: "Un jugador nunca puede terminar esta fase con más cartas que las del Tamaño Máximo de Mano"."""
    t = virtual().goes()
    for seat in (0, 1):
        t.do(Took(seat, t.s.players[seat].undrawn_cards[:1]))
    t.all_activated().no_more_points().keep().deals()
    t.do(Discarded(0, t.s.players[0].hand[:1]), Took(0, t.s.players[0].undrawn_cards[:1]))
    t.do(Discarded(1, t.s.players[1].hand[:1]))
    assert (t.asked.rule, t.asked.seats) == ("MX-07", (0,))
    t.do(Discarded(0, t.s.players[0].hand[:1]))
    assert ([len(player.hand) for player in t.s.players], t.asked.rule) == ([6, 6], "MX-09")
