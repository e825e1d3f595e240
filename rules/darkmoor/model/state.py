"""The state of a game of Retreat to Darkmoor."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from rules.engine import Change, Displayable, State, Text
from rules.engine.changes import seat_change
from rules.engine.record import ANY_FIELDS, id_updater, index_updater
from rules.rulebook import Rulebook

from .cards import HeroCard, LocationCard, MinionCard, card_name

HAND_SIZE, DECK_SIZE = 5, 18  # RD-06, RD-02
BOUNTY = 2  # RD-20
UNDECIDED, NOBODY = -2, -1
RULEBOOK = Rulebook("darkmoor")
NUMBER_NAMES = {
    "tokens": Text("VP in tokens"),
    "hand": Text("cards in hand"),
    "deck": Text("cards in the deck"),
    "peril": Text("peril on the card"),
    "vp": Text("VP on the card"),
    "peril_tokens": Text("peril tokens"),
    "vp_tokens": Text("VP tokens"),
    "threshold": Text("peril threshold"),
    "left": Text("heroes in the deck"),
}
"""The label of every number of the table."""

Phase = Literal["setup", "play", "peril", "hero", "draw", "scoring", "over"]


@dataclass(frozen=True, slots=True)
class Minion:
    """A minion on the table: its id, its owner, its card as it counts now, the tokens on it."""

    id: int
    seat: int
    card: MinionCard
    peril_tokens: int = 0
    vp_tokens: int = 0


@dataclass(frozen=True, slots=True)
class Fallen:
    """A defeated minion that is not discarded yet, and its last position."""

    minion: Minion
    place: int
    row: int


@dataclass(frozen=True, slots=True)
class Place:
    """A location with its horde, the nearest minion to it first, and the haven behind it.

    ``control`` is the seat to which its scoring ability gave it, −1 nobody, −2 where peril decides.
    """

    card: LocationCard
    horde: tuple[Minion, ...] = ()
    haven: tuple[Minion, ...] = ()
    control: int = UNDECIDED


@dataclass(frozen=True, slots=True)
class Player:
    """A player's VP in tokens, cards in hand and deck, and discarded minions."""

    tokens: int = 0
    hand: int = 0
    deck: int = 0
    discard: tuple[MinionCard, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Darkmoor(State):
    """The state of the whole table.

    ``places`` lie from left to right as seen from the hero. ``attacked`` is the place whose horde the hero attacks, −1
    for none; ``heroes`` are those still in the deck; ``struck``: the minion that the hero defeated in this attack, −1
    for nobody, 0 before he has struck. ``boxed_heroes`` are the names of those who are back in the box.
    ``is_turn_unplayed``: the game ended before the active player could play.
    """

    players: tuple[Player, ...]
    places: tuple[Place, ...] = ()
    hero: HeroCard | None = None
    heroes: int = 0
    active: int = 0
    turn: int = 0
    phase: Phase = "setup"
    attacked: int = NOBODY
    struck: int = 0
    attacks: int = 0
    fallen: tuple[Fallen, ...] = ()
    numbered: int = 0
    boxed_heroes: tuple[str, ...] = ()
    is_turn_unplayed: bool = False

    default_choice = staticmethod(RULEBOOK.default_choice)

    def horde_minions(self) -> Iterator[tuple[int, int, Minion]]:
        """Yield every minion in the hordes with its place and row."""
        for k, place in enumerate(self.places):
            for row, minion in enumerate(place.horde):
                yield k, row, minion

    def position_of(self, id: int) -> tuple[int, int] | None:
        """Return place and row of a minion in a horde, None if it is in none."""
        return next(((place, row) for place, row, minion in self.horde_minions() if minion.id == id), None)

    def find_minion(self, id: int) -> Minion | None:
        """Return the minion of that id: in a horde, in a haven, or just defeated."""
        havens = (minion for place in self.places for minion in place.haven)
        every = (
            *(minion for _, _, minion in self.horde_minions()),
            *havens,
            *(fallen.minion for fallen in self.fallen),
        )
        return next((minion for minion in every if minion.id == id), None)


set_player = index_updater(Darkmoor, "players", Player)
set_place = index_updater(Darkmoor, "places", ANY_FIELDS)
set_minion = id_updater(Darkmoor, ANY_FIELDS, "places.horde", "places.haven")
"""Changes a minion in a horde or haven."""


def player_change(s: Darkmoor, seat: int, what: str, before: int) -> Change:
    """Return the change of a player's number, given the number before."""
    return seat_change(s, seat, what, NUMBER_NAMES[what], before, getattr(s.players[seat], what))


def hero_deck_change(s: Darkmoor, before: int) -> Change:
    """Return the change of the hero deck's size, given the size before."""
    return Change("heroes.left", Text("the table"), NUMBER_NAMES["left"], before, s.heroes)


# --- names -------------------------------------------------------------------------------------------------------


def minion_name(s: Darkmoor, minion: Minion) -> Text:
    """Return a minion's name with its owner."""
    name, who = card_name(minion.card.name), s.seats[minion.seat]
    return Text("{minion} ({who})", minion=name, who=who) if name else Text("a minion of {who}", who=who)


def minion_subject(s: Darkmoor, minion: Minion) -> Text:
    """Return the subject of notes about a minion: its name, other than of one named alike."""
    return Text("{name}", name=minion_name(s, minion), id=minion.id)


def row_name(s: Darkmoor, others: Sequence[Minion], row: int) -> Text:
    """Return where a row of a horde is, among the other minions of that horde."""
    if row >= len(others):
        return Text("at the back, nearest to the hero")
    behind = minion_name(s, others[row])
    if row == 0:
        return Text("between the location and {minion}", minion=behind)
    return Text("between {first} and {then}", first=minion_name(s, others[row - 1]), then=behind)


def distinct_name(s: Darkmoor, minion: Minion) -> Text:
    """Return a minion's name, with its position if another on the table has the same name."""
    name = minion_name(s, minion)
    havens = (other for place in s.places for other in place.haven)
    others = (*(other for _, _, other in s.horde_minions()), *havens)
    alike = any(other.id != minion.id and minion_name(s, other) == name for other in others)
    return name_with_position(s, minion) if alike else name


def name_with_position(s: Darkmoor, minion: Minion) -> Text:
    """Return a minion's name with its row in a horde, or which of its haven it is."""
    name, spot = minion_name(s, minion), s.position_of(minion.id)
    if spot is not None:
        return Text("{minion}, row {n} of {place}", minion=name, n=spot[1] + 1, place=place_name(s, spot[0]))
    for k, place in enumerate(s.places):
        for n, other in enumerate(place.haven, start=1):
            if other.id == minion.id:
                return Text("{minion}, number {n} in the haven of {place}", minion=name, n=n, place=place_name(s, k))
    return name


def names_out_of_reach(s: Darkmoor, kind: str) -> tuple[str, ...]:
    """Return names of cards that cannot come: sides of locations that lie there, boxed heroes."""
    if kind == "locations":
        return tuple(name for place in s.places for name in (place.card.name, place.card.back) if name)
    return s.boxed_heroes if kind == "heroes" else ()


def known_type(s: Darkmoor, name: str) -> str:
    """Return the type of the cards of that name, empty if nobody has read it."""
    havens = (minion.card for place in s.places for minion in place.haven)
    gone = (card for player in s.players for card in player.discard)
    cards = (*(minion.card for _, _, minion in s.horde_minions()), *havens, *gone)
    return next((card.kind for card in cards if name and card.name == name and card.kind), "")


def played_names(s: Darkmoor, seat: int) -> tuple[str, ...]:
    """Return names of a player's minions that have left hand and deck.

    They lie in a horde, a haven or the discard. The rules text does not say whether a deck holds two of one name, so
    one of them may come again; what was shuffled into the deck again (RD-A6) is not among them.
    """
    havens = (minion for place in s.places for minion in place.haven)
    hordes = (minion for _, _, minion in s.horde_minions())
    fallen = (one.minion for one in s.fallen)
    own = (minion.card.name for minion in (*hordes, *havens, *fallen) if minion.seat == seat)
    return tuple(name for name in (*own, *(card.name for card in s.players[seat].discard)) if name)


def place_name(s: Darkmoor, place: int) -> Displayable:
    """Return a location's name, or its position if it has none."""
    return card_name(s.places[place].card.name) or Text("Location {n}", n=place + 1)


def hero_name(s: Darkmoor) -> Displayable:
    """Return the hero's name."""
    return (card_name(s.hero.name) if s.hero else None) or Text("the hero")
