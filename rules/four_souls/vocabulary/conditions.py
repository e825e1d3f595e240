"""Conditions under which an item of a player triggers (FS-14, FS-103)."""

from __future__ import annotations

import operator
from collections.abc import Callable

from rules.card_grammar import Condition
from rules.engine import carries
from rules.four_souls.model.item import Owned
from rules.four_souls.model.item_catalogue import item_cards
from rules.four_souls.model.state import FourSouls

COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "=": operator.eq,
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
}
MEASURES: dict[str, tuple[str, str]] = {"hand": ("loot", "loot"), "cents": ("cents", "cents")}
"""Number of a player that a condition measures, and the switch that says whether the table counts it."""


@carries("FS-14", "FS-103")
def conditions_hold(s: FourSouls, seat: int, item: Owned) -> bool:
    """Return whether all conditions on the owner hold.

    What the table does not count is taken to hold.
    """
    card = item_cards().get(item.card) if item.card else None
    return card is None or all(_holds(s, seat, condition) for condition in card.does.conditions)


def _holds(s: FourSouls, seat: int, condition: Condition) -> bool:
    number, counted = MEASURES[condition.measure]
    if not s.is_counted(counted):
        return True
    return COMPARISONS[condition.comparison](getattr(s.players[seat], number), condition.number)
