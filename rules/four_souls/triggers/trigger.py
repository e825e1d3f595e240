"""Triggering of monsters' and items' abilities at a game moment (FS-36, FS-61)."""

from __future__ import annotations

from rules.four_souls.model.moment import Happening
from rules.four_souls.model.state import FourSouls
from rules.four_souls.vocabulary.monster_triggers import monsters_answer
from rules.four_souls.vocabulary.state_changes import wait

from .item_triggers import goes_off, items_answer


def happens(s: FourSouls, now: Happening) -> FourSouls:
    """Queue everything that triggers at this moment for the stack, monsters first."""
    for item in monsters_answer(s, now):
        s = wait(s, item)
    for item in items_answer(s, now):
        s = goes_off(wait(s, item), item)
    return s
