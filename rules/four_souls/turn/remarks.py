"""Remarks available at any moment: barter (FS-99), empty decks, slots, rooms, names."""

from __future__ import annotations

from collections.abc import Callable

from rules.engine import (
    Choice,
    Event,
    Number,
    Option,
    Pick,
    Prompt,
    Template,
    Text,
    TextLine,
    asks,
    at,
    carries,
    note,
    then,
)
from rules.four_souls.board.decks import DECK_OPTIONS, rebuild_deck
from rules.four_souls.board.item_naming import name_item, naming_choices, unname_item
from rules.four_souls.board.purchase import leave_shop, name_treasure
from rules.four_souls.board.rooms import discard_room, has_rooms, room_name
from rules.four_souls.board.slots import PLACE_TEXTS, add_slot, has_added_slots, remove_monster, remove_slot
from rules.four_souls.model.events import (
    Accepted,
    Bartered,
    MonsterLeft,
    Named,
    Rebuilt,
    RoomLeft,
    ShopLeft,
    ShopNamed,
    SlotAdded,
    SlotRemoved,
    Unnamed,
)
from rules.four_souls.model.state import FourSouls
from rules.four_souls.vocabulary.card_names import card_name, treasure_name
from rules.four_souls.vocabulary.card_sets import treasure_names
from rules.four_souls.vocabulary.shop import filled_shop_slots, is_shop_followed
from rules.four_souls.vocabulary.state_changes import gain


@carries("FS-99", "FS-121")
def barter_choices(s: FourSouls) -> tuple[Choice, ...]:
    """List the offers of players with ¢; never items or loot, and none in a solo game."""
    if s.is_solo or not s.is_counted("cents"):
        return ()
    return tuple(_barter_choice(s, seat) for seat, player in enumerate(s.players) if player.cents)


def _barter_choice(s: FourSouls, giver: int) -> Choice:
    others = tuple(Option(seat, name) for seat, name in enumerate(s.seats) if seat != giver)
    cents = Number("cents", 1, s.players[giver].cents, 1, Text("¢"))
    holes = (Pick("taker", others, Text("To whom")), cents, TextLine("promise", label=Text("For what, if you like")))
    return Choice(Text("{who} pays somebody", who=s.seats[giver]), Template(Bartered(giver, 0, 0), holes), seat=giver)


def offer_cents(s: FourSouls, event: Bartered) -> FourSouls:
    """Ask the receiver at once, without the stack and without a change of priority."""
    return then(s, at(accept, event.giver, event.taker, event.cents, event.promise))


def accept_prompt(s: FourSouls, giver: int, taker: int, cents: int, promise: str) -> Prompt:
    """Ask the receiver to accept, which is possible only while the giver has the ¢."""
    who, to = s.seats[giver], s.seats[taker]
    yes = Choice(Text("Accept"), Template(Accepted(True)), Text("{who} gets {n}¢", who=to, n=cents), "default", taker)
    no = Choice(Text("Decline"), Template(Accepted(False)), Text("Nothing moves"), "option", taker)
    title = Text("{giver} offers {taker} {n}¢. Does {taker} accept?", giver=who, taker=to, n=cents)
    stake = Text("for: {promise}", promise=promise) if promise else None
    choices = (yes, no) if s.players[giver].cents >= cents else (no,)
    return Prompt((taker,), title, "FS-99", choices, stake, Text("Bartering"))


@asks("FS-99", prompt=accept_prompt)
def accept(s: FourSouls, event: Accepted, giver: int, taker: int, cents: int, promise: str) -> FourSouls:
    """Move the ¢ if they are accepted; a promise is noted and binds nobody."""
    if not event.yes:
        return note(
            s,
            "FS-99",
            Text("{taker} does not take {giver}'s {n}¢", taker=s.seats[taker], **_offer_values(s, giver, cents)),
        )
    s = gain(gain(s, "FS-99", giver, "cents", -cents), "FS-99", taker, "cents", cents)
    return note(s, "FS-99", Text("Promised, and binding nobody: {promise}", promise=promise)) if promise else s


def _offer_values(s: FourSouls, giver: int, cents: int) -> dict[str, str | int]:
    return {"giver": s.seats[giver], "n": cents}


REMARK_EVENTS = (Bartered, Rebuilt, SlotAdded, SlotRemoved, RoomLeft, MonsterLeft, ShopLeft, ShopNamed, Named, Unnamed)
SLOT_KIND_NAMES = {"monster": Text("monster"), "shop": Text("shop"), "room": Text("room")}


def remark_choices(s: FourSouls) -> tuple[Choice, ...]:
    """List the remarks; slots are added and removed from the first turn on."""
    rebuilt = Choice(Text("A deck ran out"), Template(Rebuilt("monsters"), (Pick("deck", DECK_OPTIONS),)))
    names = (choice for seat in range(len(s.seats)) for choice in naming_choices(s, seat))
    slots = (*_slot_choices(s), *_shop_choices(s)) if s.phase != "setup" else ()
    return (rebuilt, *barter_choices(s), *slots, *names)


def _slot_choices(s: FourSouls) -> tuple[Choice, ...]:
    """List the slot remarks: one more or fewer, a monster that left, a discarded room (FS-98)."""
    kinds = [of for of in SLOT_KIND_NAMES if of != "room" or has_rooms(s)]
    more = _slot_choice(Text("One more slot"), SlotAdded("monster"), kinds)
    removable = [of for of in kinds if has_added_slots(s, of)]
    fewer = (
        (_slot_choice(Text("One slot fewer: it was a mistake"), SlotRemoved("monster"), removable),)
        if removable
        else ()
    )
    rooms = tuple(Option(k, room_name(room)) for k, room in enumerate(s.rooms) if room is not None)
    left = (Choice(Text("A room was discarded"), Template(RoomLeft(0), (Pick("slot", rooms),))),)
    return (more, *fewer, *_monster_left_choice(s), *(left if rooms and has_rooms(s) else ()))


def _monster_left_choice(s: FourSouls) -> tuple[Choice, ...]:
    monsters = tuple(Option(m.id, card_name(m.card)) for m in s.monsters)
    places = Pick("place", tuple(Option(place, text) for place, text in PLACE_TEXTS.items()), Text("Where to"))
    does = Template(MonsterLeft(0), (Pick("monster", monsters, Text("Which monster")), places))
    return (Choice(Text("A monster left its slot"), does),) if monsters else ()


def _shop_choices(s: FourSouls) -> tuple[Choice, ...]:
    options = tuple(Option(slot, treasure_name(s, slot)) for slot in filled_shop_slots(s))
    if not is_shop_followed(s) or not options:
        return ()
    slot = Pick("slot", options, Text("Which treasure"))
    name = TextLine("name", suggestions=treasure_names(s), label=Text("Name"))
    return (
        Choice(Text("A treasure left the shop"), Template(ShopLeft(0), (slot,)), Text("Its slot is refilled")),
        Choice(Text("A treasure has another name"), Template(ShopNamed(0), (slot, name))),
    )


def _slot_choice(label: Text, does: Event, kinds: list[str]) -> Choice:
    return Choice(label, Template(does, (Pick("of", tuple(Option(of, SLOT_KIND_NAMES[of]) for of in kinds)),)))


REMARK_ACTIONS: dict[type[Event], Callable[..., FourSouls]] = {
    Bartered: offer_cents,
    Rebuilt: lambda s, event: rebuild_deck(s, event.deck),
    SlotAdded: lambda s, event: add_slot(s, event.of),
    SlotRemoved: lambda s, event: remove_slot(s, event.of),
    RoomLeft: lambda s, event: discard_room(s, event.slot),
    ShopLeft: lambda s, event: leave_shop(s, event.slot),
    ShopNamed: lambda s, event: name_treasure(s, event.slot, event.name),
    MonsterLeft: lambda s, event: remove_monster(s, event.monster, event.place),
    Named: name_item,
    Unnamed: unname_item,
}


def apply_remark(s: FourSouls, event: Event) -> FourSouls:
    """Apply a remark; it answers no question and leaves priority unchanged."""
    return REMARK_ACTIONS[type(event)](s, event)
