"""Statistics of one match: duration, decisions, deaths, points over time, and rolls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Any

from companion.base.actors import STOPS
from companion.dice.provenance import How
from companion.match.log import LogLine, turns
from companion.match.replay import Folded
from companion.match.state import Story
from companion.match.undo import standing
from rules.engine import Adjusted, Death, Game, Outcome, Prompt, State, Text, WentTo, prompt, speaks_for

from .results import PAUSE, played
from .throws import Thrown, thrown

BY_HAND = (Adjusted, WentTo)
"""Manual adjustments and jumps to another step."""


@dataclass(frozen=True, slots=True)
class Part:
    """Statistics of one seat: decisions and their time, deaths, kills, points at the end.

    ``seconds`` are those before each of its decisions, without pauses; ``points`` is None where nothing is counted.
    """

    name: str
    decisions: int = 0
    seconds: float = 0.0
    deaths: int = 0
    kills: int = 0
    points: int | None = None
    won: bool = False


@dataclass(frozen=True, slots=True)
class Fell:
    """A death and its turn."""

    turn: int
    death: Death


@dataclass(frozen=True, slots=True)
class Points:
    """The points of all seats at the end of a turn, or now."""

    turn: int
    totals: tuple[int, ...]


@dataclass(frozen=True)
class Play:
    """All statistics of one match.

    ``turns`` is 0 in a game that counts none; ``shared_decisions`` are decisions of several seats at once,
    ``automatic_answers`` those of the table's stops, ``overrides`` numbers and steps that were set by hand,
    ``undone_entries`` entries that are not in effect.
    """

    seconds: float
    turns: int
    shared: int
    flowed: int
    by_hand: int
    undone: int
    parts: tuple[Part, ...]
    fell: tuple[Fell, ...]
    points: tuple[Points, ...]
    throws: tuple[Thrown, ...]
    outcome: Outcome | None

    @property
    def decisions(self) -> int:
        """Number of all decisions by people."""
        return self.shared + sum(part.decisions for part in self.parts)


@dataclass(frozen=True, slots=True)
class Decision:
    """An answer in effect: the seats in whose name it was given, and the seconds before it."""

    seats: tuple[int, ...]
    seconds: float


def play_of(game: Game[Any], story: Story, how: dict[int, How] | None = None) -> Play:
    """Compute the statistics of a match record; ``sources`` are those of its rolls, by entry."""
    up = standing(story.lines)
    states = (story.first, *story.states)
    ends = _turns(states)
    decided = tuple(decisions(story).values())
    fell = tuple(Fell(ends[k], death) for k, death in game.deaths(states))
    return Play(
        seconds=played(story.match.created, (line.entry.at for line in story.lines)),
        turns=ends[-1],
        shared=sum(len(one.seats) != 1 for one in decided),
        flowed=sum(line.entry.by == STOPS for line in up),
        by_hand=sum(isinstance(line.entry.event, BY_HAND) for line in up),
        undone=sum(not turns(line.entry.event) for line in story.lines) - len(up),
        parts=_parts(game, story, decided, fell),
        fell=fell,
        points=_points(game, states, ends),
        throws=tuple(_throws(story, up, states, how or {})),
        outcome=story.last.outcome,
    )


def _turns(states: Sequence[State]) -> tuple[int, ...]:
    """Return the turn of each state; it never decreases, whatever is set by hand."""
    return tuple(accumulate((state.turn for state in states), max))


def _points(game: Game[Any], states: Sequence[Any], ends: Sequence[int]) -> tuple[Points, ...]:
    """Return the points at the end of each turn that changed them, and at the end of the match."""
    if game.tally is None:
        return ()
    last = {turn: game.tally.of(state) for turn, state in zip(ends, states, strict=True)}
    first, *rest = (Points(turn, totals) for turn, totals in last.items())
    return (first, *(now for before, now in pairwise((first, *rest)) if now.totals != before.totals or now is rest[-1]))


# --- decisions ---------------------------------------------------------------------------------------------------


def decisions(story: Story) -> dict[int, Decision]:
    """Return every answer of a person that is in effect, by the number of its entry."""
    waited, states = _waited(story), (story.first, *story.states)
    return {
        line.entry.seq: Decision(_speakers(prompt(before), line), waited[line.entry.seq])
        for line, before in zip(standing(story.lines), states, strict=False)
        if line.entry.prompt_id is not None and line.entry.by != STOPS
    }


def _waited(story: Story) -> dict[int, float]:
    """Return the seconds before each entry, 0 after a pause."""
    times = (story.match.created, *(line.entry.at for line in story.lines))
    gaps = (after - before for before, after in pairwise(times))
    return {line.entry.seq: gap if 0 < gap < PAUSE else 0.0 for line, gap in zip(story.lines, gaps, strict=True)}


def _speakers(asked: Prompt | None, line: LogLine) -> tuple[int, ...]:
    """Return the seats in whose name it was said; a secret is its owner's."""
    if line.veil is not None:
        return (line.veil.seat,)
    if asked is None:
        return ()
    choice = next((choice for choice in asked.choices if choice.admits(line.entry.event)), None)
    return speaks_for(asked, choice, line.entry.event) if choice else asked.seats


def _parts(game: Game[Any], story: Story, decided: Sequence[Decision], fell: Sequence[Fell]) -> tuple[Part, ...]:
    own = [one for one in decided if len(one.seats) == 1]
    many, kills = Counter(one.seats[0] for one in own), Counter(one.death.killer for one in fell)
    died = Counter(one.death.seat for one in fell if one.death.player)
    totals = game.tally.of(story.last) if game.tally else None
    outcome = story.last.outcome
    return tuple(
        Part(
            name,
            many[seat],
            sum(one.seconds for one in own if one.seats == (seat,)),
            died[seat],
            kills[seat],
            None if totals is None else totals[seat],
            outcome is not None and not outcome.draw and seat in outcome.winners,
        )
        for seat, name in enumerate(story.match.seats)
    )


def _throws(story: Story, up: Sequence[LogLine], states: Sequence[Any], how: dict[int, How]) -> Iterator[Thrown]:
    """Yield every roll that is in effect."""
    for line, before, after in zip(up, states, states[1:], strict=False):
        told = how.get(line.entry.seq, "typed")
        yield from thrown(Folded(line.entry, before, after), story.match.seats, told)


# --- texts -------------------------------------------------------------------------------------------------------


def obituary(one: Death, seats: Sequence[str]) -> Text:
    """Describe who died, and by what or whom."""
    by = seats[one.killer] if one.by is None and one.killer is not None else one.by
    return Text("{who} dies", who=one.who) if by is None else Text("{by} kills {who}", who=one.who, by=by)
