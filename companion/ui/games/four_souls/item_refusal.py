"""Items that cannot be used now, and the rule that says so."""

from __future__ import annotations

from companion.ui.table.model.choice_layout import item_id_of
from companion.ui.table.model.context import TableContext
from rules.engine import Refused
from rules.four_souls.model.events import Played
from rules.four_souls.model.state import FourSouls
from rules.four_souls.turn.refusals import refusal_for
from rules.four_souls.turn.view import OwnedItemLine


def is_usable(context: TableContext, item: OwnedItemLine) -> bool:
    """Return whether the present question offers a use of the item, on whatever device.

    True for a passive one.
    """
    prompt = context.table_state.prompt
    if not item.activated and item.cost < 0:
        return True
    return prompt is not None and any(item_id_of(choice) == item.id for choice in prompt.choices)


def why_unusable(context: TableContext, seat: int, item: OwnedItemLine) -> Refused | None:
    """Return the rule that forbids a use of the item now.

    None where it can be used, or nothing forbids it.
    """
    if is_usable(context, item):
        return None
    activated, paid = Played(seat, "activated", item=item.id), Played(seat, "paid", item=item.id, cost=item.cost)
    return refusal_for(context.state_as(FourSouls), activated if item.activated else paid)
