"""Solo game with two characters against the countdown on a die of eight (FS-119 … FS-122)."""

from __future__ import annotations

from rules.engine import Change, Outcome, Text, auto, carries, note, then
from rules.engine.record import replace
from rules.four_souls.model.state import FourSouls
from rules.four_souls.vocabulary.state_changes import NUMBER_NAMES

COUNTDOWN_TRACKER = "table.countdown"
"""Key of the countdown's tracker."""
COUNTDOWN_DIE_NAME = Text("the die of eight")


@carries("FS-120")
def tick_after_round(s: FourSouls) -> FourSouls:
    """Count down when the first character has the turn again, because then both have played."""
    return tick_countdown(s) if s.is_solo and s.active == s.first else s


@carries("FS-120")
def tick_after_death(s: FourSouls, seat: int) -> FourSouls:
    """Count down once more for a character that dies on its own turn."""
    return tick_countdown(s) if s.is_solo and seat == s.active else s


def tick_countdown(s: FourSouls) -> FourSouls:
    """Lower the countdown by one; at 0 the game is over."""
    left = max(0, s.countdown - 1)
    change = Change(COUNTDOWN_TRACKER, COUNTDOWN_DIE_NAME, NUMBER_NAMES["countdown"], s.countdown, left)
    task = Text("Turn the die of eight to {n}", n=left) if left else None
    s = note(replace(s, countdown=left), "FS-120", Text("The die of eight drops to {n}", n=left), change, task=task)
    return s if left else then(s, time_out)


@auto("FS-122")
def time_out(s: FourSouls) -> FourSouls:
    """End the game as lost: the countdown reached 0 before four souls were together."""
    s = note(s, "FS-122", Text("The die is at 0: the game is lost"), kind="win")
    return replace(s, outcome=Outcome((), "FS-122"))


@carries("FS-122")
def finish_solo_game(s: FourSouls) -> FourSouls:
    """End the game as won with four souls of both characters together.

    The table may have the die decide the turn in which it runs out (FS-A13).
    """
    last_turn = s.countdown <= 1 and (s.active + 1) % len(s.seats) == s.first
    if last_turn and s.ruling("FS-A13") == "timer_first":
        lost = Text("The die runs out in this turn: the game is lost")
        return replace(note(s, "FS-122", lost, switch="FS-A13", kind="win"), outcome=Outcome((), "FS-122"))
    switch = "FS-A13" if last_turn else ""
    s = note(s, "FS-122", Text("Four souls together: the game is won"), switch=switch, kind="win")
    return replace(s, outcome=Outcome(tuple(range(len(s.seats))), "FS-122"))
