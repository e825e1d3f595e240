"""The end of the game: the last escape, control of locations, totals, the winner."""

import pytest

from rules.darkmoor.model.events import Controlled, ReadVp
from rules.darkmoor.phases.scoring import scores
from rules.engine import Outcome, prompt
from tests.support.games.darkmoor import hero, known, location, minion, seated

rule = pytest.mark.rule

BIG = minion("Big", peril=6, vp=9)


@rule("RD-26", "RD-28")
def test_after_the_last_hero_everybody_gets_away() -> None:
    """With no hero left all minions escape and the game is scored."""
    t = seated(2).plays((1, minion("Imp")), (2, minion("Rat")))
    t.adjust("heroes.left", -4).adjust("minion.1.vp_tokens", 2)
    t.plays((0, BIG))
    assert t.outcome is not None
    assert prompt(t.s) is None
    assert [t.horde(k) for k in range(3)] == [[], [], []]
    assert [t.haven(k) for k in range(3)] == [[], ["Imp"], ["Rat"]]
    assert t.s.players[0].tokens == 2
    assert "There is no hero left: the final scoring" in t.told


@rule("RD-26")
def test_as_many_heroes_as_the_deck_has() -> None:
    """A game of two players has five attacks, one for each hero."""
    t, attacks = seated(2), 0
    while t.outcome is None:
        t.plays((0, BIG))
        attacks += 1
        if t.outcome is None:
            t.turns_up(hero(name=f"Hero {attacks}"))
    assert attacks == 5
    assert t.s.heroes == 0


@rule("RD-29")
def test_the_most_peril_controls_a_location() -> None:
    """The most peril controls a location; on a tie or without minions nobody does.

    Tokens do not count.
    """
    t = seated(2, hero(99))
    t.plays(
        (0, minion(peril=2)), (0, minion(peril=3)), (0, minion(peril=2)), (1, minion(peril=4)), (1, minion(peril=4))
    )
    t.adjust("minion.5.peril_tokens", 9).goes_to("RD-28")
    held = [line.control for line in t.view.places]
    assert [(h.strength, h.seat) for h in held] == [((4, 3), 0), ((4, 4), -1), ((0, 0), -1)]
    assert "Moor: Ana controls it, 5 VP" in t.told
    assert "Fen: nobody controls it" in t.told


@rule("RD-11", "RD-29")
def test_a_scoring_ability_may_say_otherwise() -> None:
    """A location may score by least peril or most minions; an unknown ability asks the table."""
    places = (location("Low", when="scoring", does="least"), location("Many", when="scoring", does="count"))
    odd = location("Odd", when="scoring", text="Whoever has more beasts.")
    t = seated(2, hero(99), (*places, odd))
    t.plays(*((k, minion(peril=n)) for k in (0, 1, 2) for n in (5, 1)), (1, minion(peril=0)))
    t.goes_to("RD-28")
    assert t.asks == "Odd: who controls it?"
    assert [(c.event.seat, c.role) for c in t.asked.choices] == [(0, "default"), (1, "option"), (-1, "option")]
    t.do(Controlled(1))
    assert [line.control.seat for line in t.view.places] == [1, 0, 1]


@rule("RD-30")
def test_the_sum_is_havens_locations_and_tokens() -> None:
    """The total is minions in havens plus locations plus tokens, each part kept apart."""
    t = seated(2, hero(8))
    t.plays((0, minion(peril=3, vp=4)), (0, minion(peril=1, vp=2)), (1, minion(peril=2, vp=7)))
    t.plays((0, minion(peril=4, vp=8)))  # peril 8 reaches the threshold: defeated at once
    t.turns_up(hero(99, name="Sir Next")).adjust("seat.0.tokens", 3)
    now = scores(t.s)
    assert [(score.minions, score.locations, score.tokens) for score in now] == [((4,), (5,), 3), ((2,), (), 0)]
    t.goes_to("RD-28")
    assert [(score.minions, score.locations, score.total) for score in scores(t.s)] == [
        ((4, 7), (5, 5), 24),
        ((2,), (), 2),
    ]
    assert t.told[-2:] == ["Ana: 11 + 10 + 3 = 24 VP", "Bea: 2 + 0 + 0 = 2 VP"]


@rule("RD-31")
def test_the_most_vp_win_and_level_who_would_play_next() -> None:
    """The most VP win; a tie goes to the next in turn order, and corrections count."""
    t = seated(3, hero(99), begins=1)
    t.goes_to("RD-28")
    assert t.outcome == Outcome((2,), "RD-31")
    t.adjust("seat.2.tokens", 1).adjust("seat.1.tokens", 1)
    assert t.outcome == Outcome((2,), "RD-31")
    t.adjust("seat.1.tokens", 1)
    assert t.outcome == Outcome((1,), "RD-31")
    assert t.goes_to("RD-14").outcome is None


@rule("RD-31")
@pytest.mark.parametrize("begins", [0, 1, 2])
def test_level_when_all_cards_have_run_out_who_would_have_played_next(begins: int) -> None:
    """RD L116: "gana el jugador empatado que hubiera jugado el turno siguiente".

    Nobody has a card left, so the next turn is never played: its player wins the tie.
    """
    t = seated(3, hero(99), begins=begins)
    for seat in range(3):
        t.adjust(f"seat.{seat}.deck", -13).adjust(f"seat.{seat}.hand", -4)
    t.plays((0, minion()), (1, minion()), (2, minion()))
    assert "Nobody has a card left: the last heroes stay away" in t.told
    assert t.winners == (("Ana", "Bea", "Cira")[begins],)
    assert t.goes_to("RD-28").outcome == Outcome((begins,), "RD-31")
    assert t.goes_to("RD-14").goes_to("RD-18").goes_to("RD-28").outcome == Outcome(((begins + 1) % 3,), "RD-31")


UNREAD = minion("Bog Witch", peril=2, vp=0, is_vp_unknown=True)


@rule("RD-30")
def test_vp_that_nobody_read_are_asked_once_a_card() -> None:
    """L4, L115: all decks are alike, so a card's VP are told once for everybody, a card without a name by itself."""
    t = seated(2).plays((0, UNREAD), (1, UNREAD), (2, minion("", peril=1, vp=0, is_vp_unknown=True)))
    t.adjust("heroes.left", -4).plays((0, minion("Big", peril=4, vp=1)))
    assert t.outcome is None
    assert [(score.minions, score.unread) for score in scores(t.s)] == [((0, 0), 2), ((0,), 1)]
    assert t.asks == "Bog Witch (Ana), number 1 in the haven of Moor: how many VP?"
    t.do(ReadVp(1, 4))
    assert t.asks == "a minion of Ana, number 1 in the haven of Crag: how many VP?"
    t.do(ReadVp(3, 2))
    assert t.outcome is not None
    assert [(score.minions, score.unread) for score in scores(t.s)] == [((4, 2), 0), ((4,), 0)]


@rule("RD-30")
def test_vp_set_by_hand_are_not_asked() -> None:
    """Whoever sets the VP of a minion on its sheet has read them, also where they are as many as before."""
    t = seated(2).plays((0, UNREAD)).adjust("minion.1.vp", 3)
    t.adjust("heroes.left", -4).plays((0, minion("Big", peril=6, vp=1)))
    assert t.outcome is not None
    assert scores(t.s)[0].minions == (3,)


@rule("RD-32")
def test_the_minotaur_asks_where_vp_are_unread() -> None:
    """L98: it defeats the adjacent minion worth the most VP; whoever has not read them looks at the cards."""
    minotaur = known("minions", "Charging Minotaur", peril=1, vp=1)
    t = seated(2).plays((0, UNREAD), (0, minotaur), (0, minion("Rat", vp=5)), (0, minion("Imp", vp=3, peril=2)))
    assert t.asks == "Charging Minotaur (Bea): which minion?"
    assert t.targets == ["Bog Witch", "Rat"]
