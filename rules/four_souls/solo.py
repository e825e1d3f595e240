"""FS-119 … FS-122: one person with two characters, against a die of eight that counts down."""

from __future__ import annotations

from rules.engine import Change, Outcome, Text, auto, carries, note, then
from rules.engine.record import replace

from .change import WHAT
from .state import FourSouls

KEY = "table.countdown"
"""The tracker of the die."""
DIE = Text("the die of eight")


@carries("FS-120")
def turn_over(s: FourSouls) -> FourSouls:
    """The next character has the turn: if it is the first one's again, both have played and the die drops."""
    return tick(s) if s.solo and s.active == s.first else s


@carries("FS-120")
def died_on_own_turn(s: FourSouls, seat: int) -> FourSouls:
    """A character that dies on its own turn costs one more."""
    return tick(s) if s.solo and seat == s.active else s


def tick(s: FourSouls) -> FourSouls:
    """The die drops by one; at 0 the game is over."""
    left = max(0, s.countdown - 1)
    change = Change(KEY, DIE, WHAT["countdown"], s.countdown, left)
    s = note(replace(s, countdown=left), "FS-120", Text("The die of eight drops to {n}", n=left), change)
    return s if left else then(s, time_out)


@auto("FS-122")
def time_out(s: FourSouls) -> FourSouls:
    """The die is at 0 before four souls were together: the game is lost."""
    return replace(note(s, "FS-122", Text("The die is at 0: the game is lost")), outcome=Outcome((), "FS-122"))


@carries("FS-122")
def four_together(s: FourSouls) -> FourSouls:
    """Both characters' souls are four: won, unless the table has the die decide the turn it runs out in (FS-A13)."""
    last_turn = s.countdown <= 1 and (s.active + 1) % len(s.seats) == s.first
    if last_turn and s.ruling("FS-A13") == "timer_first":
        lost = Text("The die runs out in this turn: the game is lost")
        return replace(note(s, "FS-122", lost, switch="FS-A13"), outcome=Outcome((), "FS-122"))
    s = note(s, "FS-122", Text("Four souls together: the game is won"), switch="FS-A13" if last_turn else "")
    return replace(s, outcome=Outcome(tuple(range(len(s.seats))), "FS-122"))
