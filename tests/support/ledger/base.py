"""A double-entry ledger of physical things: accounts, moves with two ends, and a script of the rule text.

It knows the log and the rule text, and nothing of the product: it imports no module of ``rules`` and tells events by
their names. What a game's ledger cannot know it says with a reason (``UnaccountedError``), and never guesses.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Generator, Mapping
from dataclasses import dataclass
from typing import Any

Script = Generator[None, Any, Any]
"""A part of the rule text as a coroutine: it waits for the next event, and moves what that moves."""
BANKS = ("box", "by hand", "dispute")
"""Places that never run out: the box, a correction by hand, and what the product says against the ledger."""


class UnaccountedError(Exception):
    """What follows is printed on a card that is not in the log; the argument says which."""


class MatchOverError(Exception):
    """The match is over; nothing follows."""


class AstrayError(Exception):
    """The product does what the rule text does not expect here; the argument says what was expected."""


@dataclass(frozen=True, slots=True)
class Move:
    """A move of that many things from one place to another, and the line of the rule text that asks for it."""

    thing: str
    count: int
    source: str
    target: str
    rule: str

    def __str__(self) -> str:
        return f"{self.count} {self.thing}: {self.source} → {self.target} ({self.rule})"


def name(event: Any) -> str:
    """Name of the event, by which the log stores it."""
    return type(event).__name__


class Ledger(ABC):
    """The ledger of one match: ``accounts`` by place and thing, and the ``moves`` of the latest event.

    ``ended_turns`` is what lay where as each turn ended, from the set-up on.
    ``says`` are the lines of the rule text that decided the event and are worth naming in a dispute,
    ``objections`` what the product let happen against it.
    ``dropped`` is a rule whose moves are left out, to prove that a wrong ledger is caught.
    """

    shown: tuple[str, ...] = ()
    """Things that the product shows; every account ``place.thing`` of them outside the box is compared."""
    unseen: tuple[str, ...] = ()
    """Accounts that the product keeps nowhere."""
    structural: tuple[str, ...] = ()
    """Things of which a wrong number means that the script is at another place; the walk ends there."""
    adjustable: tuple[str, ...] = ()
    """Things whose correction by hand moves nothing else."""

    def __init__(self, seats: int, rulings: Mapping[str, str], dropped: str = "") -> None:
        self.seats, self.rulings, self.dropped = seats, dict(rulings), dropped
        self.accounts: Counter[tuple[str, str]] = Counter()
        self.moves: list[Move] = []
        self.says: set[str] = set()
        self.objections: list[str] = []
        self.ended_turns: list[dict[str, int]] = []
        self.script: Script = self.play()
        next(self.script)

    # --- the rule text ---------------------------------------------------------------------------------------------

    @abstractmethod
    def play(self) -> Script:
        """The whole match, from the set-up on."""

    def aside(self, event: Any) -> bool:
        """Take an event that may come at any moment beside the question; whether it was one."""
        return False

    def beyond(self, event: Any) -> str:
        """Why the ledger cannot follow that event; empty if it can."""
        return ""

    def adjusts(self, key: str, by: int) -> bool:
        """Whether the ledger can follow that correction of a number by hand."""
        return key.rpartition(".")[2] in self.adjustable

    def sets(self, event: Any) -> bool:
        """Whether the ledger can follow that fact, which is set by hand."""
        return False

    def names(self, kind: str, ids: list[int]) -> None:  # noqa: B027 - a game without numbered objects
        """Learn the numbers by which the log calls the objects of that kind that are on the table now."""

    # --- moves -----------------------------------------------------------------------------------------------------

    def move(self, thing: str, count: int, source: str, target: str, rule: str) -> None:
        """Move things from one place to another; a negative count moves them back.

        Raises ``AstrayError`` where they do not lie.
        """
        if count < 0:
            source, target, count = target, source, -count
        if count == 0 or rule == self.dropped:
            return
        if source not in BANKS and self.accounts[source, thing] < count:
            raise AstrayError(f"{count} {thing} in {source}, where {self.accounts[source, thing]} lie ({rule})")
        self.accounts[source, thing] -= count
        self.accounts[target, thing] += count
        self.moves.append(Move(thing, count, source, target, rule))

    def object(self, what: str) -> None:
        """Say that the product let something happen that the rule text forbids; the ledger goes on."""
        self.objections.append(what)

    def lies(self, place: str, thing: str) -> int:
        """How many of that thing lie there."""
        return self.accounts[place, thing]

    def leave(self, place: str) -> None:
        """Put everything of a place back into the box, because the place is gone."""
        for where, thing in list(self.accounts):
            if where == place:
                self.move(thing, self.accounts[where, thing], place, "box", "gone")
                if self.accounts[where, thing] == 0:
                    del self.accounts[where, thing]

    def put(self, place: str, thing: str, count: int, rule: str) -> None:
        """Open an account of that place with that many from the box, perhaps none."""
        self.accounts[place, thing] += 0
        self.move(thing, count, "box", place, rule)

    def begin_turn(self) -> None:
        """Write down what lies where as the turn before ends; before the first turn that is the set-up."""
        self.ended_turns.append(self.expected())

    def wait_for(self, *wanted: str) -> Script:
        """Wait for one of those events alone, and return it."""
        event = yield
        if name(event) not in wanted:
            raise astray(event, " or ".join(wanted))
        return event

    # --- events ----------------------------------------------------------------------------------------------------

    def take(self, event: Any) -> None:
        """Book an event of the log. Raises ``UnaccountedError`` or ``AstrayError``."""
        self.moves, self.says, self.objections = [], set(), []
        if name(event) == "Adjusted":
            place, _, thing = event.key.rpartition(".")
            self.adjust(place, thing, event.by)
        elif name(event) != "Ruled" and not self.aside(event):
            try:
                self.script.send(event)
            except StopIteration:
                raise AstrayError("nothing, for the match is over") from None
            except MatchOverError:
                pass
        self.check()

    def adjust(self, place: str, thing: str, by: int) -> None:
        """A number is corrected by hand, and what follows from that."""
        self.move(thing, by, "by hand", place, "X-06")

    def check(self) -> None:
        """Every thing that lies somewhere came out of a bank, and nothing lies less than nowhere."""
        totals: Counter[str] = Counter()
        for (place, thing), count in self.accounts.items():
            totals[thing] += count
            assert count >= 0 or place in BANKS, (place, thing, count)
        assert not any(totals.values()), totals

    def expected(self) -> dict[str, int]:
        """What must lie where, by tracker."""
        return {
            f"{place}.{thing}": count
            for (place, thing), count in self.accounts.items()
            if thing in self.shown and place not in BANKS and f"{place}.{thing}" not in self.unseen
        }

    def skips(self, key: str) -> bool:
        """Whether a number is not compared now."""
        return False

    def adopt(self, key: str, value: int) -> None:
        """Book what the product shows against the ledger, so that one dispute is one dispute."""
        place, _, thing = key.rpartition(".")
        self.moves = []
        self.move(thing, value - self.accounts[place, thing], "dispute", place, "dispute")


def astray(event: Any, wanted: str) -> AstrayError:
    """The exception for an event in place of what the rule text wants."""
    return AstrayError(f"{wanted}, not {name(event)}")
