"""Random play with a ledger beside it: what the product shows against what must lie there."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.engine import Adjusted, Game, Refused, Ruled, State, apply, start
from rules.registry import GAMES
from tests.support.random_play import NAMES, Chance, move

from .base import AstrayError, Ledger, UnaccountedError, name
from .boss_monster import BossMonsterLedger
from .darkmoor import DarkmoorLedger
from .four_souls import FourSoulsLedger
from .king_of_tokyo import KingOfTokyoLedger
from .malifaux import MalifauxLedger
from .shown import numbers, shown_numbers
from .simplified_moves import simplify_move

LEDGERS: Mapping[str, type[Ledger]] = {
    "four_souls": FourSoulsLedger,
    "king_of_tokyo": KingOfTokyoLedger,
    "malifaux": MalifauxLedger,
    "darkmoor": DarkmoorLedger,
    "boss_monster": BossMonsterLedger,
}
"""The ledger of each game."""
ON_OFF = ("off", "on")
MODES: dict[str, dict[str, tuple[str, ...]]] = {
    "four_souls": {
        "mode": ("normal", "normal", "draft"),
        "bonus_souls": ON_OFF,
        "rooms": ON_OFF,
        "follow.shop": ON_OFF,
    },
    "king_of_tokyo": {
        "duel": ON_OFF,
        "throws": ("last", "each"),
        "variant.cultists": ON_OFF,
        "variant.tower": ON_OFF,
        "variant.wickedness": ("off", "off", "both"),
        "follow.shop": ON_OFF,
    },
    "malifaux": {"deck": ("physical", "virtual")},
    "boss_monster": {"cards": ("table", "virtual"), "machinations": ON_OFF, "hard": ON_OFF},
    "darkmoor": {},
}
"""Opening settings between which a walk chooses; every open point keeps its default."""
TRIES = 40
"""Moves that are drawn before a walk ends, because the ledger can follow none of them."""
JUMP = "a jump of the table to another step"
FACT = "a fact of the position that is set by hand"
SETTING = "a setting that changes within the match"
CORRECTION = "a correction by hand of a number that moves more than itself"
STUCK = "nothing that the ledger can follow was drawn"

UNACCOUNTED = {
    JUMP: "things stay where they are; which step comes next is no matter of the rule text",
    FACT: "what follows from it is the table's word",
    SETTING: "the ledger plays the default of every open point",
    CORRECTION: "a life, a soul, a wound or a hand by hand asks the table what came with it",
    STUCK: "the walk ends",
    "the printed price of an effect, and items turned sideways": "Four Souls: printed on the item alone",
    "a starting item that does something by itself": "Four Souls: printed on the item alone",
    "the printed abilities of an item that somebody named": "Four Souls: printed on the item alone",
    "the printed abilities of a named treasure or room": "Four Souls: printed on the card alone",
    "a known card that does more than the ledger books": "Four Souls: how it changes later numbers, or the stack",
    "the printed abilities of a monster": "Four Souls: printed on the card alone",
    "slots that a card adds": "Four Souls: the log does not say which card added it",
    "effects other than ¢, loot, items, counters, gained souls, damage, death and healing": (
        "Four Souls: how they change later numbers is printed on the card alone"
    ),
    "which of several deaths goes first, by numbers that the log has not used before": (
        "Four Souls: the order names stack items that no event has named"
    ),
    "a tie of the dice for who goes first": "Four Souls: FS-A9",
    "who goes first by dice": "King of Tokyo: KT-A2, no sentence of the seed",
    "cards that say more than whom, what and how many": "King of Tokyo: printed on the card alone",
    "effects that are printed on a card that stays": "King of Tokyo: printed on the card alone",
    "effects that are printed on a wickedness tile": "King of Tokyo: printed on the tile alone",
    "what a room, a boss or a spell says": "Boss Monster: printed on the card alone",
    "a hero who was moved by hand while he walked": "Boss Monster: where he goes on is the table's word",
    "a face-down room that is destroyed by hand": "Boss Monster: L597 forbids it",
    "what a card says that the rule text does not name": "Darkmoor: printed on the card alone",
    "a card that leaves its slot while something else is asked": "Four Souls: the table's word",
    "the type of a card of which there are two by one name": "Darkmoor: all decks are alike (L4)",
    "a minion that is brought back by hand": "Darkmoor: L101 forbids it",
    "a minion that was moved by hand while its ability was asked for": "Darkmoor: the table's word",
}
"""The reasons, each with where the number would have to come from."""


@dataclass(frozen=True, slots=True)
class Step:
    """A moment of a match: the event that led there (None: the start), the numbers shown, and objects by kind."""

    event: Any
    shown: dict[str, int]
    objects: dict[str, list[int]]


@dataclass(frozen=True, slots=True)
class Walk:
    """A match as the product showed it."""

    key: str
    seats: int
    rulings: tuple[tuple[str, str], ...]
    steps: list[Step]

    def ledger(self, dropped: str = "") -> Ledger:
        """A fresh ledger of this match."""
        return LEDGERS[self.key](self.seats, dict(self.rulings), dropped)


@dataclass(frozen=True, slots=True)
class Dispute:
    """A point on which product and ledger differ, with the moves of the event and the events so far."""

    kind: str
    key: str
    expected: int | None
    shown: int | None
    why: tuple[str, ...]
    log: tuple[Any, ...]

    def __str__(self) -> str:
        numbers = f" ({self.key} must be {self.expected}, is {self.shown})" if self.key else ""
        moves = "; ".join(self.why) or "no move"
        return f"{self.kind}{numbers}\n  moves: {moves}\n  last events: " + "\n    ".join(map(str, self.log[-5:]))


@dataclass
class Audit:
    """What was found: disputes, what was left out and why, rules that moved something, and how much was compared.

    ``events`` are those that the ledger booked; after the last one a match may end with one that it cannot follow.
    """

    disputes: list[Dispute] = field(default_factory=list)
    unaccounted: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    compared: int = 0
    events: int = 0

    def __iadd__(self, other: Audit) -> Audit:
        self.disputes += other.disputes
        self.unaccounted += other.unaccounted
        self.rules += other.rules
        self.compared += other.compared
        self.events += other.events
        return self


# --- comparing ---------------------------------------------------------------------------------------------------


def follow(ledger: Ledger, step: Step, log: list[Any], found: Audit) -> bool:
    """Book one event and compare every number; whether the ledger can go on."""
    if step.event is not None:
        log.append(step.event)
        try:
            ledger.take(step.event)
        except UnaccountedError as unknown:
            found.unaccounted[str(unknown)] += 1
            return False
        except AstrayError as wrong:
            _dispute(found, ledger, f"astray{_spoken(ledger)}: {_plain(str(wrong))}", log)
            return False
        found.events += 1
    for kind, ids in step.objects.items():
        ledger.names(kind, ids)
    found.rules.update(move.rule for move in ledger.moves)
    return _compare(ledger, step.shown, log, found)


def _compare(ledger: Ledger, there: dict[str, int], log: list[Any], found: Audit) -> bool:
    for what in ledger.objections:
        _dispute(found, ledger, f"objection: {what}", log)
    must, goes_on, before = ledger.expected(), True, len(found.disputes)
    for key in sorted(must.keys() | there.keys()):
        thing = key.rpartition(".")[2]
        if thing not in ledger.shown or ledger.skips(key):
            continue
        found.compared += 1
        if must.get(key, 0) != there.get(key, 0):
            sign = "more" if must.get(key, 0) > there.get(key, 0) else "less"
            kind = f"{_plain(key)} must be {sign} after {_label(log)}{_spoken(ledger)}"
            _dispute(found, ledger, kind, log, key, must.get(key), there.get(key))
            goes_on = goes_on and thing not in ledger.structural
    for dispute in found.disputes[before:]:
        ledger.adopt(dispute.key, dispute.shown or 0)
    return goes_on


def _dispute(found: Audit, ledger: Ledger, kind: str, log: list[Any], key: str = "", *values: int | None) -> None:
    expected, there = values or (None, None)
    found.disputes.append(Dispute(kind, key, expected, there, tuple(map(str, ledger.moves)), tuple(log)))


def _label(log: list[Any]) -> str:
    """The latest event in short: its name, and what was played."""
    if not log:
        return "the start"
    kind = getattr(log[-1], "kind", "")
    return f"{name(log[-1])} {kind}" if name(log[-1]) == "Played" and isinstance(kind, str) else name(log[-1])


def _spoken(ledger: Ledger) -> str:
    return f" [{', '.join(sorted(ledger.says))}]" if ledger.says else ""


def _plain(text: str) -> str:
    """The text without numbers, so that alike disputes are one kind."""
    return re.sub(r"(?<!L)-?\b\d+\b", "#", text)


# --- walking -----------------------------------------------------------------------------------------------------


def moment(game: Game[Any], state: State, event: Any = None) -> Step:
    """The state as the product shows it after that event."""
    return Step(event, shown_numbers(game, state), numbers(game.key, state))


def audit(chance: Chance, key: str, steps: int) -> tuple[Audit, Walk]:
    """Play at random, book every event, and compare after each."""
    game, found = GAMES[key], Audit()
    rulings = tuple((switch, chance.choose(choices)) for switch, choices in MODES[key].items())
    try:
        state = start(game, NAMES[: chance.choose(game.player_counts)], rulings)
    except Refused:  # a mode that is not for that many players
        state = start(game, NAMES[: min(game.player_counts)], rulings)
    walk = Walk(key, len(state.seats), rulings, [moment(game, state)])
    ledger, log = walk.ledger(), list[Any]()
    goes_on = follow(ledger, walk.steps[0], log, found)
    while goes_on and found.events < steps and state.outcome is None:
        drawn = _followed(chance, game, state, ledger, found)
        if drawn is None:
            break
        event, state = drawn
        walk.steps.append(moment(game, state, event))
        goes_on = follow(ledger, walk.steps[-1], log, found)
    return found, walk


def played(key: str, seats: int, rulings: tuple[tuple[str, str], ...], events: Iterable[Any]) -> Walk:
    """The match of these events, to be compared by ``replay``."""
    game = GAMES[key]
    state = start(game, NAMES[:seats], rulings)
    walk = Walk(key, seats, rulings, [moment(game, state)])
    for event in events:
        state = apply(game, state, event)
        walk.steps.append(moment(game, state, event))
    return walk


def replay(walk: Walk, dropped: str = "") -> Iterator[Dispute]:
    """Compare a match again, perhaps with a ledger that leaves out the moves of one rule; dispute by dispute."""
    found, log, told = Audit(), list[Any](), 0
    ledger = walk.ledger(dropped)
    for step in walk.steps:
        goes_on = follow(ledger, step, log, found)
        yield from found.disputes[told:]
        told = len(found.disputes)
        if not goes_on:
            break


def _followed(chance: Chance, game: Game[Any], state: State, ledger: Ledger, found: Audit) -> tuple[Any, State] | None:
    """A move that the ledger can follow, with the state after it; counts why others were left out."""
    for _ in range(TRIES):
        event = simplify_move(game.key, move(chance, game, state))
        reason = _left_out(ledger, event)
        if reason:
            found.unaccounted[reason] += 1
            continue
        try:
            return event, apply(game, state, event)
        except Refused:  # the plainer card is not offered
            continue
    found.unaccounted[STUCK] += 1
    return None


def _left_out(ledger: Ledger, event: Any) -> str:
    """Why the ledger cannot follow that move; empty if it can."""
    if isinstance(event, Ruled):
        return "" if event.switch.startswith("stop.") else SETTING
    if isinstance(event, Adjusted):
        return "" if ledger.adjusts(event.key, event.by) else CORRECTION
    if name(event) == "FactSet":
        return "" if ledger.sets(event) else FACT
    return JUMP if name(event) == "WentTo" else ledger.beyond(event)
