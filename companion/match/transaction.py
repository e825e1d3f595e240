"""The published state of a match, and a transaction on a private copy of it."""

from __future__ import annotations

import logging
from dataclasses import dataclass

from companion.base import actors
from companion.storage.matches import Match
from companion.storage.records import Entry
from rules.automatic import automatic_answer, run_automatic_answers
from rules.engine import Event, Game, History, Prompt, Refused, State, Text, prompt, prompt_id

from . import log
from .deck import automatic_draw
from .log import LogLine
from .replay import ReplayedMatch
from .table_state import Asked, MatchRecord, assert_renderable

RULES_FAILED_TEXT = Text("The rules cannot do that on this table: do it yourselves, and set the numbers.")


@dataclass(frozen=True)
class MatchState:
    """All that changes with an action, replaced as one object.

    ``base_seq`` is not 0 where the first state came from outside, which the rules alone may never have reached.
    ``asked`` is the last state with its prompt, where that is known.
    """

    history: History[State]
    lines: tuple[LogLine, ...]
    seq: int
    branch: int
    snapshot_seq: int
    base_seq: int = 0
    asked: Asked | None = None


def match_state_of(game: Game[State], replayed: ReplayedMatch[State]) -> MatchState:
    """Return the published state of a replayed match."""
    lines = tuple(log.make_log_line(game, one.state_before, one.entry, one.state_after) for one in replayed.entries)
    turns = (line.entry.seq for line in lines if log.is_undo_or_redo(line.entry.event))
    branch = max(replayed.base_seq, max(turns, default=0))
    return MatchState(replayed.history, lines, replayed.last_seq, branch, replayed.snapshot_seq, replayed.base_seq)


def match_record_of(match: Match, match_state: MatchState) -> MatchRecord:
    """Return the record of the match."""
    history = match_state.history
    states = tuple(moment.state for moment in history.entries)
    return MatchRecord(
        match, match_state.seq - len(match_state.lines), history.initial_state, match_state.lines, history.state, states
    )


class Transaction:
    """An action that is not published yet."""

    def __init__(self, game: Game[State], match_state: MatchState, at: float, group: int | None = None) -> None:
        self.game = game
        self.history = match_state.history.copy()
        self.lines = list(match_state.lines)
        self.seq = match_state.seq
        self.branch = match_state.branch
        self.snapshot_seq = match_state.snapshot_seq
        self.base_seq = match_state.base_seq
        self.at = at
        self.group = match_state.seq + 1 if group is None else group
        self.entries: list[Entry] = []
        self._asked = match_state.asked

    @property
    def prompt(self) -> Prompt | None:
        """The prompt of the present state; None when the game has ended."""
        state = self.history.state
        if self._asked is None or self._asked.state is not state:
            self._asked = Asked(state, prompt(state))
        return self._asked.prompt

    @property
    def prompt_id(self) -> str:
        """The id of that prompt."""
        return f"{self.branch}.{prompt_id(self.history.state)}"

    def record(self, event: Event, actor: str, prompt_id: str | None) -> None:
        """Append one more entry. Raises ``Refused``; then nothing has changed."""
        entry = Entry(self.seq + 1, self.at, actor, self.group, prompt_id, event)
        if self.base_seq:
            self.history, line = self._append_checked(entry)
        else:
            line = self._append(self.history, entry)
        self.seq += 1
        self.entries.append(entry)
        self.lines.append(line)

    def _append(self, history: History[State], entry: Entry) -> LogLine:
        before = history.state
        return log.make_log_line(self.game, before, entry, history.record(entry.event, entry.group))

    def _append_checked(self, entry: Entry) -> tuple[History[State], LogLine]:
        """Return a copy of the history with the entry, once it was drawn successfully."""
        history = self.history.copy()
        try:
            line = self._append(history, entry)
            assert_renderable(self.game, history.state)
        except Refused:
            raise
        except Exception as error:  # on a table that was set up by hand the rules may fail in any way
            logging.getLogger(__name__).exception("the rules stumble over a table that came from outside")
            raise Refused("X-06", RULES_FAILED_TEXT) from error
        return history, line

    def run_automatic_answers(self, claimed_seats: frozenset[int]) -> None:
        """Let stops, silences and virtual decks answer while they can.

        ``claimed_seats`` are the seats that have a device of their own.
        """
        run_automatic_answers(
            lambda: automatic_answer(self.game, self.history.state, claimed_seats) or automatic_draw(self.prompt),
            lambda event: self.record(event, actors.STOPS_ACTOR, self.prompt_id),
        )

    def to_match_state(self, snapshot_seq: int) -> MatchState:
        """Return the transaction's result as the state to publish."""
        asked = self._asked if self._asked and self._asked.state is self.history.state else None
        return MatchState(self.history, tuple(self.lines), self.seq, self.branch, snapshot_seq, self.base_seq, asked)
