"""The shop.

Which treasures can be bought, taken or discarded, and what they and paid effects cost.

FS-04, FS-13, FS-62, FS-64, FS-65.
"""

from __future__ import annotations

from rules.engine import Text, carries
from rules.four_souls.model.effect import Target
from rules.four_souls.model.state import Boost, FourSouls

from .measures import passive_total

UNTRACKED_SHOP = Target("shop", -1)
"""A treasure of a shop in which nobody tracks them."""
STOCK_STEP = "four_souls.stock"
"""Name of the step that asks which treasure was turned up."""
TREASURE_PRICE_CENTS = 10
DECK = "deck"
"""Place of a purchase that is not in the shop."""
FREE_ITEM = Boost(Target(), "free_item", 1)
"""What makes the next item of the shop cost nothing this turn."""


def is_shop_followed(s: FourSouls) -> bool:
    """Return whether the treasures in the shop are tracked by name."""
    return s.ruling("follow.shop", "off") == "on"


def filled_shop_slots(s: FourSouls) -> tuple[int, ...]:
    """Return the shop slots that do not wait for a refill."""
    waiting = {item.slot for item in (*s.stack.items, *s.waiting) if item.kind == "shop_refill"}
    asked = {step.args[0] for step in s.agenda if step.name == STOCK_STEP}
    return tuple(slot for slot in range(len(s.shop)) if slot not in waiting | asked)


@carries("FS-62", "FS-64")
def price_of(s: FourSouls, seat: int, place: str) -> int:
    """Return what a treasure costs a player at that place: the deck's price never changes."""
    if place == DECK:
        return TREASURE_PRICE_CENTS
    return 0 if FREE_ITEM in s.boosts else max(0, TREASURE_PRICE_CENTS + passive_total(s, seat, "price"))


@carries("FS-13")
def fee_of(s: FourSouls, seat: int, cents: int) -> int:
    """Return what a paid effect with that price in ¢ costs a player now."""
    return max(0, cents + passive_total(s, seat, "fee"))


@carries("FS-66")
def missing_cents_text(s: FourSouls, seat: int, price: int) -> Text:
    """Say how many ¢ a player lacks for a purchase, which is therefore not made."""
    return Text("{who} is {n}¢ short: no purchase", who=s.seats[seat], n=price - s.players[seat].cents)
