"""Moments of a match that take the screen: a soul, a death, an elimination, the win."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.engine import Displayable, Note, Outcome, Text

from .log import LogLine, is_undo_or_redo
from .preview_text import outcome_text

FRESH_SECONDS = 5.0
"""Age up to which an entry is still a moment; a device that wakes shows nothing of what it has missed."""
TITLES: Mapping[str, Text] = {
    "soul": Text("A soul"),
    "death": Text("Death"),
    "elimination": Text("Out of the game"),
    "level_up": Text("Level up"),
    "goal": Text("Enough points"),
    "final_flip": Text("The final flip"),
}
"""Title of a moment by the kind of its note; other notes are none."""
TOLD_KINDS = ("final_flip",)
"""Kinds of notes whose sentence says more than their title and their name."""
WIN_KIND = "win"
WIN_TITLE, END_TITLE = Text("Victory"), Text("The game is over")


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of an entry: its kind, title, name and sentence, and whose it is.

    ``seq`` is the number of the entry, ``position`` the moment's place in it; ``detail`` is None where the name says it
    all.
    """

    seq: int
    position: int
    kind: str
    title: Text
    name: Displayable
    detail: Text | None = None
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class SeenMatch:
    """How far a device has followed a match: the latest entry, and whether it was over."""

    seq: int
    is_over: bool


def new_moments(
    lines: Sequence[LogLine], seats: Sequence[str], outcome: Outcome | None, seen: SeenMatch, now: float
) -> tuple[Moment, ...]:
    """Return the moments since a device last looked, the oldest first; ``now`` is a Unix time.

    Of what was undone, redone or happened too long ago there are none.
    """
    fresh = [line for line in _lines_since(lines, seen.seq) if _is_fresh(line, now)]
    moments = [moment for line in fresh for moment in _moments_of(line)]
    if outcome is not None and not seen.is_over and fresh and fresh[-1] is lines[-1]:
        moments.append(_end_of_match(fresh[-1], seats, outcome))
    return tuple(moments)


def moments_in_effect(moments: tuple[Moment, ...], lines: Sequence[LogLine]) -> tuple[Moment, ...]:
    """Return those of the moments whose entries have not been undone."""
    if not moments:
        return moments
    standing = {line.entry.seq for line in _lines_since(lines, moments[0].seq - 1) if line.is_in_effect}
    return tuple(moment for moment in moments if moment.seq in standing)


def win_note(lines: Sequence[LogLine]) -> Note | None:
    """Return the latest note in effect that says how the match was won; None without one."""
    notes = (note for line in reversed(lines) if line.is_in_effect for note in reversed(line.notes))
    return next((note for note in notes if note.kind == WIN_KIND), None)


def _lines_since(lines: Sequence[LogLine], seq: int) -> list[LogLine]:
    since: list[LogLine] = []
    for line in reversed(lines):
        if line.entry.seq <= seq:
            break
        since.append(line)
    return since[::-1]


def _is_fresh(line: LogLine, now: float) -> bool:
    return line.is_in_effect and not is_undo_or_redo(line.entry.event) and now - line.entry.at < FRESH_SECONDS


def _moments_of(line: LogLine) -> Iterator[Moment]:
    notes = (note for note in line.notes if note.kind in TITLES)
    for position, note in enumerate(notes):
        detail = note.text if note.kind in TOLD_KINDS else note.brief
        yield Moment(line.entry.seq, position, note.kind, TITLES[note.kind], note.subject, detail, note.seat)


def _end_of_match(line: LogLine, seats: Sequence[str], outcome: Outcome) -> Moment:
    is_won = bool(outcome.winners) and not outcome.draw
    said = win_note((line,))
    return Moment(
        line.entry.seq,
        len(line.notes),
        WIN_KIND,
        WIN_TITLE if is_won else END_TITLE,
        outcome_text(outcome, seats),
        said.text if said else None,
        outcome.winners[0] if is_won and len(outcome.winners) == 1 else None,
    )
