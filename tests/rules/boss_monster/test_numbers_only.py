"""The depth "numbers" in Boss Monster: turns are counted, and nothing else is asked."""

from __future__ import annotations

from rules.engine import Adjusted
from tests.support.games.boss_monster import BossMonsterTable, seated, table, virtual


def test_only_the_next_turn_is_asked() -> None:
    """Each tap begins a turn; souls and wounds are set by hand, and nobody wins or loses by them."""
    t = table().settles_on("depth", "numbers")
    turn = t.s.turn
    assert (t.step, t.asks) == ("numbers_only", f"Turn {turn}")
    t.passes_turn().passes_turn()
    assert (t.s.turn, t.step) == (turn + 2, "numbers_only")
    t.do(Adjusted("seat.0.souls", 10)).do(Adjusted("seat.1.wounds", 5))
    t.passes_turn()
    assert (t.s.outcome, t.step) == (None, "numbers_only")
    assert (t.s.keeps[0].souls, t.s.keeps[1].wounds) == (10, 5)


def test_guided_play_resumes_with_building() -> None:
    """Back with guidance the turn goes on with the build phase."""
    t = table().settles_on("depth", "numbers").passes_turn()
    turn = t.s.turn
    t.settles_on("depth", "guided")
    assert (t.s.turn, t.s.phase) == (turn, "build")


def test_a_set_up_that_was_left_out_is_asked_for_later() -> None:
    """A match may begin with numbers only; with guidance it then asks for the bosses."""
    t = BossMonsterTable("Ana", "Bea", depth="numbers")
    assert t.passes_turn().s.turn == 2
    assert t.settles_on("depth", "guided").step == "choose_boss"


def test_no_card_of_the_app_is_lost() -> None:
    """Cards that the app keeps stay where they are while only numbers are kept."""
    t = virtual()
    hands = [keep.hand for keep in t.s.keeps]
    t.settles_on("depth", "numbers").passes_turn().settles_on("depth", "guided")
    assert [keep.hand for keep in t.s.keeps] == hands
    assert seated().settles_on("depth", "numbers").step == "numbers_only"
