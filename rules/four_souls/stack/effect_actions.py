"""Effects applied in order, each to every one of its targets."""

from __future__ import annotations

from itertools import groupby

from rules import stack
from rules.engine import Text, carries, note, then
from rules.engine.record import replace
from rules.four_souls.model.catalogue import RULEBOOK
from rules.four_souls.model.effect import EFFECT_KINDS, Effect, Target
from rules.four_souls.model.stack_item import REST, Item
from rules.four_souls.model.state import FourSouls
from rules.four_souls.triggers.card_question import RESOLVE_TOP
from rules.four_souls.vocabulary.card_names import item_name
from rules.four_souls.vocabulary.measures import conditions_hold, count_of, limited_change
from rules.four_souls.vocabulary.state_changes import allocate_id
from rules.four_souls.vocabulary.target_choice import (
    DECLARED_KINDS,
    expand_target,
    is_cancelled,
    is_open,
    is_target_gone,
)

from .asked_amount import ask_amount, is_asked


@carries("FS-102")
def apply_effects(s: FourSouls, item: Item) -> FourSouls:
    """Apply the item's effects in the order in which they were declared.

    If one of its targets is gone, all of it is cancelled, or only what was aimed there (FS-A28).
    """
    gone = sum(is_target_gone(s, item, effect) for effect in item.effects)
    if 0 < gone < len(item.effects):
        s = RULEBOOK.note_ruling(s, "FS-A28", "FS-102")
    if is_cancelled(s, item):
        return _note_target_gone(s, item)
    return _apply_in_order(s, item, item.effects)


def _apply_in_order(s: FourSouls, item: Item, effects: tuple[Effect, ...]) -> FourSouls:
    """Apply the effects; one under a condition, and the rest, may wait for its target."""
    for conditions, group in groupby(effects, key=lambda effect: effect.only_if):
        found = tuple(group)
        effects = effects[len(found) :]
        holds = not conditions or conditions_hold(s, item.seat, conditions, item.source)
        due = tuple(effect for effect in found if holds != effect.otherwise)
        for k, effect in enumerate(due):
            if is_open(effect):
                return _aim_rest(s, item, (*(replace(e, only_if=(), otherwise=False) for e in due[k:]), *effects))
            if is_asked(effect):
                return ask_amount(s, item, (*due[k:], *effects))
            s = apply_effect(s, item, effect)
    return s


@carries("FS-26", "FS-103")
def _aim_rest(s: FourSouls, item: Item, rest: tuple[Effect, ...]) -> FourSouls:
    """Resolve the rest of an item at once, after its targets have been chosen."""
    s, id = allocate_id(s)
    s = replace(s, stack=stack.push(s.stack, replace(item, id=id, kind="effect", effects=rest, why=REST), s.active))
    return then(s, RESOLVE_TOP)


def apply_effect(s: FourSouls, item: Item, effect: Effect) -> FourSouls:
    """Apply one effect to each of its targets; without its target it does nothing."""
    if is_target_gone(s, item, effect):
        return _note_target_gone(s, item)
    action = EFFECT_KINDS[effect.kind].action
    for target in expand_target(s, item.seat, effect.target):
        acting = replace(item, effects=(effect,))
        amount = limited_change(s, effect, target, count_of(s, item.seat, item.source, effect, target))
        of = expand_target(s, item.seat, effect.to)[0] if effect.count and effect.to != Target() else target
        s = action(s, acting, of, amount) if action and (amount or not effect.count) else s
    return s


def _note_target_gone(s: FourSouls, item: Item) -> FourSouls:
    declared = "FS-A1" if item.kind in DECLARED_KINDS and s.ruling("FS-A1") == "play" else ""
    return note(s, "FS-102", Text("{item}: its target is gone", item=item_name(s, item)), switch=declared)
