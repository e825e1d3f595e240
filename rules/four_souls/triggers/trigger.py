"""Triggering of monsters' and items' abilities at a game moment (FS-36, FS-61)."""

from __future__ import annotations

from rules.four_souls.model.moment import GameMoment
from rules.four_souls.model.state import FourSouls
from rules.four_souls.vocabulary.monster_triggers import monster_triggers
from rules.four_souls.vocabulary.state_changes import queue_item

from .item_triggers import item_triggers, mark_triggered


def fire_triggers(s: FourSouls, moment: GameMoment) -> FourSouls:
    """Queue everything that triggers at this moment for the stack, monsters first."""
    for item in monster_triggers(s, moment):
        s = queue_item(s, item)
    for item in item_triggers(s, moment):
        s = mark_triggered(queue_item(s, item), item)
    return s
