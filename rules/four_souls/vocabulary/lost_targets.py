"""Targets and conditions that no longer hold, and what that cancels (FS-66, FS-102, FS-103)."""

from __future__ import annotations

from collections.abc import Callable

from rules.engine import carries
from rules.four_souls.model.effect import Effect, Target
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import FourSouls

from .conditions import conditions_hold

DECLARED_KINDS = ("loot", "activated", "paid", "room")
"""Kinds of items whose effects are declared as they are played or resolve (FS-A1)."""
HARMFUL_KINDS = ("damage", "kill")
"""Kinds of effects for which a dead player cannot be chosen (FS-89)."""


@carries("FS-102")
def is_target_gone(s: FourSouls, item: Item, effect: Effect) -> bool:
    """Return whether an effect's target has left, or is a dead player whom a card was to harm."""
    target = effect.target
    if target.kind == "seat":
        is_harm = item.kind in DECLARED_KINDS and effect.kind in HARMFUL_KINDS
        return is_harm and s.players[target.id].is_dead
    find: dict[str, Callable[[int], object]] = {
        "monster": s.find_monster,
        "item": s.find_stack_item,
        "owned": s.find_owned_item,
    }
    return target.kind in find and find[target.kind](target.id) is None


def is_cancelled(s: FourSouls, item: Item) -> bool:
    """Return whether a lost target cancels all of the item, as the table plays it (FS-A28)."""
    gone = sum(is_target_gone(s, item, effect) for effect in item.effects)
    return bool(gone) and (gone == len(item.effects) or s.ruling("FS-A28") == "whole")


@carries("FS-103")
def is_condition_met(s: FourSouls, item: Item) -> bool:
    """Return whether the item's condition still holds.

    The die must show its number, its owner must fulfil its conditions, and the item that it destroys must be in play.
    """
    if item.roll:
        roll = s.find_stack_item(item.roll)
        if roll is None or s.roll_result(roll) not in item.faces:
            return False
    found = s.find_owned_item(item.source) if item.kind == "triggered" and item.source else None
    if found and not conditions_hold(s, found[0], found[1]):
        return False
    this = Target("owned", item.source)
    ends = any(effect.kind == "destroy" and effect.target == this for effect in item.effects)
    return not ends or s.find_owned_item(item.source) is not None


@carries("FS-66")
def is_treasure_gone(s: FourSouls, purchase: Item) -> bool:
    """Return whether the treasure is no longer in the slot of the purchase."""
    return purchase.slot >= 0 and s.shop[purchase.slot : purchase.slot + 1] != (purchase.name,)
