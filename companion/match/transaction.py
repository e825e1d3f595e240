"""The published state of a match, and a transaction on a private copy of it."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any

from companion.base import actors
from companion.storage.matches import Match
from companion.storage.records import Entry
from rules.engine import Event, Game, History, Refused, Text, prompt, prompt_id

from . import log
from .deck import by_itself
from .log import LogLine
from .replay import Resumed
from .state import Story, drawn

ASTRAY = Text("The rules cannot follow that on this table: do it with your hands, and set the numbers.")
FLOW = 1000
"""Consecutive automatic answers of the stops before a person is asked after all."""


@dataclass(frozen=True)
class Held:
    """All that changes with an action, replaced as one object.

    ``base_seq`` is not 0 where the first state came from outside, which the rules alone may never have reached.
    """

    history: History[Any]
    lines: tuple[LogLine, ...]
    seq: int
    branch: int
    snapshot: int
    base: int = 0


def held(game: Game[Any], resumed: Resumed[Any]) -> Held:
    """Return the published state of a replayed match."""
    lines = tuple(log.written(game, one.before, one.entry, one.after) for one in resumed.folded)
    turns = (line.entry.seq for line in lines if log.turns(line.entry.event))
    branch = max(resumed.base, max(turns, default=0))
    return Held(resumed.history, lines, resumed.last_seq, branch, resumed.snapshot, resumed.base)


def story_of(match: Match, held: Held) -> Story:
    """Return the record of the match."""
    history = held.history
    states = tuple(moment.state for moment in history.moments)
    return Story(match, held.seq - len(held.lines), history.first, held.lines, history.state, states)


class Draft:
    """An action that is not published yet."""

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
        """Append one more entry. Raises ``Refused``; then nothing has changed."""
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
        """Return a copy of the history with the entry, once it was drawn successfully.

        On a table that was set up by hand the rules may fail later on.
        """
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
        """Let stops and virtual decks answer while they can.

        ``claimed_seats`` are the seats that have a device of their own.
        """
        for _ in range(FLOW):
            state = self.history.state
            event = self.game.flow(state, phones) or by_itself(prompt(state))
            if event is None:
                return
            try:
                self.record(event, actors.STOPS, f"{self.branch}.{prompt_id(state)}")
            except Refused:  # a person can answer where the stop's answer is refused
                return

    def held(self, snapshot: int) -> Held:
        """Return the transaction's result as the state to publish."""
        return Held(self.history, tuple(self.lines), self.seq, self.branch, snapshot, self.base)
