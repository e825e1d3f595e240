"""Rooms: face up, used by the active player, changed at the end of a turn (FS-104 … FS-106)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine import Choice, Displayable, Prompt, Records, Step, Template, Text, asks, at, auto, carries, note, then
from rules.engine.record import replace
from rules.four_souls.model.catalogue import RULEBOOK
from rules.four_souls.model.events import Played, RoomChanged, RoomRevealed
from rules.four_souls.model.item_catalogue import find_room
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import START_ROOM_SLOTS, FourSouls
from rules.four_souls.vocabulary.card_sets import room_names
from rules.four_souls.vocabulary.card_text import card_text
from rules.four_souls.vocabulary.consequence_text import effects_text
from rules.four_souls.vocabulary.effect_memory import retarget_effects
from rules.four_souls.vocabulary.effect_templates import name_choices
from rules.four_souls.vocabulary.measures import conditions_hold
from rules.four_souls.vocabulary.state_changes import queue_item

from .item_costs import can_pay, pay_cost, price_text

ENTER_ROOM = "four_souls.enter_room"
"""Name of the step in which a room does what it does as it is turned up."""
NO_ROOM_CHANGED = -1
"""Slot number in ``RoomChanged`` if no room is changed."""


def has_rooms(s: FourSouls) -> bool:
    """Return whether the table plays with rooms."""
    return s.ruling("rooms", "off") == "on"


def room_name(name: str | None) -> Displayable:
    """Return the name of a room, or a general text for one without a name.

    A listed room is named in the reader's language.
    """
    card = find_room(name) if name else None
    return card.name if card else name or Text("the room")


def room_text(name: str | None) -> Text | None:
    """Return what a listed room does; None for any other."""
    card = find_room(name) if name else None
    return card_text(card) if card else None


@auto("FS-104")
def open_rooms(s: FourSouls) -> FourSouls:
    """Shuffle the room deck and turn up its first room (FS-A14)."""
    if not has_rooms(s):
        return s
    s = _shuffle_rooms(s)
    return then(s, *(at(reveal_room, slot) for slot in range(START_ROOM_SLOTS)))


def _shuffle_rooms(s: FourSouls) -> FourSouls:
    text = Text("Shuffle the rooms")
    return note(replace(s, rooms=(None,) * START_ROOM_SLOTS), "FS-104", text, switch="rooms", task=text)


def room_prompt(s: FourSouls, slot: int) -> Prompt:
    """Ask which room was turned up."""
    title = Text("Turn up the top card of the room deck: which is it?")
    return Prompt((s.active,), title, "FS-104", name_choices(RoomRevealed(slot), room_names(s)), phase=Text("Rooms"))


@asks("FS-104", "FS-105", prompt=room_prompt)
def reveal_room(s: FourSouls, event: RoomRevealed, slot: int) -> FourSouls:
    """Put the room into the slot; its effect on everybody applies at once."""
    s = replace(s, rooms=(*s.rooms[:slot], event.name, *s.rooms[slot + 1 :]))
    text = Text("{room} is turned up: what it does to everybody holds at once", room=room_name(event.name))
    s, does, card = note(s, "FS-105", text), room_text(event.name), find_room(event.name)
    s = note(s, "FS-105", does) if does else s
    return then(s, Step(ENTER_ROOM, (slot,))) if card and (card.does.triggers or card.does.bodies) else s


@carries("FS-104")
def refill_empty_rooms(s: FourSouls) -> FourSouls:
    """Queue refills of empty room slots; rooms switched on in mid-game start with an empty slot."""
    if not has_rooms(s) or s.phase == "setup":
        return s
    if not s.rooms:
        s = _shuffle_rooms(s)
    busy = {item.slot for item in (*s.stack.items, *s.waiting) if item.kind == "room_refill"}
    busy |= {int(step.args[0]) for step in s.agenda if step.name == at(reveal_room).name}
    for slot, room in enumerate(s.rooms):
        if room is None and slot not in busy:
            s = queue_item(s, Item(0, "room_refill", s.active, slot=slot))
    return s


def resolve_room_refill(s: FourSouls, item: Item) -> FourSouls:
    """Turn up the top card of the room deck."""
    return then(s, at(reveal_room, item.slot)) if has_rooms(s) and s.rooms[item.slot] is None else s


@carries("FS-105")
def room_choices(s: FourSouls, seat: int, effects: Records) -> Iterator[Choice]:
    """List the uses of rooms by the active player, in any phase of their turn."""
    if not has_rooms(s) or seat != s.active:
        return
    for room in dict.fromkeys(room for room in s.rooms if room is not None):
        yield from _paid_uses(s, seat, room, effects)
        label = Text("Use {room}", room=room_name(room))
        yield Choice(label, Template(Played(seat, "room", room), (effects,)), room_text(room), "response", seat)


@carries("FS-13", "FS-105")
def _paid_uses(s: FourSouls, seat: int, room: str, effects: Records) -> Iterator[Choice]:
    """List what a listed room does for a price that the player can pay."""
    card = find_room(room)
    for payment in card.does.payments if card else ():
        if not conditions_hold(s, seat, payment.only_if):
            continue
        aims = retarget_effects(s, seat, 0, payment.effects, effects)
        if card and aims and can_pay(s, seat, card.owned, payment.cost):
            price, does = price_text(s, seat, payment.cost), effects_text(s, aims)
            label = Text("{item}, {price}: {effects}", item=card.name, price=price, effects=does)
            if not payment.cost.amount.number:
                label = Text("{item}: {effects}", item=card.name, effects=does)
            played = Played(seat, "room", room, aims, cost=payment.cost.amount.number)
            yield Choice(label, Template(played), Text("Paid at once"), "response", seat)


def pay_for_room(s: FourSouls, event: Played) -> tuple[FourSouls, str]:
    """Pay for the use of a room, and return the name under which it lies on the stack."""
    card = find_room(event.name)
    if card is None or not event.cost:
        return s, event.name
    costs = (payment.cost for payment in card.does.payments)
    cost = next(cost for cost in costs if cost.amount.number == event.cost)
    return pay_cost(s, event, card.owned, cost), card.id


@auto("FS-106")
def before_healing(s: FourSouls) -> FourSouls:
    """Ask to change the room with the end-of-turn effects, if the table does it then (FS-A14)."""
    return _ask_room_change(s) if _can_change_room(s, "before_heal") else s


@auto("FS-106")
def after_discarding(s: FourSouls) -> FourSouls:
    """Ask to change the room after the discard, before the turn passes (FS-A14).

    This is the moment that the rules themselves name.
    """
    return _ask_room_change(s) if _can_change_room(s, "after_discard") else s


def _can_change_room(s: FourSouls, moment: str) -> bool:
    """Return whether a monster died in this turn and this is the table's moment to change rooms."""
    has_face_up_room = has_rooms(s) and any(room is not None for room in s.rooms)
    return has_face_up_room and s.killed > 0 and s.ruling("FS-A14") == moment


def _ask_room_change(s: FourSouls) -> FourSouls:
    return then(RULEBOOK.note_ruling(s, "FS-A14", "FS-106"), change_room)


def change_prompt(s: FourSouls) -> Prompt:
    """Ask the active player whether to change a room."""
    keep = Choice(Text("The room stays"), Template(RoomChanged(NO_ROOM_CHANGED)), role="default", seat=s.active)
    rooms = ((slot, room) for slot, room in enumerate(s.rooms) if room is not None)
    others = (
        Choice(Text("Discard {room}", room=room_name(room)), Template(RoomChanged(slot)), Text("Another is turned up"))
        for slot, room in rooms
    )
    title = Text("A monster died in this turn. Does {who} change the room?", who=s.seats[s.active])
    return Prompt((s.active,), title, "FS-106", (keep, *others), phase=Text("Rooms"))


@asks("FS-106", prompt=change_prompt)
def change_room(s: FourSouls, event: RoomChanged) -> FourSouls:
    """Discard the chosen room and turn up another one at once.

    No refill is queued, because the end of a turn has no stack.
    """
    if event.slot == NO_ROOM_CHANGED:
        return s
    return then(_remove_room(s, "FS-106", event.slot), at(reveal_room, event.slot))


def discard_room(s: FourSouls, slot: int) -> FourSouls:
    """Discard a room by a card; the slot is refilled through the stack."""
    return _remove_room(s, "FS-104", slot)


def _remove_room(s: FourSouls, rule: str, slot: int) -> FourSouls:
    name = room_name(s.rooms[slot])
    text, task = Text("{room} goes on the room discard", room=name), Text("put {room} on the room discard", room=name)
    s = replace(s, rooms=(*s.rooms[:slot], None, *s.rooms[slot + 1 :]))
    return note(s, rule, text, seat=s.active, subject=name, task=task)
