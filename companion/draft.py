"""What everybody sees of a match, and an action on a copy of it that nobody sees yet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rules.engine import Event, Game, History, Refused, prompt, prompt_id

from . import log
from .deck import by_itself
from .entry import Entry
from .log import LogLine
from .resume import Resumed

FLOW = 1000
"""Answers in a row that the table's stops may give before we ask a person after all."""


@dataclass(frozen=True)
class Held:
    """All that changes when somebody acts, exchanged in one piece."""

    history: History[Any]
    lines: tuple[LogLine, ...]
    seq: int
    branch: int
    snapshot: int


def held(game: Game[Any], resumed: Resumed[Any]) -> Held:
    """A match that was taken up again, as what everybody sees."""
    lines = tuple(log.written(game, one.before, one.entry, one.after) for one in resumed.folded)
    turns = (line.entry.seq for line in lines if log.turns(line.entry.event))
    branch = max(resumed.base, max(turns, default=0))
    return Held(resumed.history, lines, resumed.last_seq, branch, resumed.snapshot)


class Draft:
    """An action that nobody has seen yet."""

    def __init__(self, game: Game[Any], held: Held, at: float, group: int | None = None) -> None:
        self.game = game
        self.history = held.history.copy()
        self.lines = list(held.lines)
        self.seq = held.seq
        self.branch = held.branch
        self.snapshot = held.snapshot
        self.at = at
        self.group = held.seq + 1 if group is None else group
        self.entries: list[Entry] = []

    def record(self, event: Event, by: str, prompt_id: str | None) -> None:
        """Fold one more entry. Raises ``Refused``."""
        before = self.history.state
        self.history.record(event, self.group)
        self.seq += 1
        entry = Entry(self.seq, self.at, by, self.group, prompt_id, event)
        self.entries.append(entry)
        self.lines.append(log.written(self.game, before, entry, self.history.state))

    def flow(self, phones: frozenset[int]) -> None:
        """Let stops and decks answer while they can; ``phones``: the seats that one of their own belongs to."""
        for _ in range(FLOW):
            state = self.history.state
            event = self.game.flow(state, phones) or by_itself(prompt(state))
            if event is None:
                return
            try:
                self.record(event, log.STOPS, f"{self.branch}.{prompt_id(state)}")
            except Refused:  # a person can always answer what a stop could not
                return

    def held(self, snapshot: int) -> Held:
        """The draft as what everybody sees."""
        return Held(self.history, tuple(self.lines), self.seq, self.branch, snapshot)
