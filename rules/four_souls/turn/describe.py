"""Texts of events for the log."""

from __future__ import annotations

from rules.engine import Confirmed, Displayable, Event, Rolled, Text, TurnPassed, join_names
from rules.four_souls.board.decks import deck_label
from rules.four_souls.board.purchase import shop_slot_text
from rules.four_souls.board.rooms import room_name
from rules.four_souls.board.slots import ADDED_SLOT_TEXTS, PLACE_TEXTS, REMOVED_SLOT_TEXTS
from rules.four_souls.combat.attack import MONSTER_DECK
from rules.four_souls.model.catalogue import find_character
from rules.four_souls.model.effect import Effect, Target
from rules.four_souls.model.events import (
    Accepted,
    Aimed,
    Attacked,
    Bartered,
    Began,
    Bought,
    Brought,
    Chose,
    Copied,
    Drafted,
    GaveUp,
    Measured,
    MonsterLeft,
    Named,
    Ordered,
    Parted,
    Passed,
    Placed,
    Played,
    Prevented,
    ReadOff,
    Rebuilt,
    Revealed,
    RevealedOther,
    RoomChanged,
    RoomLeft,
    RoomRevealed,
    ShopLeft,
    ShopNamed,
    SlotAdded,
    SlotRemoved,
    StackKept,
    Stocked,
    Told,
    Unnamed,
)
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import FourSouls
from rules.four_souls.stack.priority import has_open_actions
from rules.four_souls.vocabulary.card_names import (
    card_name,
    display_name,
    named_in_sentence,
    target_name,
    treasure_name,
)
from rules.four_souls.vocabulary.consequence_text import effects_text

from . import answer_names


def describe(s: FourSouls, event: Event) -> Text:
    """Describe an event, given the state before it."""
    match event:
        case Rolled(faces):
            return Text("Rolled {faces}", faces=" ".join(map(str, faces)))
        case Passed():
            return _passed(s, event)
        case Played():
            return _played(s, event)
        case Attacked(monster) if monster == MONSTER_DECK:
            return Text("{who} attacks the monster deck", who=s.seats[s.active])
        case Attacked(monster):
            target = target_name(s, Target("monster", monster))
            return Text("{who} attacks {monster}", who=s.seats[s.active], monster=target)
        case Bought(place):
            return _bought(s, place)
        case Ordered():
            return answer_names.ordered(s, event)
        case Prevented():
            return answer_names.prevented(s, event)
        case Aimed(meant):
            return Text("Target: {target}", target=target_name(s, meant))
        case Told(effects):
            return Text("What it does: {effects}", effects=_effects(s, effects))
        case ReadOff():
            return answer_names.read_off(s, event)
        case GaveUp():
            return answer_names.given_up(s, event)
        case Parted(item):
            return Text("{item} goes", item=target_name(s, Target("owned", item)))
    return _turned_up(s, event)


def _turned_up(s: FourSouls, event: Event) -> Text:
    match event:
        case Revealed(cards=(card,)):
            return Text("Turned up: {monster}", monster=card_name(card))
        case RevealedOther(name=name):
            return Text("Turned up: {card}, no monster", card=display_name(name) or Text("a card"))
        case Placed():
            return answer_names.placed(s, event)
        case Stocked(slot, name) | ShopNamed(slot, name):
            return shop_slot_text(slot, name)
        case Copied(name):
            return Text("Copied: {treasure}", treasure=display_name(name) or Text("a treasure"))
        case ShopLeft(slot):
            return Text("{treasure} leaves the shop", treasure=treasure_name(s, slot))
        case RoomRevealed(name=name):
            return Text("Turned up: {room}", room=room_name(name))
        case RoomChanged(slot):
            return Text("The room stays") if slot < 0 else Text("{room} was discarded", room=room_name(s.rooms[slot]))
    return _at_the_start(s, event)


def _at_the_start(s: FourSouls, event: Event) -> Text:
    match event:
        case Drafted(first, second):
            unnamed = Text("a treasure")
            return Text("The draft: {first}, then {second}", first=first or unnamed, second=second or unnamed)
        case Chose(seat, character):
            return Text("{who} plays {character}", who=s.seats[seat], character=find_character(character).name)
        case Brought(seat, name):
            return Text("{who} starts with {item}", who=s.seats[seat], item=display_name(name) or Text("an item"))
        case Measured(seat, life, attack):
            return Text("{who}: {life} life, {attack} attack", who=s.seats[seat], life=life, attack=attack)
        case Began(seat):
            return Text("{who} is the saddest and begins", who=s.seats[seat])
    return _by_hand(s, event)


def _by_hand(s: FourSouls, event: Event) -> Text:
    match event:
        case Confirmed():
            return answer_names.confirmed(s, event)
        case StackKept(stays):
            return Text("The stack stays") if stays else Text("The stack was cleared")
        case TurnPassed():
            return Text("The turn passes")
        case Named(seat, item, name):
            named = display_name(name) or target_name(s, Target("owned", item))
            return Text("{who}: {what}", who=s.seats[seat], what=named)
        case Unnamed(item):
            return Text("{item}: without a name again", item=target_name(s, Target("owned", item)))
        case Rebuilt(deck):
            return Text("A deck ran out: {deck}", deck=deck_label(deck))
        case Bartered(giver, taker, cents):
            return Text("{giver} offers {taker} {n}¢", giver=s.seats[giver], taker=s.seats[taker], n=cents)
        case Accepted():
            return answer_names.accepted(s, event)
        case SlotAdded(of):
            return ADDED_SLOT_TEXTS[of]
        case SlotRemoved(of):
            return REMOVED_SLOT_TEXTS[of]
        case MonsterLeft(monster, place):
            left = target_name(s, Target("monster", monster))
            return Text("{monster} leaves its slot: {place}", monster=left, place=PLACE_TEXTS[place])
        case RoomLeft(slot):
            return Text("{room} was discarded", room=room_name(s.rooms[slot]))
    raise TypeError(event)


def _bought(s: FourSouls, place: str) -> Text:
    who = s.seats[s.active]
    if place.isdigit():
        return Text("{who} buys {item}", who=who, item=treasure_name(s, int(place)))
    return Text("{who} buys from the deck", who=who) if place == "deck" else Text("{who} buys from the shop", who=who)


def _passed(s: FourSouls, event: Passed) -> Text:
    item, names = s.find_stack_item(event.over), [s.seats[seat] for seat in event.seats]
    if len(names) < len(s.seats) - len(s.stack.passed):
        if has_open_actions(s) and not event.more:
            return Text("{who} ends the turn", who=s.seats[s.active])
        return Text("{who} pass", who=join_names(names)) if names[1:] else Text("{who} passes", who=names[0])
    if item is not None and item.kind == "loot_1":
        return Text("Loot 1")
    if item is not None:
        return Text("No responses to {item}", item=_responded(s, item))
    if s.combat:
        return Text("On to the next roll")
    return Text("Nobody does anything more")


def _responded(s: FourSouls, item: Item) -> Text:
    """Return what nobody responded to; of damage the log says how much it was."""
    if item.kind == "damage":
        return Text("the damage to {target}", target=target_name(s, item.target))
    return Text("the damage that a roll may prevent") if item.kind == "held" else named_in_sentence(s, item)


def _played(s: FourSouls, event: Played) -> Text:
    kinds = {
        "loot": Text("a loot card"),
        "activated": Text("an item"),
        "paid": Text("a paid effect"),
        "triggered": Text("a triggered effect"),
        "room": Text("the room"),
        "tap": Text("the character is turned sideways"),
    }
    item = target_name(s, Target("owned", event.item)) if event.item else display_name(event.name)
    what: Displayable = item or kinds[event.kind]
    if not event.effects:
        return Text("{who}: {what}", who=s.seats[event.seat], what=what)
    return Text("{who}: {what} ({effects})", who=s.seats[event.seat], what=what, effects=_effects(s, event.effects))


def _effects(s: FourSouls, effects: tuple[Effect, ...]) -> Text:
    return effects_text(s, effects) if effects else Text("nothing the app tracks")
