"""Texts of the log: what an event was."""

from __future__ import annotations

from rules.boss_monster.effects.spells import target_name
from rules.boss_monster.hidden.secrecy import CARD_EVENTS, describe_cards
from rules.boss_monster.model.card_catalogue import card_name, hero_card_name, room_card_name
from rules.boss_monster.model.decks import card_keys
from rules.boss_monster.model.events import (
    Activated,
    Aimed,
    AllPlaced,
    AllWalked,
    Arrived,
    Broke,
    CardsReturned,
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
    RoomAdded,
    RoomDescribed,
    Sent,
    Skipped,
    Stood,
    Swapped,
    TakenBack,
    Turned,
    Walked,
)
from rules.boss_monster.model.state import GONE, HERO_DECK, BossMonster, Declared, hero_name, room_name
from rules.boss_monster.phases.arrive import hero_of_event
from rules.boss_monster.phases.build import room_of_event
from rules.engine import Displayable, Event, Text, TurnPassed


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
            return Text("{who} builds nothing", who=s.seats[seat]) if seat >= 0 else Text("Nothing is chosen")
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
    return describe_manual(s, event)


def describe_manual(s: BossMonster, event: Event) -> Text:
    """Describe what was moved by hand, for the log and the notes; ``s`` is the state before it."""
    match event:
        case RoomAdded(seat, _, room, cards):
            keys = (*card_keys(cards), *((room,) if room else ()))
            name = card_name(keys[0]) if keys else Text("a face-down room")
            return Text("By hand: {room} lies in the dungeon of {who}", room=name, who=s.seats[seat])
        case RoomDescribed(item, _, damage):
            return Text("By hand: {room} has other treasure, and damage {n}", room=named_room(s, item), n=damage)
        case CardsReturned(seat, cards):
            who, n = s.seats[seat], len(cards)
            return Text("By hand: {who} puts a card back", "By hand: {who} puts {n} cards back", who=who, n=n)
        case Broke(item):
            return Text("By hand: {room} is destroyed", room=named_room(s, item))
        case Turned(item):
            return Text("By hand: {room} is turned", room=named_room(s, item))
        case Fell(item, seat):
            return Text("By hand: {hero} lies with {who}", hero=named_hero(s, item), who=s.seats[seat])
        case Sent(item, seat):
            return _sent(s, named_hero(s, item), seat)
        case RanOut(deck):
            return Text("The room deck has run out") if deck == "rooms" else Text("The spell deck has run out")
        case TurnPassed():
            return Text("The next turn")
    raise TypeError(event)


def _sent(s: BossMonster, hero: Displayable, seat: int) -> Text:
    if seat == GONE:
        return Text("By hand: {hero} leaves the game", hero=hero)
    if seat == HERO_DECK:
        return Text("By hand: {hero} goes back into his deck", hero=hero)
    return Text("By hand: {hero} to {where}", hero=hero, where=s.seats[seat] if seat >= 0 else Text("town"))


def named_room(s: BossMonster, id: int) -> Displayable:
    """Return the name of the room with that id; "the room" if it has gone."""
    found = s.room(id)
    return room_name(found[2]) if found else Text("the room")


def named_hero(s: BossMonster, id: int) -> Displayable:
    """Return the name of the hero with that id, also in a score area; "the hero" if he has gone."""
    found, scored = s.hero(id), s.scored_hero(id)
    if found is not None:
        return hero_name(found[1])
    return hero_name(scored[1].hero) if scored is not None else Text("the hero")
