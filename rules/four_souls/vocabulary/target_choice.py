"""Targets: those still to be chosen, those that are possible now, and those that are lost.

FS-26, FS-66, FS-89, FS-102, FS-103.
"""

from __future__ import annotations

from functools import cache

from rules.engine import carries
from rules.engine.record import replace
from rules.four_souls.model.cards_beside import find_acting_card
from rules.four_souls.model.effect import EFFECT_KINDS, TARGET_KINDS, Effect, Target
from rules.four_souls.model.item_catalogue import is_die_aimed, item_cards
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import FourSouls

from .measures import limited_change, trigger_holds

NO_TARGET = Target()


def aimed_ways(s: FourSouls, seat: int, effects: tuple[Effect, ...]) -> tuple[tuple[Effect, ...], ...]:
    """Return the effects with each possible choice of their targets and receivers.

    Those without a target are left out.
    """
    k = next((k for k, effect in enumerate(effects) if is_open(effect)), None)
    if k is None:
        return (effects,)
    before, after = effects[:k], effects[k + 1 :]
    ways = ((*before, *_aimed(s, effects[k], target, after)) for target in possible_targets(s, seat, effects[k]))
    return tuple(dict.fromkeys(aimed for way in ways for aimed in aimed_ways(s, seat, way)))


def _aimed(s: FourSouls, effect: Effect, target: Target, after: tuple[Effect, ...]) -> tuple[Effect, ...]:
    later = aim_later(s, after, target)
    return (aim_effect(effect, target), *later) if target != NO_TARGET else later


def is_open(effect: Effect) -> bool:
    """Return whether the effect's target, or who gets what it moves, is still to be chosen."""
    return _is_unchosen(effect.target) or _is_unchosen(effect.to)


def _is_unchosen(target: Target) -> bool:
    return TARGET_KINDS[target.kind].choices is not None


def open_target(effect: Effect) -> Target:
    """Return what is still to be chosen of an effect: its target first, then its receiver."""
    return effect.target if _is_unchosen(effect.target) else effect.to


def expand_target(s: FourSouls, seat: int, target: Target) -> tuple[Target, ...]:
    """Return each target that a group means, seen from the seat of the effect."""
    expand = TARGET_KINDS[target.kind].expand
    return expand(s, seat, target) if expand else (target,)


def aim_effect(effect: Effect, target: Target) -> Effect:
    """Return the effect with that target, or with that receiver where its target is known."""
    return replace(effect, target=target) if _is_unchosen(effect.target) else replace(effect, to=target)


def aim_later(s: FourSouls, effects: tuple[Effect, ...], target: Target) -> tuple[Effect, ...]:
    """Return the effects after one with that target: those that mean the same, or its player.

    Without one they are left out.
    """
    if target == NO_TARGET:
        return tuple(e for e in effects if e.target.kind != "same" and e.to.kind != "its_player")
    found = s.find_owned_item(target.id) if target.kind == "owned" else None
    player = Target("seat", found[0]) if found else target
    return tuple(
        replace(
            effect,
            target=target if effect.target.kind == "same" else effect.target,
            to=player if effect.to.kind == "its_player" else effect.to,
        )
        for effect in effects
    )


@carries("FS-26", "FS-89")
def possible_targets(s: FourSouls, seat: int, effect: Effect, own_id: int = 0) -> tuple[Target, ...]:
    """Return the possible targets of an effect of that seat.

    Within its limits it can change the number of each.
    """
    if effect.kind == "roll":
        return _targets_of_die(s, seat, effect, own_id)
    choices = TARGET_KINDS[open_target(effect).kind].choices
    targets = choices(s, seat, effect, own_id) if choices else ()
    if not effect.within:
        return targets
    return tuple(target for target in targets if limited_change(s, effect, target, effect.amount) == effect.amount)


def _targets_of_die(s: FourSouls, seat: int, roll: Effect, own_id: int) -> tuple[Target, ...]:
    """Return what may be chosen before a die: what any of its numbers may aim at."""
    aiming = _aims_of_die(roll.card, open_target(roll))
    targets = (target for effect in aiming for target in possible_targets(s, seat, effect, own_id))
    return tuple(dict.fromkeys(targets))


@cache
def _aims_of_die(card: str, target: Target) -> tuple[Effect, ...]:
    """Return what the numbers of a card's die do to that target.

    Effects that differ only in how much have the same targets, unless they have limits: each of them once.
    """
    every = (effect for _, way in item_cards()[card].does.by_die for effect in way if effect.target == target)
    alike = (effect if effect.within else replace(effect, amount=min(effect.amount, 1)) for effect in every)
    return tuple(dict.fromkeys(alike))


@carries("FS-26", "FS-102")
def needs_its_target(effect: Effect) -> bool:
    """Return whether an effect does nothing without its target.

    A die does where some of its numbers aim at nothing.
    """
    return effect.kind != "roll" or (bool(effect.card) and is_die_aimed(effect.card))


# --- lost targets and conditions ------------------------------------------------------------------------------------

DECLARED_KINDS = ("loot", "activated", "paid", "room")
"""Kinds of items whose effects are declared as they are played or resolve (FS-A1)."""


@carries("FS-102")
def is_target_gone(s: FourSouls, item: Item, effect: Effect) -> bool:
    """Return whether an effect's target has left, or is a dead player whom a card was to harm."""
    target = effect.target
    if not needs_its_target(effect):
        return False
    if target.kind == "seat":
        is_declared = item.kind in DECLARED_KINDS or (item.kind == "effect" and item.value > 0)
        return is_declared and _is_harm(effect) and s.players[target.id].is_dead
    find = TARGET_KINDS[target.kind].find
    return find is not None and find(s, target.id) is None


def _is_harm(effect: Effect) -> bool:
    """Return whether an effect only harms its target; a die does if all its numbers do."""
    by_die = item_cards()[effect.card].does.by_die if effect.kind == "roll" else ((0, (effect,)),)
    return all(EFFECT_KINDS[one.kind].targets.is_harm for _, way in by_die for one in way)


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
    found = find_acting_card(s, item.seat, item.source, item.name) if item.kind == "triggered" else None
    if found and not trigger_holds(s, found[0], found[1], item.ability):
        return False
    this = Target("owned", item.source)
    ends = any(effect.kind == "destroy" and effect.target == this for effect in item.effects)
    return not ends or s.find_owned_item(item.source) is not None


def death_of(s: FourSouls, seat: int) -> Target:
    """Return the death of that player on the stack; a target that is gone if there is none."""
    found = (item.id for item in s.stack.items if (item.kind, item.seat) == ("player_death", seat))
    return Target("item", next(found, 0))


@carries("FS-66")
def is_treasure_gone(s: FourSouls, purchase: Item) -> bool:
    """Return whether the treasure is no longer in the slot of the purchase."""
    return purchase.slot >= 0 and s.shop[purchase.slot : purchase.slot + 1] != (purchase.name,)
