"""Triggers of the players' items at a game moment (FS-14, FS-36, FS-42, FS-48, FS-85)."""

from __future__ import annotations

from rules.engine import carries
from rules.engine.record import replace
from rules.four_souls.model.effect import Effect, Target
from rules.four_souls.model.item import Owned
from rules.four_souls.model.item_catalogue import Way, item_cards
from rules.four_souls.model.moment import Happening
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import FourSouls, seats_from, set_owned
from rules.four_souls.vocabulary.card_names import item_key
from rules.four_souls.vocabulary.effect_memory import ME, THIS, going_off

ASKED, ITSELF = "item", "itself"
"""Reason of an item's trigger: stated by its owner on resolution, or automatic."""


@carries("FS-14", "FS-42", "FS-48", "FS-85")
def items_answer(s: FourSouls, now: Happening) -> tuple[Item, ...]:
    """Return the triggers of the players' named items, in turn order from the active player."""
    meant = ((seat, o) for seat in seats_from(s, s.active) for o in s.players[seat].items if _meant(seat, o, now))
    return tuple(_triggered(seat, o, now) for seat, o in meant)


def _meant(seat: int, o: Owned, now: Happening) -> bool:
    whose = now.seat == seat or (o.whose == "any" and now.seat >= 0)
    here = o.when == now.what and whose
    spent = bool(o.once) and o.used
    return here and not spent and (not o.faces or now.face in o.faces) and not _idle(o)


def _idle(o: Owned) -> bool:
    """Return whether the item would only recharge itself although it is upright already."""
    return o.ready and going_off(o) == ((Effect("recharge", THIS),),)


def _triggered(seat: int, o: Owned, now: Happening) -> Item:
    card = item_cards().get(o.card)
    itself = card is not None and card.itself
    return Item(
        0,
        "triggered",
        seat,
        item_key(o),
        effects=_own(seat, o, card.trigger[0]) if card and itself else (),
        why=ITSELF if itself else ASKED,
        source=o.id,
        roll=now.roll,
        faces=o.faces if now.roll else (),
    )


def _own(seat: int, o: Owned, way: Way) -> Way:
    """Bind relative targets to the item and its owner."""
    aims = {THIS: Target("owned", o.id), ME: Target("seat", seat)}
    return tuple(replace(effect, target=aims.get(effect.target, effect.target)) for effect in way)


def goes_off(s: FourSouls, item: Item) -> FourSouls:
    """Mark the item as used this turn or this game."""
    return set_owned(s, item.source, used=True)
