"""Lookahead: what follows from each answer, computed by the rules themselves.

The answer is applied to a copy of the state, and play goes on with automatic answers only, until a decision is needed.
Every possible result of a throw is tried, with its exact probability. A choice that depends on a deck, a hand or typed
words is not predicted.

A state that was concealed (``Game.conceal``) may be given: the forecast then uses only what those seats may see.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any

from rules.engine import (
    Choice,
    Dice,
    Displayable,
    Event,
    Game,
    Name,
    Note,
    Outcome,
    Pick,
    Prompt,
    Refused,
    Seats,
    State,
    Text,
    apply_unchecked,
    examples,
    player_views,
    prompt,
)

MAX_DICE_RESULTS = 1300
"""Largest number of ordered results of a throw that is enumerated: four dice of six sides."""
MAX_OPTIONS = 12
"""Longest list of options of which each is followed."""
CERTAIN = Fraction(1)
MAX_FOLLOWED_ANSWERS = 24
"""Limit of automatic answers that are followed after one choice."""


@dataclass(frozen=True, slots=True)
class TrackerChange:
    """A change of a tracker: its key, its owner (None: the table), its label, the difference."""

    key: str
    owner: Displayable | None
    label: Text | Name
    by: int


@dataclass(frozen=True, slots=True)
class Consequence:
    """What follows from an answer, up to the next decision.

    The changes of trackers, the seats newly eliminated, the outcome, the texts of other notes, the next question.
    ``has_passed_window``: somebody could have answered on the way, and the automatic answer was to pass.
    """

    changes: tuple[TrackerChange, ...] = ()
    eliminated_seats: tuple[int, ...] = ()
    outcome: Outcome | None = None
    note_texts: tuple[Text, ...] = ()
    next_question: Text | None = None
    has_passed_window: bool = False

    @property
    def comparison_key(self) -> tuple[object, ...]:
        """The parts by which two consequences differ for whoever decides."""
        return self.changes, self.eliminated_seats, self.outcome


@dataclass(frozen=True, slots=True)
class Branch:
    """One possible consequence and its probability."""

    chance: Fraction
    consequence: Consequence


@dataclass(frozen=True, slots=True)
class Forecast:
    """The consequences of one answer, the likeliest first; several only where dice are thrown.

    ``option`` is the value of the choice's ``Pick``, None where it has none.
    """

    branches: tuple[Branch, ...]
    option: Any = None

    @property
    def only_consequence(self) -> Consequence | None:
        """The only consequence, None where there are several."""
        return self.branches[0].consequence if self.branches[0].chance == CERTAIN else None


def forecasts(game: Game[Any], state: State, choice: Choice) -> tuple[Forecast, ...]:
    """Forecast each option of the choice; empty where a deck, a hand or typed words decide."""
    if not is_predictable(choice):
        return ()
    before = _Baseline(game, state)
    found = (_forecast(before, choice, given) for given in _option_values(choice))
    return tuple(path for path in found if path is not None)


def is_predictable(choice: Choice) -> bool:
    """Return whether the choice can be forecast.

    Its holes must be at most one short list, or one throw that is not rerolled; holes for seats do not count.
    """
    holes = [hole for hole in choice.template.holes if not isinstance(hole, Seats)]
    match holes:
        case []:
            return True
        case [Pick(options=options)]:
            return len(options) <= MAX_OPTIONS
        case [Dice(count=count, sides=sides, may_reroll=again)]:
            return not again and sides**count <= MAX_DICE_RESULTS
    return False


def dice_results(dice: Dice) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Yield every unordered result of the dice with its probability; they add up to 1."""
    every = dice.sides**dice.count
    for faces in combinations_with_replacement(range(1, dice.sides + 1), dice.count):
        alike = prod(factorial(n) for n in Counter(faces).values())
        yield faces, Fraction(factorial(dice.count) // alike, every)


# --- one answer --------------------------------------------------------------------------------------------------


class _Baseline:
    """The state before the answer, with its trackers and eliminated seats read once."""

    def __init__(self, game: Game[Any], state: State) -> None:
        self.game, self.state = game, state
        self.tracker_values = {tracker.key: tracker.value for tracker in game.trackers(state)}
        self.eliminated_seats = _eliminated_seats(game, state)

    def consequence_of(self, event: Event) -> Consequence:
        """Return what follows from the event. Raises ``Refused``."""
        after, notes, passed_window = _play_on(self.game, apply_unchecked(self.game, self.state, event))
        question = prompt(after)
        changes = tuple(self._tracker_changes(after, notes))
        eliminated_seats = tuple(
            seat for seat in _eliminated_seats(self.game, after) if seat not in self.eliminated_seats
        )
        note_texts = tuple(note.text for note in notes if note.change is None and not note.switch)
        return Consequence(
            changes, eliminated_seats, after.outcome, note_texts, question.title if question else None, passed_window
        )

    def _tracker_changes(self, after: State, notes: tuple[Note, ...]) -> Iterator[TrackerChange]:
        named = {note.change.key: note.change.owner for note in notes if note.change is not None}
        for t in self.game.trackers(after):
            by = t.value - self.tracker_values.get(t.key, t.value)
            if by:
                yield TrackerChange(t.key, named.get(t.key) if t.seat is None else after.seats[t.seat], t.label, by)


def _forecast(before: _Baseline, choice: Choice, option_value: dict[str, Any]) -> Forecast | None:
    dice = next((hole for hole in choice.template.holes if isinstance(hole, Dice)), None)
    event = replace(next(examples(choice.template)), **option_value)
    results = [({dice.name: faces}, chance) for faces, chance in dice_results(dice)] if dice else [({}, CERTAIN)]
    try:
        consequences = [(before.consequence_of(replace(event, **faces)), chance) for faces, chance in results]
    except Refused:  # an option of a longer list may be refused
        return None
    return Forecast(_merge_branches(consequences), *option_value.values())


def _option_values(choice: Choice) -> Iterator[dict[str, Any]]:
    """Yield each option's value by its hole's name; one empty mapping where there is no list."""
    pick = next((hole for hole in choice.template.holes if isinstance(hole, Pick)), None)
    if pick is None:
        yield {}
    else:
        yield from ({pick.name: option.value} for option in pick.options)


def _merge_branches(ends: Iterable[tuple[Consequence, Fraction]]) -> tuple[Branch, ...]:
    """Merge equal consequences, the likeliest first.

    Texts that only some of them have are left out.
    """
    found: dict[object, Branch] = {}
    for end, chance in ends:
        known = found.get(end.comparison_key)
        found[end.comparison_key] = (
            Branch(chance + known.chance, _merge_consequences(known.consequence, end)) if known else Branch(chance, end)
        )
    return tuple(sorted(found.values(), key=lambda fall: -fall.chance))


def _merge_consequences(one: Consequence, other: Consequence) -> Consequence:
    note_texts = tuple(text for text in one.note_texts if text in other.note_texts)
    next_question = one.next_question if one.next_question == other.next_question else None
    return replace(
        one,
        note_texts=note_texts,
        next_question=next_question,
        has_passed_window=one.has_passed_window or other.has_passed_window,
    )


# --- playing on --------------------------------------------------------------------------------------------------


def _play_on(game: Game[Any], state: State) -> tuple[State, tuple[Note, ...], bool]:
    """Play on until a decision is needed.

    Return the state, all notes on the way, and whether a response window was passed.
    """
    notes, passed_window = state.notes, False
    for _ in range(MAX_FOLLOWED_ANSWERS):
        event = game.auto_answer(state) or passing_event(prompt(state))
        if event is None:
            break
        try:
            state = apply_unchecked(game, state, event)
        except Refused:  # the automatic answer is refused: somebody has to decide
            break
        notes, passed_window = notes + state.notes, True
    return state, notes, passed_window


def passing_event(question: Prompt | None) -> Event | None:
    """Return the event for passing a response window; None where somebody has to decide."""
    if question is None or not question.window:
        return None
    usual = [choice for choice in question.choices if choice.role == "usual"]
    silent = len(usual) == 1 and all(isinstance(hole, Seats) for hole in usual[0].template.holes)
    return next(examples(usual[0].template)) if silent else None


def _eliminated_seats(game: Game[Any], state: State) -> tuple[int, ...]:
    """Return the seats that the game's view shows as dead."""
    return tuple(player.seat for player in player_views(game.view(state)) if player.dead)


# --- tracker by tracker ------------------------------------------------------------------------------------------


def change_chances(branches: Iterable[Branch]) -> tuple[tuple[TrackerChange, Fraction], ...]:
    """Return the probability of each change of a tracker, whatever else changes with it."""
    found: dict[TrackerChange, Fraction] = {}
    for fall in branches:
        for moved in fall.consequence.changes:
            found[moved] = found.get(moved, Fraction()) + fall.chance
    return tuple(sorted(found.items(), key=lambda one: (one[0].key, one[0].by)))
