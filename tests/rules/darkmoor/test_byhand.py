"""What the table says by itself, whatever is asked: a minion moved, felled, got away; numbers; another step."""

import pytest

from rules.darkmoor.event import Felled, Fled, Moved, Played, TurnedUp
from rules.engine import Adjusted, Refused, WentTo, apply, prompt_id, remarks, start
from tests.support.games.darkmoor import GAME, do, haven, hero, horde, minion, play, seated, tokens
from tests.support.transcript import asked, step, words

IMP, RAT, BAT = minion("Imp"), minion("Rat"), minion("Bat")


def lying():
    """Imp, Rat and Bat lie at the Moor; Bea's turn, but nothing else."""
    return play(seated(2, hero(99)), (0, IMP), (0, RAT), (0, BAT))


def test_a_minion_is_moved_by_hand() -> None:
    """To the back of any horde, to any other place of its own, out of a haven; nothing is set off, nothing asked."""
    s = lying()
    number = prompt_id(s)
    assert horde(do(s, Moved(1, 0, -1)), 0) == ["Rat", "Bat", "Imp"]
    assert horde(do(s, Moved(3, 0, 0)), 0) == ["Bat", "Imp", "Rat"]
    s = do(s, Moved(2, 2, -1))
    assert [horde(s, k) for k in range(3)] == [["Imp", "Bat"], [], ["Rat"]]
    s = do(s, Fled(2))
    assert haven(s, 2) == ["Rat"]
    s = do(s, Moved(2, 1, -1))
    assert (haven(s, 2), horde(s, 1)) == ([], ["Rat"])
    assert prompt_id(s) == number
    with pytest.raises(Refused) as refused:
        apply(GAME, s, Moved(9, 0, -1))
    assert refused.value.rule == "X-06"


def test_a_minion_is_felled_by_hand() -> None:
    """Onto its owner's discard, with 2 VP for who plays where it is an opponent's and the table says so."""
    s = lying()
    assert s.active == 1
    assert tokens(do(s, Felled(1, True))) == [0, 2]
    s = do(s, Felled(1, False))
    assert (tokens(s), horde(s, 0), s.players[0].discard) == ([0, 0], ["Rat", "Bat"], (IMP,))
    said = [words(choice.label) for choice in remarks(GAME, s)]
    assert said.count("Defeated: 2 VP for Bea") == 1
    with pytest.raises(Refused):
        apply(GAME, s, Felled(2, True))


def test_a_minion_gets_away_by_hand() -> None:
    """With its tokens, into the haven of its location."""
    s = do(lying(), Adjusted("minion.1.vp_tokens", 2), Fled(1))
    assert (haven(s, 0), tokens(s)) == (["Imp"], [2, 0])


@pytest.mark.parametrize(
    ("key", "shown"),
    [
        ("seat.1.tokens", "By hand: Bea, VP in tokens 0 → 2"),
        ("seat.0.hand", "By hand: Ana, cards in hand 5 → 7"),
        ("seat.0.deck", "By hand: Ana, cards in the deck 11 → 13"),
        ("minion.2.peril", "By hand: Rat (Bea), peril on the card 1 → 3"),
        ("minion.2.vp", "By hand: Rat (Bea), VP on the card 1 → 3"),
        ("minion.2.peril_tokens", "By hand: Rat (Bea), peril tokens 0 → 2"),
        ("place.1.vp", "By hand: Fen, VP on the card 5 → 7"),
        ("hero.threshold", "By hand: Sir Test, peril threshold 99 → 101"),
        ("heroes.left", "By hand: the table, heroes in the deck 4 → 6"),
    ],
)
def test_every_number_may_be_put_right(key: str, shown: str) -> None:
    """The tracker moves by as much and the ribbon says so; below nothing it is refused."""
    s = lying()
    before = next(t.value for t in GAME.trackers(s) if t.key == key)
    s = do(s, Adjusted(key, 2))
    assert next(t.value for t in GAME.trackers(s) if t.key == key) == before + 2
    assert [words(note.text) for note in s.notes] == [shown]
    assert s.notes[0].change is not None
    with pytest.raises(Refused) as refused:
        apply(GAME, s, Adjusted(key, -200))
    assert refused.value.rule == "X-06"


def test_what_is_asked_survives_a_correction() -> None:
    """A hand or a hero deck put to nothing while a card of it is asked for stays at nothing."""
    s = seated(2, hero(99))
    s = do(s, Adjusted("seat.0.hand", -5), Played(0, (IMP,)))
    assert (s.players[0].hand, s.players[0].deck) == (5, 8)
    s = do(s, WentTo("RD-14"), Adjusted("hero.threshold", -98), Played(0, (IMP,)))
    assert step(s) == "reveal"
    s = do(s, Adjusted("heroes.left", -s.heroes), TurnedUp((hero(99),)))
    assert s.heroes == 0


@pytest.mark.parametrize("key", ["seat.7.tokens", "seat.0.vp", "minion.9.vp", "minion.1.seat", "place.8.vp", "x", ""])
def test_a_number_that_is_not_there(key: str) -> None:
    """It is refused in words, and nothing changes."""
    with pytest.raises(Refused) as refused:
        apply(GAME, lying(), Adjusted(key, 1))
    assert refused.value.rule == "X-06"


def test_the_table_may_be_at_any_step() -> None:
    """Also before everything is laid out: what nobody named has no name, hands are dealt, heroes lie there."""
    s = do(start(GAME, ("Ana", "Bea")), WentTo("RD-14"))
    assert asked(s) == "Ana plays a minion: where?"
    assert (len(s.places), s.heroes, [player.hand for player in s.players]) == (3, 5, [5, 5])
    s = do(s, Played(0, (IMP,)))
    assert step(s) == "reveal"  # without a hero nobody attacks, and the next is turned up
    assert do(lying(), WentTo("RD-27")).active == 0
    assert do(do(lying(), Adjusted("hero.threshold", -96)), WentTo("RD-18")).hero is None
    with pytest.raises(Refused):
        apply(GAME, s, WentTo("RD-20"))
