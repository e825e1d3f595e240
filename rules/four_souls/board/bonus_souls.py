"""Bonus souls, each won once by the first player who meets its condition (FS-115 … FS-117)."""

from __future__ import annotations

from collections.abc import Callable

from rules.engine import Text, carries, note
from rules.engine.record import replace
from rules.four_souls.model.catalogue import RULEBOOK
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import FourSouls, Player, SoulCard
from rules.four_souls.vocabulary.card_names import BONUS_SOUL_NAMES
from rules.four_souls.vocabulary.state_changes import gain_soul, queue_item, soul_blocker

GREED_CENTS, GLUTTONY_LOOT_CARDS, GUPPY_ITEMS = 25, 10, 2
BONUS_SOUL_CONDITIONS: dict[str, tuple[str, Callable[[Player], bool]]] = {
    "greed": ("FS-115", lambda player: player.cents >= GREED_CENTS),
    "gluttony": ("FS-116", lambda player: player.loot >= GLUTTONY_LOOT_CARDS),
    "guppy": ("FS-117", lambda player: sum(item.guppy for item in player.items) >= GUPPY_ITEMS),
}
"""Rule and condition of each bonus soul."""
CONDITION_NUMBERS = {"greed": "cents", "gluttony": "loot"}
"""The tracked number that a condition depends on."""


@carries("FS-23", "FS-115", "FS-116", "FS-117")
def award_bonus_souls(s: FourSouls) -> FourSouls:
    """Award the bonus souls whose condition is met.

    If several players meet it at the same time, the first in turn order gets the soul.
    """
    if not s.bonus:
        return s
    on_the_way = {item.name for item in (*s.stack.items, *s.waiting) if item.kind == "bonus_soul"}
    for name in s.bonus:
        seats = (seat for seat in s.seats_from(s.active) if _meets_condition(s, name, seat))
        seat = next(seats, None) if name not in on_the_way else None
        s = s if seat is None else _award_soul(s, Item(0, "bonus_soul", seat, name))
    return s


def _meets_condition(s: FourSouls, name: str, seat: int) -> bool:
    """Return whether the seat meets the condition; false if its number is not tracked.

    Then the players say by hand who has won the soul.
    """
    if not s.is_counted(CONDITION_NUMBERS.get(name, "")) or soul_blocker(s, seat):
        return False
    return BONUS_SOUL_CONDITIONS[name][1](s.players[seat])


def _award_soul(s: FourSouls, item: Item) -> FourSouls:
    """Award the soul at once, or by the stack, where players can respond (FS-A12).

    With numbers only there is no stack.
    """
    s, how = RULEBOOK.apply_ruling(s, "FS-A12", BONUS_SOUL_CONDITIONS[item.name][0])
    return queue_item(s, item) if how == "stack" and s.depth != "numbers" else resolve_bonus_soul(s, item)


@carries("FS-103", "FS-115")
def resolve_bonus_soul(s: FourSouls, item: Item) -> FourSouls:
    """Give the soul to the player if the condition still holds; else it stays beside the table."""
    rule = BONUS_SOUL_CONDITIONS[item.name][0]
    if item.name not in s.bonus or not _meets_condition(s, item.name, item.seat):
        return note(s, "FS-103", Text("{who} no longer meets its condition", who=s.seats[item.seat]))
    s = replace(s, bonus=tuple(left for left in s.bonus if left != item.name))
    return gain_soul(s, rule, item.seat, SoulCard(BONUS_SOUL_NAMES[item.name].en, pile="aside"))
