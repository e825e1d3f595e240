"""The turn: a minion is played, abilities go off, peril is added up, a hero comes, cards are drawn."""

import pytest

from rules.darkmoor.event import Aimed, Declined, Headed, Lined, Played, PlaysMore, TurnedUp
from rules.darkmoor.game import GAME
from rules.darkmoor.source import around
from rules.engine import Adjusted, Refused, apply, prompt
from tests.support.games.darkmoor import do, hero, horde, id_of, location, minion, play, seated, tokens
from tests.support.transcript import asked, step, told

rule = pytest.mark.rule

TROLL, IMP, RAT, BAT = minion("Troll", peril=4), minion("Imp"), minion("Rat"), minion("Bat")


@rule("RD-12", "RD-27")
def test_a_turn_without_an_attack() -> None:
    """One card is played, five are drawn up to, and the player to the left has the turn: one answer."""
    s = seated(3)
    s = do(s, Played(0, (TROLL,)))
    assert s.hero is not None
    assert told(s) == ["Troll (Ana) is played at Moor", "Ana draws 1 card"]
    assert (s.active, s.turn, s.phase) == (1, 2, "play")
    assert (s.players[0].hand, s.players[0].deck) == (5, 12)
    assert do(s, Played(1, (IMP,)), Played(1, (IMP,))).active == 0


@rule("RD-14")
def test_a_minion_joins_the_back_or_starts_a_horde() -> None:
    """At every location, by who has the turn, and nowhere else; each choice says the peril there."""
    s = play(seated(), (0, IMP), (0, RAT), (1, BAT))
    assert [horde(s, k) for k in range(3)] == [["Imp", "Rat"], ["Bat"], []]
    assert [m.seat for m in s.places[0].horde] == [0, 1]
    question = prompt(s)
    assert question is not None
    assert [choice.role for choice in question.choices] == ["usual"] * 3
    for wrong in (Played(3, (IMP,)), Played(0, ()), Played(0, (minion("x", peril=-1),))):
        with pytest.raises(Refused) as refused:
            apply(GAME, s, wrong)
        assert refused.value.rule == "RD-14"


# --- abilities ---------------------------------------------------------------------------------------------------


@rule("RD-09", "RD-15")
def test_an_immediate_ability_is_done_as_it_is_played_and_an_ongoing_one_is_not() -> None:
    """To its own side as well; one that can concern nobody falls away, and the minion lies there."""
    harms = {"does": "defeat", "on": "horde"}
    s = play(seated(), (0, minion("Alone", when="played", **harms)))
    assert told(s)[1:3] == ["Alone (Ana): its ability", "Alone (Ana): nobody it could concern"]
    s = play(s, (1, minion("Calm", when="attacked", **harms)), (1, minion("Wild", when="played", **harms)))
    assert horde(s, 1) == ["Wild"]
    assert s.players[1].discard[0].name == "Calm"
    s = play(s, (2, IMP), (1, minion("Own", when="played", **harms)))
    assert horde(s, 1) == ["Own"]
    assert s.players[0].discard[0].name == "Wild"


@rule("RD-15")
def test_who_plays_chooses_where_there_is_a_choice() -> None:
    """Of several that it may concern one; each deed in its turn; tokens as many as the card says."""
    s = play(seated(), (0, IMP), (0, RAT))
    s = play(s, (0, minion("Chief", when="played", does="peril", also="vp", on="horde", n=2)))
    assert asked(s) == "Chief (Ana): which minion?"
    s = do(s, Aimed(id_of(s, "Rat")), Aimed(id_of(s, "Imp")))
    assert [(m.peril_tokens, m.vp_tokens) for m in s.places[0].horde] == [(0, 2), (2, 0), (0, 0)]
    s = play(s, (1, minion("Shy", when="played", does="defeat", on="any")))
    assert horde(do(s, Declined()), 0) == ["Imp", "Rat", "Chief"]


@rule("RD-15")
def test_minions_are_moved() -> None:
    """To the back of their horde, to another horde, or the one that was played takes any place in its own."""
    s = play(seated(), (0, IMP), (0, RAT), (0, minion("Lord", when="played", does="back", on="horde")))
    assert horde(do(s, Aimed(id_of(s, "Imp"))), 0) == ["Rat", "Lord", "Imp"]
    s = play(seated(), (0, IMP), (1, minion("Wind", when="played", does="move", on="any")))
    assert asked(s) == "Imp (Ana): to which horde?"
    s = do(s, Headed(2))
    assert [horde(s, k) for k in range(3)] == [[], ["Wind"], ["Imp"]]
    s = play(seated(), (0, IMP), (0, RAT), (0, minion("Snake", when="played", does="place")))
    assert horde(do(s, Lined(1)), 0) == ["Imp", "Snake", "Rat"]


@rule("RD-13")
def test_a_card_that_we_do_not_know_is_done_by_the_table() -> None:
    """Its words are shown; nothing more is one answer, and it may let one more minion be played."""
    s = play(seated(), (0, minion("Riddle", when="played", text="Swap two hordes.")))
    question = prompt(s)
    assert question is not None
    assert question.rule == "RD-13"
    assert dict(question.stake.args) == {"text": "Swap two hordes."}
    assert do(s, Declined()).active == 1
    more = do(s, PlaysMore())
    assert asked(more) == "Ana may play one more minion: where?"
    assert horde(do(more, Played(0, (IMP,))), 0) == ["Riddle", "Imp"]
    assert do(more, Declined()).active == 1
    assert do(seated(), Played(0, (minion(when="unsaid"),))).agenda[0].name == "darkmoor.as_it_says"


@rule("RD-15")
def test_one_more_minion_needs_one_in_hand() -> None:
    """The ability that lets another be played falls away with an empty hand."""
    s = do(seated(), Adjusted("seat.0.hand", -4))
    s = play(s, (0, minion("Last", when="played", does="play")))
    assert "Ana has no card in hand" in told(s)
    assert s.active == 1


@rule("RD-11", "RD-15")
def test_a_location_acts_on_what_is_played_there() -> None:
    """Only there, only on those of its type."""
    den = location("Den", when="played", does="peril", whom="undead", n=2)
    s = play(
        seated(2, None, (den,)), (0, minion("Bones", kind="undead")), (0, IMP), (1, minion("Skull", kind="undead"))
    )
    assert [m.peril_tokens for _, _, m in s.zone()] == [2, 0, 0]


@rule("RD-16")
def test_who_is_adjacent() -> None:
    """Before, behind, and in the same row of the next hordes; never across a corner, never over a gap."""
    s = play(seated(2, hero(99)), (0, IMP), (1, IMP), (2, IMP), (1, RAT), (1, BAT), (2, RAT), (0, BAT))
    rows = {(k, row): m.id for k, row, m in s.zone()}
    beside = {spot: {at for at, id in rows.items() if id in around(s, *spot)} for spot in rows}
    assert beside[1, 1] == {(1, 0), (1, 2), (0, 1), (2, 1)}
    assert beside[0, 0] == {(0, 1), (1, 0)}
    assert beside[1, 2] == {(1, 1)}
    assert beside[2, 1] == {(2, 0), (1, 1)}


@rule("RD-16")
def test_what_is_done_to_the_adjacent() -> None:
    """One of them by choice, each of them, or the one worth the most; of those worth the same who plays chooses."""
    s = play(seated(2, hero(99)), (0, minion("Low", vp=1)), (1, minion("High", vp=3)))
    one = play(s, (0, minion("A", when="played", does="vp", on="adjacent")))
    assert [m.vp_tokens for _, _, m in one.zone()] == [1, 0, 0]
    s = play(s, (1, IMP))
    each = play(s, (0, minion("B", when="played", does="vp", on="each")))
    assert {m.card.name: m.vp_tokens for _, _, m in each.zone()} == {"Low": 1, "B": 0, "High": 0, "Imp": 1}
    best = play(s, (0, minion("C", when="played", does="vp", on="strongest")))
    assert step(best) == "aim"
    whole = play(s, (1, minion("D", when="played", does="vp", on="whole")))
    assert {m.card.name: m.vp_tokens for _, _, m in whole.zone()} == {"Low": 0, "D": 0, "High": 1, "Imp": 1}


@rule("RD-17")
def test_closing_a_gap_is_no_movement() -> None:
    """What waits to be moved does not stir as a gap closes; moved by an ability it does."""
    restless = minion("Restless", when="moved", does="vp")
    s = play(seated(2, hero(99)), (0, IMP), (0, restless), (0, minion("Axe", when="played", does="defeat", on="horde")))
    s = do(s, Aimed(id_of(s, "Imp")))
    assert horde(s, 0) == ["Restless", "Axe"]
    assert told(s)[1] == "2 minions close up to Moor: that is no movement"
    assert s.places[0].horde[0].vp_tokens == 0
    s = play(s, (0, minion("Push", when="played", does="back", on="horde")))
    s = do(s, Aimed(id_of(s, "Restless")))
    assert horde(s, 0) == ["Axe", "Push", "Restless"]
    assert s.places[0].horde[2].vp_tokens == 1


# --- peril -------------------------------------------------------------------------------------------------------


@rule("RD-18")
@pytest.mark.parametrize(("last", "attacked"), [(1, False), (2, True), (3, True)])
def test_the_threshold_is_reached_with_as_much(last: int, attacked: bool) -> None:
    """The peril of each horde by itself: below nothing happens, as much or more calls the hero."""
    s = play(seated(2, hero(6)), (1, TROLL), (0, TROLL), (0, minion("Last", peril=last)))
    assert (s.hero is None) == attacked


@rule("RD-18", "RD-09")
def test_peril_that_lasts_counts_as_long_as_it_lies_there() -> None:
    """A card that adds peril all the time does so to those it names, and not to itself."""
    drum = minion("Drum", when="always", does="peril", on="whole", n=2)
    s = play(seated(2, hero(7)), (0, drum), (0, IMP), (1, IMP))
    assert (GAME.view(s).places[0].peril, GAME.view(s).places[1].peril) == (4, 1)
    fen = location("Fen", when="always", does="peril", on="whole", whom="beast")
    s = play(seated(2, hero(7), (fen,)), (0, IMP), (0, minion("Wolf", kind="beast")), (1, minion("Dog", kind="beast")))
    assert [GAME.view(s).places[k].peril for k in (0, 1)] == [3, 1]


@rule("RD-19")
def test_one_horde_is_attacked_and_who_plays_chooses_among_the_eligible() -> None:
    """With one there is no question; with two only those two are offered, each with who would fall."""
    s = play(seated(3, hero(4)), (2, IMP), (0, minion("Two", peril=2)), (1, minion("Deux", peril=2)))
    s = play(s, (0, minion("Call", peril=1, when="played", does="peril", on="any", n=2)))
    s = do(s, Aimed(id_of(s, "Deux")))
    assert horde(s, 1) == []
    assert step(s) == "reveal"
    s = play(seated(3, hero(4)), (2, IMP), (0, minion("Two", peril=2)), (1, minion("Deux", peril=2)))
    s = play(s, (0, minion("Call", peril=2, when="played", does="peril", on="any", n=2)))
    s = do(s, Aimed(id_of(s, "Deux")))
    question = prompt(s)
    assert question is not None
    assert question.rule == "RD-19"
    (pick,) = question.choices[0].does.holes
    assert [option.value for option in pick.options] == [0, 1]
    with pytest.raises(Refused) as refused:
        apply(GAME, s, Headed(2))
    assert refused.value.rule == "RD-19"
    s = do(s, Headed(1))
    assert [horde(s, k) for k in range(3)] == [["Two", "Call"], [], ["Imp"]]


# --- the next hero, and cards ------------------------------------------------------------------------------------


@rule("RD-26")
def test_the_next_hero_comes_after_an_attack_and_not_before() -> None:
    """Who has the turn turns him up, then draws; without an attack nobody is asked."""
    s = play(seated(2, hero(4)), (0, IMP), (1, TROLL))
    question = prompt(s)
    assert question is not None
    assert (question.rule, question.seats, s.heroes) == ("RD-26", (1,), 4)
    assert s.players[1].hand == 4
    s = do(s, TurnedUp((hero(8),)))
    assert (s.heroes, s.active, s.players[1].hand) == (3, 0, 5)
    assert s.hero is not None
    assert s.hero.threshold == 8


@rule("RD-27")
def test_up_to_five_and_what_the_deck_has() -> None:
    """After two plays two are drawn; a deck of one gives one."""
    s = seated()
    twice = do(s, Played(0, (minion("Eager", when="played", does="play"),)), Played(0, (IMP,)))
    assert (twice.players[0].hand, twice.players[0].deck) == (5, 11)
    few = do(s, Adjusted("seat.0.deck", -12), Adjusted("seat.0.hand", -2), Played(0, (IMP,)))
    assert (few.players[0].hand, few.players[0].deck) == (3, 0)
    assert tokens(few) == [0, 0]
