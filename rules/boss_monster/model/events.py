"""Events of Boss Monster, as they are saved in the log."""

from __future__ import annotations

from dataclasses import dataclass

from rules.engine import Event, TurnPassed


@dataclass(frozen=True, slots=True)
class Chose(Event):
    """A seat took a boss (BM-04, BM-60)."""

    seat: int
    boss: str


@dataclass(frozen=True, slots=True)
class Handed(Event):
    """Everybody has drawn and discarded the first hand (BM-06)."""


@dataclass(frozen=True, slots=True)
class DealtAgain(Event):
    """A seat shuffled its first hand back and drew another (BM-07).

    ``cards``: the virtual cards that made the hand a bad one.
    """

    seat: int
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Arrived(Event):
    """A hero of a kind (``c.4``: class and health) came to town (BM-20)."""

    kind: str


@dataclass(frozen=True, slots=True)
class NamedHero(Event):
    """A hero came to town, given by name (BM-20)."""

    hero: str


@dataclass(frozen=True, slots=True)
class Placed(Event):
    """A room was laid face down (BM-21): at the left end (0) or on that visible room."""

    room: int


@dataclass(frozen=True, slots=True)
class AllPlaced(Event):
    """Those seats, in their order, each laid a room face down at the left end (BM-21)."""

    by: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Skipped(Event):
    """Nothing was built, or an optional effect was declined (BM-22)."""


@dataclass(frozen=True, slots=True)
class Revealed(Event):
    """A face-down room was turned up and named (BM-24)."""

    room: str


@dataclass(frozen=True, slots=True)
class RevealedPlain(Event):
    """A face-down room was turned up, given by its icons and damage alone (BM-24)."""

    treasure: str
    damage: int
    advanced: bool = False


@dataclass(frozen=True, slots=True)
class TakenBack(Event):
    """A misplaced face-down room went back to the hand, or a spell was withdrawn."""


@dataclass(frozen=True, slots=True)
class Lured(Event):
    """The Fool went to the dungeon of a seat; −1: he stays in town (BM-A11)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Walked(Event):
    """A hero walked on, up to that pile of the dungeon; −1: to the end (BM-31)."""

    pile: int


@dataclass(frozen=True, slots=True)
class AllWalked(Event):
    """Nobody does anything about any hero who walks from now on: all in the game (BM-31)."""

    by: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Cast(Event):
    """A spell was declared (BM-16)."""

    seat: int
    spell: str


@dataclass(frozen=True, slots=True)
class Activated(Event):
    """The ability of a room was used (BM-47)."""

    item: int


@dataclass(frozen=True, slots=True)
class Aimed(Event):
    """The target of a spell or effect: a room, a hero, a seat or another spell."""

    target: int


@dataclass(frozen=True, slots=True)
class Swapped(Event):
    """Two visible rooms of one dungeon swapped places, each with its pile (BM-43)."""

    room: int
    other: int


@dataclass(frozen=True, slots=True)
class Stood(Event):
    """Nobody cancelled the spell; it takes effect."""


@dataclass(frozen=True, slots=True)
class Countered(Event):
    """A seat cancelled the spell (BM-67).

    ``room``: 0 for a Counterspell, else the room that cancels; ``cards``: the virtual card spent.
    """

    seat: int
    room: int = 0
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Broke(Event):
    """Manual: a room was destroyed."""

    item: int


@dataclass(frozen=True, slots=True)
class Turned(Event):
    """Manual: a room was exhausted or straightened."""

    item: int


@dataclass(frozen=True, slots=True)
class RoomAdded(Event):
    """Manual: a room lies at the entrance (``item`` 0) or on that visible room.

    ``room``: its key, empty for a face-down one; ``cards``: with virtual cards the room of the hand.
    """

    seat: int
    item: int
    room: str = ""
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RoomDescribed(Event):
    """Manual: a room without a name has that treasure, damage and kind."""

    item: int
    treasure: str
    damage: int
    kind: str
    advanced: bool


@dataclass(frozen=True, slots=True)
class Sent(Event):
    """Manual: a hero was moved to the entrance of a seat or elsewhere.

    ``seat`` is −1 for the town, −2 for out of the game, −3 for his deck.
    """

    item: int
    seat: int


@dataclass(frozen=True, slots=True)
class Fell(Event):
    """Manual: a hero went to the score area of a seat, dead or as a survivor (``wounds``)."""

    item: int
    seat: int
    wounds: bool


@dataclass(frozen=True, slots=True)
class RanOut(Event):
    """The deck of rooms or spells ran out (BM-41)."""

    deck: str


# --- virtual cards -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DealtBosses(Event):
    """The app dealt a seat its boss, or two to choose from (BM-04, BM-60)."""

    seat: int
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DrewHero(Event):
    """The app drew a hero (BM-20)."""

    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """Room or spell cards went from their deck to a hand."""

    seat: int
    kind: str
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Discarded(Event):
    """Cards of a hand were discarded; during the set-up face down (BM-06)."""

    seat: int
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Laid(Event):
    """A virtual room was laid at the left end (0) or on that visible room.

    No card: nothing was built.
    """

    seat: int
    room: int = 0
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Played(Event):
    """A spell of a virtual hand was declared (BM-16); no card: none was."""

    seat: int
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lost(Event):
    """A card of a hand, picked at random, was discarded (BM-44)."""

    seat: int
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Robbed(Event):
    """A card of a hand, picked at random or while it was shown, went to another."""

    seat: int
    victim: int
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Salvaged(Event):
    """A card of the discards went to a hand."""

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class Searched(Event):
    """A searched room of the deck or the discards went to a hand (BM-50).

    No card: none did.
    """

    seat: int
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Took(Event):
    """Manual: a card of a deck went to a hand."""

    seat: int
    kind: str
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Dropped(Event):
    """Manual: cards of a hand were discarded."""

    seat: int
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CardsReturned(Event):
    """Manual: cards of a hand went back into their decks."""

    seat: int
    cards: tuple[str, ...] = ()


MANUAL_EVENTS: tuple[type[Event], ...] = (
    *(Broke, Turned, RoomAdded, RoomDescribed, Sent, Fell),
    *(Took, Dropped, CardsReturned),
)
"""Events that move cards by hand, where several things are said at once or secret cards move."""
EVENTS: tuple[type[Event], ...] = (
    *(Chose, Handed, DealtAgain, DealtBosses),
    *(Arrived, NamedHero, DrewHero, Drew, Discarded),
    *(Placed, AllPlaced, Laid, Skipped, Revealed, RevealedPlain, TakenBack),
    *(Lured, Walked, AllWalked),
    *(Cast, Played, Activated, Aimed, Swapped, Stood, Countered, Lost, Robbed, Salvaged, Searched),
    *(RanOut, TurnPassed),
    *MANUAL_EVENTS,
)
"""Every event class of this game, besides those of the engine."""
