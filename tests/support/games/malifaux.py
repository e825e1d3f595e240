"""A table of Malifaux for scenarios that read like play."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Self

from rules.engine import Cards
from rules.malifaux.game import GAME
from rules.malifaux.model.events import (
    Activated,
    Agreed,
    Chose,
    Conditioned,
    Deployed,
    Discarded,
    Ended,
    Finished,
    Flipped,
    Kept,
    Mustered,
    PhaseOver,
    PointsDone,
    Readied,
    Scored,
    Spent,
    Stopped,
)
from rules.malifaux.model.state import Malifaux, Model, Player, Recruit
from tests.support.games.table import GameTable

Crew = dict[str, int]
"""Models and their wounds."""


class MalifauxTable(GameTable[Malifaux]):
    """A Malifaux table, Ana and Beto at it by default; a virtual deck deals Ana low cards, the others high ones."""

    game = GAME

    def __init__(self, *names: str, **rulings: str) -> None:
        super().__init__(*(names or ("Ana", "Beto")), **rulings)

    # --- setting out ---------------------------------------------------------------------------------------------

    def sets_out(self, stones: tuple[int, ...] = (), crews: tuple[Crew, ...] = (), **agreed: Any) -> Self:
        """Before the first turn; the first of them deployed first."""
        self.do(Agreed(**agreed))
        for seat in range(len(self.s.seats)):
            crew = crews[seat] if seat < len(crews) else {}
            models = tuple(Recruit(name, wounds) for name, wounds in crew.items())
            self.do(Mustered(seat, models, stones[seat] if seat < len(stones) else 0))
        return self.do(Deployed(0)) if self.asked.rule == "MX-06" else self

    # --- how it stands -------------------------------------------------------------------------------------------

    def player(self, who: str) -> Player:
        return self.s.players[self.seat(who)]

    def model(self, name: str) -> Model:
        return next(m for player in self.s.players for m in player.crew if m.name == name)

    def tracker(self, name: str) -> str:
        """The first part of the keys of a player's trackers, or of a model's."""
        return super().tracker(name) if name in self.s.seats else f"model.{self.model(name).id}"

    # --- verbs ---------------------------------------------------------------------------------------------------

    def keep(self, *who: str) -> Self:
        """They keep what they have; all who are asked, unless some are named."""
        return self.do(Kept(tuple(map(self.seat, who)) if who else self.s.waits))

    def spends(self, who: str) -> Self:
        return self.do(Spent(self.seat(who)))

    def flip(self, *cards: str) -> Self:
        """The next players flip these."""
        for card in cards:
            self.do(Flipped(self.asked.seats[0], (card,)))
        return self

    def deals(self, **wanted: tuple[str, ...]) -> Self:
        """What waits for a deck gets its cards: these, or the first player's lowest and the others' highest."""
        while self.s.outcome is None and len(self.asked.choices) == 1:
            hole = next(iter(self.asked.choices[0].template.holes), None)
            if not (isinstance(hole, Cards) and hole.source == "deck"):
                break
            left = sorted((face.value for face in hole.faces), key=self.s.card_value, reverse=self.asked.seats[0] > 0)
            cards = wanted.pop(self.who, tuple(left[: hole.most]))
            self.do(replace(self.asked.choices[0].event, cards=cards))
        return self

    def discards(self, who: str, *cards: str) -> Self:
        return self.do(Discarded(self.seat(who), cards))

    def goes(self, first: bool = True) -> Self:
        return self.do(Chose(first))

    def initiative(self, *cards: str) -> Self:
        """They flip these, nobody spends, whoever is highest goes first."""
        self.flip(*cards)
        return (self.keep() if self.asked.rule == "MX-10" else self).goes()

    def activates(self, name: str) -> Self:
        model = self.model(name).id
        said = next(e for e in self.events if isinstance(e, Activated) and e.model == model)
        both = self.asked.choices[self.events.index(said)].template.holes
        return self.do(replace(said, by=both[0].seats) if both else said)

    def done(self) -> Self:
        return self.do(Finished())

    def all_activated(self) -> Self:
        return self.do(PhaseOver())

    def conditioned(self, model: str, name: str, turns: int = 1, acts: bool = False) -> Self:
        return self.do(Conditioned(self.model(model).id, name, turns, acts))

    def ends(self, name: str) -> Self:
        effects = (c for player in self.s.players for model in player.crew for c in model.conditions)
        return self.do(Ended(next(c.id for c in effects if c.name == name)))

    def readied(self, name: str) -> Self:
        return self.do(Readied(self.model(name).id))

    def wounded(self, name: str, by: int) -> Self:
        return self.by_hand(name, "wounds", -by)

    def scores(self, who: str, n: int = 1) -> Self:
        for _ in range(n):
            self.do(Scored(self.seat(who)))
        return self

    def no_more_points(self) -> Self:
        return self.do(PointsDone())

    def stops(self) -> Self:
        return self.do(Stopped())

    def turns(self, n: int) -> Self:
        """Turns without anything, up to the end of turn ``n``, where points are asked for; the table's own decks."""
        while True:
            if self.asked.rule == "MX-05":
                self.keep()
            if self.asked.rule == "MX-09":
                self.initiative(*"5432"[: len(self.s.seats)])
            if self.asked.rule == "MX-12":
                self.all_activated()
            if self.s.turn == n:
                return self
            self.no_more_points()


def table(*names: str, **rulings: str) -> MalifauxTable:
    """In the first turn, without crews and soulstones."""
    return MalifauxTable(*names, **rulings).sets_out()
