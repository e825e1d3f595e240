"""Resolution of the top of the stack, by kind of item (FS-32)."""

from __future__ import annotations

from collections.abc import Callable

from rules import stack
from rules.engine import Text, at, auto, carries, note, then
from rules.engine.record import replace
from rules.four_souls.board.bonus_souls import resolve_bonus_soul
from rules.four_souls.board.decks import resolve_rebuild
from rules.four_souls.board.purchase import resolve_purchase, resolve_shop_refill
from rules.four_souls.board.rooms import resolve_room_refill
from rules.four_souls.board.slots import resolve_refill, reveal
from rules.four_souls.combat.attack import resolve_attack, resolve_damage
from rules.four_souls.combat.damage import resolve_held
from rules.four_souls.combat.death import (
    resolve_monster_card,
    resolve_monster_death,
    resolve_penalty,
    resolve_player_death,
    resolve_rewards,
)
from rules.four_souls.combat.dice import resolve_roll
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import FourSouls, set_player
from rules.four_souls.triggers.card_question import tell
from rules.four_souls.triggers.item_triggers import ASKED, ITSELF
from rules.four_souls.triggers.targeting import take_aim, unaimed
from rules.four_souls.vocabulary.effect_memory import nothing_to_say
from rules.four_souls.vocabulary.state_changes import gain, ruled

from .effect_actions import DECLARED, do_all
from .item_question import came_to_nothing, holds, resolve_own


@auto("FS-24", "FS-25", "FS-27", "FS-31", "FS-32")
def resolve_top(s: FourSouls) -> FourSouls:
    """Resolve the top item and remove it; the active player receives priority.

    Targets that are still missing are chosen first.
    """
    item = s.stack.items[-1]
    if unaimed(item):
        s, _ = ruled(s, "FS-A1", "FS-26")
        return take_aim(then(s, resolve_top), item.id)
    if item.kind == "roll":  # it leaves with its number, before what it leads to takes its place
        s = replace(s, stack=stack.drop(s.stack, item.id))
        return _priority_to_active(resolve_roll(s, item))
    s = _priority_to_active(replace(s, stack=stack.drop(s.stack, item.id)))
    return RESOLVES[item.kind](s, item)


def _priority_to_active(s: FourSouls) -> FourSouls:
    return replace(s, stack=stack.give(s.stack, s.active))


@carries("FS-26", "FS-34")
def resolve_card(s: FourSouls, item: Item) -> FourSouls:
    """Apply the declared effects, or ask for them if they are chosen on resolution (FS-A1)."""
    if not holds(s, item):
        return came_to_nothing(s, item)
    if item.why in (ASKED, ITSELF):
        return resolve_own(s, item)
    if not _told_late(s, item):
        return do_all(s, item)
    s, _ = ruled(s, "FS-A1", "FS-26")
    return then(s, at(tell, item.seat, item.name, 0))


def _told_late(s: FourSouls, item: Item) -> bool:
    late = s.ruling("FS-A1") == "resolve" and item.kind in DECLARED
    return late and not item.effects and not nothing_to_say(item.name)


@carries("FS-20", "FS-95")
def resolve_other(s: FourSouls, item: Item) -> FourSouls:
    """Apply the effects of a non-monster card.

    If a refill turned it up, another card is turned up after it.
    """
    found_by_refill = 0 <= item.slot < len(s.slots)
    return do_all(then(s, at(reveal, item.slot, "refill")) if found_by_refill else s, item)


@carries("FS-43")
def resolve_loot_1(s: FourSouls, item: Item) -> FourSouls:
    """Draw the turn's loot card."""
    return gain(s, "FS-43", item.seat, "loot", 1)


@carries("FS-45")
def resolve_tap(s: FourSouls, item: Item) -> FourSouls:
    """Give a player one loot play this turn for a character turned on its own (FS-A17)."""
    s = set_player(s, item.seat, plays=s.players[item.seat].plays + 1)
    return note(s, "FS-45", Text("{who} may play a loot card", who=s.seats[item.seat]))


RESOLVES: dict[str, Callable[[FourSouls, Item], FourSouls]] = {
    "loot": resolve_card,
    "activated": resolve_card,
    "paid": resolve_card,
    "triggered": resolve_card,
    "tap": resolve_tap,
    "bonus_soul": resolve_bonus_soul,
    "rebuild": resolve_rebuild,
    "effect": do_all,
    "purchase": resolve_purchase,
    "attack": resolve_attack,
    "damage": resolve_damage,
    "held": resolve_held,
    "monster_death": resolve_monster_death,
    "monster_card": resolve_monster_card,
    "rewards": resolve_rewards,
    "refill": resolve_refill,
    "room": resolve_card,
    "room_refill": resolve_room_refill,
    "shop_refill": resolve_shop_refill,
    "non_monster": resolve_other,
    "player_death": resolve_player_death,
    "penalty": resolve_penalty,
    "loot_1": resolve_loot_1,
}
