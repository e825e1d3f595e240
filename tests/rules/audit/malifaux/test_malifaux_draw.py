"""Malifaux, audit of the turn and its draw phase (MX-01 … MX-08), from the sentences of the rules text."""

from typing import Any

import pytest

from rules.malifaux.model.events import (
    Activated,
    Agreed,
    Chose,
    Deployed,
    Discarded,
    Drew,
    Flipped,
    Kept,
    Mustered,
    PhaseOver,
    PointsDone,
    PutAway,
    Scored,
    Spent,
    Took,
    Turned,
)
from tests.support.games.malifaux import MalifauxTable, table
from tests.support.games.table import english

CREWS = ({"Alp": 5}, {"Bishop": 6})


def virtual(stones: tuple[int, ...] = (2, 2), **agreed: Any) -> MalifauxTable:
    """A table with virtual decks, where the first cards are about to be drawn; no crews."""
    return MalifauxTable(deck="virtual").sets_out(stones, **agreed)


def in_second_turn(t: MalifauxTable) -> MalifauxTable:
    """That table of virtual decks in the draw phase of turn 2; Beto was the First Player of turn 1."""
    for _ in ("draw", "initiative"):
        t.deals()
        if t.offers(Spent):
            t.keep()
    return t.goes().all_activated().no_more_points()


def cards(t: MalifauxTable, who: str) -> tuple[int, int, int]:
    """How many cards are in that player's hand, discard pile and deck."""
    player = t.player(who)
    return len(player.hand), len(player.discard), player.deck_size


@pytest.mark.rule("MX-01")
def test_a_turn_is_draw_initiative_activation_closing_and_then_the_next_turn_draws() -> None:
    """MX-01, L8: the phases come in order, "las Fases se preceden unas a otras"."""
    t = MalifauxTable().sets_out((1, 1), CREWS)
    seen = [(t.s.turn, t.s.phase, t.asked.rule)]
    t.keep()
    seen.append((t.s.turn, t.s.phase, t.asked.rule))
    t.flip("9", "5").keep().goes()
    seen.append((t.s.turn, t.s.phase, t.asked.rule))
    t.activates("Alp").done().activates("Bishop").done()
    seen.append((t.s.turn, t.s.phase, t.asked.rule))
    t.no_more_points()
    assert (t.s.turn, t.s.phase) == (2, "draw")
    assert seen == [
        (1, "draw", "MX-05"),
        (1, "initiative", "MX-09"),
        (1, "activation", "MX-12"),
        (1, "closing", "MX-18"),
    ]


@pytest.mark.rule("MX-01")
def test_no_phase_is_entered_before_the_one_in_front_of_it_is_over() -> None:
    """MX-01, L8, L12-18: nobody flips, activates or scores ahead of time."""
    t = MalifauxTable().sets_out((1, 1), CREWS)
    alp = Activated(t.model("Alp").id)
    assert [t.refuses(e) for e in (Flipped(0, ("9",)), alp, Scored(0))] == ["MX-09", "MX-12", "MX-18"]
    t.keep()
    assert [t.refuses(e) for e in (alp, Chose(True), Scored(0))] == ["MX-12", "MX-11", "MX-18"]
    t.flip("9", "5").keep().goes()
    assert [t.refuses(e) for e in (Flipped(0, ("9",)), Scored(0), PointsDone())] == ["MX-09", "MX-18", "MX-18"]
    t.activates("Alp").done().activates("Bishop").done()
    assert [t.refuses(e) for e in (alp, Flipped(0, ("9",)))] == ["MX-12", "MX-19"]


@pytest.mark.rule("MX-01")
def test_the_steps_of_the_draw_phase_come_in_order() -> None:
    """MX-01, L12: shuffle, discard, draw, a soulstone, down to the maximum."""
    t = in_second_turn(virtual())
    rules = []
    assert cards(t, "Ana")[1] == 0, "the discards are back before anybody is asked"
    while t.s.phase == "draw":
        rules.append(t.asked.rule)
        match t.asked.rule:
            case "MX-03":
                t.discards("Ana", *t.player("Ana").hand[:2]).keep()
            case "MX-05" if t.offers(Spent):
                t.spends(t.who)
            case "MX-07":
                seat = t.asked.seats[0]
                t.do(Discarded(seat, t.s.players[seat].hand[:2]))
            case _:
                t.deals()
    assert list(dict.fromkeys(rules)) == ["MX-03", "MX-04", "MX-05", "MX-07"]


@pytest.mark.rule("MX-02")
def test_discard_piles_go_back_into_the_decks_and_hands_stay_aside() -> None:
    """MX-02, L27: all shuffle their discard pile into the deck, "dejar a un lado sus Manos"."""
    t = virtual().deals().keep().deals().keep().goes()
    for seat in range(2):
        for card in t.s.players[seat].undrawn_cards[:3]:
            t.do(Turned(seat, (card,)))
    hands = [player.hand for player in t.s.players]
    assert [cards(t, who) for who in ("Ana", "Beto")] == [(6, 4, 44)] * 2
    t.all_activated()
    assert [cards(t, who)[1] for who in ("Ana", "Beto")] == [4, 4], "not before the next draw phase"
    t.no_more_points()
    assert [cards(t, who) for who in ("Ana", "Beto")] == [(6, 0, 48)] * 2
    assert [player.hand for player in t.s.players] == hands
    assert "MX-02" in t.ruled


@pytest.mark.rule("MX-02")
def test_a_table_with_decks_of_its_own_is_told_to_shuffle_each_turn() -> None:
    """MX-02, L27: the app cannot shuffle cardboard: it says so as each further turn begins."""
    t = table()
    assert "MX-02" not in t.ruled
    t.initiative("9", "5").all_activated()
    for turn in (2, 3):
        t.no_more_points()
        assert t.s.turn == turn
        assert [id for id in t.ruled if id in ("MX-02", "MX-03", "MX-04")] == ["MX-02", "MX-03", "MX-04"]
        t.initiative("9", "5").all_activated()


@pytest.mark.rule("MX-03")
def test_in_turn_1_nobody_is_asked_to_discard() -> None:
    """MX-03, L31: in the first turn nobody has a hand, and the step is left out."""
    t = virtual()
    assert (t.s.turn, t.asked.rule, t.player("Ana").hand) == (1, "MX-04", ())
    assert t.refuses(Discarded(0, ("5r",))) == "MX-03"
    assert "MX-03" not in table().ruled


@pytest.mark.rule("MX-03")
@pytest.mark.parametrize("count", [1, 3, 6])
def test_any_number_of_cards_is_discarded_and_replaced_by_others(count: int) -> None:
    """MX-03, L31: "cualquier número de cartas de sus Manos", making room for new ones."""
    t = in_second_turn(virtual())
    hand = t.player("Ana").hand
    t.discards("Ana", *hand[:count])
    assert t.player("Ana").hand == hand[count:]
    assert set(t.player("Ana").discard) == set(hand[:count])
    t.keep().deals()
    assert cards(t, "Ana") == (6, count, 48 - count)
    assert not set(hand[:count]) & set(t.player("Ana").hand), "what was shuffled before does not hold them"
    assert cards(t, "Beto") == (6, 0, 48)


@pytest.mark.rule("MX-03")
def test_nobody_has_to_discard_and_only_cards_of_the_own_hand_can_be() -> None:
    """MX-03, L31: "pueden": each may keep all; of "sus Manos" only."""
    t = in_second_turn(virtual())
    other = t.player("Beto").hand[0]
    assert t.refuses(Discarded(0, (other,))) == "MX-03"
    assert t.refuses(Discarded(0, (t.player("Ana").hand[0],) * 2)) == "MX-03"
    hands = [player.hand for player in t.s.players]
    t.keep("Beto")
    assert (t.asked.rule, t.asked.seats) == ("MX-03", (0,)), "Ana has not said yet"
    t.keep("Ana").deals()
    assert [player.hand for player in t.s.players] == hands
    assert t.refuses(Discarded(0, hands[0][:1])) in ("MX-03", "MX-07"), "the step is over"


@pytest.mark.rule("MX-04")
def test_everybody_draws_up_to_six_exactly() -> None:
    """MX-04, L35: with fewer than the maximum, draw up to it; six by default."""
    t = virtual()
    deck = t.player("Ana").undrawn_cards
    assert [t.refuses(Drew(0, deck[:n])) for n in (0, 5, 7)] == ["MX-04"] * 3
    assert t.refuses(Drew(1, deck[:6])) == "MX-04", "it is Ana who is asked"
    t.do(Drew(0, deck[:6]))
    assert (cards(t, "Ana"), cards(t, "Beto"), t.who) == ((6, 0, 48), (0, 0, 54), "Beto")
    t.deals()
    assert cards(t, "Beto") == (6, 0, 48)


@pytest.mark.rule("MX-04")
@pytest.mark.parametrize(("by", "hand"), [(1, 7), (2, 8), (0, 6)])
def test_a_maximum_that_something_alters_is_the_one_that_is_drawn_up_to(by: int, hand: int) -> None:
    """MX-04, L35: abilities and effects can alter the maximum."""
    t = in_second_turn(virtual())
    t.by_hand("Ana", "size", by).keep().deals()
    assert (cards(t, "Ana")[0], cards(t, "Beto")[0]) == (hand, 6)
    assert t.asked.rule == "MX-05"


@pytest.mark.rule("MX-04", "MX-07")
def test_who_has_the_maximum_or_more_draws_nothing() -> None:
    """MX-04, L35, L39: only those with fewer cards draw; a smaller maximum makes for a discard."""
    t = in_second_turn(virtual(stones=(0, 0)))
    t.by_hand("Ana", "size", -2).keep()
    assert (t.asked.rule, t.who, cards(t, "Ana")) == ("MX-07", "Ana", (6, 0, 48))
    hand = t.player("Ana").hand
    assert t.refuses(Discarded(0, hand[:1])) == "MX-07"
    t.discards("Ana", *hand[:2])
    assert (cards(t, "Ana"), cards(t, "Beto"), t.s.phase) == ((4, 2, 48), (6, 0, 48), "initiative")


@pytest.mark.rule("MX-05")
def test_one_soulstone_brings_two_more_cards_after_drawing() -> None:
    """MX-05, L37: after drawing, a single soulstone may be spent for two cards."""
    t = virtual(stones=(2, 1))
    assert t.refuses(Spent(0)) in ("MX-04", "MX-05"), "nobody has drawn yet"
    t.deals()
    assert (t.asked.rule, t.who) == ("MX-05", "Ana")
    t.spends("Ana")
    assert (t.player("Ana").stones, t.player("Beto").stones) == (1, 1)
    deck = t.player("Ana").undrawn_cards
    assert [t.refuses(Drew(0, deck[:n])) for n in (0, 1, 3)] == ["MX-05"] * 3
    t.do(Drew(0, deck[:2]))
    assert (cards(t, "Ana"), cards(t, "Beto")) == ((8, 0, 46), (6, 0, 48))
    assert "MX-05" in t.ruled, "the two cards are explained by their own rule"


@pytest.mark.rule("MX-05")
def test_only_one_soulstone_is_spent_and_none_by_who_has_none() -> None:
    """MX-05, L37: "una única Piedra de Alma"."""
    t = virtual(stones=(2, 0)).deals().spends("Ana").deals()
    assert t.s.phase == "draw"
    assert (t.asked.rule, t.who) == ("MX-07", "Ana"), "Beto has no soulstone to spend"
    assert t.refuses(Spent(0)) == "MX-05"
    assert t.refuses(Spent(1)) == "MX-05"
    assert t.player("Ana").stones == 1


@pytest.mark.rule("MX-05")
def test_the_soulstone_may_be_kept() -> None:
    """MX-05, L37: "pueden gastar": who keeps it has the same soulstones and no more cards."""
    t = virtual(stones=(2, 1)).deals().keep("Ana")
    assert (t.asked.rule, t.who) == ("MX-05", "Beto")
    t.keep("Beto")
    assert (t.s.phase, cards(t, "Ana"), cards(t, "Beto")) == ("initiative", (6, 0, 48), (6, 0, 48))
    assert [player.stones for player in t.s.players] == [2, 1]


@pytest.mark.rule("MX-05")
def test_with_decks_on_the_table_the_soulstone_is_counted_and_the_cards_are_told() -> None:
    """MX-05, L37, L39: the stone is gone, the table draws two and discards what is too much."""
    t = MalifauxTable().sets_out((1, 1)).spends("Ana")
    assert [player.stones for player in t.s.players] == [0, 1]
    assert "MX-05" in t.ruled
    assert t.refuses(Spent(0)) in ("MX-05", "MX-06")
    t.keep("Beto")
    assert (t.s.phase, [player.stones for player in t.s.players]) == ("initiative", [0, 1])


@pytest.mark.rule("MX-06")
def test_in_turn_1_who_deployed_first_says_so_first() -> None:
    """MX-06, L37: "si este es el primer Turno, el jugador que desplegó en primer lugar"."""
    for seat in range(2):
        t = MalifauxTable(deck="virtual").do(Agreed(), Mustered(0, (), 1), Mustered(1, (), 1), Deployed(seat)).deals()
        assert (t.asked.rule, t.asked.seats) == ("MX-05", (seat,))
        assert t.refuses(Spent(1 - seat)) == "MX-06"
        assert t.refuses(Kept((1 - seat,))) == "MX-06"
        t.do(Kept((seat,)))
        assert t.asked.seats == (1 - seat,)
        t.do(Spent(1 - seat))
        assert t.s.players[1 - seat].stones == 0


@pytest.mark.rule("MX-06")
def test_later_the_first_player_of_the_turn_before_says_so_first() -> None:
    """MX-06, L37: the First Player of the turn before declares first, whoever flipped higher."""
    for first, asked in ((True, "Beto"), (False, "Ana")):
        t = MalifauxTable().sets_out((1, 1)).keep().flip("5", "9").keep().goes(first)
        t.all_activated().no_more_points()
        assert (t.s.turn, t.asked.rule, t.who) == (2, "MX-05", asked)
        other = 1 - t.seat(asked)
        assert t.refuses(Spent(other)) == "MX-06"
        t.spends(asked)
        assert (t.asked.rule, t.asked.seats) == ("MX-05", (other,))


@pytest.mark.rule("MX-07")
def test_whoever_is_above_the_maximum_discards_exactly_what_is_too_much() -> None:
    """MX-07, L39: they "deben descartar tantas cartas como sea necesario"."""
    t = virtual().deals().spends("Ana").deals().keep("Beto")
    hand = t.player("Ana").hand
    assert (t.asked.rule, t.who, len(hand)) == ("MX-07", "Ana", 8)
    assert [t.refuses(Discarded(0, hand[:n])) for n in (0, 1, 3)] == ["MX-07"] * 3
    assert t.refuses(Discarded(1, t.player("Beto").hand[:2])) == "MX-07"
    assert t.refuses(Kept((0,))) == "MX-07", "it is a must"
    assert t.refuses(Flipped(0, (t.player("Ana").undrawn_cards[0],))) == "MX-09"
    t.discards("Ana", *hand[:2])
    assert (cards(t, "Ana"), cards(t, "Beto"), t.s.phase) == ((6, 2, 46), (6, 0, 48), "initiative")
    assert set(t.player("Ana").discard) == set(hand[:2])
    assert "MX-07" in t.ruled, "the discard is explained by its own rule"


@pytest.mark.rule("MX-07", "MX-05")
def test_the_discard_waits_until_all_had_their_chance_of_more_cards() -> None:
    """MX-07, L39: once all have drawn and "hayan podido robar cualquier carta adicional"."""
    t = virtual().deals().spends("Ana").deals()
    assert (t.asked.rule, t.who, cards(t, "Ana")[0]) == ("MX-05", "Beto", 8)
    t.spends("Beto").deals()
    asked = []
    while t.asked.rule == "MX-07":
        asked.append(t.who)
        t.discards(t.who, *t.player(t.who).hand[:2])
    assert (asked, t.s.phase) == (["Ana", "Beto"], "initiative")
    assert [cards(t, who) for who in ("Ana", "Beto")] == [(6, 2, 46)] * 2
    assert [player.stones for player in t.s.players] == [1, 1]


@pytest.mark.rule("MX-08")
def test_draws_of_the_activation_phase_may_exceed_the_maximum_until_the_next_draw_phase() -> None:
    """MX-08, L41: draws in the activation phase can exceed it; this phase never ends above it."""
    t = virtual(stones=(0, 0)).deals().deals().goes()
    assert t.s.phase == "activation"
    for _ in range(2):
        t.do(Took(0, (t.player("Ana").undrawn_cards[0],)))
    assert (cards(t, "Ana")[0], t.s.phase) == (8, "activation")
    t.all_activated().no_more_points().keep()
    assert (t.asked.rule, t.who, cards(t, "Ana")) == ("MX-07", "Ana", (8, 0, 46)), "nothing is drawn above six"
    t.discards("Ana", *t.player("Ana").hand[:2])
    assert (t.s.phase, cards(t, "Ana"), cards(t, "Beto")) == ("initiative", (6, 2, 46), (6, 0, 48))


@pytest.mark.rule("MX-08")
def test_a_card_that_is_drawn_in_the_draw_phase_itself_is_discarded_before_it_ends() -> None:
    """MX-08, L41: nobody can ever end this phase with more cards than the maximum."""
    t = virtual().deals().spends("Ana").deals().keep("Beto")
    t.do(Took(1, (t.player("Beto").undrawn_cards[0],)))
    t.do(Took(0, (t.player("Ana").undrawn_cards[0],)))
    assert (cards(t, "Ana")[0], cards(t, "Beto")[0], t.s.phase) == (9, 7, "draw")
    while t.asked.rule == "MX-07":
        hand = t.player(t.who).hand
        t.discards(t.who, *hand[: len(hand) - 6])
    assert (t.s.phase, cards(t, "Ana")[0], cards(t, "Beto")[0]) == ("initiative", 6, 6)


@pytest.mark.rule("MX-08", "MX-07")
def test_a_hand_that_is_put_right_by_hand_is_not_asked_to_discard() -> None:
    """MX-08, L39, L41: "tantas cartas como sea necesario": none, once the hand is at the maximum."""
    t = virtual().deals().spends("Ana").deals().keep("Beto")
    hand = t.player("Ana").hand
    t.do(PutAway(0, hand[:1]))
    assert (t.asked.rule, t.refuses(Discarded(0, hand[1:3]))) == ("MX-07", "MX-07"), "one is too many now"
    t.do(PutAway(0, hand[1:2]))
    assert (t.s.phase, cards(t, "Ana"), cards(t, "Beto")) == ("initiative", (6, 2, 46), (6, 0, 48))


@pytest.mark.rule("MX-08")
def test_the_maximum_that_counts_is_the_one_at_the_end_of_the_phase() -> None:
    """MX-08, L41: also where the maximum falls while the phase lasts."""
    t = virtual().deals()
    t.by_hand("Beto", "size", -1).keep()
    assert (t.s.phase, t.asked.rule, t.who) == ("draw", "MX-07", "Beto")
    t.discards("Beto", t.player("Beto").hand[0])
    assert (t.s.phase, cards(t, "Beto"), cards(t, "Ana")) == ("initiative", (5, 1, 48), (6, 0, 48))


@pytest.mark.rule("MX-08", "MX-15")
def test_the_activation_phase_is_not_left_by_drawing() -> None:
    """MX-08, L41: a card that is drawn during the activations is nobody's activation."""
    t = MalifauxTable(deck="virtual").sets_out((), CREWS).deals().deals().goes()
    t.do(Took(0, (t.player("Ana").undrawn_cards[0],)))
    assert (t.who, t.s.phase, cards(t, "Ana")[0]) == ("Beto", "activation", 7)
    assert t.offers(PhaseOver)


@pytest.mark.rule("MX-07", "MX-08")
def test_the_tables_own_hands_are_told_to_be_cut_before_the_initiative() -> None:
    """MX L41: "Un jugador nunca puede terminar esta fase con más cartas": said in every turn but the first.

    In turn 1 only a soulstone can bring too many cards; later, activations may have.
    """
    words = "Whoever has too many cards discards down to the maximum"
    t = table()
    assert words not in t.note_texts
    assert t.asked.stake is None
    t.turns(1).no_more_points()
    assert ("MX-07", words) in list(zip(t.ruled, t.note_texts, strict=True))
    assert t.asked.rule == "MX-09"
    assert t.asked.stake is not None
    assert english(t.asked.stake) == words


@pytest.mark.rule("MX-04")
def test_the_tables_own_hands_are_told_to_be_filled() -> None:
    """With physical decks one note says how far to draw, or one a player if maximums differ."""
    t = table()
    assert t.note_keys.count("Everybody draws up to {n} cards") == 1
    t.turns(1).adjust("seat.0.size", 1).no_more_points()
    assert t.note_keys.count("{who} draws up to {n} cards") == 2
    assert "Everybody draws up to {n} cards" not in t.note_keys
