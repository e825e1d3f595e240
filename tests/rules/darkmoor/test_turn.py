"""The turn: playing a minion, abilities, peril, the next hero, drawing cards."""

import pytest

from rules.darkmoor.abilities.source import adjacent_minions
from rules.darkmoor.model.events import Aimed, Declined, Headed, Lined, Played, PlaysMore, UsesAbility
from rules.darkmoor.model.state import played_names
from tests.support.games.darkmoor import hero, known, location, minion, seated

rule = pytest.mark.rule

TROLL, IMP, RAT, BAT = minion("Troll", peril=4), minion("Imp"), minion("Rat"), minion("Bat")


@rule("RD-12", "RD-27")
def test_a_turn_without_an_attack() -> None:
    """A turn without an attack is one answer: play a card, draw up to five, next player."""
    t = seated(3)
    t.plays((0, TROLL))
    assert t.s.hero is not None
    assert t.told == ["Troll (Ana) is played at Moor", "Ana draws 1 card"]
    assert (t.s.active, t.s.turn, t.s.phase) == (1, 2, "play")
    assert (t.s.players[0].hand, t.s.players[0].deck) == (5, 12)
    assert t.do(Played(1, (IMP,)), Played(1, (IMP,))).s.active == 0


@rule("RD-14")
def test_a_minion_joins_the_back_or_starts_a_horde() -> None:
    """A minion joins the back of a horde at any location or starts one there."""
    t = seated().plays((0, IMP), (0, RAT), (1, BAT))
    assert [t.horde(k) for k in range(3)] == [["Imp", "Rat"], ["Bat"], []]
    assert [m.seat for m in t.s.places[0].horde] == [0, 1]
    assert [choice.role for choice in t.asked.choices] == ["default"] * 3
    for wrong in (Played(3, (IMP,)), Played(0, ()), Played(0, (IMP, RAT))):
        assert t.refuses(wrong) == "RD-14"
    assert t.refuses(Played(0, (minion("x", peril=-1),))) == "RD-08"


# --- abilities ---------------------------------------------------------------------------------------------------


@rule("RD-09", "RD-15")
def test_an_immediate_ability_is_done_as_it_is_played_and_an_ongoing_one_is_not() -> None:
    """Only an immediate ability goes off on play, own minions included.

    Without a target it lapses, and the minion stays.
    """
    harms = {"does": "defeat", "on": "horde"}
    t = seated().plays((0, minion("Alone", when="played", **harms)))
    assert t.told[1:3] == ["Alone (Ana): its ability", "Alone (Ana): nobody it could concern"]
    t.plays((1, minion("Calm", when="attacked", **harms)), (1, minion("Wild", when="played", **harms)))
    assert t.horde(1) == ["Wild"]
    assert t.s.players[1].discard[0].name == "Calm"
    t.plays((2, IMP), (1, minion("Own", when="played", **harms)))
    assert t.horde(1) == ["Own"]
    assert t.s.players[0].discard[0].name == "Wild"


@rule("RD-15")
def test_who_plays_chooses_where_there_is_a_choice() -> None:
    """The active player chooses each effect's target among several."""
    t = seated().plays((0, IMP), (0, RAT))
    t.plays((0, minion("Chief", when="played", does="peril", also="vp", on="horde", n=2)))
    assert t.asks == "Chief (Ana): which minion?"
    t.do(Aimed(t.id_of("Rat")), Aimed(t.id_of("Imp")))
    assert [(m.peril_tokens, m.vp_tokens) for m in t.s.places[0].horde] == [(0, 2), (2, 0), (0, 0)]


@rule("RD-15")
@pytest.mark.parametrize("others", [1, 2])
def test_a_compulsory_ability_is_done_to_one_target_or_several(others: int) -> None:
    """RD L64-65: "Si puedes, debes activar la habilidad …, ¡incluso si es perjudicial para ti!".

    The player's own minions are the only targets; with one it is done, with two one of them must be named.
    """
    t = seated().plays((0, IMP), (1, BAT)).plays(*((0, RAT), (1, BAT))[: 2 * (others - 1)])
    own = {1: ["Imp"], 2: ["Imp", "Rat"]}[others]
    t.plays((0, minion("Brute", when="played", does="defeat", on="horde")))
    if others == 2:
        assert t.refuses(Declined()) == "RD-15"
        assert [choice.event for choice in t.asked.choices] == [Aimed(0)]
        t.do(Aimed(t.id_of("Imp")))
    assert [card.name for card in t.s.players[0].discard] == ["Imp"]
    assert t.horde(0) == [*own[1:], "Brute"]


@rule("RD-15")
@pytest.mark.parametrize("others", [1, 2])
def test_an_ability_that_may_be_used_can_be_declined_with_one_target_or_several(others: int) -> None:
    """RD L73: "le permite a Denice jugar con otro esbirro"; only a card that says "may" leaves a choice.

    Declining leaves out the second thing that the card does, too.
    """
    t = seated().plays((0, IMP), (1, BAT)).plays(*((0, RAT), (1, BAT))[: 2 * (others - 1)])
    before = t.horde(0)
    t.plays((0, minion("Shy", when="played", does="defeat", also="vp", on="horde", may="may")))
    assert t.step == "aim"
    declined = t.copy().do(Declined())
    assert (declined.horde(0), declined.s.active, declined.step) == ([*before, "Shy"], 1, "play")
    used = t.do(Aimed(t.id_of("Imp")))
    assert used.horde(0) == [*before[1:], "Shy"]


@rule("RD-15")
def test_an_ability_without_a_choice_of_target_may_be_declined_too() -> None:
    """RD L64: what a card lets its player do to itself or to all beside it is asked once, if it says "may"."""
    t = seated().plays((0, minion("Sly", when="played", does="peril", also="vp", may="may")))
    assert t.asks == "Sly (Ana): is its ability used?"
    assert t.copy().do(Declined()).s.active == 1
    used = t.do(UsesAbility(), UsesAbility())
    assert [(m.peril_tokens, m.vp_tokens) for m in used.s.places[0].horde] == [(1, 1)]
    assert used.s.active == 1


@rule("RD-15", "RD-32")
def test_one_more_minion_must_be_played_unless_the_card_says_may() -> None:
    """RD L64: "debes activar la habilidad"; L73: the Familiar lets its player play another one, which may be declined.

    A Familiar that a table wrote down before cards could say "may" is known by its name.
    """
    must = seated().plays((0, minion("Herald", when="played", does="play")))
    assert must.asks == "Ana plays one more minion: where?"
    assert must.refuses(Declined()) == "RD-15"
    assert must.plays((0, IMP)).s.active == 1
    for card in (known("minions", "Intriguing Familiar"), minion("Intriguing Familiar", when="played", does="play")):
        assert seated().plays((0, card)).do(Declined()).s.active == 1


@rule("RD-15")
def test_minions_are_moved() -> None:
    """Abilities move a minion to the back, to another horde or to a place in its own."""
    t = seated().plays((0, IMP), (0, RAT), (0, minion("Lord", when="played", does="back", on="horde")))
    assert t.copy().do(Aimed(t.id_of("Imp"))).horde(0) == ["Rat", "Lord", "Imp"]
    t = seated().plays((0, IMP), (1, minion("Wind", when="played", does="move", on="any")))
    assert t.asks == "Imp (Ana): to which horde?"
    t.do(Headed(2))
    assert [t.horde(k) for k in range(3)] == [[], ["Wind"], ["Imp"]]
    t = seated().plays((0, IMP), (0, RAT), (0, minion("Snake", when="played", does="place")))
    assert t.do(Lined(1)).horde(0) == ["Imp", "Snake", "Rat"]


@rule("RD-13")
def test_a_card_that_we_do_not_know_is_done_by_the_table() -> None:
    """An unknown ability shows its text; it can be declined or let one more minion be played."""
    t = seated().plays((0, minion("Riddle", when="played", text="Swap two hordes.")))
    assert t.asked.rule == "RD-13"
    assert dict(t.asked.stake.args) == {"text": "Swap two hordes."}
    assert t.copy().do(Declined()).s.active == 1
    more = t.copy().do(PlaysMore())
    assert more.asks == "Ana may play one more minion: where?"
    assert more.copy().plays((0, IMP)).horde(0) == ["Riddle", "Imp"]
    assert more.do(Declined()).s.active == 1
    assert seated().plays((0, minion(when="unsaid"))).step == "as_it_says"


@rule("RD-15")
def test_one_more_minion_needs_one_in_hand() -> None:
    """An ability to play one more minion lapses with an empty hand."""
    t = seated().adjust("seat.0.hand", -4)
    t.plays((0, minion("Last", when="played", does="play")))
    assert "Ana has no card in hand" in t.told
    assert t.s.active == 1


@rule("RD-11", "RD-15")
def test_a_location_acts_on_what_is_played_there() -> None:
    """A location's ability affects only minions of its type played there."""
    den = location("Den", when="played", does="peril", whom="undead", n=2)
    t = seated(2, None, (den,)).plays(
        (0, minion("Bones", kind="undead")), (0, IMP), (1, minion("Skull", kind="undead"))
    )
    assert [m.peril_tokens for _, _, m in t.s.horde_minions()] == [2, 0, 0]


@rule("RD-16")
def test_who_is_adjacent() -> None:
    """Adjacent are the minions before, behind and in the same row of the next hordes."""
    t = seated(2, hero(99)).plays((0, IMP), (1, IMP), (2, IMP), (1, RAT), (1, BAT), (2, RAT), (0, BAT))
    rows = {(k, row): m.id for k, row, m in t.s.horde_minions()}
    beside = {spot: {at for at, id in rows.items() if id in adjacent_minions(t.s, *spot)} for spot in rows}
    assert beside[1, 1] == {(1, 0), (1, 2), (0, 1), (2, 1)}
    assert beside[0, 0] == {(0, 1), (1, 0)}
    assert beside[1, 2] == {(1, 1)}
    assert beside[2, 1] == {(2, 0), (1, 1)}


@rule("RD-16")
def test_what_is_done_to_the_adjacent() -> None:
    """Effects on adjacent minions concern one, each, the whole horde or the most valuable.

    On a tie for the most valuable the active player chooses.
    """
    t = seated(2, hero(99)).plays((0, minion("Low", vp=1)), (1, minion("High", vp=3)))
    one = t.copy().plays((0, minion("A", when="played", does="vp", on="adjacent")))
    assert [m.vp_tokens for _, _, m in one.s.horde_minions()] == [1, 0, 0]
    t.plays((1, IMP))
    each = t.copy().plays((0, minion("B", when="played", does="vp", on="each")))
    assert {m.card.name: m.vp_tokens for _, _, m in each.s.horde_minions()} == {"Low": 1, "B": 0, "High": 0, "Imp": 1}
    best = t.copy().plays((0, minion("C", when="played", does="vp", on="strongest")))
    assert best.step == "aim"
    whole = t.copy().plays((1, minion("D", when="played", does="vp", on="whole")))
    assert {m.card.name: m.vp_tokens for _, _, m in whole.s.horde_minions()} == {"Low": 0, "D": 0, "High": 1, "Imp": 1}


@rule("RD-17")
def test_closing_a_gap_is_no_movement() -> None:
    """Closing a gap triggers no ability on movement; a move by an ability does."""
    restless = minion("Restless", when="moved", does="vp")
    t = seated(2, hero(99)).plays((0, IMP), (0, restless), (0, minion("Axe", when="played", does="defeat", on="horde")))
    t.do(Aimed(t.id_of("Imp")))
    assert t.horde(0) == ["Restless", "Axe"]
    assert t.told[1] == "2 minions close up to Moor: that is no movement"
    assert t.s.places[0].horde[0].vp_tokens == 0
    t.plays((0, minion("Push", when="played", does="back", on="horde")))
    t.do(Aimed(t.id_of("Restless")))
    assert t.horde(0) == ["Axe", "Push", "Restless"]
    assert t.s.places[0].horde[2].vp_tokens == 1


@rule("RD-14", "RD-A6")
@pytest.mark.parametrize("how", ["left", "reshuffle"])
def test_what_has_been_played_is_in_no_hand(how: str) -> None:
    """RD L63: a card is played from the hand; one in a horde, a haven or the discard has left it.

    RD-A6: only a discard that is shuffled into the deck again may come back.
    """
    t = seated(2, hero(4), RD_A6=how).plays((0, IMP), (1, RAT), (0, TROLL))
    t.turns_up(hero(99, name="Sir Next")).plays((2, BAT))
    assert (t.haven(0), [card.name for card in t.s.players[0].discard]) == (["Imp"], ["Troll"])
    assert (played_names(t.s, 0), played_names(t.s, 1)) == (("Imp", "Troll"), ("Rat", "Bat"))
    t.adjust("seat.0.deck", -t.s.players[0].deck).plays((2, minion("Gnat")))
    assert played_names(t.s, 0) == (("Gnat", "Imp") if how == "reshuffle" else ("Gnat", "Imp", "Troll"))


# --- peril -------------------------------------------------------------------------------------------------------


@rule("RD-18")
@pytest.mark.parametrize(("last", "attacked"), [(1, False), (2, True), (3, True)])
def test_the_threshold_is_reached_with_as_much(last: int, attacked: bool) -> None:
    """The hero attacks a horde whose own peril is equal to the threshold or above it."""
    t = seated(2, hero(6)).plays((1, TROLL), (0, TROLL), (0, minion("Last", peril=last)))
    assert (t.s.hero is None) == attacked


@rule("RD-18", "RD-09")
def test_peril_that_lasts_counts_as_long_as_it_lies_there() -> None:
    """A permanent ability adds peril to the minions it names, and not to its own card."""
    drum = minion("Drum", when="always", does="peril", on="whole", n=2)
    t = seated(2, hero(7)).plays((0, drum), (0, IMP), (1, IMP))
    assert (t.view.places[0].peril, t.view.places[1].peril) == (4, 1)
    fen = location("Bog", when="always", does="peril", on="whole", whom="beast")
    t = seated(2, hero(7), (fen,)).plays((0, IMP), (0, minion("Wolf", kind="beast")), (1, minion("Dog", kind="beast")))
    assert [t.view.places[k].peril for k in (0, 1)] == [3, 1]


@rule("RD-19")
def test_one_horde_is_attacked_and_who_plays_chooses_among_the_eligible() -> None:
    """The active player chooses among the hordes that reach the threshold, if there are two."""
    t = seated(3, hero(4)).plays((2, IMP), (0, minion("Two", peril=2)), (1, minion("Deux", peril=2)))
    t.plays((0, minion("Call", peril=1, when="played", does="peril", on="any", n=2)))
    t.do(Aimed(t.id_of("Deux")))
    assert t.horde(1) == []
    assert t.step == "reveal"
    t = seated(3, hero(4)).plays((2, IMP), (0, minion("Two", peril=2)), (1, minion("Deux", peril=2)))
    t.plays((0, minion("Call", peril=2, when="played", does="peril", on="any", n=2)))
    t.do(Aimed(t.id_of("Deux")))
    assert t.asked.rule == "RD-19"
    (pick,) = t.asked.choices[0].template.holes
    assert [option.value for option in pick.options] == [0, 1]
    assert t.refuses(Headed(2)) == "RD-19"
    t.do(Headed(1))
    assert [t.horde(k) for k in range(3)] == [["Two", "Call"], [], ["Imp"]]


# --- the next hero, and cards ------------------------------------------------------------------------------------


@rule("RD-26")
def test_the_next_hero_comes_after_an_attack_and_not_before() -> None:
    """After an attack the active player reveals the next hero and then draws."""
    t = seated(2, hero(4)).plays((0, IMP), (1, TROLL))
    assert (t.asked.rule, t.asked.seats, t.s.heroes) == ("RD-26", (1,), 4)
    assert t.s.players[1].hand == 4
    t.turns_up(hero(8, name="Sir Next"))
    assert (t.s.heroes, t.s.active, t.s.players[1].hand) == (3, 0, 5)
    assert t.s.hero is not None
    assert t.s.hero.threshold == 8


@rule("RD-27")
def test_up_to_five_and_what_the_deck_has() -> None:
    """The hand is filled up to five, or as far as the deck goes."""
    t = seated()
    twice = t.copy().do(Played(0, (minion("Eager", when="played", does="play"),)), Played(0, (IMP,)))
    assert (twice.s.players[0].hand, twice.s.players[0].deck) == (5, 11)
    few = t.copy().adjust("seat.0.deck", -12).adjust("seat.0.hand", -2).plays((0, IMP))
    assert (few.s.players[0].hand, few.s.players[0].deck) == (3, 0)
    assert few.tokens == [0, 0]
