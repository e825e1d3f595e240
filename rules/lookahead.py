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
    Event,
    Game,
    Name,
    Note,
    Outcome,
    Pick,
    Prompt,
    Refused,
    Seats,
    Shown,
    State,
    Text,
    examples,
    follow,
    player_views,
    prompt,
)

THROWS = 1300
"""Largest number of ordered results of a throw that is enumerated: four dice of six sides."""
OPTIONS = 12
"""Longest list of options of which each is followed."""
SURE = Fraction(1)
FAR = 24
"""Limit of automatic answers that are followed after one choice."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A change of a tracker: its key, its owner (None: the table), its label, the difference."""

    key: str
    who: Shown | None
    what: Text | Name
    by: int


@dataclass(frozen=True, slots=True)
class End:
    """What follows from an answer, up to the next decision.

    The changes of trackers, the seats newly eliminated, the outcome, the texts of other notes, the next question.
    ``has_passed_window``: somebody could have answered on the way, and the automatic answer was to pass.
    """

    moved: tuple[Moved, ...] = ()
    out: tuple[int, ...] = ()
    outcome: Outcome | None = None
    told: tuple[Text, ...] = ()
    asked: Text | None = None
    open: bool = False

    @property
    def counts(self) -> tuple[object, ...]:
        """The parts by which two consequences differ for whoever decides."""
        return self.moved, self.out, self.outcome


@dataclass(frozen=True, slots=True)
class Fall:
    """One possible consequence and its probability."""

    chance: Fraction
    end: End


@dataclass(frozen=True, slots=True)
class Path:
    """The consequences of one answer, the likeliest first; several only where dice are thrown.

    ``option`` is the value of the choice's ``Pick``, None where it has none.
    """

    falls: tuple[Fall, ...]
    option: Any = None

    @property
    def sure(self) -> End | None:
        """The only consequence, None where there are several."""
        return self.falls[0].end if self.falls[0].chance == SURE else None


def paths(game: Game[Any], state: State, choice: Choice) -> tuple[Path, ...]:
    """Forecast each option of the choice; empty where a deck, a hand or typed words decide."""
    if not foreseen(choice):
        return ()
    before = _Before(game, state)
    found = (_path(before, choice, given) for given in _given(choice))
    return tuple(path for path in found if path is not None)


def foreseen(choice: Choice) -> bool:
    """Return whether the choice can be forecast.

    Its holes must be at most one short list, or one throw that is not rerolled; holes for seats do not count.
    """
    holes = [hole for hole in choice.does.holes if not isinstance(hole, Seats)]
    match holes:
        case []:
            return True
        case [Pick(options=options)]:
            return len(options) <= OPTIONS
        case [Dice(count=count, sides=sides, again=again)]:
            return not again and sides**count <= THROWS
    return False


def throws(dice: Dice) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Yield every unordered result of the dice with its probability; they add up to 1."""
    every = dice.sides**dice.count
    for faces in combinations_with_replacement(range(1, dice.sides + 1), dice.count):
        alike = prod(factorial(n) for n in Counter(faces).values())
        yield faces, Fraction(factorial(dice.count) // alike, every)


# --- one answer --------------------------------------------------------------------------------------------------


class _Before:
    """The state before the answer, with its trackers and eliminated seats read once."""

    def __init__(self, game: Game[Any], state: State) -> None:
        self.game, self.state = game, state
        self.numbers = {tracker.key: tracker.value for tracker in game.trackers(state)}
        self.out = _out(game, state)

    def end(self, event: Event) -> End:
        """Return what follows from the event. Raises ``Refused``."""
        after, notes, open_ = _on(self.game, follow(self.game, self.state, event))
        asked = prompt(after)
        moved = tuple(self._moved(after, notes))
        out = tuple(seat for seat in _out(self.game, after) if seat not in self.out)
        told = tuple(note.text for note in notes if note.change is None and not note.switch)
        return End(moved, out, after.outcome, told, asked.title if asked else None, open_)

    def _moved(self, after: State, notes: tuple[Note, ...]) -> Iterator[Moved]:
        named = {note.change.key: note.change.who for note in notes if note.change is not None}
        for t in self.game.trackers(after):
            by = t.value - self.numbers.get(t.key, t.value)
            if by:
                yield Moved(t.key, named.get(t.key) if t.seat is None else after.seats[t.seat], t.label, by)


def _path(before: _Before, choice: Choice, given: dict[str, Any]) -> Path | None:
    dice = next((hole for hole in choice.does.holes if isinstance(hole, Dice)), None)
    event = replace(next(examples(choice.does)), **given)
    fallen = [({dice.name: faces}, chance) for faces, chance in throws(dice)] if dice else [({}, SURE)]
    try:
        ends = [(before.end(replace(event, **faces)), chance) for faces, chance in fallen]
    except Refused:  # an option of a longer list may be refused
        return None
    return Path(_together(ends), *given.values())


def _given(choice: Choice) -> Iterator[dict[str, Any]]:
    """Yield each option's value by its hole's name; one empty mapping where there is no list."""
    pick = next((hole for hole in choice.does.holes if isinstance(hole, Pick)), None)
    if pick is None:
        yield {}
    else:
        yield from ({pick.name: option.value} for option in pick.options)


def _together(ends: Iterable[tuple[End, Fraction]]) -> tuple[Fall, ...]:
    """Merge equal consequences, the likeliest first.

    Texts that only some of them have are left out.
    """
    found: dict[object, Fall] = {}
    for end, chance in ends:
        known = found.get(end.counts)
        found[end.counts] = Fall(chance + known.chance, _both(known.end, end)) if known else Fall(chance, end)
    return tuple(sorted(found.values(), key=lambda fall: -fall.chance))


def _both(one: End, other: End) -> End:
    told = tuple(text for text in one.told if text in other.told)
    asked = one.asked if one.asked == other.asked else None
    return replace(one, told=told, asked=asked, open=one.open or other.open)


# --- playing on --------------------------------------------------------------------------------------------------


def _on(game: Game[Any], state: State) -> tuple[State, tuple[Note, ...], bool]:
    """Play on until a decision is needed.

    Return the state, all notes on the way, and whether a response window was passed.
    """
    notes, open_ = state.notes, False
    for _ in range(FAR):
        event = game.flow(state) or nobodys(prompt(state))
        if event is None:
            break
        try:
            state = follow(game, state, event)
        except Refused:  # the automatic answer is refused: somebody has to decide
            break
        notes, open_ = notes + state.notes, True
    return state, notes, open_


def nobodys(asked: Prompt | None) -> Event | None:
    """Return the event for passing a response window; None where somebody has to decide."""
    if asked is None or not asked.window:
        return None
    usual = [choice for choice in asked.choices if choice.role == "usual"]
    silent = len(usual) == 1 and all(isinstance(hole, Seats) for hole in usual[0].does.holes)
    return next(examples(usual[0].does)) if silent else None


def _out(game: Game[Any], state: State) -> tuple[int, ...]:
    """Return the seats that the game's view shows as dead."""
    return tuple(player.seat for player in player_views(game.view(state)) if player.dead)


# --- tracker by tracker ------------------------------------------------------------------------------------------


def spread(falls: Iterable[Fall]) -> tuple[tuple[Moved, Fraction], ...]:
    """Return the probability of each change of a tracker, whatever else changes with it."""
    found: dict[Moved, Fraction] = {}
    for fall in falls:
        for moved in fall.end.moved:
            found[moved] = found.get(moved, Fraction()) + fall.chance
    return tuple(sorted(found.items(), key=lambda one: (one[0].key, one[0].by)))
