"""Seats that may not act.

By the table's rulings (FS-28, FS-A16, FS-A24), or by an item (FS-14).
"""

from __future__ import annotations

from rules import stack
from rules.engine import carries
from rules.engine.record import replace
from rules.four_souls.model.cards_beside import rooms_in_play
from rules.four_souls.model.effect import Target
from rules.four_souls.model.item import Owned
from rules.four_souls.model.item_catalogue import passive_effects, passive_sum
from rules.four_souls.model.state import Boost, FourSouls


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


USES = {"loot": "used_loot", "activated": "used_ability", "paid": "used_ability"}
"""What is remembered until the turn ends of each kind of play that a room limits."""


@carries("FS-105")
def limiting_room(s: FourSouls, seat: int, kind: str) -> Owned | None:
    """Return the room that lets a player make no more plays of that kind this turn, if one does."""
    used = sum(boost.what == USES.get(kind) and boost.target == Target("seat", seat) for boost in s.boosts)
    limits = ((room, effect) for room in rooms_in_play(s) if used for effect in passive_effects(room))
    return next((room for room, effect in limits if effect.kind == "use_limit" and used >= effect.amount), None)


@carries("FS-105")
def count_use(s: FourSouls, seat: int, kind: str) -> FourSouls:
    """Remember a play until the turn ends, where a room limits them."""
    limits = (effect for room in rooms_in_play(s) for effect in passive_effects(room) if effect.kind == "use_limit")
    if kind not in USES or not any(limits):
        return s
    return replace(s, boosts=(*s.boosts, Boost(Target("seat", seat), USES[kind], 1)))


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
