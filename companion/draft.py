"""What everybody sees of a match, and an action on a copy of it that nobody sees yet."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any

from rules.engine import Event, Game, History, Refused, Text, prompt, prompt_id

from . import log
from .deck import by_itself
from .entry import Entry
from .log import LogLine
from .now import Story, drawn
from .resume import Resumed
from .storage import Match

ASTRAY = Text("The rules cannot follow that on this table: do it with your hands, and set the numbers.")
FLOW = 1000
"""Answers in a row that the table's stops may give before we ask a person after all."""


@dataclass(frozen=True)
class Held:
    """All that changes when somebody acts, exchanged in one piece.

    ``base`` is not 0 where the first state came from outside, and the rules may never have led there.
    """

    history: History[Any]
    lines: tuple[LogLine, ...]
    seq: int
    branch: int
    snapshot: int
    base: int = 0


def held(game: Game[Any], resumed: Resumed[Any]) -> Held:
    """A match that was taken up again, as what everybody sees."""
    lines = tuple(log.written(game, one.before, one.entry, one.after) for one in resumed.folded)
    turns = (line.entry.seq for line in lines if log.turns(line.entry.event))
    branch = max(resumed.base, max(turns, default=0))
    return Held(resumed.history, lines, resumed.last_seq, branch, resumed.snapshot, resumed.base)


def story_of(match: Match, held: Held) -> Story:
    """All of it, for whoever looks back."""
    history = held.history
    states = tuple(moment.state for moment in history.moments)
    return Story(match, held.seq - len(held.lines), history.first, held.lines, history.state, states)


class Draft:
    """An action that nobody has seen yet."""

    def __init__(self, game: Game[Any], held: Held, at: float, group: int | None = None) -> None:
        self.game = game
        self.history = held.history.copy()
        self.lines = list(held.lines)
        self.seq = held.seq
        self.branch = held.branch
        self.snapshot = held.snapshot
        self.base = held.base
        self.at = at
        self.group = held.seq + 1 if group is None else group
        self.entries: list[Entry] = []

    def record(self, event: Event, by: str, prompt_id: str | None) -> None:
        """Fold one more entry. Raises ``Refused``; then nothing has changed."""
        entry = Entry(self.seq + 1, self.at, by, self.group, prompt_id, event)
        if self.base:
            self.history, line = self._tried(entry)
        else:
            line = self._folded(self.history, entry)
        self.seq += 1
        self.entries.append(entry)
        self.lines.append(line)

    def _folded(self, history: History[Any], entry: Entry) -> LogLine:
        before = history.state
        return log.written(self.game, before, entry, history.record(entry.event, entry.group))

    def _tried(self, entry: Entry) -> tuple[History[Any], LogLine]:
        """The history with the entry in it, looked at: on a table that somebody set up rules may stumble later on."""
        history = self.history.copy()
        try:
            line = self._folded(history, entry)
            drawn(self.game, history.state)
        except Refused:
            raise
        except Exception as error:
            logging.getLogger(__name__).exception("the rules stumble over a table that came from outside")
            raise Refused("X-06", ASTRAY) from error
        return history, line

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
        return Held(self.history, tuple(self.lines), self.seq, self.branch, snapshot, self.base)
