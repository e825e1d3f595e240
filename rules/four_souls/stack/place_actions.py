"""Actions of effects on slots, the shop, whole items, and what a turn allows."""

from __future__ import annotations

from collections.abc import Callable

from rules.engine import Text, at, carries, note, then
from rules.engine.changes import seat_change
from rules.engine.record import replace
from rules.four_souls.board.item_gain import gain_treasure
from rules.four_souls.board.item_loss import destroy
from rules.four_souls.board.rooms import discard_room, reveal_room
from rules.four_souls.board.shop_changes import flush_shop, let_take, take_shop_item
from rules.four_souls.board.slots import fill_discarded, fill_event, fill_slot, remove_monster, take_out_monster
from rules.four_souls.model.effect import Target
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import Boost, FourSouls, set_owned, set_player
from rules.four_souls.triggers.trigger import fire_gain
from rules.four_souls.vocabulary.card_names import card_name, item_name, owned_name
from rules.four_souls.vocabulary.state_changes import NUMBER_NAMES, losable_items, place_monster

EffectAction = Callable[[FourSouls, Item, Target, int], FourSouls]
"""What a kind of effect does to one target, with its amount."""


# --- slots and shop ----------------------------------------------------------------------------------------------


def _vacate(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    if target.kind == "room":
        return discard_room(s, target.id)
    return remove_monster(s, target.id, is_told=False)


def _steal_shop(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    """Give the player of the effect that treasure; a player who is the target chooses one."""
    return let_take(s, target.id) if target.kind == "seat" else take_shop_item(s, item.seat, target.id)


# --- items -------------------------------------------------------------------------------------------------------


def _trade_in(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    """Destroy an item; whoever had it takes a treasure of the shop."""
    seat, before = _item_count(s, target)
    s = destroy(s, target)
    return let_take(s, seat) if seat >= 0 and s.players[seat].treasures < before else s


def _item_count(s: FourSouls, target: Target) -> tuple[int, int]:
    """Return whose item it is, −1 if it has gone, and how many they have."""
    found = s.find_owned_item(target.id) if target.kind == "owned" else None
    seat = target.id if target.kind == "seat" else found[0] if found else -1
    return seat, s.players[seat].treasures if seat >= 0 else 0


@carries("FS-22")
def reroll_item(s: FourSouls, target: Target) -> FourSouls:
    """Destroy an item; whoever had it gains the top treasure of the deck."""
    seat, before = _item_count(s, target)
    s = destroy(s, target)
    if seat < 0 or s.players[seat].treasures == before:
        return s
    return fire_gain(gain_treasure(s, "FS-34", seat, 1), seat, "treasures", 1)


def _reroll_items(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    """Reroll every item of a player that is not eternal, those without a name too."""
    unnamed = s.players[target.id].unnamed_item_count
    for owned in losable_items(s, target.id):
        s = reroll_item(s, Target("owned", owned.id))
    for _ in range(unnamed):
        s = reroll_item(s, target)
    return s


@carries("FS-45")
def _recharge_character(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    player, who = s.players[target.id], s.seats[target.id]
    task = Text("recharge your character") if not player.ready else None
    s = set_player(s, target.id, ready=True)
    return note(s, "FS-45", Text("{who} recharges their character", who=who), seat=target.id, task=task)


@carries("FS-15")
def _pass_hands(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    text = Text("Each hand goes to the player on the left")
    s = note(s, "FS-34", text, task=Text("give your hand to the player on your left"))
    if not s.is_counted("loot"):
        return s
    hands = tuple(player.loot for player in s.players)
    for seat, before in enumerate(hands):
        after = hands[seat - 1]
        s = set_player(s, seat, loot=after)
        if after != before:
            change = seat_change(s, seat, "loot", NUMBER_NAMES["loot"], before, after)
            held = Text("{who} holds {n} loot card", "{who} holds {n} loot cards", who=s.seats[seat], n=after)
            s = note(s, "FS-15", held, change)
    return s


# --- captured monsters -------------------------------------------------------------------------------------------


@carries("FS-94")
def capture(s: FourSouls, id: int, target: Target) -> FourSouls:
    """Put a monster that is not attacked under an item, if nothing lies there.

    Its slot is refilled.
    """
    found, monster = s.find_owned_item(id), s.find_monster(target.id)
    if found is None or monster is None or found[1].under is not None:
        return s
    seat, item = found
    name, over = card_name(monster.card), owned_name(item)
    text = Text("{monster} lies under {item} now", monster=name, item=over)
    task = Text("put {monster} under {item}", monster=name, item=over)
    s = note(s, "FS-94", text, seat=seat, subject=name, task=task)
    return set_owned(take_out_monster(s, monster), id, under=monster.card)


@carries("FS-95")
def release(s: FourSouls, id: int, slot: int) -> FourSouls:
    """Put the monster from under an item into a slot that is not attacked."""
    found = s.find_owned_item(id)
    card = found[1].under if found else None
    if found is None or card is None:
        return s
    name = card_name(card)
    s = place_monster(set_owned(s, id, under=None), slot, card)
    task = Text("put {monster} from under {item} into slot {n}", monster=name, item=owned_name(found[1]), n=slot + 1)
    text = Text("{monster} is an active monster", monster=name)
    return note(s, "FS-95", text, seat=found[0], subject=name, task=task)


# --- what a turn allows ------------------------------------------------------------------------------------------


@carries("FS-62")
def _purchase_again(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    return note(replace(s, purchases=s.purchases + 1), "FS-62", Text("One more purchase this turn"))


@carries("FS-52")
def _extra_turn(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    text = Text("{who} takes another turn after this one", who=s.seats[s.active])
    task = Text("put {card} under the loot deck", card=item_name(s, item)) if item.kind == "loot" else None
    return note(replace(s, extra_turns=s.extra_turns + 1), "FS-52", text, seat=item.seat, task=task)


@carries("FS-64")
def _free_item(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    s = replace(s, boosts=(*s.boosts, Boost(Target(), "free_item", 1)))
    return note(s, "FS-64", Text("The next treasure of the shop costs nothing this turn"))


@carries("FS-74")
def _double_rewards(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    s = replace(s, boosts=(*s.boosts, Boost(Target(), "double_rewards", 1)))
    return note(s, "FS-74", Text("Rewards are doubled this turn"))


PLACE_ACTIONS: dict[str, EffectAction] = {
    "vacate": _vacate,
    "bury": lambda s, item, target, by: remove_monster(s, target.id, "bottom", is_told=False),
    "flush_shop": lambda s, item, target, by: flush_shop(s, item.seat, target, is_buried=False),
    "bury_shop": lambda s, item, target, by: flush_shop(s, item.seat, target, is_buried=True),
    "steal_shop": _steal_shop,
    "fill_slot": lambda s, item, target, by: fill_slot(s, target),
    "fill_discarded": lambda s, item, target, by: fill_discarded(s, target),
    "capture": lambda s, item, target, by: capture(s, item.source, target),
    "release": lambda s, item, target, by: release(s, item.source, target.id),
    "fill_event": lambda s, item, target, by: fill_event(s),
    "reroll_item": lambda s, item, target, by: reroll_item(s, target),
    "reroll_items": _reroll_items,
    "trade_in": _trade_in,
    "fill_room": lambda s, item, target, by: then(discard_room(s, target.id), at(reveal_room, target.id)),
    "recharge_character": _recharge_character,
    "pass_hands": _pass_hands,
    "purchase_again": _purchase_again,
    "extra_turn": _extra_turn,
    "free_item": _free_item,
    "double_rewards": _double_rewards,
}
"""Action of each of these kinds of effects on one target."""
