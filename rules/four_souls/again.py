"""What an item did last time, or does by its data, kept so that it can be offered again and aimed anew."""

from __future__ import annotations

from dataclasses import replace

from rules.engine import Many, Pick, carries

from .effect import Effect, Target
from .itemcards import Way, item_cards, known
from .owned import Owned
from .pad import effects_hole
from .state import FourSouls

ME, THIS, STACK, FOUGHT = Target("me"), Target("owned"), Target("item"), Target("monster")


def kept(s: FourSouls, seat: int, source: int, effects: tuple[Effect, ...]) -> Way:
    """The effects with their targets by what they are to the item and its owner, not by number."""
    return tuple(replace(effect, target=_word(s, seat, source, effect.target)) for effect in effects)


def _word(s: FourSouls, seat: int, source: int, target: Target) -> Target:
    if target.kind == "item":
        return STACK
    if target == Target("monster", s.combat):
        return FOUGHT
    return {Target("seat", seat): ME, Target("owned", source): THIS}.get(target, target)


def aimed_anew(s: FourSouls, seat: int, source: int, way: Way, pad: Many, roll: int = 0) -> Way | None:
    """The effects with the targets that they have here; None where one has none, or it must be chosen.

    ``roll`` is the die that made it trigger.
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
    """The stack item nearest the top that such an effect can be aimed at."""
    picks = (hole for t in pad.of if t.value.kind == effect.kind for hole in t.holes if isinstance(hole, Pick))
    values = [option.value for pick in picks for option in pick.options]
    return values[-1] if values else STACK


def activations(item: Owned) -> tuple[Way, ...]:
    """The ways in which it may be activated: as last time, then those of its data."""
    card = item_cards().get(item.card)
    return tuple(dict.fromkeys((*_told(item.does), *(card.does if card else ()))))


def nothing_to_say(name: str) -> bool:
    """Whether the card's data says that nothing of what it does is followed."""
    card = item_cards().get(name)
    return card is not None and card.does == ((),)


def going_off(item: Owned) -> tuple[Way, ...]:
    """What it may do as it triggers: as last time, then by its data."""
    card = item_cards().get(item.card)
    return card.trigger if card and card.trigger else _told(item.did)


def _told(way: Way) -> tuple[Way, ...]:
    return (way,) if way else ()


def payments(item: Owned) -> tuple[tuple[int, Way], ...]:
    """What its paid effects cost and do; without data, what was done last time."""
    card = item_cards().get(item.card)
    if card and card.paid:
        return card.paid
    return ((item.cost, item.does),) if item.cost >= 0 else ()


@carries("FS-113")
def by_name(s: FourSouls, seat: int, name: str) -> Way:
    """What a card played without words does, if its name says it: Lost Soul becomes a soul as it resolves."""
    card = known(name)
    if card is None or card.kind == "starting":
        return ()
    pad = effects_hole(s)
    return next((aims for way in card.does if (aims := aimed_anew(s, seat, 0, way, pad))), ())


@carries("FS-114")
def by_die(s: FourSouls, seat: int, name: str, die: int, pad: Many) -> tuple[Way, ...]:
    """What the name and the die say that a card does: a box that becomes a soul on a 6."""
    card = known(name)
    source = next((o.id for o in s.players[seat].items if card and o.card == card.id), 0)
    ways = (way for face, way in (card.die if card else ()) if face == die)
    return tuple(aims for way in ways if (aims := aimed_anew(s, seat, source, way, pad)))
