"""How long the turn and the question have lasted, and how long each player has had, by the log's own clock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from .log import LogLine, turns
from .shelf import PAUSE

SWITCH = "clock"
"""The setting of a table, with its match: whether the time is shown."""


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds of this turn, of this question, and of all turns of each seat; ``paused``: nobody has touched for long.

    Times in which the table did something else count for nobody, nor does the set-up.
    """

    turn: float
    question: float
    seats: tuple[float, ...]
    paused: bool


def pace(lines: Sequence[LogLine], seats: int, now: float) -> Pace:
    """The time as it stands, ``now`` and all in unix seconds."""
    had, turn = [0.0] * seats, 0.0
    for before, after in pairwise(lines):
        lasted = counted(after.entry.at - before.entry.at)
        _count(had, before, lasted)
        turn = turn + lasted if after.turn == before.turn else 0.0
    idle = now - lines[-1].entry.at if lines else 0.0
    last = counted(idle)
    if lines:
        _count(had, lines[-1], last)
    return Pace(turn + last, counted(now - _asked(lines)), tuple(had), idle >= PAUSE)


def _count(had: list[float], line: LogLine, seconds: float) -> None:
    """Add the seconds to the seat whose turn it was, if it was anybody's."""
    turn, seat = line.turn
    if turn and 0 <= seat < len(had):
        had[seat] += seconds


def counted(seconds: float) -> float:
    """What of a gap is time at the table: none of one that is too long, or of a clock that was set back."""
    return seconds if 0 < seconds < PAUSE else 0.0


def _asked(lines: Sequence[LogLine]) -> float:
    """Since when the question is put: the last answer, undo or step by hand; a number that was corrected is none."""
    put = (line.entry.at for line in reversed(lines) if line.entry.prompt_id is not None or turns(line.entry.event))
    return next(put, lines[0].entry.at if lines else 0.0)
