"""A match at one moment: what is asked, what can be said, which numbers lie there, and how it came about."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rules.ahead import Path, paths
from rules.engine import Choice, Game, Note, Odd, Prompt, Template, Tracker, examples, prompt, prompt_id, remarks, steps

from .log import LogLine
from .storage import Match


@dataclass(frozen=True)
class Now:
    """Where the table is, all of one moment: read it once and draw from it."""

    game: Game[Any]
    state: Any
    seq: int
    branch: int
    undoable: int | None
    redoable: bool

    @cached_property
    def prompt(self) -> Prompt | None:
        """What is asked; None when the game has ended."""
        return prompt(self.state)

    @property
    def prompt_id(self) -> str:
        """The question's name: an answer to an earlier one, or to one that was undone, is late."""
        return f"{self.branch}.{prompt_id(self.state)}"

    @cached_property
    def remarks(self) -> tuple[Choice, ...]:
        """What may be said beside the question."""
        return remarks(self.game, self.state)

    @cached_property
    def trackers(self) -> tuple[Tracker, ...]:
        """The numbers on the table."""
        return self.game.trackers(self.state)

    @cached_property
    def odds(self) -> tuple[Odd, ...]:
        """What is likely, as far as it matters for what is asked."""
        return self.game.odds(self.state)

    def ahead(self, choice: Choice) -> tuple[Path, ...]:
        """Where that answer leads, as far as whoever sees this moment can know; worked out once."""
        if choice.does not in self._ahead:
            self._ahead[choice.does] = self._led(choice)
        return self._ahead[choice.does]

    @cached_property
    def _ahead(self) -> dict[Template, tuple[Path, ...]]:
        return {}

    def _led(self, choice: Choice) -> tuple[Path, ...]:
        try:
            return paths(self.game, self.state, choice)
        except Exception:  # the table can be played without it
            logging.getLogger(__name__).exception("it could not be said where %r leads", choice.event)
            return ()

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that play a part now: the question's first, those of its step, those of what was just done."""
        over, agenda = self.state.outcome, self.state.agenda
        asked = (self.prompt.rule, *steps[agenda[0].name].ids) if self.prompt else (over.rule,) if over else ()
        done = (rule for note in self.notes for rule in (note.rule, note.switch) if rule)
        return tuple(dict.fromkeys((*asked, *done)))

    @property
    def notes(self) -> tuple[Note, ...]:
        """What the rules did by themselves after the latest event."""
        notes: tuple[Note, ...] = self.state.notes
        return notes


@dataclass(frozen=True, slots=True)
class Story:
    """A match from its first state to its last, of one moment; before ``after`` nothing can be replayed any more.

    ``states`` are those that the lines which stand have led to, one each.
    """

    match: Match
    after: int
    first: Any
    lines: tuple[LogLine, ...]
    last: Any
    states: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Running:
    """A number that somebody is correcting right now: from what to what, and seconds until the next tap is another."""

    key: str
    before: int
    after: int
    left: float


def drawn(game: Game[Any], state: Any) -> None:
    """All that a screen asks of a state. Raises whatever the rules stumble over, if it is none that can be shown."""
    asked, seats = prompt(state), range(len(state.seats))
    game.trackers(state), game.view(state), game.flow(state), remarks(game, state)
    if not set(state.outcome.winners if asked is None else asked.seats) <= set(seats):
        raise ValueError("nobody sits there")
    if asked is not None and not (asked.choices and all(any(True for _ in examples(c.does)) for c in asked.choices)):
        raise ValueError("a question without an answer")
