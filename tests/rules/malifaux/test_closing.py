"""MX-16 … MX-20: upkeep, scoring, the flip for the end, and the outcome."""

from fractions import Fraction

import pytest

from rules.engine import Outcome
from rules.malifaux.model.events import Flipped, Judged, Kept, Replaced, Scored, Spent, Turned
from rules.malifaux.model.fate_deck import DECK
from rules.malifaux.phases.closing import end_flip_threshold
from rules.malifaux.phases.initiative import flip_odds
from tests.support.games.malifaux import MalifauxTable, table

rule = pytest.mark.rule
CREWS = ({"Rasputina": 10, "Gamin": 4}, {"Seamus": 11, "Belle": 6})
GOES_ON, GAME_ENDS = "{n} was needed: another turn", "{n} was needed: the game ends"


def acting(
    names: tuple[str, ...] = ("Ana", "Beto"), crews: tuple[dict[str, int], ...] = CREWS, **rulings: str
) -> MalifauxTable:
    return MalifauxTable(*names, **rulings).sets_out((), crews).initiative(*"9642"[: len(names)])


def at_the_flip(turn: int = 5, **rulings: str) -> MalifauxTable:
    """Physical decks, at the flip for the end of that turn, with Ana as First Player."""
    t = table("Ana", "Beto", **rulings).turns(turn if turn <= 5 else 5)
    while t.s.turn < turn:
        t.adjust("table.turn", 1)
    return t.no_more_points()


# --- upkeep ------------------------------------------------------------------------------------------------------


@rule("MX-16")
def test_effects_of_this_turn_end_and_longer_ones_have_a_turn_less() -> None:
    """Conditions end after their number of turns; permanent ones stay."""
    t = acting().conditioned("Seamus", "Slow", 1).conditioned("Seamus", "Poison", 2).conditioned("Belle", "Marked", 0)
    t.all_activated()
    assert [c.name for c in t.model("Seamus").conditions] == ["Poison"]
    assert "MX-16" in t.ruled
    t.no_more_points().initiative("9", "4").all_activated()
    assert t.model("Seamus").conditions == ()
    assert [c.name for c in t.model("Belle").conditions] == ["Marked"]


@rule("MX-17")
def test_the_owner_is_asked_for_the_order_where_it_may_matter() -> None:
    """The owner orders two ending conditions only if one of them acts as it ends."""
    t = acting().conditioned("Seamus", "Burning", acts=True).conditioned("Belle", "Slow").all_activated()
    assert (t.asked.rule, t.who) == ("MX-17", "Beto")
    t.ends("Slow")
    assert "Do what its end says" in t.told_keys
    assert t.asked.rule == "MX-18"
    t = acting().conditioned("Seamus", "Burning", acts=True).conditioned("Gamin", "Slow").all_activated()
    assert t.asked.rule == "MX-18"
    t = acting().conditioned("Seamus", "Fast").conditioned("Belle", "Slow").all_activated()
    assert t.asked.rule == "MX-18"


@rule("MX-17")
def test_the_first_players_models_come_first() -> None:
    """Conditions on the First Player's models end first."""
    t = MalifauxTable().sets_out((), CREWS).initiative("2", "9")
    t.conditioned("Gamin", "Slow", acts=True).conditioned("Belle", "Burning", acts=True).all_activated()
    ended = [dict(note.text.args)["what"] for note in t.notes if note.text.key == "{model}: {what} ends"]
    assert ended == ["Burning", "Slow"]


@pytest.mark.parametrize(("how", "asked"), [("order", "MX-18"), ("table", "MX-17")])
def test_effects_of_more_than_two_owners(how: str, asked: str) -> None:
    """MX-A9: conditions of three owners end in seat order, or as the First Player says."""
    names, crews = ("Ana", "Beto", "Cira"), ({"A": 1}, {"B": 1}, {"C": 1})
    t = acting(names, crews, MX_A9=how)
    for model in "ABC":
        t.conditioned(model, f"on {model}", acts=True)
    t.all_activated()
    assert t.asked.rule == asked
    assert "MX-A9" in t.decided
    if how == "table":
        t.ends("on C").ends("on A")
        assert t.asked.rule == "MX-18"
    assert not any(model.conditions for player in t.s.players for model in player.crew)


# --- victory points ----------------------------------------------------------------------------------------------


@rule("MX-18")
def test_points_are_scored_at_the_end_of_a_turn() -> None:
    """Points are scored one at a time, and never above the agreed maximum."""
    t = table().turns(1)
    assert t.asked.choices[-1].role == "default"
    t.scores("Beto", 2).scores("Ana").no_more_points()
    assert [player.points for player in t.s.players] == [1, 2]
    assert t.s.turn == 2
    t = MalifauxTable().sets_out(points=2).turns(1).scores("Ana", 2)
    assert t.refuses(Scored(0))
    assert t.scores("Beto").player("Beto").points == 1


# --- the flip for the end ----------------------------------------------------------------------------------------


@rule("MX-19")
def test_nobody_flips_before_turn_5() -> None:
    """Turns 1 to 4 lead on without a flip; at the end of turn 5 the First Player flips."""
    t = table()
    for turn in (1, 2, 3, 4):
        t.turns(turn).no_more_points()
        assert t.s.turn == turn + 1
    t.turns(5).no_more_points()
    assert (t.s.turn, t.asked.rule, t.who) == (5, "MX-19", "Ana")
    assert t.view.end_flip_threshold == 10


@rule("MX-19")
@pytest.mark.parametrize("turn", [5, 6, 7, 8, 9, 10])
@pytest.mark.parametrize("by", [-1, 0, 1])
def test_the_flip_for_the_end_needs_one_more_each_turn(turn: int, by: int) -> None:
    """MX-A2: the flip needs 10 in turn 5 up to 15 in turn 10; a lower card ends the game."""
    needed = {5: 10, 6: 11, 7: 12, 8: 13, 9: 14, 10: 15}[turn]
    assert end_flip_threshold(turn) == needed
    t, value = at_the_flip(turn), needed + by
    if value > 14:
        assert t.refuses(Flipped(0, (str(value),)))
        return
    t.flip("red" if value == 14 else str(value))
    assert ((GOES_ON if by >= 0 else GAME_ENDS) in t.told_keys) is True
    assert t.s.turn == (turn + 1 if by >= 0 else turn)
    assert t.s.phase == ("initiative" if by >= 0 else "end")


@rule("MX-19")
def test_no_card_is_enough_in_turn_10() -> None:
    """In turn 10 no card is enough, unless the table gave the red joker a higher value."""
    assert GAME_ENDS in at_the_flip(10).flip("red").told_keys
    assert GAME_ENDS in at_the_flip(5).flip("black").told_keys
    assert GOES_ON in at_the_flip(10).adjust("table.red", 1).flip("red").told_keys


def test_the_last_turn_may_be_agreed_on() -> None:
    """MX-A6: at the agreed last turn the game ends without a flip."""
    t = MalifauxTable().sets_out(turns=2).turns(2).no_more_points()
    assert t.s.phase == "end"
    assert t.asked.rule == "MX-20"


def test_the_table_may_stop_at_the_flip() -> None:
    """A table that stops at the flip still scores the points at the end."""
    t = at_the_flip().stops()
    assert (t.s.phase, t.asked.rule) == ("end", "MX-20")


def test_the_flip_for_the_end_may_be_changed_where_the_table_plays_so() -> None:
    """MX-A3: the flip for the end may be kept, cheated or flipped again, or not changed at all."""
    assert GAME_ENDS in at_the_flip().flip("3").told_keys
    t = at_the_flip(MX_A3="yes").flip("3")
    assert "MX-A3" in t.decided
    assert t.events == [Kept((0,)), Replaced(0)]
    assert GAME_ENDS in t.do(Kept((0,))).told_keys
    assert GOES_ON in at_the_flip(MX_A3="yes").flip("3").do(Replaced(0, ("12",))).told_keys
    t = at_the_flip(MX_A3="yes").adjust("seat.0.stones", 1).flip("3").do(Spent(0))
    assert t.player("Ana").stones == 0
    assert GOES_ON in t.flip("10").told_keys
    assert t.s.turn == 6


def test_a_virtual_flip_for_the_end_can_be_cheated_with_the_hand_only() -> None:
    """MX-A3: a virtual flip can be cheated only with a card of the hand, which is discarded; L90: 10+ goes on."""
    held = ("13r", "1r", "2r", "3r", "4r", "5r")
    t = MalifauxTable("Ana", "Beto", deck="virtual", MX_A3="yes").sets_out().deals(Beto=held)
    t.adjust("table.turn", 4).goes().all_activated().no_more_points()
    assert t.who == "Beto"
    before = t.player("Beto").discard
    t.do(Flipped(1, ("1m",)))
    assert t.refuses(Replaced(1, ("9m",))) == "MX-A3"
    ended = t.copy().do(Replaced(1, ("1r",)))
    assert (ended.s.phase, ended.player("Beto").discard) == ("end", (*before, "1m", "1r"))
    assert set(ended.player("Beto").hand) == {*held} - {"1r"}
    t.do(Replaced(1, ("13r",)))
    assert (t.s.turn, t.s.phase, t.player("Beto").discard) == (6, "draw", ())
    assert set(t.player("Beto").hand) == {*held} - {"13r"}
    assert {"1m", "13r"} <= set(t.player("Beto").undrawn_cards), "the discards were shuffled in"


# --- odds --------------------------------------------------------------------------------------------------------


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


# --- the end -----------------------------------------------------------------------------------------------------


@rule("MX-20")
def test_the_most_points_win_with_those_of_the_end() -> None:
    """Points scored at the end of the game count towards the win."""
    t = at_the_flip().adjust("seat.0.points", 3).adjust("seat.1.points", 2).flip("2")
    assert t.asked.rule == "MX-20"
    t.scores("Beto", 2).no_more_points()
    assert t.s.outcome == Outcome((1,), "MX-20")
    assert t.told_keys.count("{who}: {n} victory point") == 2


@rule("MX-20")
def test_level_on_points_is_a_draw() -> None:
    """MX-A4: players level on points draw, or the table decides who wins."""
    t = at_the_flip().flip("2").no_more_points()
    assert t.s.outcome == Outcome((0, 1), "MX-20", draw=True)
    t = at_the_flip(MX_A4="table").flip("2").no_more_points()
    assert t.events == [Judged(0), Judged(1), Judged(-1)]
    assert t.do(Judged(1)).s.outcome == Outcome((1,), "MX-20")
    t = at_the_flip(MX_A4="table").flip("2").no_more_points().do(Judged(-1))
    assert t.s.outcome == Outcome((0, 1), "MX-20", draw=True)
    t = table("Ana", "Beto", "Cira").turns(1).scores("Ana").scores("Cira").goes_to("MX-20").no_more_points()
    assert t.s.outcome == Outcome((0, 2), "MX-20", draw=True)
