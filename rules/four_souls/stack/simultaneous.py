"""Relevance of the order of simultaneous triggers, tested by simulation (FS-36, FS-37)."""

from __future__ import annotations

from itertools import permutations

from rules.engine.record import replace
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import FourSouls
from rules.four_souls.triggers.targeting import needs_target

from .effect_actions import apply_effects

IMMEDIATE_KINDS = {
    "cents",
    "loot",
    "damage",
    "heal",
    "attack",
    "evasion",
    "more_damage",
    "times_damage",
    "recharge",
    "look",
}
"""Effects that happen at once and can be simulated.

All others (a death, a choice, a die) count as relevant to the order.
"""
MAX_PERMUTED_ITEMS = 4
"""Number of items up to which every order is simulated."""


def is_order_relevant(s: FourSouls, items: tuple[Item, ...]) -> bool:
    """Return whether different orders lead to different results.

    A lethal effect beside a monster's death counts as different too.
    """
    plain = tuple(item for item in items if _is_plain(item))
    heavy = len(items) - len(plain)
    if heavy > 1 or len(plain) > MAX_PERMUTED_ITEMS:
        return True
    ends = [_simulate(s, order) for order in permutations(plain)]
    return any(end != ends[0] for end in ends) or (heavy == 1 and _is_lethal(s, ends[0]))


def sort_plain_last(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """Sort items so that those that can be simulated lie on top and resolve first.

    This is for items whose order does not matter.
    """
    return tuple(sorted(items, key=_is_plain))


def _is_plain(item: Item) -> bool:
    kinds = {effect.kind for effect in item.effects}
    return item.kind == "triggered" and bool(kinds) and kinds <= IMMEDIATE_KINDS and not needs_target(item)


def _simulate(s: FourSouls, order: tuple[Item, ...]) -> FourSouls:
    """Return the state after these items, without what they trigger in turn."""
    for item in order:
        s = apply_effects(s, item)
    boosts = tuple(sorted(s.boosts, key=repr))
    return replace(s, notes=(), waiting=(), numbered=0, boosts=boosts)


def _is_lethal(before: FourSouls, after: FourSouls) -> bool:
    lives = zip(before.players, after.players, strict=True)
    return any(was.life > 0 == now.life for was, now in lives)
