"""The depth "numbers" in Retreat to Darkmoor: the turn passes, and nothing else is asked."""

from __future__ import annotations

import pytest

from rules.darkmoor.model.events import Played
from rules.engine import Adjusted
from tests.support.games.darkmoor import DarkmoorTable, minion, seated

IMP = minion("Imp")


def test_only_the_next_turn_is_asked() -> None:
    """Each tap passes the turn to the left; numbers are set by hand, and nothing follows from them."""
    t = seated(3).settles_on("depth", "numbers")
    assert (t.step, t.s.seats[t.s.active], t.asks) == ("numbers_only", "Ana", "Ana's turn")
    t.passes_turn().passes_turn().passes_turn()
    assert (t.s.seats[t.s.active], t.s.turn, t.step) == ("Ana", 4, "numbers_only")
    t.do(Adjusted("seat.1.tokens", 4))
    assert (t.tokens, t.step) == ([0, 4, 0], "numbers_only")


def test_guided_play_resumes_with_the_turn_of_whose_it_is() -> None:
    """Back with guidance the player whose turn it is plays a minion, and the turn goes on to its end."""
    t = seated(2).settles_on("depth", "numbers").passes_turn().settles_on("depth", "guided")
    assert (t.step, t.s.seats[t.s.active], t.s.turn) == ("play", "Bea", 2)
    assert t.plays((0, IMP)).s.active == 0


def test_what_was_asked_waits_and_is_asked_again() -> None:
    """Without a turn that passed, the same question stands there again."""
    t = seated(2)
    before = t.asks
    assert t.settles_on("depth", "numbers").settles_on("depth", "guided").asks == before


@pytest.mark.rule("X-06")
def test_a_played_minion_is_refused_there() -> None:
    """Numbers only asks for no minion."""
    t = seated(2).settles_on("depth", "numbers")
    assert t.refuses(Played(0, (IMP,)))


def test_a_set_up_that_was_left_out_is_asked_for_later() -> None:
    """A match may begin with numbers only; with guidance it then asks for what lies on the table."""
    t = DarkmoorTable("Ana", "Bea", depth="numbers")
    assert t.passes_turn().s.active == 1
    assert t.settles_on("depth", "guided").step == "locate"
