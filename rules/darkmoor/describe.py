"""Descriptions of events."""

from __future__ import annotations

from rules.darkmoor.model.cards import MINION_TYPES, card_name
from rules.darkmoor.model.events import (
    Aimed,
    Began,
    Controlled,
    Declined,
    Felled,
    Fled,
    Headed,
    Lined,
    Located,
    Moved,
    Played,
    PlaysMore,
    ReadKind,
    ReadVp,
    TurnedUp,
    UsesAbility,
)
from rules.darkmoor.model.state import Darkmoor, minion_name, place_name
from rules.engine import Displayable, Event, Text, TurnPassed

DECLINED_TEXTS = {
    "as_it_says": Text("Ability applied"),
    "play": Text("No other minion"),
    "use": Text("The ability is not used"),
    "aim": Text("No target"),
    "choose_horde": Text("No attack"),
}
"""What it means that nothing is chosen, by the step that asks."""


def describe(s: Darkmoor, event: Event) -> Text:
    """Describe an event in one sentence; ``s`` is the state before it."""
    match event:
        case Located(cards=(location,)):
            return Text("Location: {name}", name=card_name(location.name) or Text("without a name"))
        case TurnedUp(cards=(hero,)):
            return Text("Hero: {name}", name=card_name(hero.name) or Text("without a name"))
        case Began(seat):
            return Text("{who} ran away last and begins", who=s.seats[seat])
        case Played(place, (minion,)):
            name = card_name(minion.name) or Text("a minion")
            return Text("{who}: {minion} at {place}", who=s.seats[s.active], minion=name, place=place_name(s, place))
        case Declined():
            return DECLINED_TEXTS.get(s.agenda[0].name.partition(".")[2] if s.agenda else "", Text("Nothing is chosen"))
        case PlaysMore():
            return Text("One more minion is played")
        case UsesAbility():
            return Text("The ability is used")
        case Aimed(0):
            return Text("No target")
        case Aimed(minion):
            return Text("Target: {target}", target=_minion_name(s, minion))
        case Headed(place):
            return Text("Target: {target}", target=place_name(s, place))
        case Lined(row):
            return Text("It takes row {n}", n=row + 1)
        case ReadKind(item, kind):
            return Text("{minion}: {kind}", minion=_minion_name(s, item), kind=MINION_TYPES[kind])
        case ReadVp(item, vp):
            return Text("{minion}: {n} VP", minion=_minion_name(s, item), n=vp)
        case Controlled(seat):
            return Text("{who} controls it", who=s.seats[seat] if seat >= 0 else Text("Nobody"))
    return _describe_override(s, event)


def _describe_override(s: Darkmoor, event: Event) -> Text:
    match event:
        case Moved(item, place):
            return Text("By hand: {minion} to {place}", minion=_minion_name(s, item), place=place_name(s, place))
        case Felled(item):
            return Text("By hand: {minion} is defeated", minion=_minion_name(s, item))
        case Fled(item):
            return Text("By hand: {minion} escapes", minion=_minion_name(s, item))
        case TurnPassed():
            return Text("The turn passes")
    raise TypeError(event)


def _minion_name(s: Darkmoor, id: int) -> Displayable:
    minion = s.find_minion(id)
    return minion_name(s, minion) if minion else Text("the minion")
