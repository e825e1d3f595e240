"""Table state: all that a screen draws from (prompt, remarks, trackers, lookahead)."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field, replace
from functools import cached_property

from rules.engine import (
    Choice,
    Event,
    Fact,
    Game,
    Note,
    Probability,
    Prompt,
    State,
    Template,
    Tracker,
    examples,
    prompt,
    prompt_id,
    remarks,
    steps,
)
from rules.lookahead import MAX_OPTIONS, Forecast, forecasts, is_predictable

from .follow_up import FollowUp, find_follow_up, next_pass, usual_pass
from .roles import DeviceRole


@dataclass(frozen=True)
class TableState:
    """The table as it stands: read it once and draw from it.

    ``known_prompt`` is its prompt, where that is known already.
    """

    game: Game[State]
    state: State
    seq: int
    branch: int
    undo_group: int | None
    can_redo: bool
    known_prompt: Prompt | None = field(default=None, compare=False)

    @cached_property
    def prompt(self) -> Prompt | None:
        """The current prompt; None when the game has ended."""
        return prompt(self.state) if self.known_prompt is None else self.known_prompt

    @property
    def prompt_id(self) -> str:
        """The id of the prompt; an answer with an earlier or undone id is stale."""
        return f"{self.branch}.{prompt_id(self.state)}"

    @cached_property
    def remarks(self) -> tuple[Choice, ...]:
        """The remarks that may be made at any time besides the prompt."""
        return remarks(self.game, self.state)

    @cached_property
    def trackers(self) -> tuple[Tracker, ...]:
        """The trackers: all numbers on the table."""
        return self.game.trackers(self.state)

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        """The facts that may be set by hand, as the trackers may."""
        return self.game.facts(self.state)

    @cached_property
    def odds(self) -> tuple[Probability, ...]:
        """The probabilities that matter for the prompt."""
        return self.game.odds(self.state)

    def lookahead(
        self, choice: Choice, phones: frozenset[int] = frozenset(), max_options: int = MAX_OPTIONS
    ) -> tuple[Forecast, ...]:
        """Return where that answer leads, as far as the viewer can know; computed once.

        ``phones`` are the seats that have a phone of their own, where the stops may ask.
        """
        if not is_predictable(choice, max_options):  # what has long holes is slow to look up
            return ()
        key = choice.template, phones, max_options
        if key not in self._lookaheads:
            self._lookaheads[key] = self._find_paths(choice, phones, max_options)
        return self._lookaheads[key]

    @cached_property
    def _lookaheads(self) -> dict[tuple[Template, frozenset[int], int], tuple[Forecast, ...]]:
        return {}

    def follow_up(self, question: Prompt, phones: frozenset[int] = frozenset()) -> FollowUp | None:
        """Return what comes after the answer that nobody responds, to one device's question."""
        key = usual_pass(question), phones
        if key[0] is not None and key not in self._follow_ups:
            self._follow_ups[key] = self._find_follow_up(key[0], phones)
        return self._follow_ups.get(key)

    def after(self, follow_up: FollowUp) -> TableState:
        """Return the table in the state in which the next question is asked."""
        return replace(self, state=follow_up.state, known_prompt=follow_up.question)

    @cached_property
    def _follow_ups(self) -> dict[tuple[Event | None, frozenset[int]], FollowUp | None]:
        return {}

    def _find_follow_up(self, answer: Event, phones: frozenset[int]) -> FollowUp | None:
        try:
            return find_follow_up(self.game, self.state, answer, phones)
        except Exception:  # the answer can be given without what follows
            logging.getLogger(__name__).exception("it could not be said what follows %r", answer)
            return None

    def _find_paths(self, choice: Choice, phones: frozenset[int], max_options: int) -> tuple[Forecast, ...]:
        try:
            return forecasts(self.game, self.state, choice, phones, max_options, self.trackers)
        except Exception:  # the table can be played without a lookahead
            logging.getLogger(__name__).exception("it could not be said where %r leads", choice.event)
            return ()

    def next_pass(self, phones: frozenset[int], role: DeviceRole) -> Event | None:
        """Return the pass that this device may let happen by itself; computed once."""
        key = phones, role
        if key not in self._passes:
            self._passes[key] = self._find_pass(phones, role)
        return self._passes[key]

    @cached_property
    def _passes(self) -> dict[tuple[frozenset[int], DeviceRole], Event | None]:
        return {}

    def _find_pass(self, phones: frozenset[int], role: DeviceRole) -> Event | None:
        try:
            return next_pass(self.game, self.state, phones, role)
        except Exception:  # a person can tap
            logging.getLogger(__name__).exception("it could not be said whether the question may pass by itself")
            return None

    @property
    def rule_ids(self) -> tuple[str, ...]:
        """The ids of the rules that apply now: of the prompt, of its step, of the latest notes."""
        over, agenda = self.state.outcome, self.state.agenda
        asked = (self.prompt.rule, *steps[agenda[0].name].rule_ids) if self.prompt else (over.rule,) if over else ()
        done = (rule for note in self.notes for rule in (note.rule, note.switch) if rule)
        return tuple(dict.fromkeys((*asked, *done)))

    @property
    def notes(self) -> tuple[Note, ...]:
        """What the rules did by themselves after the latest event."""
        notes: tuple[Note, ...] = self.state.notes
        return notes


def assert_renderable(game: Game[State], state: State) -> None:
    """Evaluate all that a screen asks of a state; raise whatever fails if it cannot be drawn."""
    current, seats = prompt(state), range(len(state.seats))
    game.trackers(state), game.facts(state), game.view(state), game.auto_answer(state), remarks(game, state)
    called = current.seats if current else state.outcome.winners if state.outcome else ()
    if not set(called) <= set(seats):
        raise ValueError("nobody sits there")
    if current is not None and not (
        current.choices and all(any(True for _ in examples(c.template)) for c in current.choices)
    ):
        raise ValueError("a question without an answer")
