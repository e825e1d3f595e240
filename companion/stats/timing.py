"""Timing of the turn, of the prompt and of each player's turns, from the times in the log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from companion.match.log import LogLine, is_undo_or_redo

from .results import PAUSE_SECONDS

CLOCK_SETTING = "clock"
"""Setting of a table, with its match: whether the time is shown."""


@dataclass(frozen=True, slots=True)
class Timing:
    """Seconds of this turn, of this prompt, and of all turns of each seat.

    ``is_paused`` after a long time without input. Pauses and the set-up count for no seat.
    """

    turn: float
    question: float
    seats: tuple[float, ...]
    is_paused: bool


def measure_timing(lines: Sequence[LogLine], seats: int, now: float) -> Timing:
    """Compute the timing at ``now``; all times are unix seconds."""
    had, turn = [0.0] * seats, 0.0
    for before, after in pairwise(lines):
        lasted = counted_seconds(after.entry.at - before.entry.at)
        _add_seconds(had, before, lasted)
        turn = turn + lasted if after.turn == before.turn else 0.0
    idle = now - lines[-1].entry.at if lines else 0.0
    last = counted_seconds(idle)
    if lines:
        _add_seconds(had, lines[-1], last)
    return Timing(turn + last, counted_seconds(now - _prompt_since(lines)), tuple(had), idle >= PAUSE_SECONDS)


def _add_seconds(had: list[float], line: LogLine, seconds: float) -> None:
    """Add the seconds to the seat whose turn it was, if any."""
    turn, seat = line.turn
    if turn and 0 <= seat < len(had):
        had[seat] += seconds


def counted_seconds(seconds: float) -> float:
    """Return the part of a gap that counts as playing time.

    It is 0 for a gap that is too long, or where the clock was set back.
    """
    return seconds if 0 < seconds < PAUSE_SECONDS else 0.0


def _prompt_since(lines: Sequence[LogLine]) -> float:
    """Return since when the prompt has been open: the last answer, undo or redo.

    An adjusted number or a jump to another step does not count.
    """
    put = (
        line.entry.at
        for line in reversed(lines)
        if line.entry.prompt_id is not None or is_undo_or_redo(line.entry.event)
    )
    return next(put, lines[0].entry.at if lines else 0.0)
