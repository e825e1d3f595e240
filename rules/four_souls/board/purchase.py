"""Purchases of treasures, from declaration to gain (FS-46, FS-62 … FS-66)."""

from __future__ import annotations

from rules import stack
from rules.engine import Choice, Prompt, Template, Text, asks, at, carries, note, then
from rules.engine.record import replace
from rules.four_souls.model.events import Bought, Stocked
from rules.four_souls.model.item_catalogue import suggested
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import FourSouls
from rules.four_souls.vocabulary.effect_templates import named_or_not
from rules.four_souls.vocabulary.state_changes import gain, numbered

from .item_gain import gain_treasure

PRICE = 10


def may_buy(s: FourSouls) -> bool:
    """Return whether a purchase is allowed (FS-62).

    It is allowed once a turn, in the action phase, over an empty stack, outside a fight, with enough ¢.
    """
    free = s.phase == "action" and not s.stack.items and not s.combat and s.stack.holder == s.active
    return free and s.purchases > 0 and s.affords(s.active, PRICE) and s.players[s.active].doom == "none"


def purchase_choice(s: FourSouls) -> tuple[Choice, ...]:
    """List the purchases that can be declared now."""
    if not may_buy(s):
        return ()
    return tuple(_buys(s, place, label) for place, label in (*on_sale(s), ("deck", Text("Buy from the deck"))))


def _buys(s: FourSouls, place: str, label: Text) -> Choice:
    return Choice(label, Template(Bought(place)), Text("10¢ when it resolves"), "quiet", s.active)


def followed(s: FourSouls) -> bool:
    """Return whether the treasures in the shop are tracked by name."""
    return s.ruling("follow.shop", "off") == "on"


def on_sale(s: FourSouls) -> tuple[tuple[str, Text], ...]:
    """List the places of the shop to buy from, with the treasures' names where they are tracked."""
    if not followed(s):
        return (("shop", Text("Buy from the shop")),)
    return tuple((str(k), _treasure(name, k)) for k, name in enumerate(s.shop))


def _treasure(name: str, slot: int) -> Text:
    return Text("Buy {name}", name=name) if name else Text("Buy from slot {n}", n=slot + 1)


@carries("FS-46", "FS-62")
def declare_purchase(s: FourSouls, event: Bought) -> FourSouls:
    """Put the declaration on the stack and use the turn's purchase."""
    s, id = numbered(s)
    slot = int(event.place) if event.place.isdigit() else -1
    name = s.shop[slot] if slot >= 0 else ""
    item = Item(id, "purchase", s.active, name, amount=PRICE, slot=slot, why=event.place)
    return replace(s, purchases=s.purchases - 1, stack=stack.put(s.stack, item, s.active))


@carries("FS-63", "FS-64", "FS-66")
def resolve_purchase(s: FourSouls, item: Item) -> FourSouls:
    """Pay and gain together; without enough ¢ or the treasure, the purchase is given back."""
    if not s.affords(item.seat, item.amount) or _left(s, item):
        s = note(s, "FS-66", Text("The purchase did not happen and is not used up"))
        return replace(s, purchases=s.purchases + 1)
    s = gain(s, "FS-64", item.seat, "cents", -item.amount)
    s = gain_treasure(s, "FS-64", item.seat, 1, item.name)
    return s if item.why == "deck" else _empty(s, item)


def _left(s: FourSouls, item: Item) -> bool:
    """Return whether the treasure is no longer in the slot of the purchase."""
    return item.slot >= 0 and s.shop[item.slot : item.slot + 1] != (item.name,)


@carries("FS-65")
def _empty(s: FourSouls, item: Item) -> FourSouls:
    """Empty the slot and put its refill on the stack."""
    if item.slot >= 0:
        s = replace(s, shop=(*s.shop[: item.slot], "", *s.shop[item.slot + 1 :]))
    s, id = numbered(s)
    return replace(s, stack=stack.put(s.stack, Item(id, "shop_refill", s.active, slot=item.slot), s.active))


@carries("FS-65")
def resolve_shop_refill(s: FourSouls, item: Item) -> FourSouls:
    """Fill the slot from the treasure deck; if the shop is tracked, ask for the name."""
    if followed(s) and item.slot >= 0:
        return then(s, at(stock, item.slot))
    return note(s, "FS-65", Text("Fill the shop from the treasure deck"), switch="follow.shop")


def stock_prompt(s: FourSouls, slot: int) -> Prompt:
    """Ask which treasure was turned up for the shop."""
    title = Text("Shop slot {n}: which treasure is turned up?", n=slot + 1)
    return Prompt((s.active,), title, "FS-65", named_or_not(Stocked(slot), suggested()), phase=Text("Shop"))


@asks("FS-65", "FS-04", prompt=stock_prompt)
def stock(s: FourSouls, event: Stocked, slot: int) -> FourSouls:
    """Put the treasure into that slot."""
    return replace(s, shop=(*s.shop[:slot], event.name, *s.shop[slot + 1 :]))
