"""A transaction: an action on a copy of the match that nobody has seen yet."""

from __future__ import annotations

import logging
from dataclasses import replace

from companion.base.actors import STOPS_ACTOR
from companion.storage.records import Entry
from rules.automatic import automatic_answer, run_automatic_answers
from rules.engine import Event, Prompt, Refused, Text, prompt, prompt_id

from .deck import automatic_draw
from .log import LogLine, is_undo_or_redo, make_log_line
from .match_state import MatchState
from .table_state import assert_renderable

RULES_FAILED_TEXT = Text("The rules cannot do that on this table: do it yourselves, and set the numbers.")


class Transaction:
    """An action that is not published yet; its entries are undone together, as one ``group``."""

    def __init__(self, before: MatchState, at: float, group: int | None = None) -> None:
        self.history = before.history.copy()
        self.group = before.seq + 1 if group is None else group
        self.entries: list[Entry] = []
        self._before = before
        self._at = at
        self._branch = before.branch
        self._lines: list[LogLine] = []
        self._prompt = before.known_prompt

    @property
    def seq(self) -> int:
        """The number of its last entry."""
        return self._before.seq + len(self.entries)

    @property
    def prompt(self) -> Prompt | None:
        """The prompt of the present state; None when the game has ended."""
        if self._prompt is None:
            self._prompt = prompt(self.history.state)
        return self._prompt

    @property
    def prompt_id(self) -> str:
        """The id of that prompt."""
        return f"{self._branch}.{prompt_id(self.history.state)}"

    def enter(self, event: Event, actor: str, prompt_id: str | None = None) -> None:
        """Enter one more event in the log. Raises ``Refused``; then nothing has changed."""
        entry = Entry(self.seq + 1, self._at, actor, self.group, prompt_id, event)
        game, state, history = self._before.game, self.history.state, self.history.copy()
        try:
            line = make_log_line(game, state, entry, history.record(event, self.group))
            if self._before.base_seq:  # at a table that was set up by hand the rules may fail later on
                assert_renderable(game, history.state)
        except Exception as error:
            if isinstance(error, Refused) or not self._before.base_seq:
                raise
            logging.getLogger(__name__).exception("the rules stumble over a table that came from outside")
            raise Refused("X-06", RULES_FAILED_TEXT) from error
        if is_undo_or_redo(event):
            self._branch = entry.seq
        self.history, self._prompt = history, None
        self.entries.append(entry)
        self._lines.append(line)

    def run_automatic_answers(self, claimed_seats: frozenset[int]) -> None:
        """Let stops, silences and virtual decks answer while they can.

        ``claimed_seats`` are the seats that have a device of their own.
        """
        run_automatic_answers(
            lambda: (
                automatic_answer(self._before.game, self.history.state, claimed_seats) or automatic_draw(self.prompt)
            ),
            lambda event: self.enter(event, STOPS_ACTOR, self.prompt_id),
        )

    def result(self, snapshot_seq: int) -> MatchState:
        """Return the match after it, to be published."""
        return replace(
            self._before,
            history=self.history,
            lines=(*self._before.lines, *self._lines),
            seq=self.seq,
            branch=self._branch,
            snapshot_seq=snapshot_seq,
            known_prompt=self._prompt,
        )
