"""A Darkmoor table for scenarios: minions are played and read back by name."""

from __future__ import annotations

from dataclasses import astuple, replace
from itertools import groupby
from typing import Any, Self

from rules.darkmoor.game import GAME
from rules.darkmoor.model.cards import HeroCard, LocationCard, MinionCard, named_cards
from rules.darkmoor.model.events import Aimed, Began, Located, Played, TurnedUp
from rules.darkmoor.model.state import Darkmoor
from rules.engine import Displayable, Event, Pick
from tests.support.games.table import GameTable, english

NAMES = ("Ana", "Bea", "Cira", "Dani")
PLAIN = ("Moor", "Fen", "Crag", "Gate", "Keep")


class DarkmoorTable(GameTable[Darkmoor]):
    """A Darkmoor table; places are counted from the left, from 0."""

    game = GAME

    def locates(self, *places: LocationCard) -> Self:
        return self.do(*(Located((place,)) for place in places))

    def turns_up(self, card: HeroCard) -> Self:
        return self.do(TurnedUp((card,)))

    def plays(self, *played: tuple[int, MinionCard]) -> Self:
        """Play one minion after the other at those places, each by whoever has the turn."""
        return self.do(*(Played(place, (card,)) for place, card in played))

    def horde(self, place: int) -> list[str]:
        """The names of a horde, from the location towards the hero."""
        return [m.card.name for m in self.s.places[place].horde]

    def haven(self, place: int) -> list[str]:
        return [m.card.name for m in self.s.places[place].haven]

    @property
    def tokens(self) -> list[int]:
        """Every player's VP tokens."""
        return [player.tokens for player in self.s.players]

    def id_of(self, name: str) -> int:
        """The id of the minion of that name in a horde."""
        return next(m.id for _, _, m in self.s.horde_minions() if m.card.name == name)

    def aims(self, name: str) -> Self:
        """Choose the minion of that name in a horde."""
        return self.do(Aimed(self.id_of(name)))

    def offered(self, kind: type[Event]) -> list[Any]:
        """What is offered for the first field of that kind of event, in the order of the prompt."""
        found: list[Any] = []
        for choice in self.asked.choices:
            if isinstance(choice.event, kind):
                picks = [hole for hole in choice.template.holes if isinstance(hole, Pick)]
                found += [option.value for pick in picks for option in pick.options] or [astuple(choice.event)[0]]
        return found

    def labels(self, kind: type[Event]) -> list[str]:
        """The labels of what ``offered`` lists, in English, where it is picked from a list."""
        holes = [hole for c in self.asked.choices if isinstance(c.event, kind) for hole in c.template.holes]
        return [english_label(option.label) for hole in holes if isinstance(hole, Pick) for option in hole.options]

    @property
    def acting(self) -> list[str]:
        """First words of the names of the cards whose abilities did something in the latest event, in order."""
        named = [english_label(dict(note.text.args)["card"]) for note in self.notes if "card" in dict(note.text.args)]
        return [name.split(" ")[0] for name, _ in groupby(named)]

    @property
    def targets(self) -> list[str]:
        """The names of the minions that are offered as targets or to be next; empty for none of them."""
        every = {0: "", **{id: found.card.name for id in self.offered(Aimed) if (found := self.s.find_minion(id))}}
        return [every[id] for id in self.offered(Aimed)]


def english_label(label: Displayable) -> str:
    """What a label reads in English."""
    return label if isinstance(label, str) else english(label)


def minion(name: str = "", **facts: Any) -> MinionCard:
    """A minion; by default without an ability, peril 1, 1 VP."""
    return MinionCard(name, **facts)


def hero(threshold: int = 6, **facts: Any) -> HeroCard:
    return HeroCard(**{"name": "Sir Test", "threshold": threshold, **facts})


def location(name: str, vp: int = 5, **facts: Any) -> LocationCard:
    return LocationCard(name, vp=vp, **facts)


def known(kind: str, name: str, **facts: Any) -> Any:
    """A named card of the rules text, with the numbers that the table fills in."""
    record = next(card.record for card in named_cards(kind) if card.name.en == name)
    return replace(record, **facts)


def seated(
    players: int = 2,
    first: HeroCard | None = None,
    places: tuple[LocationCard, ...] = (),
    begins: int = 0,
    **rulings: str,
) -> DarkmoorTable:
    """A table at the start of the first turn; missing locations are plain ones."""
    rest = tuple(location(name) for name in PLAIN[len(places) : players + 1])
    table = DarkmoorTable(*NAMES[:players], **rulings).locates(*places, *rest)
    return table.turns_up(first or hero()).do(Began(begins))
