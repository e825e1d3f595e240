"""What happens at a Four Souls table and no other."""

from dataclasses import dataclass, field
from typing import Literal

from rules.engine import Confirmed, Event, TurnPassed

from .catalogue import MonsterCard
from .effect import Effect, Target
from .moment import Moment
from .owned import Once, Whosever


@dataclass(frozen=True, slots=True)
class Chose(Event):
    """A player turned over a character."""

    seat: int
    character: str


@dataclass(frozen=True, slots=True)
class Brought(Event):
    """The starting item that a player chose, if anybody cares to name it."""

    seat: int
    name: str = ""


@dataclass(frozen=True, slots=True)
class Measured(Event):
    """The life and attack of a character whose card our sources do not give."""

    seat: int
    life: int
    attack: int


@dataclass(frozen=True, slots=True)
class Named(Event):
    """An item of a player got its name and its marks; a known name without marks brings its own.

    ``item`` is the number of an item that has a name already, below 0 the seat's starting item, 0 one without a name.
    """

    seat: int
    item: int = 0
    name: str = ""
    use: Literal["passive", "activated", "paid", "both"] = "passive"
    cost: int = 0
    when: Moment = ""
    faces: tuple[int, ...] = ()
    whose: Whosever = "mine"
    once: Once = ""
    guppy: bool = False
    souls: int = 0


@dataclass(frozen=True, slots=True)
class Unnamed(Event):
    """An item with a name is only counted again."""

    item: int


@dataclass(frozen=True, slots=True)
class Began(Event):
    """The table settled on the saddest person: this seat goes first."""

    seat: int


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """Those seats passed priority over the stack item ``over`` (0: over an empty stack), in any order.

    ``more``: the active player lets the others act and has not ended the actions yet (FS-A2). ``alone``: it was the
    stops that passed; that is how it came about, not what was said.
    """

    seats: tuple[int, ...]
    over: int
    more: bool = False
    alone: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Played(Event):
    """Something was put on the stack by a seat.

    ``kind``: loot, activated, paid, triggered, room, tap (a character turned on its own, FS-A17). ``how`` a loot card
    was allowed: the turn's play, the character's tap, a play that a tap has given, as an answer, or by another effect.
    ``effects`` are what it will do, declared as it is played; ``name`` may be empty. ``item`` is the number of the item
    in play whose effect it is (0: one without a name), ``cost`` what that effect cost.
    """

    seat: int
    kind: Literal["loot", "activated", "paid", "triggered", "room", "tap"]
    name: str = ""
    effects: tuple[Effect, ...] = ()
    how: str = ""
    item: int = 0
    cost: int = 0


@dataclass(frozen=True, slots=True)
class Attacked(Event):
    """The active player declared an attack on an active monster, or on the top of the deck (−1)."""

    monster: int


@dataclass(frozen=True, slots=True)
class Placed(Event):
    """The monster turned up by an attack on the deck takes this slot."""

    slot: int


@dataclass(frozen=True, slots=True)
class Ordered(Event):
    """Of what triggered at the same time, these go on the stack next, the first of them deepest."""

    items: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Aimed(Event):
    """What a monster does is aimed at this target; at the table where it is not done at all."""

    target: Target


@dataclass(frozen=True, slots=True)
class GaveUp(Event):
    """The soul card with this place among the player's is the one that leaves."""

    card: int


@dataclass(frozen=True, slots=True)
class Parted(Event):
    """The item that leaves its player, by its number; 0: one without a name."""

    item: int


@dataclass(frozen=True, slots=True)
class Stocked(Event):
    """A treasure was turned up for a shop slot; its name may be empty."""

    slot: int
    name: str = ""


@dataclass(frozen=True, slots=True)
class Bought(Event):
    """The active player declared a purchase: ``place`` is deck, shop, or the number of a shop slot that is followed."""

    place: str


@dataclass(frozen=True, slots=True)
class Bartered(Event):
    """A player offered another ¢: for a favour, with what was promised, or as a present."""

    giver: int
    taker: int
    cents: int
    promise: str = ""


@dataclass(frozen=True, slots=True)
class Accepted(Event):
    """Whether the ¢ offered were accepted."""

    yes: bool


@dataclass(frozen=True, slots=True)
class Rebuilt(Event):
    """A deck ran out: its discard was shuffled and is the deck now."""

    deck: Literal["monsters", "loot", "treasure"]


@dataclass(frozen=True, slots=True)
class SlotAdded(Event):
    """There is one more slot of that kind."""

    of: Literal["monster", "shop", "room"]


@dataclass(frozen=True, slots=True)
class SlotRemoved(Event):
    """The last slot of that kind had been added by mistake."""

    of: Literal["monster", "shop", "room"]


@dataclass(frozen=True, slots=True)
class RoomRevealed(Event):
    """A room was turned up for a slot; its name may be empty."""

    slot: int
    name: str = ""


@dataclass(frozen=True, slots=True)
class RoomChanged(Event):
    """At the end of a turn the room of that slot is discarded for another; −1: all stay."""

    slot: int


@dataclass(frozen=True, slots=True)
class RoomLeft(Event):
    """A card discarded the room of that slot."""

    slot: int


@dataclass(frozen=True, slots=True)
class Drafted(Event):
    """Of three treasures one player took the first and the other the second; their names may be empty."""

    first: str = ""
    second: str = ""


@dataclass(frozen=True, slots=True)
class Revealed(Event):
    """A monster was turned up for a slot; ``cards`` holds the one."""

    slot: int
    cards: tuple[MonsterCard, ...]


@dataclass(frozen=True, slots=True)
class RevealedOther(Event):
    """A card that is no monster was turned up for a slot."""

    slot: int
    name: str = ""
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True)
class Told(Event):
    """What a card does now that its die is known, or now that it resolves."""

    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class StackKept(Event):
    """Whether the stack stays after the table went to another step."""

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
    Revealed,
    RevealedOther,
    Told,
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
    Drafted,
    Named,
    Unnamed,
)
"""All of them: what a log of this game may hold beside the engine's own."""
