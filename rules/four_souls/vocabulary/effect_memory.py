"""Effects of items from their latest use or their data, offered with new targets."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from rules.card_grammar import Amount, Cost
from rules.engine import Pick, Records, carries
from rules.four_souls.model.effect import EFFECT_KINDS, TARGET_KINDS, Effect, Target
from rules.four_souls.model.item import Owned
from rules.four_souls.model.item_abilities import ItemAbilities, Payment
from rules.four_souls.model.item_catalogue import (
    NO_ABILITIES,
    ItemCard,
    abilities_of_item,
    die_targets,
    find_card,
    find_played,
    is_die_open,
    item_cards,
    names_of_played,
    outcomes_of_die,
)
from rules.four_souls.model.item_effects import MOMENT_COUNT, EffectSequence
from rules.four_souls.model.moment import GameMoment
from rules.four_souls.model.stack_item import USED_AS
from rules.four_souls.model.state import FourSouls

from .effect_templates import is_statable, make_effects_hole
from .target_choice import (
    aim_effect,
    aimed_ways,
    death_of,
    is_open,
    needs_its_target,
    open_target,
    possible_targets,
)

DEATH_TARGET = Target("death")
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
    s: FourSouls,
    seat: int,
    source: int,
    effects: EffectSequence,
    effects_hole: Records,
    roll: int = 0,
    own_id: int = 0,
    cause: GameMoment | None = None,
) -> EffectSequence | None:
    """Return the effects with current targets, those to be chosen left open.

    None if one is impossible.

    ``roll`` is the id of the die that triggered the item, ``own_id`` that of the card on the stack, ``cause`` the
    moment at which it triggered. What the table does not count is left out.
    """
    counted = (effect for effect in effects if _is_counted(s, effect))
    bound = (bind_to_moment(effect, cause) if cause else effect for effect in counted)
    retargeted = tuple(_retarget_effect(s, seat, source, effect, effects_hole, roll) for effect in bound)
    possible = all(_is_possible(s, seat, effect, effects_hole, own_id) for effect in retargeted)
    possible = possible and all(_fits_under(s, source, effect) for effect in retargeted)
    return retargeted if possible else None


def _is_counted(s: FourSouls, effect: Effect) -> bool:
    return not EFFECT_KINDS[effect.kind].is_optional or s.is_counted(effect.kind)


def bind_to_moment(effect: Effect, moment: GameMoment) -> Effect:
    """Return the effect with the player and the damage of the moment that triggered it."""
    target, to = (_of_moment(target, moment) for target in (effect.target, effect.to))
    if effect.count == MOMENT_COUNT:
        effect = replace(effect, amount=moment.amount * (effect.amount or 1), count="")
    return replace(effect, target=target, to=to)


def _of_moment(target: Target, moment: GameMoment) -> Target:
    of_moment = TARGET_KINDS[target.kind].of_moment
    return of_moment(moment) if of_moment else target


def _fits_under(s: FourSouls, source: int, effect: Effect) -> bool:
    found = s.find_owned_item(source)
    is_full = found is not None and found[1].under is not None
    return EFFECT_KINDS[effect.kind].targets.needs_captive in (None, is_full)


def _is_possible(s: FourSouls, seat: int, effect: Effect, effects_hole: Records, own_id: int) -> bool:
    if is_open(effect):
        return not needs_its_target(effect) or bool(possible_targets(s, seat, effect, own_id))
    if effect.target == STACK_TARGET:
        return False
    if TARGET_KINDS[effect.target.kind].expand:
        return True
    if effect.count:
        return True
    plain = Effect(effect.kind, effect.target, effect.amount)
    return effect.target.kind == "same" or not is_statable(effect.kind) or effects_hole.admits((plain,))


def _retarget_effect(s: FourSouls, seat: int, source: int, effect: Effect, effects_hole: Records, roll: int) -> Effect:
    known = {
        OWNER_TARGET: Target("seat", seat),
        THIS_ITEM_TARGET: Target("owned", source),
        FOUGHT_TARGET: Target("monster", s.combat),
        DEATH_TARGET: death_of(s, seat),
    }
    effect = replace(effect, to=known.get(effect.to, effect.to))
    target = known.get(effect.target, effect.target)
    if target == STACK_TARGET:
        target = Target("item", roll) if roll else _topmost(effects_hole, effect)
    return replace(effect, target=target)


def _stated_kind(effect: Effect) -> str:
    """Return the kind that people state with the same targets."""
    return EFFECT_KINDS[effect.kind].stated_as or effect.kind


def _topmost(effects_hole: Records, effect: Effect) -> Target:
    picks = (
        hole
        for t in effects_hole.templates
        if t.value.kind == _stated_kind(effect)
        for hole in t.holes
        if isinstance(hole, Pick)
    )
    values = [option.value for pick in picks for option in pick.options]
    return values[-1] if values else STACK_TARGET


@carries("FS-26")
def lacks_target(
    s: FourSouls, seat: int, ways: tuple[EffectSequence, ...], effects_hole: Records, source: int = 0
) -> bool:
    """Return whether each way to use a card aims at something that is not there.

    Targets are declared as it is played, so it cannot be, unless the table chooses them later (FS-A1).
    """
    if s.ruling("FS-A1") == "resolve":
        return False
    possible = {template.value.kind for template in effects_hole.templates}
    return bool(ways) and all(any(_lacks_its_target(s, seat, e, possible, source) for e in way) for way in ways)


def _lacks_its_target(s: FourSouls, seat: int, effect: Effect, possible: set[str], source: int) -> bool:
    if is_open(effect):
        name = open_target(effect).kind
        itself = () if name in ("any_item", "own_item") else (Target("owned", source),)
        kind = TARGET_KINDS[name]
        is_now = needs_its_target(effect) and not (kind.is_dependent or kind.never_lacks)
        return is_now and all(target in itself for target in possible_targets(s, seat, effect))
    match effect.target:
        case target if target == STACK_TARGET:
            return _stated_kind(effect) not in possible
        case target if target == FOUGHT_TARGET:
            return not s.combat
        case target if target == DEATH_TARGET:
            return s.find_stack_item(death_of(s, seat).id) is None
    return False


def aims_at_stack(ways: tuple[EffectSequence, ...]) -> bool:
    """Return whether all ways to use a card aim at something on the stack."""
    return all(any(e.target == STACK_TARGET or TARGET_KINDS[e.target.kind].is_on_stack for e in way) for way in ways)


def ways_to_pay(item: Owned, cost: Cost) -> tuple[EffectSequence, ...]:
    """Return what an item does by its card for that cost."""
    return tuple(paid.effects for paid in abilities_of_item(item).payments if paid.cost == cost)


@carries("FS-26")
def unplayable_loot(s: FourSouls, seat: int, effects_hole: Records) -> tuple[str, ...]:
    """Return the names that mean loot cards which have nothing to aim at now."""
    lacking = (card for card in _aimed_loot() if lacks_target(s, seat, card.does.activations, effects_hole))
    return tuple(name for card in lacking for name in names_of_played(card))


@cache
def _aimed_loot() -> tuple[ItemCard, ...]:
    loot = (card for card in item_cards().values() if card.kind == "loot")
    ways = ((card, card.does.activations) for card in loot)
    return tuple(card for card, uses in ways if uses and all(any(map(_may_lack, way)) for way in uses))


def _may_lack(effect: Effect) -> bool:
    """Return whether the effect may have nothing to aim at: there is always a player."""
    is_for_any_player = open_target(effect).kind in ("chosen", "body", "other", "other_body")
    if is_open(effect):
        return not is_for_any_player or _is_limited(effect) or bool(effect.within)
    return effect.target in (STACK_TARGET, FOUGHT_TARGET, DEATH_TARGET)


def _is_limited(effect: Effect) -> bool:
    """Return whether not every player can be chosen."""
    return effect.kind == "roll" or EFFECT_KINDS[effect.kind].targets.can_be_chosen is not None


def activation_effects(item: Owned) -> tuple[EffectSequence, ...]:
    """Return the alternatives of an activation: the latest one, then those of the data.

    A die that was thrown before its targets were asked first is none.
    """
    known = abilities_of_item(item).activations
    is_blind_die = item.does == (Effect("roll"),) and any(effect.kind == "roll" for way in known for effect in way)
    return tuple(dict.fromkeys((*_as_alternatives(() if is_blind_die else item.does), *known)))


def is_untracked_card(s: FourSouls, name: str) -> bool:
    """Return whether the card's data says that none of its effects is tracked."""
    card = item_cards().get(name)
    return card is not None and card.does.activations == ((),)


def trigger_effects(item: Owned, ability: int) -> tuple[EffectSequence, ...]:
    """Return the alternatives of a triggered effect: those of the data, else the latest one."""
    triggers = abilities_of_item(item).triggers
    return triggers[ability].ways if ability < len(triggers) else ()


def _as_alternatives(effects: EffectSequence) -> tuple[EffectSequence, ...]:
    return (effects,) if effects else ()


def paid_effects(item: Owned) -> tuple[Payment, ...]:
    """Return each paid effect; without data, the latest one."""
    known = abilities_of_item(item).payments
    if known:
        return known
    return (Payment(Cost(item.pays, Amount((item.cost,))), item.does),) if item.cost >= 0 else ()


def find_cost(item: Owned, price: int) -> Cost:
    """Return the cost with that number of one of the item's paid effects."""
    costs = (paid.cost for paid in paid_effects(item) if paid.cost.amount.number == price)
    return next(costs, Cost(item.pays, Amount((price,))))


def possible_ways(s: FourSouls, seat: int, source: int, name: str, own_id: int = 0) -> tuple[EffectSequence, ...]:
    """Return the ways in which a named card can be played now, their targets still to be chosen."""
    card, item = find_played(name), s.find_stack_item(own_id)
    if item is not None and item.why == USED_AS:
        card = item_cards().get(name)
    if card is None:
        return ()
    effects_hole = make_effects_hole(s)
    ways = card.does.activations
    aimed = (retarget_effects(s, seat, source, way, effects_hole, 0, own_id) for way in ways)
    return tuple(dict.fromkeys(way for way in aimed if way is not None))


@carries("FS-113")
def effects_by_name(s: FourSouls, seat: int, name: str) -> EffectSequence:
    """Return the effects of a card that was turned up by its name alone, if its data has them."""
    return next((way for way in possible_ways(s, seat, 0, name) if way), ())


@carries("FS-59", "FS-114")
def result_of_die(
    s: FourSouls, seat: int, name: str, die: int, thrown: EffectSequence = ()
) -> tuple[EffectSequence, ...] | None:
    """Return what the number of a known card's die does.

    ``thrown`` is the die with what was chosen before it.

    No way for a number that does nothing now, an empty one for what the table does not count, None for a card whose
    numbers nobody knows, and for one that the people say themselves.
    """
    source, does = rolling_card(s, seat, name)
    card = find_card(name)
    if not does.by_die:
        return None
    known = tuple(effects for face, effects in does.by_die if face == die)
    if card and is_die_open(does.by_die, die):
        read = s.reading(card.id, str(die))
        if read is None or read < 0:
            return None
        known = outcomes_of_die(does.by_die)[read - 1 : read] if read else ()
    aims = _aims_of_die(does, thrown)
    aimed = (_result(s, seat, source, effects, aims) for effects in known)
    return tuple(way for way in aimed if way is not None)


def _aims_of_die(does: ItemAbilities, thrown: EffectSequence) -> dict[Target, Target]:
    """Return what was chosen for each target that the numbers of a die have."""
    die = next((effect for effect in thrown if effect.card), None)
    return dict(zip(die_targets(does.by_die), (die.target, die.to), strict=False)) if die else {}


def _result(
    s: FourSouls, seat: int, source: int, effects: EffectSequence, aims: dict[Target, Target]
) -> EffectSequence | None:
    """Return the effects of a number with their targets.

    None if one that nobody chose is impossible.
    """
    found: EffectSequence = ()
    player = next((target for target in aims.values() if target.kind == "seat"), None)
    for effect in effects:
        if effect.target in aims:
            is_due = aims[effect.target] != Target() and _is_counted(s, effect)
            found += (aim_effect(effect, aims[effect.target]),) if is_due else ()
            continue
        if effect.target.kind == "item_of" and player:
            effect = replace(effect, target=Target("item_of", player.id))
        rest = retarget_effects(s, seat, source, (effect,), make_effects_hole(s))
        if rest is None:
            return None
        found += rest
    return found


def rolling_card(s: FourSouls, seat: int, name: str) -> tuple[int, ItemAbilities]:
    """Return the id in play of the card that a player rolls for, and what it does."""
    card = find_card(name)
    item = next((o for o in s.players[seat].items if card and o.card == card.id), None)
    does = abilities_of_item(item) if item else card.does if card else NO_ABILITIES
    return item.id if item else 0, does


@carries("FS-114")
def effects_by_die(s: FourSouls, seat: int, name: str, die: int, effects_hole: Records) -> tuple[EffectSequence, ...]:
    """Return the alternatives that a card's data has for a die: a box becomes a soul on a 6."""
    source, does = rolling_card(s, seat, name)
    alternatives = (effects for face, effects in does.by_die if face == die)
    aimed = (retarget_effects(s, seat, source, way, effects_hole) for way in alternatives)
    return tuple(way for effects in aimed if effects is not None for way in aimed_ways(s, seat, effects) if way)
