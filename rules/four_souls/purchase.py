"""FS-46, FS-62 … FS-66: purchases, from the declaration to the gain. Which treasure it is lies on the table."""

from __future__ import annotations

from dataclasses import replace

from rules import stack
from rules.engine import Choice, Option, Pick, Template, Text, carries

from .change import gain, note, numbered
from .event import Bought
from .state import FourSouls, Item

PRICE = 10
PLACES = (Option("shop", Text("from the shop")), Option("deck", Text("from the deck")))


def may_buy(s: FourSouls) -> bool:
    """FS-62: once a turn, in the action phase, over an empty stack, outside a fight, with the price in hand."""
    free = s.phase == "action" and not s.stack.items and not s.combat and s.stack.holder == s.active
    return free and s.purchases > 0 and s.players[s.active].cents >= PRICE and s.players[s.active].doom == "none"


def purchase_choice(s: FourSouls) -> tuple[Choice, ...]:
    """What may be bought now."""
    if not may_buy(s):
        return ()
    does = Template(Bought("shop"), (Pick("place", PLACES),))
    return (Choice(Text("Buy"), does, Text("10¢ when it resolves"), "quiet", s.active),)


@carries("FS-46", "FS-62")
def declare_purchase(s: FourSouls, event: Bought) -> FourSouls:
    """The declaration goes on the stack and uses the turn's purchase."""
    s, id = numbered(s)
    item = Item(id, "purchase", s.active, amount=PRICE, why=event.place)
    return replace(s, purchases=s.purchases - 1, stack=stack.put(s.stack, item, s.active))


@carries("FS-63", "FS-64", "FS-66")
def resolve_purchase(s: FourSouls, item: Item) -> FourSouls:
    """Payment and gain happen together; without the price the purchase did not happen and is not used up."""
    if s.players[item.seat].cents < item.amount:
        s = note(s, "FS-66", Text("Not enough ¢: the purchase did not happen and is not used up"))
        return replace(s, purchases=s.purchases + 1)
    s = gain(s, "FS-64", item.seat, "cents", -item.amount)
    s = gain(s, "FS-64", item.seat, "treasures", 1)
    return note(s, "FS-65", Text("Fill the shop from the treasure deck")) if item.why == "shop" else s
