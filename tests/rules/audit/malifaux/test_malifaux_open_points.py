"""Malifaux, audit of the open points (MX-A1 … MX-A10): the default first, then the other choice."""

from typing import Any

import pytest

from rules.malifaux.model.events import (
    Agreed,
    Cheated,
    Drew,
    Ended,
    Flipped,
    Judged,
    Kept,
    Mustered,
    Replaced,
    Scored,
    Spent,
    Turned,
    Valued,
)
from tests.support.games.malifaux import MalifauxTable, table

THREE = ("Ana", "Beto", "Cira")


def at_check(
    turn: int, stones: tuple[int, ...] = (), agreed: dict[str, Any] | None = None, **rulings: str
) -> MalifauxTable:
    """The table as Ana, the First Player, flips for the end of that turn; each turn since the fifth was gained."""
    t = MalifauxTable(**rulings).sets_out(stones, **(agreed or {})).turns(5).no_more_points()
    for n, card in enumerate(("10", "11", "12", "13", "red")[: turn - 5], 6):
        t.flip(card)
        if t.asked.rule == "MX-19":
            t.keep()
        t.turns(n).no_more_points()
    assert (t.s.turn, t.asked.rule, t.who) == (turn, "MX-19", "Ana")
    return t


def virtual_check(**rulings: str) -> MalifauxTable:
    """Turn 5's flip with virtual decks; Beto is the First Player and has a soulstone."""
    t = MalifauxTable(deck="virtual", **rulings).sets_out((0, 1))
    while t.asked.rule != "MX-19":
        match t.asked.rule:
            case "MX-03" | "MX-05" | "MX-10":
                t.keep()
            case "MX-11":
                t.goes()
            case "MX-12":
                t.all_activated()
            case "MX-18":
                t.no_more_points()
            case _:
                t.deals()
    assert (t.s.turn, t.who) == (5, "Beto")
    return t


@pytest.mark.rule("MX-A1")
def test_the_jokers_are_worth_14_and_0_or_what_the_table_writes_down() -> None:
    """MX-A1: the values are never given: 14 and 0 by default, and the table can enter others."""
    t = table()
    assert (t.s.card_value("red"), t.s.card_value("black")) == (14, 0)
    assert t.copy().flip("red", "13").who == "Ana"
    assert t.copy().flip("black", "1").who == "Beto"
    assert MalifauxTable().refuses(Agreed(red=-1)) in ("MX-A1", "MX-A6", "MX-18")
    t = MalifauxTable().sets_out(red=3, black=20)
    assert (t.s.red, t.s.black) == (3, 20)
    assert t.copy().flip("red", "4").who == "Beto"
    assert t.copy().flip("13", "black").who == "Beto"
    t.adjust("table.red", 20)
    assert t.flip("red", "black").who == "Ana", "and a later correction counts"


@pytest.mark.rule("MX-A3")
def test_the_flip_for_the_end_cannot_be_changed() -> None:
    """MX-A3: silent, default no: neither a card of the hand nor a soulstone changes it."""
    t = at_check(5, stones=(2, 2))
    assert [t.refuses(event) for event in (Spent(0), Replaced(0, ("13",)))] == ["MX-A3"] * 2
    t.flip("9")
    assert (t.s.phase, t.player("Ana").stones) == ("end", 2)
    assert t.refuses(Replaced(0, ("13",))) == "MX-A3"
    t = virtual_check()
    hand = t.player("Beto").hand
    assert t.refuses(Replaced(1, hand[:1])) == "MX-A3"
    t.flip("3c")
    assert (t.s.phase, t.player("Beto").hand) == ("end", hand)


@pytest.mark.rule("MX-A3")
def test_by_choice_the_first_player_changes_it_once_with_a_soulstone() -> None:
    """MX-A3, yes: one soulstone, one other flip; it is final."""
    t = at_check(5, stones=(2, 2), MX_A3="yes").flip("9")
    assert (t.s.phase, t.asked.rule, t.asked.seats) == ("closing", "MX-19", (0,))
    assert [t.refuses(event) for event in (Spent(1), Replaced(1, ("13",)), Kept((1,)))] == ["MX-A3"] * 3
    t.spends("Ana")
    assert [player.stones for player in t.s.players] == [1, 2]
    assert t.refuses(Kept((0,))) in ("MX-19", "MX-A3"), "the stone is spent, the flip is due"
    for card, phase in (("8", "end"), ("10", "initiative")):
        u = t.copy().flip(card)
        while u.asked.rule == "MX-05":
            u.keep()
        assert u.s.phase == phase
        assert u.refuses(Spent(0)) in ("MX-A3", "MX-10")
        assert u.player("Ana").stones == 1


@pytest.mark.rule("MX-A3")
def test_by_choice_the_first_player_keeps_the_flip_or_cheats_it() -> None:
    """MX-A3, yes: "puede": the flip may stay; without a soulstone only a card is left."""
    t = at_check(5, stones=(0, 2), MX_A3="yes").flip("9")
    assert (t.offers(Spent), t.refuses(Spent(0))) == (False, "MX-A3")
    assert t.copy().do(Kept((0,))).s.phase == "end"
    assert t.copy().do(Replaced(0, ("9",))).s.phase == "end"
    assert t.do(Replaced(0, ("10",))).s.turn == 6


@pytest.mark.rule("MX-A3")
def test_by_choice_a_card_of_a_virtual_hand_replaces_the_flip_and_nothing_else_does() -> None:
    """MX-A3, yes: once, by a card of the First Player's own hand; no other way changes that flip."""
    t = virtual_check(MX_A3="yes").flip("3c")
    before = t.player("Beto")
    assert (t.asked.rule, before.flip) == ("MX-19", "3c")
    unseen = before.undrawn_cards[0]
    assert t.refuses(Replaced(1, (unseen,))) == "MX-A3"
    assert t.refuses(Turned(1, (unseen,))) == "MX-A3"
    assert t.refuses(Cheated(1, before.hand[:1])) == "MX-A3"
    t.do(Replaced(1, ("13r",)))
    assert "13r" in before.hand
    assert t.s.turn == 6
    assert set(t.player("Beto").hand) == set(before.hand) - {"13r"}
    assert t.player("Beto").stones == 1


@pytest.mark.rule("MX-A4", "MX-20")
def test_level_on_points_is_a_draw_or_the_table_decides() -> None:
    """MX-A4: silent: report a draw; a table may name a winner among those who are level."""
    t = at_end(2, 2, 1)
    t.no_more_points()
    assert t.winners == ("Ana", "Beto")
    assert t.outcome is not None
    assert t.outcome.draw
    t = at_end(2, 2, 1, MX_A4="table").no_more_points()
    assert (t.outcome, {event.seat for event in t.events if isinstance(event, Judged)}) == (None, {0, 1, -1})
    assert t.refuses(Judged(2)) == "MX-A4", "Cira has fewer points"
    assert t.refuses(Scored(2)) in ("MX-18", "MX-20")
    drawn = t.copy().do(Judged(-1))
    assert drawn.outcome is not None
    assert drawn.outcome.draw
    assert t.do(Judged(1)).winners == ("Beto",)


def at_end(*points: int, **rulings: str) -> MalifauxTable:
    """A table of three with these points, where the encounter has just ended."""
    t = MalifauxTable(*THREE, **rulings).sets_out(turns=1).turns(1)
    for name, n in zip(THREE, points, strict=True):
        t.scores(name, n)
    return t.no_more_points()


@pytest.mark.rule("MX-A4")
def test_nobody_is_asked_who_wins_where_one_has_more_points() -> None:
    """MX-A4: the table decides ties only."""
    assert at_end(2, 3, 1, MX_A4="table").no_more_points().winners == ("Beto",)


@pytest.mark.rule("MX-A5", "MX-10")
@pytest.mark.parametrize("choice", ["no", "yes"])
def test_after_a_late_tie_they_only_flip_again_or_who_kept_the_stone_may_spend_it(choice: str) -> None:
    """MX-A5, L56: every choice was made before the tie; a table may ask those who did not spend."""
    t = MalifauxTable(MX_A5=choice).sets_out((2, 2)).keep().flip("5", "9").spends("Ana").flip("9").keep("Beto")
    assert (t.asked.rule, t.who) == ("MX-09", "Ana"), "the tie is flipped again at any rate"
    t.flip("8", "6")
    if choice == "no":
        assert (t.asked.rule, t.who) == ("MX-11", "Ana")
        assert t.refuses(Spent(1)) == "MX-10"
        return
    assert (t.asked.rule, t.asked.seats) == ("MX-10", (1,))
    assert t.refuses(Spent(0)) == "MX-10", "Ana has spent hers"
    kept = t.copy().keep("Beto")
    assert (kept.asked.rule, kept.who, kept.player("Beto").stones) == ("MX-11", "Ana", 2)
    t.spends("Beto").flip("10")
    assert (t.asked.rule, t.who, [player.stones for player in t.s.players]) == ("MX-11", "Beto", [1, 1])


@pytest.mark.rule("MX-A6")
def test_soulstones_most_soulstones_and_most_points_are_written_down_at_the_start() -> None:
    """MX-A6: not in the text: the table enters how many soulstones there are and how many points can be won."""
    t = MalifauxTable().do(Agreed(strategy="Turf War", points=2, pool=3))
    assert t.refuses(Mustered(0, (), 4)) == "MX-A6"
    t = MalifauxTable().sets_out((3, 1), points=2, pool=3)
    assert [player.stones for player in t.s.players] == [3, 1]
    t.turns(1).scores("Ana", 2)
    assert t.refuses(Scored(0)) == "MX-A6"
    t.scores("Beto")
    assert [player.points for player in t.s.players] == [2, 1]


@pytest.mark.rule("MX-A6")
def test_without_limits_any_number_of_soulstones_and_points_is_possible() -> None:
    """MX-A6: what is not agreed on is not limited."""
    t = MalifauxTable().sets_out((9, 0)).turns(1).scores("Ana", 15)
    assert (t.player("Ana").stones, t.player("Ana").points) == (9, 15)


@pytest.mark.rule("MX-A6", "MX-19")
@pytest.mark.parametrize("last", [3, 5, 6])
def test_an_agreed_last_turn_ends_the_encounter_without_a_flip(last: int) -> None:
    """MX-A6: the number of turns is an input; up to it L90's flip decides."""
    t = MalifauxTable().sets_out(turns=last)
    for turn in range(1, last):
        t.turns(turn).no_more_points()
        if turn >= 5:
            assert t.asked.rule == "MX-19"
            assert t.copy().flip("9").s.phase == "end"
            t.flip("10")
        assert (t.s.turn, t.outcome) == (turn + 1, None)
    t.turns(last).no_more_points()
    assert (t.s.turn, t.s.phase, t.asked.rule) == (last, "end", "MX-20")


def about_to_flip(**rulings: str) -> MalifauxTable:
    """A table whose initiative is about to be flipped."""
    t = MalifauxTable(**rulings).sets_out()
    while t.asked.rule == "MX-04":
        seat = t.asked.seats[0]
        t.do(Drew(seat, t.s.players[seat].undrawn_cards[:6]))
    assert (t.asked.rule, t.who) == ("MX-09", "Ana")
    return t


@pytest.mark.rule("MX-A7")
@pytest.mark.parametrize("rulings", [{}, {"MX_A7": "value"}, {"MX_A7": "value", "deck": "virtual"}])
def test_the_value_of_a_flip_can_be_given_by_hand(rulings: dict[str, str]) -> None:
    """MX-A7, L56 "carta (o cartas)": modified flips are not explained; the value can be given by hand."""
    t = about_to_flip(**rulings)
    assert (t.offers(Valued), t.offers(Flipped)) == (True, True)
    assert t.refuses(Valued(1, 9)) == "MX-09", "Ana is asked first"
    t.do(Valued(0, 13), Valued(1, 13))
    assert (t.asked.rule, t.who) == ("MX-09", "Ana"), "values tie like cards"
    t.do(Valued(0, 11), Valued(1, 12))
    assert (t.asked.rule, t.who) == ("MX-11", "Beto")


@pytest.mark.rule("MX-A7")
def test_a_virtual_deck_flips_one_card_unless_the_table_says_otherwise() -> None:
    """MX-A7, L52 "una carta": the other choice; a deck in the app flips by itself, and no value is given."""
    t = about_to_flip(deck="virtual")
    assert (t.offers(Valued), t.offers(Flipped)) == (False, True)
    assert t.refuses(Valued(0, 11)) == "MX-A7"
    assert t.flip("8r", "9t").who == "Beto"


@pytest.mark.rule("MX-A7", "MX-19")
@pytest.mark.parametrize("choice", ["card", "value"])
def test_the_value_of_the_flip_for_the_end_can_be_given_by_hand(choice: str) -> None:
    """MX-A7, L90: "allow manual value": the choice is about L56's flips; here the table may always give it."""
    for t in (at_check(5, MX_A7=choice), virtual_check().settles_on("MX-A7", choice)):
        seat = t.seat(t.who)
        assert t.refuses(Valued(1 - seat, 10)) == "MX-19"
        assert t.copy().do(Valued(seat, 9)).s.phase == "end"
        assert t.do(Valued(seat, 10)).s.turn == 6


@pytest.mark.rule("MX-A8", "MX-12")
@pytest.mark.parametrize(("first", "order"), [(True, "Beto Cira Ana"), (False, "Ana Beto Cira")])
def test_more_than_two_alternate_in_the_order_of_their_names(first: bool, order: str) -> None:
    """MX-A8, L65-69: "todos los jugadores": in declared order from the First Player on; Second is the next."""
    crews = ({"Alp": 5}, {"Bishop": 6}, {"Cook": 3})
    t = MalifauxTable(*THREE).sets_out((), crews).flip("5", "9", "7")
    assert (t.asked.rule, t.who) == ("MX-11", "Beto")
    t.goes(first)
    asked = []
    while t.s.phase == "activation":
        asked.append(t.who)
        t.do(t.events[0]).done()
    assert " ".join(asked) == order
    assert sum(model.activated for player in t.s.players for model in player.crew) == 3


@pytest.mark.rule("MX-A8", "MX-10")
def test_more_than_two_decide_on_their_soulstones_from_the_lowest_card_on() -> None:
    """MX-A8, L56: "cada jugador", beginning with the lowest card."""
    t = MalifauxTable(*THREE).sets_out((1, 1, 1)).keep().flip("9", "5", "7")
    asked = []
    while t.asked.rule == "MX-10":
        asked.append(t.who)
        t.keep(t.who)
    assert (asked, t.asked.rule, t.who) == (["Beto", "Cira", "Ana"], "MX-11", "Ana")


@pytest.mark.rule("MX-A8", "MX-06")
def test_more_than_two_declare_their_soulstones_from_last_turns_first_player_on() -> None:
    """MX-A8, L37: the First Player of the turn before, then the others in declared order."""
    t = MalifauxTable(*THREE).sets_out((1, 1, 1)).keep().flip("5", "9", "7").keep().goes()
    t.all_activated().no_more_points()
    asked = []
    while t.asked.rule == "MX-05":
        asked.append(t.who)
        t.keep(t.who)
    assert asked == ["Beto", "Cira", "Ana"]


@pytest.mark.rule("MX-A9", "MX-17")
def test_effects_of_three_owners_go_by_order_or_the_first_player_orders_them_all() -> None:
    """MX-A9: the First Player's, then in the declared order; by choice the First Player orders all."""
    names = {"Alp": "a", "Bishop": "b", "Cook": "c"}
    for choice in ("order", "table"):
        t = MalifauxTable(*THREE, MX_A9=choice).sets_out((), ({"Alp": 5}, {"Bishop": 6}, {"Cook": 3}))
        t.flip("5", "9", "7").goes()
        for model, name in names.items():
            t.conditioned(model, f"{name}1", acts=True).conditioned(model, f"{name}2", acts=True)
        ids = {c.name: c.id for player in t.s.players for model in player.crew for c in model.conditions}
        while t.s.phase == "activation":
            t.do(t.events[0]).done()
        asked = [t.who]
        if choice == "order":
            assert t.refuses(Ended(ids["c1"])) == "MX-17"
            for name in ("b2", "c2", "a2"):
                t.ends(name)
                asked.append(t.who)
            assert asked[:3] == ["Beto", "Cira", "Ana"]
        else:
            for name in ("c1", "a2", "b1", "c2", "a1"):
                assert (t.asked.rule, t.who) == ("MX-17", "Beto")
                t.ends(name)
        assert (t.asked.rule, [m.conditions for p in t.s.players for m in p.crew]) == ("MX-18", [(), (), ()])
