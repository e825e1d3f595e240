"""Effects of items from their latest use or their data, offered with new targets."""

from __future__ import annotations

from dataclasses import replace

from rules.engine import Pick, Records, carries
from rules.four_souls.model.effect import Effect, Target
from rules.four_souls.model.item import Owned
from rules.four_souls.model.item_catalogue import EffectSequence, find_card, item_cards
from rules.four_souls.model.state import FourSouls

from .effect_templates import make_effects_hole

OWNER_TARGET, THIS_ITEM_TARGET, STACK_TARGET, FOUGHT_TARGET = (
    Target("me"),
    Target("owned"),
    Target("item"),
    Target("monster"),
)


def remember_effects(s: FourSouls, seat: int, source: int, effects: tuple[Effect, ...]) -> EffectSequence:
    """Replace targets by their relation to the item and its owner, so that they can be stored."""
    return tuple(replace(effect, target=_relative_target(s, seat, source, effect.target)) for effect in effects)


def _relative_target(s: FourSouls, seat: int, source: int, target: Target) -> Target:
    if target.kind == "item":
        return STACK_TARGET
    if target == Target("monster", s.combat):
        return FOUGHT_TARGET
    return {Target("seat", seat): OWNER_TARGET, Target("owned", source): THIS_ITEM_TARGET}.get(target, target)


def retarget_effects(
    s: FourSouls, seat: int, source: int, effects: EffectSequence, effects_hole: Records, roll: int = 0
) -> EffectSequence | None:
    """Return the effects with current targets; None if one is missing or must be chosen.

    ``roll`` is the id of the die that triggered the item.
    """
    retargeted = tuple(_retarget_effect(s, seat, source, effect, effects_hole, roll) for effect in effects)
    return retargeted if effects_hole.admits(retargeted) else None


def _retarget_effect(s: FourSouls, seat: int, source: int, effect: Effect, effects_hole: Records, roll: int) -> Effect:
    known = {
        OWNER_TARGET: Target("seat", seat),
        THIS_ITEM_TARGET: Target("owned", source),
        FOUGHT_TARGET: Target("monster", s.combat),
    }
    target = known.get(effect.target, effect.target)
    if target == STACK_TARGET:
        target = Target("item", roll) if roll else _topmost(effects_hole, effect)
    return replace(effect, target=target)


def _topmost(effects_hole: Records, effect: Effect) -> Target:
    """Return the stack item nearest the top that can be a target of the effect."""
    picks = (
        hole
        for t in effects_hole.templates
        if t.value.kind == effect.kind
        for hole in t.holes
        if isinstance(hole, Pick)
    )
    values = [option.value for pick in picks for option in pick.options]
    return values[-1] if values else STACK_TARGET


@carries("FS-26")
def lacks_stack_target(s: FourSouls, item: Owned, effects_hole: Records, cost: int | None = None) -> bool:
    """Return whether all effects of a card aim at the stack, and nothing there fits.

    Targets are declared as it is played, so it cannot be, unless the table chooses them later (FS-A1). With a
    ``cost`` it is the paid effect of that price.
    """
    card = item_cards().get(item.card)
    if card is None or s.ruling("FS-A1") == "resolve":
        return False
    paid = tuple(effects for price, effects in card.paid_effects if price == cost)
    alternatives = card.activation_effects if cost is None else paid
    possible = {template.value.kind for template in effects_hole.templates}
    lacking = (any(e.target == STACK_TARGET and e.kind not in possible for e in effects) for effects in alternatives)
    return bool(alternatives) and all(lacking)


def activation_effects(item: Owned) -> tuple[EffectSequence, ...]:
    """Return the alternatives of an activation: the latest one, then those of the data."""
    card = item_cards().get(item.card)
    return tuple(dict.fromkeys((*_as_alternatives(item.does), *(card.activation_effects if card else ()))))


def is_untracked_card(name: str) -> bool:
    """Return whether the card's data says that none of its effects is tracked."""
    card = item_cards().get(name)
    return card is not None and card.activation_effects == ((),)


def trigger_effects(item: Owned) -> tuple[EffectSequence, ...]:
    """Return the alternatives of a triggered effect: those of the data, else the latest one."""
    card = item_cards().get(item.card)
    return card.trigger_effects if card and card.trigger_effects else _as_alternatives(item.did)


def _as_alternatives(effects: EffectSequence) -> tuple[EffectSequence, ...]:
    return (effects,) if effects else ()


def paid_effects(item: Owned) -> tuple[tuple[int, EffectSequence], ...]:
    """Return the cost and effects of each paid effect; without data, the latest one."""
    card = item_cards().get(item.card)
    if card and card.paid_effects:
        return card.paid_effects
    return ((item.cost, item.does),) if item.cost >= 0 else ()


@carries("FS-113")
def effects_by_name(s: FourSouls, seat: int, name: str) -> EffectSequence:
    """Return the effects of a card played without any, if its data has them.

    Lost Soul becomes a soul as it resolves.
    """
    card = find_card(name)
    if card is None or card.kind == "starting":
        return ()
    effects_hole = make_effects_hole(s)
    return next(
        (aims for effects in card.activation_effects if (aims := retarget_effects(s, seat, 0, effects, effects_hole))),
        (),
    )


@carries("FS-114")
def effects_by_die(s: FourSouls, seat: int, name: str, die: int, effects_hole: Records) -> tuple[EffectSequence, ...]:
    """Return the alternatives that a card's data has for a die: a box becomes a soul on a 6."""
    card = find_card(name)
    source = next((o.id for o in s.players[seat].items if card and o.card == card.id), 0)
    alternatives = (effects for face, effects in (card.die_effects if card else ()) if face == die)
    return tuple(aims for way in alternatives if (aims := retarget_effects(s, seat, source, way, effects_hole)))
