"""Texts of corrections, for the log and the notes."""

from __future__ import annotations

from rules.boss_monster.model.card_catalogue import card_name, hero_card_name, room_cards
from rules.boss_monster.model.correction_events import (
    HERO_CORRECTIONS,
    ROOM_CORRECTIONS,
    BossReplaced,
    CardRegained,
    CardsReturned,
    DeclarationRemoved,
    FactChanged,
    HeroAdded,
    HeroOrdered,
    HeroReplaced,
    HeroReturned,
    HeroWalked,
    RoomAdded,
    RoomDescribed,
    RoomHidden,
    RoomMarked,
    RoomMoved,
    RoomReplaced,
    ScoreTurned,
)
from rules.boss_monster.model.decks import card_keys
from rules.boss_monster.model.state import BossMonster, hero_name, room_name
from rules.boss_monster.phases.arrive import hero_of_key
from rules.engine import Displayable, Event, Text

FACT_TEXTS: dict[str, tuple[Text, Text]] = {
    "levelled": (Text("The boss has levelled up"), Text("The boss has not levelled up")),
    "doubled": (Text("The treasure counts double"), Text("The treasure does not count double")),
    "shut": (Text("No hero enters this turn"), Text("Heroes may enter this turn")),
    "soul": (Text("A soul was won this turn"), Text("No soul was won this turn")),
    "out": (Text("Has lost"), Text("Has not lost")),
    "no_building": (Text("Nothing is built this turn"), Text("Rooms may be built this turn")),
}
"""What each fact is called when it is turned on, and off."""


def fact_of(s: BossMonster, seat: int, fact: str) -> bool:
    """Whether a fact of a player, or of the table (−1), is on."""
    return bool(getattr(s if seat < 0 else s.keeps[seat], fact))


def describe_correction(s: BossMonster, event: Event) -> Text:
    """Describe a correction in one sentence; ``s`` is the state before it."""
    match event:
        case _ if isinstance(event, ROOM_CORRECTIONS):
            return _room_text(s, event)
        case _ if isinstance(event, HERO_CORRECTIONS):
            return _hero_text(s, event)
        case ScoreTurned(item):
            return Text("By hand: {hero} is turned over", hero=named_hero(s, item))
        case FactChanged(seat, fact):
            what = FACT_TEXTS[fact][fact_of(s, seat, fact)]
            return Text("By hand: {who}: {what}", who=s.seats[seat] if seat >= 0 else Text("the table"), what=what)
        case BossReplaced(seat, boss):
            return Text("By hand: {who} has {boss}", who=s.seats[seat], boss=card_name(boss))
        case DeclarationRemoved(declared):
            found = next((d for d in s.declared if d.id == declared), None)
            return Text("By hand: {card} was not played", card=card_name(found.key) if found else Text("the card"))
        case CardRegained(seat, card):
            return Text("By hand: {who} takes {card}", who=s.seats[seat], card=card_name(card))
        case CardsReturned(seat, cards):
            who, n = s.seats[seat], len(cards)
            return Text("By hand: {who} puts a card back", "By hand: {who} puts {n} cards back", who=who, n=n)
    raise TypeError(event)


def _room_text(s: BossMonster, event: Event) -> Text:
    match event:
        case RoomAdded(seat, _, room, cards):
            keys = (*card_keys(cards), *((room,) if room else ()))
            name = card_name(keys[0]) if keys else Text("a face-down room")
            return Text("By hand: {room} lies in the dungeon of {who}", room=name, who=s.seats[seat])
        case RoomReplaced(item, room):
            return Text("By hand: {room} is {other}", room=named_room(s, item), other=card_name(room_cards()[room].key))
        case RoomDescribed(item, _, damage):
            return Text("By hand: {room} has other treasure, and damage {n}", room=named_room(s, item), n=damage)
        case RoomMoved(item, pile):
            return Text("By hand: {room} is room {n} of its dungeon", room=named_room(s, item), n=pile + 1)
        case RoomMarked(item):
            found = s.room(item)
            if found is not None and found[2].used:
                return Text("By hand: {room} may be used again", room=named_room(s, item))
            return Text("By hand: {room} has been used", room=named_room(s, item))
        case RoomHidden(item):
            return Text("By hand: {room} lies face down", room=named_room(s, item))
    return Text("By hand: {room} goes back to the hand", room=named_room(s, getattr(event, "item", 0)))


def _hero_text(s: BossMonster, event: Event) -> Text:
    match event:
        case HeroAdded(seat, hero):
            where = s.seats[seat] if seat >= 0 else Text("town")
            return Text("By hand: {hero} to {where}", hero=hero_card_name(hero_of_key(s, hero)), where=where)
        case HeroReplaced(item, hero):
            other = hero_card_name(hero_of_key(s, hero))
            return Text("By hand: {hero} is {other}", hero=named_hero(s, item), other=other)
        case HeroReturned(item):
            return Text("By hand: {hero} goes back into his deck", hero=named_hero(s, item))
        case HeroOrdered(item, row):
            return Text("By hand: {hero} has place {n}", hero=named_hero(s, item), n=row + 1)
        case HeroWalked(item, pile):
            seat = s.walk.seat if s.walk else s.active
            room = room_name(s.keeps[seat].piles[pile][0]) if pile >= 0 else Text("the entrance")
            return Text("By hand: {hero} stands in {room}", hero=named_hero(s, item), room=room)
    return Text("By hand: {hero} leaves the game", hero=named_hero(s, getattr(event, "item", 0)))


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
