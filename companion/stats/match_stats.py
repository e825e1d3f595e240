"""Statistics of one match: duration, decisions, deaths, points over time, and rolls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise

from companion.base.actors import STOPS_ACTOR
from companion.dice.provenance import RollSource
from companion.match.log import LogLine, is_undo_or_redo
from companion.match.match_state import MatchRecord
from companion.match.undo import lines_in_effect
from rules.engine import (
    Adjusted,
    Death,
    Event,
    FactSet,
    Game,
    Outcome,
    Prompt,
    State,
    Text,
    WentTo,
    prompt,
    seats_answering,
    turn_ends,
)

from .results import PAUSE_SECONDS, active_seconds
from .throws import RecordedRoll, rolls_of

OVERRIDE_EVENTS = (Adjusted, FactSet, WentTo)
"""Numbers and facts that were set by hand, and jumps to another step."""


@dataclass(frozen=True, slots=True)
class SeatStats:
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
class TurnDeath:
    """A death and its turn."""

    turn: int
    death: Death


@dataclass(frozen=True, slots=True)
class PointsByTurn:
    """The points of all seats at the end of a turn, or now."""

    turn: int
    totals: tuple[int, ...]


@dataclass(frozen=True)
class MatchStats:
    """All statistics of one match.

    ``turns`` is 0 in a game that counts none; ``shared_decisions`` are decisions of several seats at once,
    ``automatic_answers`` those of the table's stops, ``overrides`` numbers, facts and steps that were set by hand,
    ``undone_entries`` entries that are not in effect.
    """

    seconds: float
    turns: int
    shared_decisions: int
    automatic_answers: int
    overrides: int
    undone_entries: int
    seats: tuple[SeatStats, ...]
    deaths: tuple[TurnDeath, ...]
    points: tuple[PointsByTurn, ...]
    rolls: tuple[RecordedRoll, ...]
    outcome: Outcome | None

    @property
    def decisions(self) -> int:
        """Number of all decisions by people."""
        return self.shared_decisions + sum(part.decisions for part in self.seats)


@dataclass(frozen=True, slots=True)
class Decision:
    """An answer in effect: the seats in whose name it was given, and the seconds before it."""

    seats: tuple[int, ...]
    seconds: float


def match_stats_of(game: Game[State], record: MatchRecord, sources: dict[int, RollSource] | None = None) -> MatchStats:
    """Compute the statistics of a match record; ``sources`` are those of its rolls, by entry."""
    in_effect = lines_in_effect(record.lines)
    states = tuple(turn_states(game, record))
    turns = _turns(states)
    decided = tuple(decisions_by_entry(record).values())
    deaths = tuple(TurnDeath(turns[k], death) for k, death in game.deaths(states))
    return MatchStats(
        seconds=active_seconds(record.match.created, (line.entry.at for line in record.lines)),
        turns=turns[-1],
        shared_decisions=sum(len(one.seats) != 1 for one in decided),
        automatic_answers=sum(line.entry.actor == STOPS_ACTOR for line in in_effect),
        overrides=sum(isinstance(line.entry.event, OVERRIDE_EVENTS) for line in in_effect),
        undone_entries=sum(not is_undo_or_redo(line.entry.event) for line in record.lines) - len(in_effect),
        seats=_parts(game, record, decided, deaths),
        deaths=deaths,
        points=_points(game, states, turns),
        rolls=tuple(rolls_of(record, sources or {})),
        outcome=record.last_state.outcome,
    )


def _turns(states: Sequence[State]) -> tuple[int, ...]:
    """Return the turn of each state; it never decreases, whatever is set by hand."""
    return tuple(accumulate((state.turn for state in states), max))


def turn_states(game: Game[State], record: MatchRecord) -> Iterator[State]:
    """Yield the state after each entry, and before it the last one of each turn that it ended.

    Each has its own notes. What an answer does until its turn ends belongs to that turn, what follows from it at once
    belongs to the next.
    """
    yield record.first_state
    states = (record.first_state, *record.states)
    for line, before, after in zip(lines_in_effect(record.lines), states, record.states, strict=False):
        has_ended = after.turn > before.turn and type(line.entry.event) is not Event  # not that of a secret
        told = 0
        for state in (*(turn_ends(game, before, line.entry.event) if has_ended else ()), after):
            yield replace(state, notes=state.notes[told:])
            told = len(state.notes)


def _points(game: Game[State], states: Sequence[State], turns: Sequence[int]) -> tuple[PointsByTurn, ...]:
    """Return the points at the end of each turn that changed them, and at the end of the match."""
    if game.tally is None:
        return ()
    last = {turn: game.tally.count(state) for turn, state in zip(turns, states, strict=True)}
    first, *rest = (PointsByTurn(turn, totals) for turn, totals in last.items())
    return (first, *(now for before, now in pairwise((first, *rest)) if now.totals != before.totals or now is rest[-1]))


# --- decisions ---------------------------------------------------------------------------------------------------


def decisions_by_entry(record: MatchRecord) -> dict[int, Decision]:
    """Return every answer of a person that is in effect, by the number of its entry."""
    waited, states = _waiting_seconds(record), (record.first_state, *record.states)
    return {
        line.entry.seq: Decision(_speakers(prompt(before), line), waited[line.entry.seq])
        for line, before in zip(lines_in_effect(record.lines), states, strict=False)
        if line.entry.prompt_id is not None and line.entry.actor != STOPS_ACTOR
    }


def _waiting_seconds(record: MatchRecord) -> dict[int, float]:
    """Return the seconds before each entry, 0 after a pause."""
    times = (record.match.created, *(line.entry.at for line in record.lines))
    gaps = (after - before for before, after in pairwise(times))
    return {
        line.entry.seq: gap if 0 < gap < PAUSE_SECONDS else 0.0 for line, gap in zip(record.lines, gaps, strict=True)
    }


def _speakers(asked: Prompt | None, line: LogLine) -> tuple[int, ...]:
    """Return the seats in whose name it was said; a secret is its owner's."""
    if line.veil is not None:
        return (line.veil.seat,)
    if asked is None:
        return ()
    choice = next((choice for choice in asked.choices if choice.admits(line.entry.event)), None)
    return seats_answering(asked, choice, line.entry.event) if choice else asked.seats


def _parts(
    game: Game[State], record: MatchRecord, decided: Sequence[Decision], fell: Sequence[TurnDeath]
) -> tuple[SeatStats, ...]:
    own = [one for one in decided if len(one.seats) == 1]
    many, kills = Counter(one.seats[0] for one in own), Counter(one.death.killer_seat for one in fell)
    died = Counter(one.death.seat for one in fell if one.death.is_player)
    totals = game.tally.count(record.last_state) if game.tally else None
    outcome = record.last_state.outcome
    return tuple(
        SeatStats(
            name,
            many[seat],
            sum(one.seconds for one in own if one.seats == (seat,)),
            died[seat],
            kills[seat],
            None if totals is None else totals[seat],
            outcome is not None and not outcome.draw and seat in outcome.winners,
        )
        for seat, name in enumerate(record.match.seats)
    )


# --- texts -------------------------------------------------------------------------------------------------------


def describe_death(death: Death, seats: Sequence[str]) -> Text:
    """Describe who died, and by what or whom."""
    by = seats[death.killer_seat] if death.cause is None and death.killer_seat is not None else death.cause
    return Text("{who} dies", who=death.name) if by is None else Text("{by} kills {who}", who=death.name, by=by)
