"""Results of finished matches: winner, points, turns and time played."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from companion.storage.matches import Match
from rules.engine import Outcome, Text

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


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """A finished match and its result."""

    match: Match
    result: MatchResult


def active_seconds(created: float, times: Iterable[float]) -> float:
    """Return the seconds from the first moment to the last, without pauses."""
    return sum(gap for before, after in pairwise((created, *times)) if 0 < (gap := after - before) < PAUSE_SECONDS)


def is_valid_outcome(outcome: Outcome | None, match: Match) -> bool:
    """Return whether it is an outcome that the match can have."""
    return outcome is not None and all(seat < len(match.seats) for seat in outcome.winners)


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
