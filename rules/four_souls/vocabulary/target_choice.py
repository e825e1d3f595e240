"""Targets that are still to be chosen, and those that are possible now (FS-26, FS-89)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine import carries
from rules.engine.record import replace
from rules.four_souls.model.effect import Effect, Target
from rules.four_souls.model.item import Owned
from rules.four_souls.model.state import FourSouls, seats_in_turn_order

from .state_changes import losable_souls

NO_TARGET = Target()
UNCHOSEN_KINDS = (
    "chosen",
    "other",
    "most_souls",
    "body",
    "any_monster",
    "any_item",
    "own_item",
    "other_item",
    "used",
    "played",
    "may",
)
"""Kinds of targets that are still to be chosen."""
ITEM_TARGETS = ("any_item", "own_item", "other_item")
PLAYED_KINDS = {"used": ("activated", "paid"), "played": ("activated", "paid", "loot")}
"""Kinds of items on the stack that may be chosen."""


def aimed_ways(s: FourSouls, seat: int, effects: tuple[Effect, ...]) -> tuple[tuple[Effect, ...], ...]:
    """Return the effects with each possible choice of their targets.

    Those without a target are left out.
    """
    k = next((k for k, effect in enumerate(effects) if effect.target.kind in UNCHOSEN_KINDS), None)
    if k is None:
        return (effects,)
    ways = (_aim(effects, k, target) for target in possible_targets(s, seat, effects[k]))
    return tuple(dict.fromkeys(aimed for way in ways for aimed in aimed_ways(s, seat, way)))


def _aim(effects: tuple[Effect, ...], k: int, target: Target) -> tuple[Effect, ...]:
    """Return the effects with a target for that one and for those that mean the same.

    Without one both are left out.
    """
    meant = [e if e.target.kind != "same" else replace(e, target=target) for e in effects[k + 1 :]]
    if target != NO_TARGET:
        return (*effects[:k], replace(effects[k], target=target), *meant)
    return (*effects[:k], *(e for e in effects[k + 1 :] if e.target.kind != "same"))


@carries("FS-26", "FS-89")
def possible_targets(s: FourSouls, seat: int, effect: Effect, own_id: int = 0) -> tuple[Target, ...]:
    """Return the possible targets of an effect of that seat.

    ``own_id`` is its own id on the stack.

    A dead player cannot be chosen for harm, nor a player who does not have what is to be lost. ``NO_TARGET`` stands for
    an item that has no name.
    """
    kind = effect.target.kind
    if kind in ITEM_TARGETS:
        return _possible_items(s, seat, effect)
    if kind in PLAYED_KINDS:
        fitting = (item for item in s.stack.items if item.kind in PLAYED_KINDS[kind] and item.id != own_id)
        return tuple(Target("item", item.id) for item in fitting)
    monsters = tuple(Target("monster", monster.id) for monster in s.monsters if monster.life)
    if kind == "any_monster":
        return monsters
    seats = tuple(k for k in seats_in_turn_order(s, s.active) if _can_be_chosen(s, seat, k, effect))
    players = tuple(Target("seat", k) for k in _limited(s, seat, seats, kind))
    match effect.kind:
        case "recharge" if kind == "may":
            return tuple(Target("owned", o.id) for o in s.players[seat].items if not o.ready)
        case "steal":
            others = (player for k, player in enumerate(s.players) if k != seat)
            named = tuple(Target("owned", o.id) for player in others for o in player.items if not o.eternal)
            return (*named, *players)
    return (*players, *monsters) if kind == "body" else players


def _limited(s: FourSouls, seat: int, seats: tuple[int, ...], kind: str) -> tuple[int, ...]:
    """Return those of the seats that the kind of target means."""
    if kind == "other":
        return tuple(k for k in seats if k != seat)
    if kind == "most_souls":
        most = max((s.players[k].soul_count for k in seats), default=0)
        return tuple(k for k in seats if s.players[k].soul_count == most)
    return seats


def _can_be_chosen(s: FourSouls, chooser: int, seat: int, effect: Effect) -> bool:
    player = s.players[seat]
    match effect.kind:
        case "damage":
            return not player.is_dead
        case "kill":
            return player.life > 0 and not player.is_dead
        case "soul":
            return bool(losable_souls(s, seat))
        case "steal_soul":
            return seat != chooser and bool(losable_souls(s, seat))
        case "steal_loot" | "steal_cents":
            return seat != chooser
        case "steal":  # one of those that have no name
            return seat != chooser and player.unnamed_item_count > 0
    return True


# --- items in play -----------------------------------------------------------------------------------------------


def _possible_items(s: FourSouls, seat: int, effect: Effect) -> tuple[Target, ...]:
    """Return the items that may be chosen.

    Those without a name as their player, or as no target at all.
    """
    owners = tuple(_owners(s, seat, effect.target.kind))
    named = tuple(o for k in owners for o in s.players[k].items)
    if effect.kind in ("destroy", "steal"):
        losable = tuple(Target("owned", o.id) for o in named if not o.eternal)
        return (*losable, *(Target("seat", k) for k in owners if s.players[k].unnamed_item_count > 0))
    fitting = _sideways_first(named) if effect.kind == "recharge" else named
    found = tuple(Target("owned", o.id) for o in fitting)
    return (*found, NO_TARGET) if not found or any(s.players[k].unnamed_item_count for k in owners) else found


def _owners(s: FourSouls, seat: int, kind: str) -> Iterator[int]:
    for k in seats_in_turn_order(s, s.active):
        if kind == "any_item" or (k == seat) == (kind == "own_item"):
            yield k


def _sideways_first(items: tuple[Owned, ...]) -> tuple[Owned, ...]:
    """Return the items that lie sideways; without any, those that can be turned."""
    return tuple(o for o in items if not o.ready) or tuple(o for o in items if o.activated)
