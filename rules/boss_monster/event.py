"""What happens at a Boss Monster table and no other."""

from __future__ import annotations

from dataclasses import dataclass

from rules.engine import Event


@dataclass(frozen=True, slots=True)
class Chose(Event):
    """That seat plays that boss (BM-04, BM-60)."""

    seat: int
    boss: str


@dataclass(frozen=True, slots=True)
class Handed(Event):
    """Everybody has drawn and discarded (BM-06)."""


@dataclass(frozen=True, slots=True)
class DealtAgain(Event):
    """That seat shuffled its first hand back and drew another (BM-07); ``cards``: the virtual ones that make it bad."""

    seat: int
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Arrived(Event):
    """A hero of that kind (``c.4``) came to town (BM-20)."""

    kind: str


@dataclass(frozen=True, slots=True)
class NamedHero(Event):
    """The same, and which."""

    hero: str


@dataclass(frozen=True, slots=True)
class Placed(Event):
    """A room was laid face down: at the left end (0), or on that visible room (BM-21)."""

    room: int


@dataclass(frozen=True, slots=True)
class Skipped(Event):
    """Nothing is built, or what might be done is not (BM-22)."""


@dataclass(frozen=True, slots=True)
class Revealed(Event):
    """A face-down room was turned up: which (BM-24)."""

    room: str


@dataclass(frozen=True, slots=True)
class RevealedPlain(Event):
    """The same, by its icons and damage alone."""

    treasure: str
    damage: int
    advanced: bool = False


@dataclass(frozen=True, slots=True)
class TakenBack(Event):
    """What was laid face down may not lie there: it is in hand again; a declared spell is not played after all."""


@dataclass(frozen=True, slots=True)
class Lured(Event):
    """The Fool goes to that seat's dungeon; −1: he stays in town (BM-A11)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Walked(Event):
    """A hero goes on, up to that pile of the dungeon; −1: as far as he comes (BM-31)."""

    pile: int


@dataclass(frozen=True, slots=True)
class Cast(Event):
    """A spell is declared (BM-16)."""

    seat: int
    spell: str


@dataclass(frozen=True, slots=True)
class Activated(Event):
    """The ability of that room is used (BM-47)."""

    item: int


@dataclass(frozen=True, slots=True)
class Aimed(Event):
    """What it is about: a room, a hero, a seat, another spell."""

    target: int


@dataclass(frozen=True, slots=True)
class Swapped(Event):
    """Two visible rooms of one dungeon change places, each with what lies beneath (BM-43)."""

    room: int
    other: int


@dataclass(frozen=True, slots=True)
class Stood(Event):
    """Nobody cancels the spell: it takes effect."""


@dataclass(frozen=True, slots=True)
class Countered(Event):
    """That seat cancels the spell: with a Counterspell (0), or by that room (BM-67); with which virtual card."""

    seat: int
    room: int = 0
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Broke(Event):
    """By hand: that room is destroyed."""

    item: int


@dataclass(frozen=True, slots=True)
class Turned(Event):
    """By hand: that room is exhausted, or straightened."""

    item: int


@dataclass(frozen=True, slots=True)
class Sent(Event):
    """By hand: a hero is in town (−1) or at that seat's entrance."""

    item: int
    seat: int


@dataclass(frozen=True, slots=True)
class Fell(Event):
    """By hand: a hero lies in that seat's score area, dead or having survived."""

    item: int
    seat: int
    wounds: bool


@dataclass(frozen=True, slots=True)
class RanOut(Event):
    """The deck of rooms or spells has run out (BM-41)."""

    deck: str


# --- virtual cards -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DealtBosses(Event):
    """The companion dealt that seat its boss, or two to choose from (BM-04, BM-60)."""

    seat: int
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DrewHero(Event):
    """The companion drew a hero (BM-20)."""

    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """Rooms or spells went from their deck to a hand."""

    seat: int
    kind: str
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Discarded(Event):
    """Cards of a hand were put away; at the set-up face down (BM-06)."""

    seat: int
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Laid(Event):
    """A room of the hand lies at the left end (0) or on that room; no card: nothing is built (BM-21)."""

    seat: int
    room: int = 0
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Played(Event):
    """A spell of the hand is declared (BM-16); no card: none is."""

    seat: int
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lost(Event):
    """A card of that hand, picked at random, was put away (BM-44)."""

    seat: int
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Robbed(Event):
    """A card of that hand, picked at random or in sight of all, went to another."""

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
    """A room that the deck or the discards were searched for went to a hand (BM-50); no card: none did."""

    seat: int
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Took(Event):
    """By hand: a card of that deck went to a hand."""

    seat: int
    kind: str
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Dropped(Event):
    """By hand: cards of a hand were put away."""

    seat: int
    cards: tuple[str, ...] = ()


EVENTS: tuple[type[Event], ...] = (
    Chose,
    Handed,
    DealtAgain,
    Arrived,
    NamedHero,
    Placed,
    Skipped,
    Revealed,
    RevealedPlain,
    TakenBack,
    Lured,
    Walked,
    Cast,
    Activated,
    Aimed,
    Swapped,
    Stood,
    Countered,
    Broke,
    Turned,
    Sent,
    Fell,
    RanOut,
    DealtBosses,
    DrewHero,
    Drew,
    Discarded,
    Laid,
    Played,
    Lost,
    Robbed,
    Salvaged,
    Searched,
    Took,
    Dropped,
)
"""All of them: what a log of this game may hold beside the engine's own."""
