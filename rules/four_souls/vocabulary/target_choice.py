"""Targets: those still to be chosen, those that are possible now, and those that are lost.

FS-26, FS-66, FS-89, FS-102, FS-103.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from functools import cache
from typing import get_args

from rules.engine import carries
from rules.engine.record import replace
from rules.four_souls.model.effect import CURSES_A_SEAT, Effect, Target, UnchosenTargetKind
from rules.four_souls.model.item import Owned
from rules.four_souls.model.item_catalogue import abilities_of_item, is_die_aimed, item_cards
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import FourSouls, Player

from .measures import limited_change, trigger_holds
from .shop import UNTRACKED_SHOP, filled_shop_slots, is_shop_followed
from .state_changes import has_losable_unnamed, losable_items, losable_souls

NO_TARGET = Target()
UNCHOSEN_KINDS = frozenset(get_args(UnchosenTargetKind)) - {"same"}
"""Kinds of targets that are still to be chosen."""
LATE_KINDS = ("bidder",)
"""Kinds of targets that are chosen as the effect happens; without one nothing follows."""
ITEM_LOSSES = ("destroy", "steal", "reroll_item", "trade_in", "give")
"""Kinds of effects that aim at an item, of which one without a name is meant by its player."""
PLAYED_KINDS = ("used", "played", "played_at_me")
"""Kinds of targets that are items on the stack."""
TargetChoice = Callable[[FourSouls, int, Effect, int], tuple[Target, ...]]
"""The possible targets of one kind, for an effect of a seat with its own id on the stack."""


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
    return effect.target.kind in UNCHOSEN_KINDS or effect.to.kind in UNCHOSEN_KINDS


def open_target(effect: Effect) -> Target:
    """Return what is still to be chosen of an effect: its target first, then its receiver."""
    return effect.target if effect.target.kind in UNCHOSEN_KINDS else effect.to


def aim_effect(effect: Effect, target: Target) -> Effect:
    """Return the effect with that target, or with that receiver where its target is known."""
    return replace(effect, target=target) if effect.target.kind in UNCHOSEN_KINDS else replace(effect, to=target)


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
    targets = _targets_of_kind(s, seat, effect, own_id)
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


def _targets_of_kind(s: FourSouls, seat: int, effect: Effect, own_id: int) -> tuple[Target, ...]:
    return TARGET_CHOICES.get(open_target(effect).kind, _possible_bodies)(s, seat, effect, own_id)


# --- players and monsters ----------------------------------------------------------------------------------------


def _possible_bodies(s: FourSouls, seat: int, effect: Effect, own_id: int) -> tuple[Target, ...]:
    """Return the players, or the players and monsters, that the kind of target means.

    A dead player cannot be chosen for harm, nor a player who does not have what is to be lost.
    """
    kind = open_target(effect).kind
    if (effect.kind, kind) == ("recharge", "may"):
        return tuple(Target("owned", o.id) for o in s.players[seat].items if not o.ready)
    is_drawn = kind == "random_player"
    seats = tuple(k for k in s.seats_from(s.active) if is_drawn or _can_be_chosen(s, seat, k, effect))
    players = tuple(Target("seat", k) for k in _limited(s, seat, seats, kind))
    if effect.kind == "steal":
        others = (k for k in range(len(s.players)) if k != seat)
        return (*(Target("owned", o.id) for k in others for o in losable_items(s, k)), *players)
    monsters = _monsters(s) if kind in ("body", "other_body") else ()
    return (*players, *(target for target in monsters if kind == "body" or target.id != s.combat))


def _monsters(s: FourSouls, ids: Container[str] | None = None) -> tuple[Target, ...]:
    """Return the monsters that live, or those of them with such cards."""
    return tuple(Target("monster", m.id) for m in s.monsters if m.life and (ids is None or m.card.id in ids))


def _limited(s: FourSouls, seat: int, seats: tuple[int, ...], kind: str) -> tuple[int, ...]:
    if kind in ("other", "random_other", "other_body", "bidder"):
        return tuple(k for k in seats if k != seat)
    if kind in MOST_OF:
        most = max((MOST_OF[kind](s.players[k]) for k in seats), default=0)
        return tuple(k for k in seats if MOST_OF[kind](s.players[k]) == most)
    return seats


MOST_OF: dict[str, Callable[[Player], int]] = {
    "most_souls": lambda player: player.soul_count,
    "most_cents": lambda player: player.cents,
}
"""What the players of a kind of target have most of."""


def _can_be_chosen(s: FourSouls, chooser: int, seat: int, effect: Effect) -> bool:
    player = s.players[seat]
    match effect.kind:
        case "damage":
            return not player.is_dead
        case "kill":
            return player.life > 0 and not player.is_dead
        case "soul":
            return bool(losable_souls(s, seat))
        case "lose_item":
            return bool(losable_items(s, seat)) or has_losable_unnamed(s, seat)
        case "steal_soul":
            return seat != chooser and bool(losable_souls(s, seat))
        case "steal_loot" | "steal_cents":
            return seat != chooser
        case "steal":  # one of those that have no name
            return seat != chooser and has_losable_unnamed(s, seat)
    return True


# --- the stack ---------------------------------------------------------------------------------------------------


def _on_stack(*kinds: str, is_at_own: bool = False) -> TargetChoice:
    """Return the choice among other items of those kinds, or those that aim at one's own."""

    def choice(s: FourSouls, seat: int, effect: Effect, own_id: int) -> tuple[Target, ...]:
        fitting = (item for item in s.stack.items if item.kind in kinds and item.id != own_id)
        return tuple(Target("item", item.id) for item in fitting if not is_at_own or _aims_at_own(s, seat, item))

    return choice


def _aims_at_own(s: FourSouls, seat: int, item: Item) -> bool:
    """Return whether something on the stack aims at an item or a roll of that player.

    An item without a name too.
    """
    for effect in item.effects:
        owned = s.find_owned_item(effect.target.id) if effect.target.kind == "owned" else None
        roll = s.find_stack_item(effect.target.id) if effect.target.kind == "item" else None
        is_unnamed = effect.kind in ITEM_LOSSES and effect.target == Target("seat", seat)
        if is_unnamed or (owned and owned[0] == seat) or (roll and (roll.kind, roll.seat) == ("roll", seat)):
            return True
    return False


# --- slots -------------------------------------------------------------------------------------------------------


def _idle_monsters(s: FourSouls) -> tuple[Target, ...]:
    return tuple(Target("monster", monster.id) for monster in s.monsters if monster.id != s.combat)


def _rooms(s: FourSouls) -> tuple[Target, ...]:
    return tuple(Target("room", slot) for slot, room in enumerate(s.rooms) if room is not None)


def _shop_items(s: FourSouls) -> tuple[Target, ...]:
    """Return the treasures of the shop; where they are not tracked, one for all of them."""
    return tuple(Target("shop", k) for k in filled_shop_slots(s)) if is_shop_followed(s) else (UNTRACKED_SHOP,)


def _curses(s: FourSouls) -> tuple[Target, ...]:
    return tuple(
        Target("curse", seat * CURSES_A_SEAT + place)
        for seat, player in enumerate(s.players)
        for place in range(len(player.curses))
    )


# --- items that may be copied ---------------------------------------------------------------------------------------


def _copied(fits: Callable[[Owned], bool], is_own: bool = False) -> TargetChoice:
    """Return the choice among the other items in play, or those of the player, that fit."""

    def choice(s: FourSouls, seat: int, effect: Effect, own_id: int) -> tuple[Target, ...]:
        using = s.find_stack_item(own_id)
        seats = s.seats_from(s.active) if not is_own else (seat,)
        every = (o for k in seats for o in s.players[k].items)
        return tuple(Target("owned", o.id) for o in every if fits(o) and (using is None or o.id != using.source))

    return choice


# --- items in play -----------------------------------------------------------------------------------------------


def _possible_items(s: FourSouls, seat: int, effect: Effect, own_id: int) -> tuple[Target, ...]:
    """Return the items that may be chosen.

    Those without a name as their player, or as no target at all (``NO_TARGET``).
    """
    owners = tuple(_owners(s, seat, effect.target))
    is_other = effect.target.kind == "another_item" or effect.kind == "gild"
    using = s.find_stack_item(own_id) if is_other else None
    named = tuple(o for k in owners for o in s.players[k].items if using is None or o.id != using.source)
    if effect.kind in ITEM_LOSSES:
        losable = tuple(Target("owned", o.id) for k in owners for o in losable_items(s, k) if o in named)
        return (*losable, *(Target("seat", k) for k in owners if has_losable_unnamed(s, k)))
    fitting = _fitting(named, effect)
    found = tuple(Target("owned", o.id) for o in fitting)
    return (*found, NO_TARGET) if not found or any(s.players[k].unnamed_item_count for k in owners) else found


def _owners(s: FourSouls, seat: int, target: Target) -> Iterator[int]:
    if target.kind == "item_of":
        yield target.id
        return
    for k in s.seats_from(s.active):
        if target.kind in ("any_item", "another_item") or (k == seat) == (target.kind == "own_item"):
            yield k


def _fitting(items: tuple[Owned, ...], effect: Effect) -> tuple[Owned, ...]:
    """Return the items on which the effect does something.

    No card puts or takes counters of an eternal item.
    """
    if effect.kind == "recharge":
        return _sideways_first(items)
    if effect.kind == "counter":
        return tuple(o for o in items if not o.eternal and (o.counters or effect.amount > 0))
    return items


def _sideways_first(items: tuple[Owned, ...]) -> tuple[Owned, ...]:
    """Return the items that lie sideways; without any, those that can be turned."""
    return tuple(o for o in items if not o.ready) or tuple(o for o in items if o.activated)


TARGET_CHOICES: dict[str, TargetChoice] = {
    **dict.fromkeys(("any_item", "own_item", "other_item", "another_item", "item_of"), _possible_items),
    "copied_item": _copied(lambda item: not item.eternal),
    "copied_passive": _copied(lambda item: not (item.eternal or item.activated or item.cost >= 0)),
    "copied_active": _copied(lambda item: not item.eternal and any(abilities_of_item(item).activations)),
    "own_eternal": _copied(lambda item: item.eternal, is_own=True),
    "used": _on_stack("activated", "paid"),
    "played": _on_stack("activated", "paid", "loot"),
    "played_at_me": _on_stack("activated", "paid", "loot", is_at_own=True),
    "any_monster": lambda s, seat, effect, own_id: _monsters(s),
    "named_monster": lambda s, seat, effect, own_id: _monsters(s, effect.card.split()),
    "idle_monster": lambda s, seat, effect, own_id: _idle_monsters(s),
    "idle_card": lambda s, seat, effect, own_id: (*_idle_monsters(s), *_rooms(s)),
    "idle_slot": lambda s, seat, effect, own_id: tuple(Target("slot", slot) for slot in s.idle_slots),
    "calm_slot": lambda s, seat, effect, own_id: tuple(Target("slot", slot) for slot in s.idle_slots if not s.combat),
    "calm_room": lambda s, seat, effect, own_id: _rooms(s) if not s.combat else (),
    "shop_item": lambda s, seat, effect, own_id: _shop_items(s),
    "any_curse": lambda s, seat, effect, own_id: _curses(s),
}
"""The possible targets of each kind that is neither a player nor a body."""


# --- lost targets and conditions ------------------------------------------------------------------------------------

DECLARED_KINDS = ("loot", "activated", "paid", "room")
"""Kinds of items whose effects are declared as they are played or resolve (FS-A1)."""
HARMFUL_KINDS = ("damage", "kill")
"""Kinds of effects for which a dead player cannot be chosen (FS-89)."""


@carries("FS-102")
def is_target_gone(s: FourSouls, item: Item, effect: Effect) -> bool:
    """Return whether an effect's target has left, or is a dead player whom a card was to harm."""
    target = effect.target
    if not needs_its_target(effect):
        return False
    if target.kind == "seat":
        is_declared = item.kind in DECLARED_KINDS or (item.kind == "effect" and item.value > 0)
        return is_declared and _is_harm(effect) and s.players[target.id].is_dead
    find: dict[str, Callable[[int], object]] = {
        "monster": s.find_monster,
        "item": s.find_stack_item,
        "owned": s.find_owned_item,
        "slot": lambda slot: True if slot in s.idle_slots else None,
        "shop": lambda slot: True if slot < 0 or slot in filled_shop_slots(s) else None,
        "curse": lambda id: True if Target("curse", id) in _curses(s) else None,
        "room": lambda slot: s.rooms[slot] if slot < len(s.rooms) else None,
    }
    return target.kind in find and find[target.kind](target.id) is None


def _is_harm(effect: Effect) -> bool:
    """Return whether an effect only harms its target; a die does if all its numbers do."""
    by_die = item_cards()[effect.card].does.by_die if effect.kind == "roll" else ((0, (effect,)),)
    return all(one.kind in HARMFUL_KINDS for _, way in by_die for one in way)


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
