"""Events of Four Souls, recorded in the log."""

from dataclasses import dataclass, field
from typing import Literal

from rules.engine import Confirmed, Event, TurnPassed

from .catalogue import MonsterCard
from .effect import Effect, Target
from .item import MomentOwner, UsageLimit
from .moment import MomentKind


@dataclass(frozen=True, slots=True)
class Chose(Event):
    """Choice of a character by a player."""

    seat: int
    character: str


@dataclass(frozen=True, slots=True)
class Brought(Event):
    """Starting item that a player chose; the name may be empty."""

    seat: int
    name: str = ""


@dataclass(frozen=True, slots=True)
class Measured(Event):
    """Life and attack of a character whose card our sources do not give."""

    seat: int
    life: int
    attack: int


@dataclass(frozen=True, slots=True)
class Named(Event):
    """Name and marks of a player's item; a known name alone brings the marks of its card.

    ``item`` is the id of an item that has a name already, below 0 the seat's starting item, 0 an unnamed one.
    ``does``: what it does as it is used, as it goes off by itself, or always; empty: what was known of it stays.
    """

    seat: int
    item: int = 0
    name: str = ""
    use: Literal["passive", "activated", "paid", "both"] = "passive"
    cost: int = 0
    when: MomentKind = ""
    faces: tuple[int, ...] = ()
    whose: MomentOwner = "mine"
    once: UsageLimit = ""
    guppy: bool = False
    souls: int = 0
    does: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True)
class Unnamed(Event):
    """Removal of an item's name; the item is only counted again."""

    item: int


@dataclass(frozen=True, slots=True)
class Began(Event):
    """Decision of the table on the saddest player, whose seat goes first."""

    seat: int


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """Passing of priority by those seats, in any order.

    ``over`` is the id of the top stack item (0: the stack was empty).

    ``more``: the active player lets the others act and has not ended the actions yet (FS-A2). ``alone``: the stops
    passed automatically; that is part of how the event came about, so it is not compared.
    """

    seats: tuple[int, ...]
    over: int
    more: bool = False
    alone: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Played(Event):
    """A card or effect that a seat put on the stack.

    ``kind``: loot, activated, paid, triggered, room, tap (a character turned on its own, FS-A17). ``how`` says what
    allowed a loot card: the turn's play, the character's tap, a play that a tap has given, as an answer, or another
    effect. ``effects`` are declared as it is played; ``name`` may be empty. ``item`` is the id of the item in play
    whose effect it is (0: an unnamed one), ``cost`` the price of that effect, ``spent`` what is destroyed or given for
    it, and to whom.
    """

    seat: int
    kind: Literal["loot", "activated", "paid", "triggered", "room", "tap"]
    name: str = ""
    effects: tuple[Effect, ...] = ()
    how: str = ""
    item: int = 0
    cost: int = 0
    spent: tuple[Target, ...] = ()


@dataclass(frozen=True, slots=True)
class Attacked(Event):
    """The active player's attack on an active monster, or on the top of the deck (−1)."""

    monster: int


@dataclass(frozen=True, slots=True)
class Placed(Event):
    """Slot for a monster that an attack on the deck turned up or that was searched for."""

    slot: int


@dataclass(frozen=True, slots=True)
class Ordered(Event):
    """Simultaneous triggers that go on the stack next, the first one deepest."""

    items: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Aimed(Event):
    """Target chosen for a monster's effect; the kind ``table`` means no target at all."""

    target: Target


@dataclass(frozen=True, slots=True)
class GaveUp(Event):
    """Index of the soul card that leaves its player."""

    card: int


@dataclass(frozen=True, slots=True)
class Parted(Event):
    """Id of the item that leaves its player; 0: an unnamed one."""

    item: int


@dataclass(frozen=True, slots=True)
class Stocked(Event):
    """Treasure turned up for a shop slot; the name may be empty."""

    slot: int
    name: str = ""


@dataclass(frozen=True, slots=True)
class Copied(Event):
    """Treasure of the shop of which an item becomes a copy; the name may be empty."""

    name: str = ""


@dataclass(frozen=True, slots=True)
class ShopLeft(Event):
    """Departure of the treasure of a shop slot that nobody bought."""

    slot: int


@dataclass(frozen=True, slots=True)
class ShopNamed(Event):
    """Right name of the treasure of a shop slot."""

    slot: int
    name: str = ""


@dataclass(frozen=True, slots=True)
class Bought(Event):
    """Declaration of a purchase by the active player.

    ``place`` is deck, shop, or the number of a shop slot whose treasure is tracked.
    """

    place: str


@dataclass(frozen=True, slots=True)
class Bartered(Event):
    """Offer of ¢ to another player: for a favour, with what was promised, or as a present."""

    giver: int
    taker: int
    cents: int
    promise: str = ""


@dataclass(frozen=True, slots=True)
class Accepted(Event):
    """Whether the offered ¢ were accepted."""

    yes: bool


@dataclass(frozen=True, slots=True)
class Rebuilt(Event):
    """Shuffle of a discard into the deck that ran out."""

    deck: Literal["monsters", "loot", "treasure"]


@dataclass(frozen=True, slots=True)
class SlotAdded(Event):
    """Addition of a slot of that kind."""

    of: Literal["monster", "shop", "room"]


@dataclass(frozen=True, slots=True)
class SlotRemoved(Event):
    """Removal of the last slot of that kind, which was added by mistake."""

    of: Literal["monster", "shop", "room"]


@dataclass(frozen=True, slots=True)
class RoomRevealed(Event):
    """Room turned up for a slot; the name may be empty."""

    slot: int
    name: str = ""


@dataclass(frozen=True, slots=True)
class RoomChanged(Event):
    """Slot whose room is discarded for another one at the end of a turn; −1: all rooms stay."""

    slot: int


@dataclass(frozen=True, slots=True)
class MonsterLeft(Event):
    """A monster that left its slot without dying: its id and where its card goes."""

    monster: int
    place: Literal["discard", "top", "bottom"] = "discard"


@dataclass(frozen=True, slots=True)
class Prevented(Event):
    """What replaces damage or a gain first.

    The ``shield`` of an effect, the ``roll`` of a monster, an ``item`` by its id, or an effect until the ``turn`` ends
    by its place.
    """

    first: Literal["shield", "roll", "item", "turn"]
    source: int = 0


@dataclass(frozen=True, slots=True)
class RoomLeft(Event):
    """Discard of the room of a slot by a card."""

    slot: int


@dataclass(frozen=True, slots=True)
class Drafted(Event):
    """Treasures that the two players took in a round of the draft; names may be empty.

    Of three treasures one player took the ``first``, the other the ``second``.
    """

    first: str = ""
    second: str = ""


@dataclass(frozen=True, slots=True)
class Revealed(Event):
    """Monster turned up for a slot; ``cards`` holds exactly one."""

    slot: int
    cards: tuple[MonsterCard, ...]


@dataclass(frozen=True, slots=True)
class RevealedOther(Event):
    """Non-monster card turned up for a slot."""

    slot: int
    name: str = ""
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True)
class Told(Event):
    """Effects of a card, stated once its die is known or when it resolves."""

    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class ReadOff(Event):
    """What somebody reads from a card whose sources leave it open; see ``Boost``."""

    answer: int


@dataclass(frozen=True, slots=True)
class StackKept(Event):
    """Whether the stack stays after the table jumped to another step."""

    stays: bool


EVENTS: tuple[type[Event], ...] = (
    Chose,
    Brought,
    Measured,
    Began,
    Passed,
    Played,
    Attacked,
    Placed,
    Ordered,
    Aimed,
    GaveUp,
    Parted,
    Bought,
    Stocked,
    Copied,
    Revealed,
    RevealedOther,
    Told,
    ReadOff,
    Confirmed,
    StackKept,
    TurnPassed,
    Bartered,
    Accepted,
    Rebuilt,
    SlotAdded,
    SlotRemoved,
    RoomRevealed,
    RoomChanged,
    RoomLeft,
    ShopLeft,
    ShopNamed,
    MonsterLeft,
    Prevented,
    Drafted,
    Named,
    Unnamed,
)
"""All events that a log of this game may hold besides the engine's own."""
