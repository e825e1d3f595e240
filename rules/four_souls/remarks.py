"""Remarks available at any moment: barter, empty decks, slots, rooms, names of items."""

from __future__ import annotations

from collections.abc import Callable

from rules.engine import Choice, Event, Option, Pick, Template, Text

from .barter import barters, offer
from .event import Bartered, Named, Rebuilt, RoomLeft, SlotAdded, SlotRemoved, Unnamed
from .naming import name, namings, unname
from .piles import DECKS, rebuild
from .rooms import followed, room_leaves, room_name
from .slots import fewer_slots, grown, more_slots
from .state import FourSouls

SAID = (Bartered, Rebuilt, SlotAdded, SlotRemoved, RoomLeft, Named, Unnamed)
SLOTS = {"monster": Text("monster"), "shop": Text("shop"), "room": Text("room")}


def remarks(s: FourSouls) -> tuple[Choice, ...]:
    """List the remarks; slots are added and removed from the first turn on."""
    rebuilt = Choice(Text("A deck ran out"), Template(Rebuilt("monsters"), (Pick("deck", DECKS),)))
    names = (choice for seat in range(len(s.seats)) for choice in namings(s, seat))
    return (rebuilt, *barters(s), *(_slots(s) if s.phase != "setup" else ()), *names)


def _slots(s: FourSouls) -> tuple[Choice, ...]:
    """List the slot remarks: one more, one fewer after a mistake, a discarded room (FS-98)."""
    kinds = [of for of in SLOTS if of != "room" or followed(s)]
    more = _slot(Text("One more slot"), SlotAdded("monster"), kinds)
    back = [of for of in kinds if grown(s, of)]
    fewer = (_slot(Text("One slot fewer: it was a mistake"), SlotRemoved("monster"), back),) if back else ()
    rooms = tuple(Option(k, room_name(room)) for k, room in enumerate(s.rooms) if room is not None)
    left = (Choice(Text("A room was discarded"), Template(RoomLeft(0), (Pick("slot", rooms),))),)
    return (more, *fewer, *(left if rooms and followed(s) else ()))


def _slot(label: Text, does: Event, kinds: list[str]) -> Choice:
    return Choice(label, Template(does, (Pick("of", tuple(Option(of, SLOTS[of]) for of in kinds)),)))


TAKES: dict[type[Event], Callable[..., FourSouls]] = {
    Bartered: offer,
    Rebuilt: lambda s, event: rebuild(s, event.deck),
    SlotAdded: lambda s, event: more_slots(s, event.of),
    SlotRemoved: lambda s, event: fewer_slots(s, event.of),
    RoomLeft: lambda s, event: room_leaves(s, event.slot),
    Named: name,
    Unnamed: unname,
}


def remark(s: FourSouls, event: Event) -> FourSouls:
    """Apply a remark; it answers no question and leaves priority unchanged."""
    return TAKES[type(event)](s, event)
