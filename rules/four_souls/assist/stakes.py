"""Simulation of the top of the stack: the players who could die or win if nobody responds."""

from __future__ import annotations

from rules import stack
from rules.engine import advance, at
from rules.engine.record import replace
from rules.engine.step import apply_answer
from rules.four_souls.model.events import Passed
from rules.four_souls.model.state import FourSouls
from rules.four_souls.stack.priority import priority
from rules.four_souls.turn.settle import settle

FOLLOW_UP_KINDS = ("effect", "damage", "triggered")
"""Kinds of items that a roll leads to.

They are simulated with it, because once a roll counts it is too late to change it.
"""
MAX_FOLLOW_UPS = 9
"""Number of items simulated after a roll, because triggers may trigger others without end."""
DEATH_NOTE = "death"
"""Kind of the note of a player's death."""
PRIORITY_STEP = at(priority).name


def endangered_seats(s: FourSouls) -> frozenset[int]:
    """Return the seats that would die if all passed now; every seat if the game would end."""
    after = _all_pass(s)
    if s.stack.top and s.stack.top.kind == "roll":
        for _ in range(MAX_FOLLOW_UPS):
            after = _all_pass(after) if _has_follow_up(after, len(s.stack.items)) else after
    if after.outcome:
        return frozenset(range(len(s.seats)))
    fates = zip(s.players, after.players, strict=True)
    return _seats_told_dead(s, after) | {
        seat for seat, (now, then) in enumerate(fates) if then.doom in ("dying", "dead") and then.doom != now.doom
    }


def _seats_told_dead(before: FourSouls, after: FourSouls) -> frozenset[int]:
    """Return the seats that have died in between.

    Where the turn has ended since, they live again.
    """
    new = after.notes[len(before.notes) :]
    return frozenset(note.seat for note in new if note.kind == DEATH_NOTE and note.seat is not None)


def endangered_at_window(s: FourSouls) -> frozenset[int]:
    """Return those seats where priority is passed; nobody elsewhere."""
    return endangered_seats(s) if s.outcome is None and s.agenda[0].name == PRIORITY_STEP else frozenset()


def _has_follow_up(s: FourSouls, deep: int) -> bool:
    """Return whether a window is open over what took the place of the roll, or lies above that."""
    top = s.stack.top if len(s.stack.items) >= deep and not s.outcome else None
    return top is not None and top.kind in FOLLOW_UP_KINDS and s.agenda[0].name == PRIORITY_STEP


def _all_pass(s: FourSouls) -> FourSouls:
    """Let everybody pass; the notes from before are kept."""
    over = s.stack.top.id if s.stack.top else 0
    after = advance(settle, apply_answer(settle, s, Passed(stack.seats_to_pass(s.stack, len(s.seats)), over)))
    return replace(after, notes=(*s.notes, *after.notes))
