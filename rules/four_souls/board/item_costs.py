"""Costs of items' effects.

Whether they can be paid, what is chosen for them, and their payment (FS-13).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from rules.card_grammar import Cost
from rules.engine import Displayable, Option, Text, carries
from rules.four_souls.model.effect import Target
from rules.four_souls.model.events import Played
from rules.four_souls.model.item import Owned
from rules.four_souls.model.state import FourSouls
from rules.four_souls.vocabulary.card_names import cost_text, join_texts, target_name
from rules.four_souls.vocabulary.shop import fee_of
from rules.four_souls.vocabulary.state_changes import gain, losable_items

from .item_gain import put_counters
from .item_loss import destroy, steal

CHOSEN_COSTS = ("destroy", "give")
"""Costs for which items are chosen, unless the item itself is destroyed."""


@carries("FS-13")
def can_pay(s: FourSouls, seat: int, item: Owned, cost: Cost) -> bool:
    """Return whether a player has what a paid effect costs.

    What the table does not count is taken to be there.
    """
    n, player = cost.amount.number, s.players[seat]
    match cost.kind:
        case "counters":
            return item.counters >= n
        case "loot":
            return player.loot >= n or not s.is_counted("loot")
        case "hp":
            return player.life >= n
        case "goals":  # over many turns: the players say when so many are reached
            return True
        case "destroy" if cost.thing == "this":
            return not s.is_eternal(seat, item)
        case kind if kind in CHOSEN_COSTS:
            return any(_spendable(s, seat, item, cost))
    return s.can_afford(seat, fee_of(s, seat, n))


def price_text(s: FourSouls, seat: int, cost: Cost) -> Text:
    """Return the text of what a paid effect costs that player now."""
    return Text("{n}¢", n=fee_of(s, seat, cost.amount.number)) if cost.kind == "cents" else cost_text(cost)


def spent_options(s: FourSouls, seat: int, item: Owned, cost: Cost) -> tuple[Option, ...]:
    """Return what may be destroyed or given for an effect; none where nothing is chosen."""
    if cost.kind not in CHOSEN_COSTS or cost.thing == "this":
        return ()
    return tuple(Option(spent, _spent_text(s, seat, spent)) for spent in dict.fromkeys(_spendable(s, seat, item, cost)))


def _spendable(s: FourSouls, seat: int, item: Owned, cost: Cost) -> Iterator[tuple[Target, ...]]:
    """Yield the choices of items, each with its receiver where it is given.

    A player stands for an unnamed item.
    """
    named = tuple(Target("owned", o.id) for o in losable_items(s, seat))
    items = (*named, *(Target("seat", seat) for _ in range(s.players[seat].unnamed_item_count)))
    if cost.kind == "destroy":
        yield from combinations(items, cost.amount.number)
        return
    others = (k for k in range(len(s.seats)) if k != seat)
    yield from ((given, Target("seat", k)) for k in others for given in items if given.id != item.id)


def _spent_text(s: FourSouls, seat: int, spent: tuple[Target, ...]) -> Text:
    unnamed = Text("an item without a name")
    names: list[Displayable] = [unnamed if one == Target("seat", seat) else target_name(s, one) for one in spent]
    return Text("{what}", what=join_texts(names))


@carries("FS-13", "FS-22")
def pay_cost(s: FourSouls, event: Played, item: Owned, cost: Cost) -> FourSouls:
    """Pay for an effect: at once, as it is used."""
    n, this = event.cost, Target("owned", item.id)
    match cost.kind:
        case "counters":
            return put_counters(s, this, -n, "FS-13")
        case "loot":
            return gain(s, "FS-13", event.seat, "loot", -n)
        case "hp":
            return gain(s, "FS-13", event.seat, "life", -n)
        case "goals":
            return s
        case "destroy":
            for target in event.spent or (this,):
                s = destroy(s, target, "FS-13")
            return s
        case "give":
            given, receiver = event.spent
            return steal(s, given, receiver.id, "FS-13")
    return gain(s, "FS-13", event.seat, "cents", -fee_of(s, event.seat, n))
