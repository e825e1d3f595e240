"""Triggers of the players' items at a game moment (FS-14, FS-36, FS-42, FS-48, FS-85)."""

from __future__ import annotations

from rules.engine import carries
from rules.engine.record import replace
from rules.four_souls.model.cards_beside import cards_beside
from rules.four_souls.model.effect import Effect, Target
from rules.four_souls.model.item import MomentOwner, Owned
from rules.four_souls.model.item_catalogue import NumberedAbility, abilities_of_item, index_items, is_trigger_spent
from rules.four_souls.model.item_effects import EffectSequence
from rules.four_souls.model.moment import GameMoment, MomentKind
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import FourSouls, set_owned
from rules.four_souls.model.triggered_abilities import TriggeredAbility
from rules.four_souls.vocabulary.card_names import item_key
from rules.four_souls.vocabulary.effect_memory import OWNER_TARGET, THIS_ITEM_TARGET, bind_to_moment
from rules.four_souls.vocabulary.measures import conditions_hold

BLOW_TARGET = Target("blow")
OWNER_DECIDES, AUTOMATIC = "item", "itself"
"""Reason of an item's trigger: stated by its owner on resolution, or automatic."""


@carries("FS-14", "FS-42", "FS-48", "FS-85")
def item_triggers(s: FourSouls, moment: GameMoment) -> tuple[Item, ...]:
    """Return the triggers of named items, curses and rooms, from the active player on."""
    found: list[Item] = []
    for seat in s.seats_from(s.active):
        for o, k, ability in _abilities(s, seat, moment.kind):
            if _is_triggered(s, seat, o, k, moment):
                found.append(_trigger_item(s, _acting_seat(seat, ability, moment), o, k, ability, moment))
    return tuple(found)


def _abilities(s: FourSouls, seat: int, kind: MomentKind) -> tuple[NumberedAbility, ...]:
    """Return the abilities at a moment of a seat's items, then of its curses and rooms."""
    own, beside = index_items(s.players[seat].items).triggers.get(kind, ()), tuple(cards_beside(s, seat))
    return (*own, *index_items(beside).triggers.get(kind, ())) if beside else own


def _acting_seat(seat: int, ability: TriggeredAbility, moment: GameMoment) -> int:
    """Return whose ability it is: of whoever has the card, or of the moment's player."""
    return moment.seat if ability.whose == "each" else seat


def own_triggers(s: FourSouls, seat: int, o: Owned, kind: MomentKind) -> tuple[Item, ...]:
    """Return what an item triggers by what happens to itself.

    Its counters count as they are now.
    """
    moment = GameMoment(kind, seat)
    triggered = (
        _trigger_item(s, seat, o, k, ability, moment)
        for k, ability in enumerate(abilities_of_item(o).triggers)
        if ability.when == kind and conditions_hold(s, seat, ability.conditions, o.id)
    )
    return tuple(replace(item, effects=tuple(_with_counters(o, e) for e in item.effects)) for item in triggered)


def _with_counters(o: Owned, effect: Effect) -> Effect:
    return replace(effect, amount=effect.amount * o.counters, count="") if effect.count == "counters" else effect


def _is_triggered(s: FourSouls, seat: int, o: Owned, k: int, moment: GameMoment) -> bool:
    ability = abilities_of_item(o).triggers[k]
    if o.id == (moment.source or None) or not _is_meant(ability.whose, seat, moment) or is_trigger_spent(o, k):
        return False
    fits = (not ability.faces or moment.face in ability.faces) and (moment.fight or not ability.is_combat)
    fits = fits and (moment.is_repeated or not ability.is_repeated)
    seat = _acting_seat(seat, ability, moment)
    return fits and not _is_idle_recharge(o, ability) and conditions_hold(s, seat, ability.conditions, o.id)


def _is_meant(whose: MomentOwner, seat: int, moment: GameMoment) -> bool:
    match whose:
        case "any" | "each":
            return moment.seat >= 0
        case "others":
            return moment.seat >= 0 and moment.seat != seat
    return moment.seat == seat


def _is_idle_recharge(o: Owned, ability: TriggeredAbility) -> bool:
    """Return whether the item would only recharge itself although it is upright already."""
    return o.ready and ability.ways == ((Effect("recharge", THIS_ITEM_TARGET),),)


def _trigger_item(s: FourSouls, seat: int, o: Owned, k: int, ability: TriggeredAbility, moment: GameMoment) -> Item:
    return Item(
        0,
        "triggered",
        seat,
        item_key(o),
        effects=_bind_targets(s, seat, o, ability.ways[0], moment) if ability.is_automatic else (),
        why=AUTOMATIC if ability.is_automatic else OWNER_DECIDES,
        source=o.id,
        roll=moment.roll,
        faces=ability.faces if moment.roll else (),
        ability=k,
        cause=moment if ability.depends_on_moment and not ability.is_automatic else None,
    )


def _bind_targets(s: FourSouls, seat: int, o: Owned, effects: EffectSequence, moment: GameMoment) -> EffectSequence:
    aims = {THIS_ITEM_TARGET: Target("owned", o.id), OWNER_TARGET: Target("seat", seat)}
    aims[BLOW_TARGET] = Target("item", s.stack.top.id) if s.stack.top and s.stack.top.kind == "damage" else BLOW_TARGET
    bound = (bind_to_moment(effect, moment) for effect in effects)
    return tuple(
        replace(effect, target=aims.get(effect.target, effect.target), to=aims.get(effect.to, effect.to))
        for effect in bound
        if effect.target != BLOW_TARGET or aims[BLOW_TARGET] != BLOW_TARGET
    )


def mark_triggered(s: FourSouls, item: Item) -> FourSouls:
    """Mark the item as used this turn or this game, and its ability where that is limited."""
    found = s.find_owned_item(item.source)
    if found is None:
        return s
    o = found[1]
    is_limited = bool(abilities_of_item(o).triggers[item.ability].once)
    return set_owned(s, o.id, used=True, spent=(*o.spent, item.ability) if is_limited else o.spent)
