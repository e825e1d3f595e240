"""Purchases of treasures, from declaration to gain (FS-46, FS-62 … FS-66)."""

from __future__ import annotations

from rules import stack
from rules.engine import Choice, Prompt, Template, Text, asks, at, carries, note, then
from rules.engine.record import replace
from rules.four_souls.model.events import Bought, Stocked
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import FourSouls
from rules.four_souls.vocabulary.card_names import shop_name, treasure_name
from rules.four_souls.vocabulary.card_sets import treasure_names
from rules.four_souls.vocabulary.effect_templates import name_choices
from rules.four_souls.vocabulary.shop import DECK, FREE_ITEM, is_shop_followed, missing_cents_text, price_of
from rules.four_souls.vocabulary.state_changes import allocate_id, gain, queue_item
from rules.four_souls.vocabulary.target_choice import is_treasure_gone


def can_buy(s: FourSouls) -> bool:
    """Return whether a purchase is allowed (FS-62).

    It is allowed once a turn, in the action phase, over an empty stack, outside a fight; the ¢ are needed as it
    resolves (FS-64).
    """
    free = s.phase == "action" and not s.stack.items and not s.combat and s.stack.holder == s.active
    return free and s.purchases > 0 and s.players[s.active].doom == "none"


def has_price(s: FourSouls) -> bool:
    """Return whether the active player has the ¢ for a treasure now."""
    return any(s.can_afford(s.active, price_of(s, s.active, place)) for place, _ in _offers(s))


def purchase_choices(s: FourSouls) -> tuple[Choice, ...]:
    """List the purchases that can be declared now."""
    if not can_buy(s):
        return ()
    return tuple(_purchase_choice(s, place, label) for place, label in _offers(s))


def _offers(s: FourSouls) -> tuple[tuple[str, Text], ...]:
    return (*shop_offers(s), (DECK, Text("Buy from the deck")))


def _purchase_choice(s: FourSouls, place: str, label: Text) -> Choice:
    price = price_of(s, s.active, place)
    if s.can_afford(s.active, price):  # what it costs is found by the lookahead, where ¢ are counted
        follows = None if s.is_counted("cents") else Text("{n}¢ when it resolves", n=price)
        return Choice(label, Template(Bought(place)), follows, "option", s.active)
    missing = Text("You are {n}¢ short", "You are {n}¢ short", n=price - s.players[s.active].cents)
    return Choice(label, Template(Bought(place)), missing, "unlikely", s.active)


def shop_offers(s: FourSouls) -> tuple[tuple[str, Text], ...]:
    """List the places of the shop to buy from, with the treasures' names where they are tracked."""
    if not is_shop_followed(s):
        return (("shop", Text("Buy from the shop")),)
    return tuple((str(k), _purchase_label(name, k)) for k, name in enumerate(s.shop))


def _purchase_label(name: str, slot: int) -> Text:
    return Text("Buy {name}", name=shop_name(name)) if name else Text("Buy from slot {n}", n=slot + 1)


@carries("FS-46", "FS-62")
def declare_purchase(s: FourSouls, event: Bought) -> FourSouls:
    """Put the declaration on the stack and use the turn's purchase."""
    s, id = allocate_id(s)
    slot = int(event.place) if event.place.isdigit() else -1
    name = s.shop[slot] if slot >= 0 else ""
    item = Item(id, "purchase", s.active, name, slot=slot, why=event.place)
    return replace(s, purchases=s.purchases - 1, stack=stack.push(s.stack, item, s.active))


@carries("FS-63", "FS-64", "FS-66")
def resolve_purchase(s: FourSouls, item: Item) -> tuple[FourSouls, bool]:
    """Pay for a treasure and refill its slot.

    Return whether it is gained, which happens together.

    Without enough ¢ or the treasure, the purchase is given back.
    """
    price = price_of(s, item.seat, item.why)
    if not s.can_afford(item.seat, price):
        s = note(s, "FS-66", missing_cents_text(s, item.seat, price))
        return replace(s, purchases=s.purchases + 1), False
    if is_treasure_gone(s, item):
        s = note(s, "FS-66", Text("That treasure is gone: the purchase is kept"))
        return replace(s, purchases=s.purchases + 1), False
    s = gain(s, "FS-64", item.seat, "cents", -price)
    return (s if item.why == DECK else _refill_shop(_spend_free_item(s), item)), True


def _spend_free_item(s: FourSouls) -> FourSouls:
    boosts = list(s.boosts)
    if FREE_ITEM in boosts:
        boosts.remove(FREE_ITEM)
    return replace(s, boosts=tuple(boosts))


@carries("FS-65")
def _refill_shop(s: FourSouls, item: Item) -> FourSouls:
    if item.slot >= 0:
        s = replace(s, shop=(*s.shop[: item.slot], "", *s.shop[item.slot + 1 :]))
    s, id = allocate_id(s)
    return replace(s, stack=stack.push(s.stack, Item(id, "shop_refill", s.active, slot=item.slot), s.active))


@carries("FS-65")
def resolve_shop_refill(s: FourSouls, item: Item) -> FourSouls:
    """Fill the slot from the treasure deck; if the shop is tracked, ask for the name."""
    if is_shop_followed(s) and item.slot >= 0:
        return then(s, at(stock, item.slot))
    text = Text("Fill the shop from the treasure deck")
    return note(s, "FS-65", text, switch="follow.shop", task=text)


def stock_prompt(s: FourSouls, slot: int) -> Prompt:
    """Ask which treasure was turned up for the shop."""
    title = Text("Shop slot {n}: which treasure is turned up?", n=slot + 1)
    rule = "FS-04" if s.phase == "setup" else "FS-65"
    return Prompt((s.active,), title, rule, name_choices(Stocked(slot), treasure_names(s)), phase=Text("Shop"))


@asks("FS-65", "FS-04", prompt=stock_prompt)
def stock(s: FourSouls, event: Stocked, slot: int) -> FourSouls:
    """Put the treasure into that slot."""
    return replace(s, shop=(*s.shop[:slot], event.name, *s.shop[slot + 1 :]))


# --- said beside the question ------------------------------------------------------------------------------------


@carries("FS-65", "FS-66")
def leave_shop(s: FourSouls, slot: int) -> FourSouls:
    """Take a treasure out of the shop: its purchase is cancelled, its slot is refilled."""
    s = note(s, "FS-65", Text("{treasure} leaves the shop", treasure=treasure_name(s, slot)))
    return empty_shop_slot(s, slot)


@carries("FS-65", "FS-66")
def empty_shop_slot(s: FourSouls, slot: int) -> FourSouls:
    """Cancel the purchase of what lay in a slot and queue its refill.

    −1: a slot that nobody tracks.
    """
    if any(_buys(item, slot) for item in s.stack.items):
        s = note(s, "FS-66", Text("That treasure is gone: the purchase is kept"))
        remaining = stack.filter_items(s.stack, lambda item: not _buys(item, slot))
        s = replace(s, purchases=s.purchases + 1, stack=remaining)
    if slot >= 0:
        s = replace(s, shop=(*s.shop[:slot], "", *s.shop[slot + 1 :]))
    return queue_item(s, Item(0, "shop_refill", s.active, slot=slot))


@carries("FS-04")
def name_treasure(s: FourSouls, slot: int, name: str) -> FourSouls:
    """Give the treasure of a slot its right name, also while it is being bought."""
    for item in s.stack.items:
        if _buys(item, slot):
            s = replace(s, stack=stack.replace_item(s.stack, replace(item, name=name)))
    s = replace(s, shop=(*s.shop[:slot], name, *s.shop[slot + 1 :]))
    return note(s, "FS-04", shop_slot_text(slot, name))


def _buys(item: Item, slot: int) -> bool:
    return (item.kind, item.slot) == ("purchase", slot) and item.why != DECK


def shop_slot_text(slot: int, name: str) -> Text:
    """Return the text of the treasure in a slot."""
    return Text("Shop slot {n}: {name}", n=slot + 1, name=shop_name(name) or Text("a treasure"))
