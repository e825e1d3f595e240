"""Seats that may not act.

By the table's rulings (FS-28, FS-A16, FS-A24), or by an item (FS-14).
"""

from __future__ import annotations

from rules import stack
from rules.engine import carries
from rules.engine.record import replace
from rules.four_souls.model.item import Owned
from rules.four_souls.model.item_catalogue import passive_sum
from rules.four_souls.model.state import FourSouls


def skipped_seats(s: FourSouls) -> tuple[int, ...]:
    """Return the seats that still have to pass and may not act now."""
    acts_over_nothing = s.stack.items or s.ruling("FS-A24") != "no"
    if acts_over_nothing and not [player for player in s.players if player.doom == "dead"]:
        return ()  # nearly always
    return tuple([seat for seat in stack.seats_to_pass(s.stack, len(s.seats)) if is_skipped(s, seat)])


def is_skipped(s: FourSouls, seat: int) -> bool:
    """Return whether the rulings keep a seat from acting now.

    They may keep the dead until they heal (FS-A16), and over an empty stack all but the active player (FS-A24).
    """
    idle = not s.stack.items and seat != s.active and s.ruling("FS-A24") == "no"
    return idle or (s.players[seat].is_dead and s.ruling("FS-A16") == "may_not")


@carries("FS-14")
def forbidding_item(s: FourSouls, seat: int) -> Owned | None:
    """Return the item that keeps a seat from playing loot and activating items.

    One of the active player.
    """
    if seat == s.active or s.phase == "setup":
        return None
    return next((item for item in s.players[s.active].items if passive_sum(item, "forbid")), None)


def first_to_respond(s: FourSouls) -> int:
    """Return the seat that gets priority over a new item: the active one, unless it is skipped."""
    may_not = s.ruling("FS-A16") == "may_not"
    return next((seat for seat in s.seats_from(s.active) if not (may_not and s.players[seat].is_dead)), s.active)


@carries("FS-28")
def skip_priority(s: FourSouls) -> FourSouls:
    """Pass priority for the skipped seats, on to the next seat that may act."""
    skipped = skipped_seats(s)
    if not skipped and s.stack.holder not in s.stack.passed:
        return s
    after = stack.pass_priority(s.stack, skipped, len(s.seats))
    return s if after is s.stack else replace(s, stack=after)
