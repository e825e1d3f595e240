"""A Darkmoor table to play on: minions are played by name, and what lies there is read back by name."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.darkmoor.cards import HeroCard, LocationCard, MinionCard, named
from rules.darkmoor.event import Began, Located, Played, TurnedUp
from rules.darkmoor.game import GAME
from rules.darkmoor.state import Darkmoor
from rules.engine import Event, apply, start

NAMES = ("Ana", "Bea", "Cira", "Dani")
PLAIN = ("Moor", "Fen", "Crag", "Gate", "Keep")


def minion(name: str = "", **facts: Any) -> MinionCard:
    """A minion without an ability, unless told otherwise: peril 1, 1 VP."""
    return MinionCard(name, **facts)


def hero(threshold: int = 6, **facts: Any) -> HeroCard:
    return HeroCard(**{"name": "Sir Test", "threshold": threshold, **facts})


def location(name: str, vp: int = 5, **facts: Any) -> LocationCard:
    return LocationCard(name, vp=vp, **facts)


def known(kind: str, name: str, **facts: Any) -> Any:
    """A card of the rules text, with the numbers that the table fills in."""
    record = next(card.record for card in named(kind) if card.name.en == name)
    return replace(record, **facts)


def seated(
    players: int = 2,
    first: HeroCard | None = None,
    places: tuple[LocationCard, ...] = (),
    begins: int = 0,
    **rulings: str,
) -> Darkmoor:
    """The first turn, as it begins; locations without a word are plain ones."""
    s = start(GAME, NAMES[:players], tuple((f"RD-{key}", value) for key, value in rulings.items()))
    rest = tuple(location(name) for name in PLAIN[len(places) : players + 1])
    events = (*(Located((card,)) for card in (*places, *rest)), TurnedUp((first or hero(),)), Began(begins))
    return do(s, *events)


def do(s: Darkmoor, *events: Event) -> Darkmoor:
    for event in events:
        s = apply(GAME, s, event)
    return s


def play(s: Darkmoor, *played: tuple[int, MinionCard]) -> Darkmoor:
    """One minion after the other, each by whoever has the turn."""
    return do(s, *(Played(place, (card,)) for place, card in played))


def horde(s: Darkmoor, place: int) -> list[str]:
    """The names of a horde, from the location towards the hero."""
    return [m.card.name for m in s.places[place].horde]


def haven(s: Darkmoor, place: int) -> list[str]:
    return [m.card.name for m in s.places[place].haven]


def tokens(s: Darkmoor) -> list[int]:
    return [player.tokens for player in s.players]


def id_of(s: Darkmoor, name: str) -> int:
    """The number of the minion of that name in a horde."""
    return next(m.id for _, _, m in s.zone() if m.card.name == name)
