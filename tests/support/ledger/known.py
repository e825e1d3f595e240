"""Disputes between product and ledger that are known, each with the shortest match that shows it.

An entry is deleted when its match shows no dispute any more; the test of this table fails until then.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from rules.boss_monster.model import events as boss_monster
from rules.darkmoor.model import events as darkmoor
from rules.darkmoor.model.cards import HeroCard, LocationCard, MinionCard
from rules.engine import Adjusted, Event, Rolled, apply, start
from rules.four_souls.model import events as four_souls
from rules.four_souls.model.catalogue import MonsterCard
from rules.four_souls.model.effect import Effect, Target
from rules.king_of_tokyo.model import events as king_of_tokyo
from rules.king_of_tokyo.model.card_catalogue import PowerCard
from rules.malifaux.model import events as malifaux
from rules.registry import GAMES
from tests.support.random_play import NAMES

from .audit import Dispute, Walk, moment, replay

ALL_PASS = "all pass"
"""Everybody passes over what lies on top of the stack."""
Moves = tuple[Event | str, ...]


@dataclass(frozen=True, slots=True)
class Known:
    """A known dispute: the seed's line and what it asks, the kinds of dispute it brings, and a match with it."""

    game: str
    line: str
    says: str
    kinds: str
    moves: Moves
    seats: int = 2
    rulings: tuple[tuple[str, str], ...] = ()

    def covers(self, game: str, dispute: Dispute) -> bool:
        """Whether that dispute is this one."""
        return game == self.game and re.fullmatch(self.kinds, dispute.kind) is not None

    def disputes(self) -> list[Dispute]:
        """Play its match with a ledger beside it."""
        game = GAMES[self.game]
        state = start(game, NAMES[: self.seats], self.rulings)
        steps = [moment(game, state)]
        for move in self.moves:
            event = _all_pass(state) if move == ALL_PASS else move
            state = apply(game, state, event)
            steps.append(moment(game, state, event))
        return list(replay(Walk(self.game, self.seats, self.rulings, steps)))


def _all_pass(state: Any) -> Event:
    over = state.stack.items[-1].id if state.stack.items else 0
    return four_souls.Passed(tuple(range(len(state.seats))), over)


def known(game: str, dispute: Dispute) -> bool:
    """Whether the table has that dispute."""
    return any(entry.covers(game, dispute) for entry in KNOWN)


# --- matches -----------------------------------------------------------------------------------------------------

SMALL = MonsterCard(hp=2, evasion=3, attack=1, cents=1)
AT_THE_TABLE: Moves = (
    four_souls.Chose(0, "cain"),
    four_souls.Chose(1, "maggy"),
    four_souls.Revealed(0, (SMALL,)),
    four_souls.Revealed(1, (SMALL,)),
)
"""Four Souls: two characters and two monsters; Cain's turn begins."""
IN_ACTION: Moves = (*AT_THE_TABLE, ALL_PASS, ALL_PASS, ALL_PASS)
"""The same, in Cain's action phase."""


def _does(*effects: Effect, seat: int = 0) -> four_souls.Played:
    return four_souls.Played(seat, "triggered", effects=effects)


def _kill(kind: Any, id: int) -> Effect:
    return Effect("kill", Target(kind, id))


def _plain(*rooms: str) -> tuple[Event, ...]:
    return tuple(boss_monster.RevealedPlain(treasure, 2) for treasure in rooms)


LOCATIONS: Moves = tuple(darkmoor.Located((LocationCard(),)) for _ in range(3))
HAND = tuple(f"{value}c" for value in range(1, 7))
OTHER_HAND = tuple(f"{value}m" for value in range(1, 7))

KNOWN: tuple[Known, ...] = ()
"""Known disputes, numbered by their order; none at present."""
