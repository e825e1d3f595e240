"""A table of Malifaux for scenarios that read like play."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.engine import Adjusted, Cards, Event, Note, Prompt, Ruled, WentTo, apply, prompt, start
from rules.malifaux.event import (
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
from rules.malifaux.game import GAME
from rules.malifaux.state import Malifaux, Model, Player, Recruit

Crew = dict[str, int]
"""Models and their wounds."""


class Encounter:
    """Some players, a state, and verbs; a virtual deck deals Ana low cards, the others high ones."""

    def __init__(self, *names: str, **rulings: str) -> None:
        """``deck="virtual"``, ``MX_A5="yes"``."""
        settled = tuple((key.replace("_", "-"), choice) for key, choice in rulings.items())
        self.s: Malifaux = start(GAME, names or ("Ana", "Beto"), settled)
        self.notes: list[Note] = [*self.s.notes]

    def do(self, event: Event) -> Encounter:
        self.s = apply(GAME, self.s, event)
        self.notes = [*self.s.notes]
        return self

    # --- setting out ---------------------------------------------------------------------------------------------

    def sets_out(self, stones: tuple[int, ...] = (), crews: tuple[Crew, ...] = (), **agreed: Any) -> Encounter:
        """Before the first turn; the first of them deployed first."""
        self.do(Agreed(**agreed))
        for seat in range(len(self.s.seats)):
            crew = crews[seat] if seat < len(crews) else {}
            models = tuple(Recruit(name, wounds) for name, wounds in crew.items())
            self.do(Mustered(seat, models, stones[seat] if seat < len(stones) else 0))
        return self.do(Deployed(0)) if self.asked.rule == "MX-06" else self

    # --- what is asked, and how it stands ------------------------------------------------------------------------

    @property
    def asked(self) -> Prompt:
        found = prompt(self.s)
        assert found is not None
        return found

    @property
    def asks(self) -> str:
        return self.asked.title.key if self.s.outcome is None else ""

    @property
    def offers(self) -> list[Event]:
        return [choice.event for choice in self.asked.choices]

    @property
    def who(self) -> str:
        return self.s.seats[self.asked.seats[0]]

    @property
    def ruled(self) -> list[str]:
        return [note.rule for note in self.notes]

    @property
    def said(self) -> list[str]:
        return [note.text.key for note in self.notes]

    def seat(self, who: str) -> int:
        return self.s.seats.index(who)

    def player(self, who: str) -> Player:
        return self.s.players[self.seat(who)]

    def model(self, name: str) -> Model:
        return next(m for player in self.s.players for m in player.crew if m.name == name)

    # --- verbs ---------------------------------------------------------------------------------------------------

    def keep(self, *who: str) -> Encounter:
        """They keep what they have; all who are asked, unless some are named."""
        return self.do(Kept(tuple(map(self.seat, who)) if who else self.s.waits))

    def spends(self, who: str) -> Encounter:
        return self.do(Spent(self.seat(who)))

    def flip(self, *cards: str) -> Encounter:
        """The next players flip these."""
        for card in cards:
            self.do(Flipped(self.asked.seats[0], (card,)))
        return self

    def deals(self, **wanted: tuple[str, ...]) -> Encounter:
        """What waits for a deck gets its cards: these, or the first player's lowest and the others' highest."""
        while self.s.outcome is None and len(self.asked.choices) == 1:
            hole = next(iter(self.asked.choices[0].does.holes), None)
            if not (isinstance(hole, Cards) and hole.come == "deck"):
                break
            left = sorted((face.value for face in hole.of), key=self.s.worth, reverse=self.asked.seats[0] > 0)
            cards = wanted.pop(self.who, tuple(left[: hole.most]))
            self.do(replace(self.asked.choices[0].event, cards=cards))
        return self

    def discards(self, who: str, *cards: str) -> Encounter:
        return self.do(Discarded(self.seat(who), cards))

    def goes(self, first: bool = True) -> Encounter:
        return self.do(Chose(first))

    def initiative(self, *cards: str) -> Encounter:
        """They flip these, nobody spends, whoever is highest goes first."""
        self.flip(*cards)
        return (self.keep() if self.asked.rule == "MX-10" else self).goes()

    def activates(self, name: str) -> Encounter:
        model = self.model(name).id
        said = next(e for e in self.offers if isinstance(e, Activated) and e.model == model)
        both = self.asked.choices[self.offers.index(said)].does.holes
        return self.do(replace(said, by=both[0].seats) if both else said)

    def done(self) -> Encounter:
        return self.do(Finished())

    def all_activated(self) -> Encounter:
        return self.do(PhaseOver())

    def conditioned(self, model: str, name: str, turns: int = 1, acts: bool = False) -> Encounter:
        return self.do(Conditioned(self.model(model).id, name, turns, acts))

    def ends(self, name: str) -> Encounter:
        effects = (c for player in self.s.players for model in player.crew for c in model.conditions)
        return self.do(Ended(next(c.id for c in effects if c.name == name)))

    def readied(self, name: str) -> Encounter:
        return self.do(Readied(self.model(name).id))

    def adjust(self, key: str, by: int) -> Encounter:
        return self.do(Adjusted(key, by))

    def wounded(self, name: str, by: int) -> Encounter:
        return self.adjust(f"model.{self.model(name).id}.wounds", -by)

    def scores(self, who: str, n: int = 1) -> Encounter:
        for _ in range(n):
            self.do(Scored(self.seat(who)))
        return self

    def no_more_points(self) -> Encounter:
        return self.do(PointsDone())

    def stops(self) -> Encounter:
        return self.do(Stopped())

    def went(self, rule: str) -> Encounter:
        return self.do(WentTo(rule))

    def rules(self, switch: str, choice: str) -> Encounter:
        return self.do(Ruled(switch, choice))

    def turns(self, n: int) -> Encounter:
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


def table(*names: str, **rulings: str) -> Encounter:
    """In the first turn, without crews and soulstones."""
    return Encounter(*names, **rulings).sets_out()
