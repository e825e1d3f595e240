"""Malifaux, audit of the closing phase (MX-16 … MX-20), from the sentences of the rules text."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import pytest

from rules.engine import Number
from rules.malifaux.model.events import (
    Conditioned,
    Ended,
    Flipped,
    Kept,
    PhaseOver,
    PointsDone,
    Scored,
    Spent,
    Stopped,
    Turned,
)
from rules.malifaux.model.fate_deck import DECK
from rules.malifaux.phases.initiative import flip_odds
from tests.support.games.malifaux import MalifauxTable, table

CREWS = ({"Alp": 5, "Ash": 4}, {"Bishop": 6, "Belle": 3})


def activating(first: bool = True, **rulings: str) -> MalifauxTable:
    """A table of two crews in turn 1's activation phase; Ana has the initiative."""
    return MalifauxTable(**rulings).sets_out((), CREWS).flip("9", "5").goes(first)


def all_have_acted(t: MalifauxTable) -> MalifauxTable:
    """The table once every model has been activated."""
    while t.offers(PhaseOver):
        t.do(t.events[0]).done()
    return t


def conditions(t: MalifauxTable) -> list[str]:
    """The names of all conditions on the table."""
    return [c.name for player in t.s.players for model in player.crew for c in model.conditions]


def ended(t: MalifauxTable) -> list[str]:
    """What ended just now, in that order."""
    return [text for text, rule in zip(t.note_texts, t.ruled, strict=True) if rule == "MX-16"]


def at_check(turn: int, *cards: str, **agreed: Any) -> MalifauxTable:
    """The table as the First Player flips for the end of that turn, after those flips of the turns from 5 on."""
    t = MalifauxTable().sets_out((), (), **agreed).turns(5).no_more_points()
    for n, card in enumerate(cards or passing(turn), 6):
        t.flip(card).turns(n).no_more_points()
    assert (t.s.turn, t.asked.rule) == (turn, "MX-19")
    return t


def passing(turn: int) -> Iterable[str]:
    """Cards that bring about the turns from 6 up to that one."""
    return ("10", "11", "12", "13", "red")[: turn - 5]


@pytest.mark.rule("MX-16")
def test_effects_of_this_turn_and_those_without_a_duration_end_in_the_upkeep() -> None:
    """MX-16, L80: what has no specific duration, or lasts this turn, ends in the upkeep; the rest stays."""
    t = activating().conditioned("Alp", "Slow").conditioned("Bishop", "Fast", turns=1)
    t.conditioned("Ash", "Curse", turns=2).conditioned("Belle", "Poison", turns=0)
    assert conditions(t) == ["Slow", "Curse", "Fast", "Poison"]
    all_have_acted(t)
    assert conditions(t) == ["Curse", "Poison"]
    assert (t.asked.rule, t.ruled.count("MX-16")) == ("MX-18", 2), "upkeep comes before the points"
    t.no_more_points().flip("9", "5").goes().all_activated()
    assert (t.s.turn, conditions(t)) == (2, ["Poison"])


@pytest.mark.rule("MX-16")
def test_an_effect_is_entered_to_end_this_turn_unless_a_duration_is_given() -> None:
    """MX-16, L80: "los efectos que no tienen una duración específica" end: what is offered first is one turn."""
    t = activating()
    remark = next(remark for remark in t.remarks if isinstance(remark.event, Conditioned))
    hole = next(hole for hole in remark.template.holes if hole.name == "turns")
    assert isinstance(hole, Number)
    assert hole.default == 1


@pytest.mark.rule("MX-16", "MX-13")
def test_reactivate_that_was_not_used_ends_with_the_turn() -> None:
    """MX-16, L80, L67: "este Turno": it brings no second activation in the next."""
    t = activating().conditioned("Alp", "Reactivate").all_activated()
    assert conditions(t) == []
    t.no_more_points().flip("9", "5").goes().activates("Alp").done().activates("Belle").done()
    assert [event.model for event in t.events if hasattr(event, "model")] == [t.model("Ash").id]


@pytest.mark.rule("MX-17")
@pytest.mark.parametrize("first", [True, False])
def test_the_first_players_effects_end_first_and_each_owner_orders_their_own(first: bool) -> None:
    """MX-17, L82: the owner of the affected models decides; with both, the First Player's come first."""
    t = activating(first)
    for model, name in (("Alp", "a1"), ("Ash", "a2"), ("Bishop", "b1"), ("Belle", "b2")):
        t.conditioned(model, name, acts=True)
    ids = {c.name: c.id for player in t.s.players for model in player.crew for c in model.conditions}
    all_have_acted(t)
    mine, theirs = (("a1", "a2"), ("b1", "b2")) if first else (("b1", "b2"), ("a1", "a2"))
    owner, other = (0, 1) if first else (1, 0)
    assert (t.asked.rule, t.asked.seats) == ("MX-17", (owner,))
    assert {event.condition for event in t.events if isinstance(event, Ended)} == {ids[name] for name in mine}
    assert t.refuses(Ended(ids[theirs[0]])) == "MX-17"
    assert t.refuses(PointsDone()) == "MX-18", "they end before anything is scored"
    assert t.refuses(Kept((owner,))) == "MX-17", "it is a must"
    t.do(Ended(ids[mine[1]]))
    assert (t.asked.seats, set(conditions(t))) == ((other,), set(theirs)), "the last of hers needs no choice"
    assert t.refuses(Ended(ids[mine[0]])) == "MX-17"
    t.do(Ended(ids[theirs[0]]))
    assert (conditions(t), t.asked.rule) == ([], "MX-18")


@pytest.mark.rule("MX-17")
def test_effects_whose_order_does_not_matter_end_without_a_question() -> None:
    """MX-17, L82: "en el raro caso" only; one effect each ends in the First Player's order."""
    t = all_have_acted(activating(first=False).conditioned("Alp", "Slow").conditioned("Ash", "Fast"))
    assert (t.asked.rule, conditions(t)) == ("MX-18", [])
    t = activating(first=False).conditioned("Alp", "a", acts=True).conditioned("Bishop", "b", acts=True)
    all_have_acted(t)
    assert (t.asked.rule, conditions(t)) == ("MX-18", [])
    assert ended(t) == ["Bishop: b ends", "Alp: a ends"], "Beto is the First Player"


@pytest.mark.rule("MX-17")
def test_an_effect_that_acts_and_one_that_does_not_are_still_ordered_by_the_owner() -> None:
    """MX-17, L82: where an end does something, its place among the owner's effects can matter."""
    t = activating().conditioned("Alp", "Slow").conditioned("Ash", "a", acts=True)
    all_have_acted(t)
    assert (t.asked.rule, t.asked.seats) == ("MX-17", (0,))
    t.ends("Slow")
    assert (conditions(t), t.asked.rule) == ([], "MX-18")


@pytest.mark.rule("MX-18")
def test_points_of_the_strategy_and_the_schemes_are_scored_each_turn() -> None:
    """MX-18, L86: crews gain their points for strategies and schemes at the end of each turn."""
    t = table().flip("9", "5").goes()
    assert t.refuses(Scored(0)) == "MX-18", "not before this step"
    t.all_activated().scores("Ana", 2).scores("Beto")
    assert [player.points for player in t.s.players] == [2, 1]
    assert (t.asked.rule, t.s.turn) == ("MX-18", 1), "until all say that there are no more"
    t.no_more_points()
    assert t.s.turn == 2
    assert t.refuses(Scored(0)) == "MX-18"
    t.flip("9", "5").goes().all_activated().scores("Beto").no_more_points()
    assert ([player.points for player in t.s.players], t.s.turn) == ([2, 2], 3)


@pytest.mark.rule("MX-19")
def test_up_to_turn_4_the_next_turn_comes_without_a_flip() -> None:
    """MX-19, L90: "empezando en el Turno 5": no flip before, and no way to end there."""
    t = table()
    for turn in range(1, 5):
        t.turns(turn)
        assert t.refuses(Flipped(0, ("1",))) == "MX-19"
        assert t.refuses(Stopped()) == "MX-19"
        t.no_more_points()
        assert (t.s.turn, t.s.phase) == (turn + 1, "draw" if t.asked.rule == "MX-05" else "initiative")


@pytest.mark.rule("MX-19", "MX-A2")
@pytest.mark.parametrize(
    ("turn", "card", "goes_on"),
    [
        *((5, "9", False), (5, "10", True), (5, "13", True), (5, "red", True), (5, "black", False)),
        *((6, "10", False), (6, "11", True), (7, "11", False), (7, "12", True), (8, "12", False), (8, "13", True)),
        *((9, "13", False), (9, "red", True), (10, "red", False), (10, "13", False)),
    ],
)
def test_the_flip_decides_whether_there_is_another_turn(turn: int, card: str, goes_on: bool) -> None:
    """MX-19, L90: 10+ in turn 5, one more for each turn after it; below it the encounter ends.

    MX-A2: it goes on rising: 14 in turn 9 (only the red joker), and none is enough in turn 10.
    """
    t = at_check(turn).flip(card)
    assert (t.s.turn, t.s.phase) == ((turn + 1, "initiative") if goes_on else (turn, "end"))
    assert (t.asked.rule == "MX-20") is not goes_on


@pytest.mark.rule("MX-19")
@pytest.mark.parametrize("first", [True, False])
def test_it_is_the_first_player_who_flips_and_cannot_decline(first: bool) -> None:
    """MX-19, L90: "el Primer Jugador voltea una carta durante este paso"."""
    t = table().turns(4).no_more_points().flip("9", "5").goes(first).all_activated()
    assert t.refuses(Flipped(0, ("9",))) == "MX-19", "the points come before"
    t.no_more_points()
    who = 0 if first else 1
    assert (t.asked.rule, t.asked.seats) == ("MX-19", (who,))
    assert t.refuses(Flipped(1 - who, ("9",))) == "MX-19"
    assert t.refuses(Kept((who,))) == "MX-19"
    assert t.refuses(PointsDone()) == "MX-18"
    assert t.refuses(Spent(who)) == "MX-A3"
    t.flip("12")
    assert (t.s.turn, t.s.players[who].flip) == (6, "")


@pytest.mark.rule("MX-19")
def test_a_virtual_flip_for_the_end_comes_from_the_first_players_deck() -> None:
    """MX-19, L90: a card of the deck, which goes to the discard pile."""
    t = MalifauxTable(deck="virtual").sets_out()
    for turn in range(1, 6):
        while t.s.phase != "activation":
            t.keep() if t.asked.rule == "MX-03" else t.goes() if t.asked.rule == "MX-11" else t.deals()
        t.all_activated().no_more_points()
        assert t.s.turn == min(turn + 1, 5)
    assert (t.asked.rule, t.who) == ("MX-19", "Beto")
    beto = t.player("Beto")
    assert t.refuses(Flipped(1, (beto.hand[0],))) == "MX-19"
    t.flip("3c")
    assert t.s.phase == "end"
    assert (t.player("Beto").discard, t.player("Beto").hand) == ((*beto.discard, "3c"), beto.hand)


@pytest.mark.rule("MX-19")
def test_ending_without_the_flip_is_an_override_that_is_asked_about_and_marked() -> None:
    """MX-19, L90, X-06: only the flip ends the encounter; a table that ends it by itself says so."""
    t = at_check(5)
    choice = next(choice for choice in t.asked.choices if choice.event == Stopped())
    assert (choice.role, choice.confirm is not None) == ("exit", True)
    t.stops()
    assert (t.s.phase, t.asked.rule, "X-06" in t.ruled) == ("end", "MX-20", True)


@pytest.mark.rule("MX-20")
def test_points_of_the_end_of_the_game_are_added_before_the_winner_is_named() -> None:
    """MX-20, L92: once it ends, points "al final de la partida" are gained; the most points win."""
    t = table().turns(5).scores("Ana", 3).scores("Beto", 2).no_more_points().flip("9")
    assert (t.outcome, t.asked.rule) == (None, "MX-20")
    assert t.refuses(Flipped(0, ("13",))) == "MX-19", "it has ended"
    lost = t.copy().no_more_points()
    assert (lost.winners, [player.points for player in lost.s.players]) == (("Ana",), [3, 2])
    t.scores("Beto", 2)
    assert [player.points for player in t.s.players] == [3, 4]
    t.no_more_points()
    assert t.winners == ("Beto",)
    assert t.outcome is not None
    assert (t.outcome.rule, t.outcome.draw) == ("MX-20", False)
    assert t.refuses(Scored(0)) == "MX-20", "the game is over"


def at_the_flip(turn: int = 5, **rulings: str) -> MalifauxTable:
    """Physical decks, at the flip for the end of that turn, with Ana as First Player."""
    t = table("Ana", "Beto", **rulings).turns(turn if turn <= 5 else 5)
    while t.s.turn < turn:
        t.adjust("table.turn", 1)
    return t.no_more_points()


def test_the_odds_are_exact_over_the_cards_nobody_has_seen() -> None:
    """The odds count the unseen cards: all 54 of a physical deck, or those not discarded."""
    t = at_the_flip()
    assert flip_odds(t.s, 0, 10) == Fraction(17, 54)
    assert t.view.end_flip_percent == 31
    assert [flip_odds(t.s, 0, n) for n in (13, 14, 15)] == [Fraction(5, 54), Fraction(1, 54), 0]
    assert t.asked.stake is not None
    assert t.asked.stake.key.endswith("with a full deck")
    v = (
        MalifauxTable("Ana", "Beto", deck="virtual")
        .sets_out()
        .deals(Ana=("13r", "12r", "11r", "10r", "9r", "red"))
        .goes()
    )
    for card in ("13m", "2c", "3c"):
        v.do(Turned(0, (card,)))
    seen = v.player("Ana").discard
    unseen = [card for card in DECK if card not in seen]
    good = [card for card in unseen if v.s.card_value(card) >= 10]
    assert flip_odds(v.s, 0, 10) == Fraction(len(good), len(unseen))
    assert "13r" in unseen
