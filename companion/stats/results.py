"""Results of finished matches: winner, points, turns and time played."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from companion.storage.matches import Match, StorageError
from rules.engine import Outcome, State, Text

if TYPE_CHECKING:
    from companion.library.library import Library

PAUSE_SECONDS = 1800.0
"""Gap in seconds from which on nobody was playing; such gaps are not counted."""


@dataclass(frozen=True)
class MatchResult:
    """The result of a match: outcome, seconds played, turns and points.

    ``outcome`` is None where the match is not over any more; ``points`` are those of each seat, empty in a game that
    counts none.
    """

    outcome: Outcome | None
    seconds: float
    turns: int = 0
    points: tuple[int, ...] = ()

    def has_won(self, seat: int) -> bool:
        """Return whether that seat has won; in a draw no seat has."""
        return self.outcome is not None and not self.outcome.draw and seat in self.outcome.winners


def match_result(library: Library, match: Match) -> MatchResult:
    """Return the result of that finished match. Raises ``Refused`` or ``StorageError``."""
    game = library.games[match.game]
    state = _final_state_from_snapshot(library, match) or _final_state_by_replay(library, match)
    points = game.tally.count(state) if game.tally else ()
    return MatchResult(
        state.outcome, active_seconds(match.created, library.storage.entry_times(match.id)), state.turn, points
    )


def active_seconds(created: float, times: Iterable[float]) -> float:
    """Return the seconds from the first moment to the last, without pauses."""
    return sum(gap for before, after in pairwise((created, *times)) if 0 < (gap := after - before) < PAUSE_SECONDS)


def _final_state_from_snapshot(library: Library, match: Match) -> State | None:
    """Return the final state, if the last snapshot is of the last entry, readable, and an end."""
    snapshot = library.storage.latest_snapshot(match.id)
    if snapshot is None or snapshot.seq != match.entries:
        return None
    with suppress(ValueError):
        state: State = library.storage.codec(library.games[match.game]).read_state(snapshot.state)
        return state if _is_valid_outcome(state.outcome, match) else None
    return None


def _is_valid_outcome(outcome: Outcome | None, match: Match) -> bool:
    return outcome is not None and all(seat < len(match.seats) for seat in outcome.winners)


def _final_state_by_replay(library: Library, match: Match) -> State:
    """Return the final state by replay, and store a snapshot so that it is not needed again."""
    table = library.open(match.id)
    with suppress(StorageError):
        table.save_snapshot()
    state: State = table.state
    return state


def format_duration(seconds: float) -> Text:
    """Format a duration in hours and minutes."""
    minutes = max(1, round(seconds / 60))
    if minutes < 60:
        return Text("{n} min", n=minutes)
    return Text("{h} h {n} min", h=minutes // 60, n=minutes % 60)


def winner_text(match: Match, outcome: Outcome | None) -> Text:
    """Describe who won."""
    if outcome is None or not outcome.winners:
        return Text("Nobody won")
    who = ", ".join(match.seats[seat] for seat in outcome.winners)
    if outcome.draw:
        return Text("A draw: {who}", who=who)
    return Text("{who} won", "{who} won", who=who, n=len(outcome.winners))
