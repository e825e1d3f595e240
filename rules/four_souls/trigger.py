"""Triggering of monsters' and items' abilities at a game moment (FS-36, FS-61)."""

from __future__ import annotations

from .change import wait
from .goes_off import goes_off, items_answer
from .moment import Happening
from .nature import monsters_answer
from .state import FourSouls


def happens(s: FourSouls, now: Happening) -> FourSouls:
    """Queue everything that triggers at this moment for the stack, monsters first."""
    for item in monsters_answer(s, now):
        s = wait(s, item)
    for item in items_answer(s, now):
        s = goes_off(wait(s, item), item)
    return s
