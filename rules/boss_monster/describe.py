"""Texts of the log: what an event was."""

from __future__ import annotations

from rules.boss_monster.effects.spells import target_name
from rules.boss_monster.hidden.secrecy import CARD_EVENTS, describe_cards
from rules.boss_monster.model.card_catalogue import card_name, hero_card_name, room_card_name
from rules.boss_monster.model.correction_events import CORRECTIONS
from rules.boss_monster.model.events import (
    Activated,
    Aimed,
    AllPlaced,
    AllWalked,
    Arrived,
    Broke,
    Cast,
    Chose,
    Countered,
    DealtAgain,
    DrewHero,
    Fell,
    Handed,
    Lured,
    NamedHero,
    Placed,
    RanOut,
    Revealed,
    RevealedPlain,
    Sent,
    Skipped,
    Stood,
    Swapped,
    TakenBack,
    Turned,
    Walked,
)
from rules.boss_monster.model.state import BossMonster, Declared, room_name
from rules.boss_monster.phases.arrive import hero_of_event
from rules.boss_monster.phases.build import room_of_event
from rules.engine import Event, Text, TurnPassed

from .correction_texts import describe_correction, named_hero, named_room


def describe(s: BossMonster, event: Event) -> Text:
    """Describe an event in one sentence; ``s`` is the state before it."""
    if isinstance(event, CARD_EVENTS):
        return describe_cards(s, event)
    match event:
        case Chose(seat, boss):
            return Text("{who} is {boss}", who=s.seats[seat], boss=card_name(boss))
        case Handed():
            return Text("Everybody has discarded")
        case DealtAgain(seat):
            return Text("{who} draws a new hand", who=s.seats[seat])
        case Arrived() | NamedHero() | DrewHero():
            return Text("Hero: {name}", name=hero_card_name(hero_of_event(s, event)))
        case Placed(0):
            return Text("A room at the entrance")
        case Placed(room):
            return Text("A room on {room}", room=named_room(s, room))
        case AllPlaced(by):
            return Text("{n} rooms at the entrances", n=len(by))
        case Skipped():
            seat = int(s.agenda[0].args[0]) if s.agenda[0].name == "boss_monster.place" else -1
            return Text("{who} builds nothing", who=s.seats[seat]) if seat >= 0 else Text("Nothing")
        case Revealed() | RevealedPlain():
            card = room_of_event(event)
            return Text("Revealed: {room}", room=room_card_name(card) if card else "")
        case TakenBack():
            return Text("It was taken back")
        case Lured(seat):
            return Text("The Fool: {who}", who=s.seats[seat] if seat >= 0 else Text("town"))
    return _played(s, event)


def _played(s: BossMonster, event: Event) -> Text:
    match event:
        case Walked(-1) | AllWalked():
            return Text("No responses")
        case Walked(pile):
            seat = s.walk.seat if s.walk else s.active
            return Text("He goes as far as {room}", room=room_name(s.keeps[seat].piles[pile][0]))
        case Cast(seat, spell):
            return Text("{who} plays {spell}", who=s.seats[seat], spell=card_name(spell))
        case Activated(item):
            return Text("Used: {room}", room=named_room(s, item))
        case Aimed(target):
            return Text("Target: {target}", target=target_name(s, Declared(0, 0, ""), target))
        case Swapped(room, other):
            return Text("{room} and {other} change places", room=named_room(s, room), other=named_room(s, other))
        case Stood():
            return Text("Nobody cancels it")
        case Countered(seat):
            return Text("{who} cancels it", who=s.seats[seat])
    return _by_hand(s, event)


def _by_hand(s: BossMonster, event: Event) -> Text:
    if isinstance(event, CORRECTIONS):
        return describe_correction(s, event)
    match event:
        case Broke(item):
            return Text("By hand: {room} is destroyed", room=named_room(s, item))
        case Turned(item):
            return Text("By hand: {room} is turned", room=named_room(s, item))
        case Sent(item, seat):
            where = s.seats[seat] if seat >= 0 else Text("town")
            return Text("By hand: {hero} to {where}", hero=named_hero(s, item), where=where)
        case Fell(item, seat):
            return Text("By hand: {hero} lies with {who}", hero=named_hero(s, item), who=s.seats[seat])
        case RanOut(deck):
            return Text("The room deck has run out") if deck == "rooms" else Text("The spell deck has run out")
        case TurnPassed():
            return Text("The next turn")
    raise TypeError(event)
