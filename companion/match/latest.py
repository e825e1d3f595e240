"""The last action that stands: its notes, the numbers that it changed, and its results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.engine import Adjusted, FactSet, Note, Text

from .log import LogLine, is_undo_or_redo

BY_HAND = Adjusted, FactSet
MAX_RESULTS = 3
"""Maximum number of results of an action that are shown."""
Tone: TypeAlias = Literal["good", "bad", "neutral"]
"""Whether a result is good or bad for the players."""
TONES: dict[str, Tone] = {"hit": "good", "miss": "bad"}
"""Tone of the notes that have one of these kinds."""


@dataclass(frozen=True, slots=True)
class Result:
    """One result of the last action: its text, and its tone."""

    text: Text
    tone: Tone = "neutral"


def latest_notes(log: Sequence[LogLine]) -> tuple[Note, ...]:
    """Return the notes of the last action that stands, with those of automatic steps after it."""
    standing = [line for line in log if line.is_in_effect and not is_undo_or_redo(line.entry.event)]
    group = standing[-1].entry.group if standing else None
    return tuple(note for line in standing if line.entry.group == group for note in line.notes)


def latest_changes(log: Sequence[LogLine]) -> dict[str, int]:
    """Return the change of each number in the last action; empty right after an undo."""
    if log and is_undo_or_redo(log[-1].entry.event):
        return {}
    by: dict[str, int] = {}
    for note in latest_notes(log):
        for change in note.changes:
            by[change.key] = by.get(change.key, 0) + change.after - change.before
    return {key: difference for key, difference in by.items() if difference}


def latest_results(log: Sequence[LogLine], seats: Sequence[str]) -> tuple[Result, ...]:
    """Return the results of the last answer that stands, the newest first, without what the answer itself says.

    Whoever sets a number by hand sees it, and which house rule applied is told below *Why?*. ``seats`` are the names of
    the players: what they gain is good, what they lose is bad.
    """
    newest_first = reversed(latest_notes([line for line in log if not isinstance(line.entry.event, BY_HAND)]))
    told = (note for note in newest_first if not note.switch and note.kind != "restated")
    return tuple(Result(note.text, _tone(note, seats)) for note in told)[:MAX_RESULTS]


def _tone(note: Note, seats: Sequence[str]) -> Tone:
    moved = sum(change.after - change.before for change in note.changes if change.owner in seats)
    return TONES.get(note.kind) or ("neutral" if not moved else "good" if moved > 0 else "bad")
