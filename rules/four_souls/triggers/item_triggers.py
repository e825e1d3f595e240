"""Triggers of the players' items at a game moment (FS-14, FS-36, FS-42, FS-48, FS-85)."""

from __future__ import annotations

from rules.engine import carries
from rules.engine.record import replace
from rules.four_souls.model.effect import Effect, Target
from rules.four_souls.model.item import Owned
from rules.four_souls.model.item_abilities import EffectSequence
from rules.four_souls.model.item_catalogue import item_cards
from rules.four_souls.model.moment import GameMoment
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import FourSouls, seats_in_turn_order, set_owned
from rules.four_souls.vocabulary.card_names import item_key
from rules.four_souls.vocabulary.conditions import conditions_hold
from rules.four_souls.vocabulary.effect_memory import OWNER_TARGET, THIS_ITEM_TARGET, trigger_effects

OWNER_DECIDES, AUTOMATIC = "item", "itself"
"""Reason of an item's trigger: stated by its owner on resolution, or automatic."""


@carries("FS-14", "FS-42", "FS-48", "FS-85")
def item_triggers(s: FourSouls, moment: GameMoment) -> tuple[Item, ...]:
    """Return the triggers of the players' named items, in turn order from the active player."""
    meant = (
        (seat, o)
        for seat in seats_in_turn_order(s, s.active)
        for o in s.players[seat].items
        if _is_triggered(s, seat, o, moment)
    )
    return tuple(_trigger_item(seat, o, moment) for seat, o in meant)


def _is_triggered(s: FourSouls, seat: int, o: Owned, moment: GameMoment) -> bool:
    whose = moment.seat == seat or (o.whose == "any" and moment.seat >= 0)
    matches = o.when == moment.kind and whose and o.id != (moment.source or None)
    spent = bool(o.once) and o.used
    fits_face = not o.faces or moment.face in o.faces
    return matches and not spent and fits_face and not _is_idle_recharge(o) and conditions_hold(s, seat, o)


def _is_idle_recharge(o: Owned) -> bool:
    """Return whether the item would only recharge itself although it is upright already."""
    return o.ready and trigger_effects(o) == ((Effect("recharge", THIS_ITEM_TARGET),),)


def _trigger_item(seat: int, o: Owned, moment: GameMoment) -> Item:
    card = item_cards().get(o.card)
    automatic = card is not None and card.does.is_automatic
    return Item(
        0,
        "triggered",
        seat,
        item_key(o),
        effects=_bind_targets(seat, o, card.does.triggered[0]) if card and automatic else (),
        why=AUTOMATIC if automatic else OWNER_DECIDES,
        source=o.id,
        roll=moment.roll,
        faces=o.faces if moment.roll else (),
    )


def _bind_targets(seat: int, o: Owned, effects: EffectSequence) -> EffectSequence:
    """Bind relative targets to the item and its owner."""
    aims = {THIS_ITEM_TARGET: Target("owned", o.id), OWNER_TARGET: Target("seat", seat)}
    return tuple(replace(effect, target=aims.get(effect.target, effect.target)) for effect in effects)


def mark_triggered(s: FourSouls, item: Item) -> FourSouls:
    """Mark the item as used this turn or this game."""
    return set_owned(s, item.source, used=True)
