"""Triggering of monsters' and items' abilities at a game moment (FS-36, FS-61)."""

from __future__ import annotations

from rules.engine import carries
from rules.four_souls.model.moment import GameMoment, MomentKind
from rules.four_souls.model.state import FourSouls
from rules.four_souls.vocabulary.monster_triggers import monster_triggers
from rules.four_souls.vocabulary.state_changes import queue_item

from .item_triggers import item_triggers, mark_triggered

GAIN_MOMENTS: dict[str, MomentKind] = {"cents": "gain_cents", "loot": "gain_loot", "treasures": "gain_item"}
"""Moment at which a number of a player is gained."""


@carries("FS-14")
def fire_gain(s: FourSouls, seat: int, what: str, by: int, source: int = 0) -> FourSouls:
    """Trigger what reacts to a gain; a loss, a gift and a theft trigger nothing."""
    return fire_triggers(s, GameMoment(GAIN_MOMENTS[what], seat, amount=by, source=source)) if by > 0 else s


def fire_triggers(s: FourSouls, moment: GameMoment) -> FourSouls:
    """Queue everything that triggers at this moment for the stack, monsters first."""
    for item in monster_triggers(s, moment):
        s = queue_item(s, item)
    for item in item_triggers(s, moment):
        s = mark_triggered(queue_item(s, item), item)
    return s
