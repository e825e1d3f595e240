"""A Malifaux table for scenarios."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Self

from rules.engine import Cards
from rules.malifaux.game import GAME
from rules.malifaux.model.events import (
    Activated,
    Afflicted,
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
from tests.support.games.table import GameTable, english

Crew = dict[str, int]
"""Models and their wounds."""
MOST_DEALT = 60
"""Times that a virtual deck may deal without another question in between; a draw phase of three takes ten."""


class MalifauxTable(GameTable[Malifaux]):
    """A Malifaux table, by default of Ana and Beto.

    A virtual deck deals Ana low cards, the others high ones. The agreements are asked for, so that a scenario can make
    them.
    """

    game = GAME

    def __init__(self, *names: str, **rulings: str) -> None:
        super().__init__(*(names or ("Ana", "Beto")), **{"agreements": "on", **rulings})

    # --- setup ---------------------------------------------------------------------------------------------------

    def sets_out(self, stones: tuple[int, ...] = (), crews: tuple[Crew, ...] = (), **agreed: Any) -> Self:
        """Set up the match up to the first turn; the first player deployed first."""
        self.do(Agreed(**agreed))
        for seat in range(len(self.s.seats)):
            crew = crews[seat] if seat < len(crews) else {}
            models = tuple(Recruit(name, wounds) for name, wounds in crew.items())
            self.do(Mustered(seat, models, stones[seat] if seat < len(stones) else 0))
        return self.do(Deployed(0)) if self.asked.rule == "MX-06" else self

    # --- readings ------------------------------------------------------------------------------------------------

    def player(self, who: str) -> Player:
        return self.s.players[self.seat(who)]

    def model(self, name: str) -> Model:
        return next(m for player in self.s.players for m in player.crew if m.name == name)

    def tracker(self, name: str) -> str:
        """Prefix of the tracker keys of a player, or of a model."""
        return super().tracker(name) if name in self.s.seats else f"model.{self.model(name).id}"

    # --- verbs ---------------------------------------------------------------------------------------------------

    def keep(self, *who: str) -> Self:
        """Keep the hand; for all who are asked, unless some are named."""
        return self.do(Kept(tuple(map(self.seat, who)) if who else self.s.waits))

    def spends(self, who: str) -> Self:
        return self.do(Spent(self.seat(who)))

    def flip(self, *cards: str) -> Self:
        """Flip these cards for the next players."""
        for card in cards:
            self.do(Flipped(self.asked.seats[0], (card,)))
        return self

    def deals(self, **wanted: tuple[str, ...]) -> Self:
        """Deal the cards that are waited for: these, or the first player's lowest, others' highest.

        A flip is never level with another's: players who tie flip again, and would do so for ever.
        """
        for _ in range(MOST_DEALT):
            choices = self.asked.choices if self.s.outcome is None else ()
            hole = choices[0].template.hole(Cards) if len(choices) == 1 else None
            if hole is None or hole.source != "deck":
                return self
            cards = wanted.pop(self.who, tuple(self._best([face.value for face in hole.faces])[: hole.most]))
            self.do(replace(choices[0].event, cards=cards))
        raise AssertionError("cards are dealt for ever")

    def _best(self, cards: list[str]) -> list[str]:
        """Those cards, the asked player's best first; cards level with another player's flip last."""
        seat = self.asked.seats[0]
        others = (player for k, player in enumerate(self.s.players) if player.flip and k != seat)
        flipped = {self.s.card_value(player.flip) for player in others}
        best = sorted(cards, key=self.s.card_value, reverse=seat > 0)
        return sorted(best, key=lambda card: self.s.card_value(card) in flipped)

    def discards(self, who: str, *cards: str) -> Self:
        return self.do(Discarded(self.seat(who), cards))

    def goes(self, first: bool = True) -> Self:
        return self.do(Chose(first))

    def initiative(self, *cards: str) -> Self:
        """Flip these for initiative; nobody spends, the highest goes first."""
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

    def afflicted(self, model: str, condition: str, value: int = 1, group: str = "") -> Self:
        """Give a model a known condition by its key."""
        return self.do(Afflicted(self.model(model).id, condition, value, group))

    def condition(self, model: str, name: str) -> int:
        """The number of that condition of a model, by its name on the screen in English."""
        lines = (line for player in self.view.players for line in player.crew if line.id == self.model(model).id)
        return next(one.id for line in lines for one in line.conditions if english(one.name) == name)

    def suffers(self, model: str) -> list[str]:
        """The conditions of a model, as the screen names them in English."""
        lines = (line for player in self.view.players for line in player.crew if line.id == self.model(model).id)
        return [english(one.name) for line in lines for one in line.conditions]

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
        """Play turns without actions up to the end of turn ``n``, where points are asked for."""
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
    """A table in the first turn, without crews and soulstones."""
    return MalifauxTable(*names, **rulings).sets_out()
