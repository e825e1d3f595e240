"""The end: the last escape, who controls what, the sum, the winner."""

import pytest

from rules.darkmoor.event import Controlled, TurnedUp
from rules.darkmoor.scoring import scores
from rules.engine import Adjusted, Outcome, WentTo, prompt
from tests.support.games.darkmoor import GAME, do, haven, hero, horde, location, minion, play, seated
from tests.support.transcript import asked, told

rule = pytest.mark.rule

BIG = minion("Big", peril=6, vp=9)


def ended(s):
    """The last hero has been in the game."""
    return do(s, WentTo("RD-28"))


@rule("RD-26", "RD-28")
def test_after_the_last_hero_everybody_gets_away() -> None:
    """With no hero to turn up the game is scored at once; each minion is in the haven of its own location."""
    s = play(seated(2), (1, minion("Imp")), (2, minion("Rat")))
    s = do(s, Adjusted("heroes.left", -4), Adjusted("minion.1.vp_tokens", 2))
    s = play(s, (0, BIG))
    assert s.outcome is not None
    assert prompt(s) is None
    assert [horde(s, k) for k in range(3)] == [[], [], []]
    assert [haven(s, k) for k in range(3)] == [[], ["Imp"], ["Rat"]]
    assert s.players[0].tokens == 2
    assert "There is no hero left: the final scoring" in told(s)


@rule("RD-26")
def test_as_many_heroes_as_the_deck_has() -> None:
    """Two players' five heroes are five attacks, and then the sums."""
    s, attacks = seated(2), 0
    while s.outcome is None:
        s = play(s, (0, BIG))
        attacks += 1
        if s.outcome is None:
            s = do(s, TurnedUp((hero(),)))
    assert attacks == 5
    assert s.heroes == 0


@rule("RD-29")
def test_the_most_peril_controls_a_location() -> None:
    """Of all that a player has there; level, nobody; without minions, nobody; tokens have gone by then."""
    s = seated(2, hero(99))
    s = play(
        s, (0, minion(peril=2)), (0, minion(peril=3)), (0, minion(peril=2)), (1, minion(peril=4)), (1, minion(peril=4))
    )
    s = ended(do(s, Adjusted("minion.5.peril_tokens", 9)))
    held = [line.held for line in GAME.view(s).places]
    assert [(h.strength, h.seat) for h in held] == [((4, 3), 0), ((4, 4), -1), ((0, 0), -1)]
    assert "Moor: Ana controls it, 5 VP" in told(s)
    assert "Fen: nobody controls it" in told(s)


@rule("RD-11", "RD-29")
def test_a_scoring_ability_may_say_otherwise() -> None:
    """The least peril of those there; the most minions; or what only the table knows, with peril's winner first."""
    places = (location("Low", when="scoring", does="least"), location("Many", when="scoring", does="count"))
    odd = location("Odd", when="scoring", text="Whoever has more beasts.")
    s = seated(2, hero(99), (*places, odd))
    s = play(s, *((k, minion(peril=n)) for k in (0, 1, 2) for n in (5, 1)), (1, minion(peril=0)))
    s = ended(s)
    question = prompt(s)
    assert question is not None
    assert asked(s) == "Odd: who controls it?"
    assert [(c.event.seat, c.role) for c in question.choices] == [(0, "usual"), (1, "quiet"), (-1, "quiet")]
    s = do(s, Controlled(1))
    assert [line.held.seat for line in GAME.view(s).places] == [1, 0, 1]


@rule("RD-30")
def test_the_sum_is_havens_locations_and_tokens() -> None:
    """A minion's VP count in a haven and not on a discard; each part is kept apart for the table."""
    s = seated(2, hero(8))
    s = play(s, (0, minion(peril=3, vp=4)), (0, minion(peril=1, vp=2)), (1, minion(peril=2, vp=7)))
    s = play(s, (0, minion(peril=4, vp=8)))  # falls at once: peril 8
    s = do(s, TurnedUp((hero(99),)), Adjusted("seat.0.tokens", 3))
    now = scores(s)
    assert [(score.minions, score.locations, score.tokens) for score in now] == [((4,), (5,), 3), ((2,), (), 0)]
    s = ended(s)
    assert [(score.minions, score.locations, score.total) for score in scores(s)] == [
        ((4, 7), (5, 5), 24),
        ((2,), (), 2),
    ]
    assert told(s)[-2:] == ["Ana: 11 + 10 + 3 = 24 VP", "Bea: 2 + 0 + 0 = 2 VP"]


@rule("RD-31")
def test_the_most_vp_win_and_level_who_would_play_next() -> None:
    """From the player after the one whose turn it is; a number put right afterwards decides anew."""
    s = seated(3, hero(99), begins=1)
    s = ended(s)
    assert s.outcome == Outcome((2,), "RD-31")
    s = do(s, Adjusted("seat.2.tokens", 1), Adjusted("seat.1.tokens", 1))
    assert s.outcome == Outcome((2,), "RD-31")
    s = do(s, Adjusted("seat.1.tokens", 1))
    assert s.outcome == Outcome((1,), "RD-31")
    assert do(s, WentTo("RD-14")).outcome is None
