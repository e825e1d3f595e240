"""Effects of items from their latest use or their data, offered with new targets."""

from __future__ import annotations

from dataclasses import replace

from rules.engine import Many, Pick, carries
from rules.four_souls.model.effect import Effect, Target
from rules.four_souls.model.item import Owned
from rules.four_souls.model.item_catalogue import Way, item_cards, known
from rules.four_souls.model.state import FourSouls

from .effect_templates import effects_hole

ME, THIS, STACK, FOUGHT = Target("me"), Target("owned"), Target("item"), Target("monster")


def kept(s: FourSouls, seat: int, source: int, effects: tuple[Effect, ...]) -> Way:
    """Replace targets by their relation to the item and its owner, so that they can be stored."""
    return tuple(replace(effect, target=_word(s, seat, source, effect.target)) for effect in effects)


def _word(s: FourSouls, seat: int, source: int, target: Target) -> Target:
    if target.kind == "item":
        return STACK
    if target == Target("monster", s.combat):
        return FOUGHT
    return {Target("seat", seat): ME, Target("owned", source): THIS}.get(target, target)


def aimed_anew(s: FourSouls, seat: int, source: int, way: Way, pad: Many, roll: int = 0) -> Way | None:
    """Return the effects with current targets; None if one is missing or must be chosen.

    ``roll`` is the id of the die that triggered the item.
    """
    aims = tuple(_aimed(s, seat, source, effect, pad, roll) for effect in way)
    return aims if pad.admits(aims) else None


def _aimed(s: FourSouls, seat: int, source: int, effect: Effect, pad: Many, roll: int) -> Effect:
    known = {ME: Target("seat", seat), THIS: Target("owned", source), FOUGHT: Target("monster", s.combat)}
    target = known.get(effect.target, effect.target)
    if target == STACK:
        target = Target("item", roll) if roll else _topmost(pad, effect)
    return replace(effect, target=target)


def _topmost(pad: Many, effect: Effect) -> Target:
    """Return the stack item nearest the top that can be a target of the effect."""
    picks = (hole for t in pad.of if t.value.kind == effect.kind for hole in t.holes if isinstance(hole, Pick))
    values = [option.value for pick in picks for option in pick.options]
    return values[-1] if values else STACK


def activations(item: Owned) -> tuple[Way, ...]:
    """Return the alternatives of an activation: the latest one, then those of the data."""
    card = item_cards().get(item.card)
    return tuple(dict.fromkeys((*_told(item.does), *(card.does if card else ()))))


def nothing_to_say(name: str) -> bool:
    """Return whether the card's data says that none of its effects is tracked."""
    card = item_cards().get(name)
    return card is not None and card.does == ((),)


def going_off(item: Owned) -> tuple[Way, ...]:
    """Return the alternatives of a triggered effect: those of the data, else the latest one."""
    card = item_cards().get(item.card)
    return card.trigger if card and card.trigger else _told(item.did)


def _told(way: Way) -> tuple[Way, ...]:
    return (way,) if way else ()


def payments(item: Owned) -> tuple[tuple[int, Way], ...]:
    """Return the cost and effects of each paid effect; without data, the latest one."""
    card = item_cards().get(item.card)
    if card and card.paid:
        return card.paid
    return ((item.cost, item.does),) if item.cost >= 0 else ()


@carries("FS-113")
def by_name(s: FourSouls, seat: int, name: str) -> Way:
    """Return the effects of a card played without any, if its data has them.

    Lost Soul becomes a soul as it resolves.
    """
    card = known(name)
    if card is None or card.kind == "starting":
        return ()
    pad = effects_hole(s)
    return next((aims for way in card.does if (aims := aimed_anew(s, seat, 0, way, pad))), ())


@carries("FS-114")
def by_die(s: FourSouls, seat: int, name: str, die: int, pad: Many) -> tuple[Way, ...]:
    """Return the alternatives that a card's data has for a die: a box becomes a soul on a 6."""
    card = known(name)
    source = next((o.id for o in s.players[seat].items if card and o.card == card.id), 0)
    ways = (way for face, way in (card.die if card else ()) if face == die)
    return tuple(aims for way in ways if (aims := aimed_anew(s, seat, source, way, pad)))
