"""Remarks and overrides: minions moved, defeated or escaped by hand, numbers, other steps."""

import pytest

from rules.darkmoor.model.events import Felled, Fled, Moved
from rules.engine import Adjusted, WentTo, prompt_id
from tests.support.games.darkmoor import DarkmoorTable, hero, minion, seated
from tests.support.games.table import english

IMP, RAT, BAT = minion("Imp"), minion("Rat"), minion("Bat")


def lying():
    """Imp, Rat and Bat are at the Moor, in Bea's turn."""
    return seated(2, hero(99)).plays((0, IMP), (0, RAT), (0, BAT))


def test_a_minion_is_moved_by_hand() -> None:
    """A minion can be moved to any place or out of a haven, without abilities or a new prompt."""
    t = lying()
    number = prompt_id(t.s)
    assert t.copy().do(Moved(1, 0, -1)).horde(0) == ["Rat", "Bat", "Imp"]
    assert t.copy().do(Moved(3, 0, 0)).horde(0) == ["Bat", "Imp", "Rat"]
    t.do(Moved(2, 2, -1))
    assert [t.horde(k) for k in range(3)] == [["Imp", "Bat"], [], ["Rat"]]
    t.do(Fled(2))
    assert t.haven(2) == ["Rat"]
    t.do(Moved(2, 1, -1))
    assert (t.haven(2), t.horde(1)) == ([], ["Rat"])
    assert prompt_id(t.s) == number
    assert t.refuses(Moved(9, 0, -1)) == "X-06"


def test_a_minion_is_felled_by_hand() -> None:
    """A minion defeated by hand is discarded; an opponent's may pay the active player 2 VP."""
    t = lying()
    assert t.s.active == 1
    assert t.copy().do(Felled(1, True)).tokens == [0, 2]
    t.do(Felled(1, False))
    assert (t.tokens, t.horde(0), t.s.players[0].discard) == ([0, 0], ["Rat", "Bat"], (IMP,))
    said = [english(choice.label) for choice in t.remarks]
    assert said.count("Defeated: 2 VP for Bea") == 1
    assert t.refuses(Felled(2, True))


def test_a_minion_gets_away_by_hand() -> None:
    """A minion that escapes by hand goes into its haven, and its owner gains its VP tokens."""
    t = lying().adjust("minion.1.vp_tokens", 2).do(Fled(1))
    assert (t.haven(0), t.tokens) == (["Imp"], [2, 0])


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
    """Every tracker can be adjusted, with a note; below 0 it is refused."""
    t = lying()
    before = t.numbers[key]
    t.adjust(key, 2)
    assert t.numbers[key] == before + 2
    assert t.note_texts == [shown]
    assert t.notes[0].change is not None
    assert t.refuses(Adjusted(key, -200)) == "X-06"


def test_what_is_asked_survives_a_correction() -> None:
    """A hand or hero deck set to 0 while one of its cards is asked for does not fall below 0."""
    t = seated(2, hero(99))
    t.adjust("seat.0.hand", -5).plays((0, IMP))
    assert (t.s.players[0].hand, t.s.players[0].deck) == (5, 8)
    t.goes_to("RD-14").adjust("hero.threshold", -98).plays((0, IMP))
    assert t.step == "reveal"
    t.adjust("heroes.left", -t.s.heroes).turns_up(hero(99, name="Sir Next"))
    assert t.s.heroes == 0


def test_the_table_may_be_at_any_step() -> None:
    """Every position can be gone to, also before set-up is complete.

    Missing parts get defaults: unnamed locations, dealt hands, a full hero deck.
    """
    t = DarkmoorTable("Ana", "Bea").goes_to("RD-14")
    assert t.asks == "Ana plays a minion: where?"
    assert (len(t.s.places), t.s.heroes, [player.hand for player in t.s.players]) == (3, 5, [5, 5])
    t.plays((0, IMP))
    assert t.step == "reveal"  # without a hero there is no attack, and the next is revealed
    assert lying().goes_to("RD-27").s.active == 0
    assert lying().adjust("hero.threshold", -96).goes_to("RD-18").s.hero is None
    assert t.refuses(WentTo("RD-20"))
