"""What the shelf says of a finished game without taking it down: who won, and how long it was played."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise

from rules.engine import Text

from .library import Library
from .storage import Match, StorageTrouble

PAUSE = 1800.0
"""Seconds after which nobody was playing, so that they are not counted."""


@dataclass(frozen=True)
class Ended:
    """The seats that won, and the seconds that were played."""

    winners: tuple[int, ...]
    seconds: float


def ended(library: Library, match: Match) -> Ended:
    """How that finished game ended. Raises ``Refused`` or ``StorageTrouble`` where that cannot be said."""
    winners = _written(library, match)
    if winners is None:
        winners = _replayed(library, match)
    return Ended(winners, played(match.created, library.storage.times(match.id)))


def played(created: float, times: Iterable[float]) -> float:
    """Seconds from the first moment to the last, without those in which the table did something else."""
    return sum(gap for before, after in pairwise((created, *times)) if 0 < (gap := after - before) < PAUSE)


def _written(library: Library, match: Match) -> tuple[int, ...] | None:
    """Who won, if the last snapshot is of the last entry and can be read."""
    snapshot = library.storage.newest(match.id)
    if snapshot is None or snapshot.seq != match.entries:
        return None
    with suppress(ValueError):
        outcome = library.storage.codec(library.games[match.game]).read_state(snapshot.state).outcome
        return None if outcome is None else tuple(seat for seat in outcome.winners if seat < len(match.seats))
    return None


def _replayed(library: Library, match: Match) -> tuple[int, ...]:
    """Who won, by playing it all again; written down, so that it need not be done twice."""
    table = library.open(match.id)
    with suppress(StorageTrouble):
        table.keep()
    outcome = table.state.outcome
    return outcome.winners if outcome is not None else ()


def lasting(seconds: float) -> Text:
    """How long that is, as people say it."""
    minutes = max(1, round(seconds / 60))
    if minutes < 60:
        return Text("{n} min", n=minutes)
    return Text("{h} h {n} min", h=minutes // 60, n=minutes % 60)


def who_won(match: Match, winners: tuple[int, ...]) -> Text:
    """Who won, in words."""
    if not winners:
        return Text("Nobody won")
    if len(winners) == 1:
        return Text("{who} won", who=match.seats[winners[0]])
    return Text("A tie: {players}", players=", ".join(match.seats[seat] for seat in winners))
