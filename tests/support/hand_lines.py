"""The table of what hands do in a game, against random play and against the ledger of its physical things."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from companion.match.latest import BY_HAND
from rules.engine import Note, State, WentTo, apply, start
from rules.registry import GAMES
from tests.support.ledger.audit import LEDGERS, Audit, Walk, audit, follow
from tests.support.ledger.base import name
from tests.support.paths import ROOT
from tests.support.random_play import NAMES, Seeded
from tests.support.walks import walk


class HandMoveRow(NamedTuple):
    """A row of the table: a sentence of the rules text, what is moved, and where it is said."""

    line: int
    rule: str
    moves: str
    task: str = ""
    number: str = ""
    answer: tuple[str, ...] = ()

    def is_said(self, event: Any, notes: Iterable[Note]) -> bool:
        """Whether an answer with those notes says it."""
        return name(event) in self.answer or any(
            self.task in tasks_of(note) or self.number in numbers_of(note) for note in notes
        )


def rows(game: str) -> tuple[HandMoveRow, ...]:
    """The table of a game."""
    path = ROOT / "tests" / "rules" / game / "hand_lines.toml"
    entries = tomllib.loads(path.read_text("utf-8"))["move"]
    return tuple(HandMoveRow(**{**entry, "answer": tuple(entry.get("answer", ()))}) for entry in entries)


def tasks_of(note: Note) -> set[str]:
    """The sentence for hands of a note, as it stands in the catalogue."""
    return {note.task.key} if note.task is not None else set()


def numbers_of(note: Note) -> set[str]:
    """The kinds of numbers that a note moves."""
    return {".".join(part for part in change.key.split(".") if not part.isdigit()) for change in note.changes}


def random_notes(game: str, seeds: range) -> Iterator[tuple[State, Any, Note]]:
    """The notes of random play, each with the state before and the event; without what hands did by themselves."""
    for seed in seeds:
        for state, event, after in walk(GAMES[game], Seeded(seed)):
            if not isinstance(event, (*BY_HAND, WentTo)):
                yield from ((state, event, note) for note in after.notes)


def ledger_moves(game: str, seeds: range, steps: int) -> Iterator[tuple[Any, State, set[str]]]:
    """The events of walks beside a ledger: each with the state after it and the lines of the rules text that moved."""
    for seed in seeds:
        _, walked = audit(Seeded(seed), game, steps)
        if dict(walked.rulings).get("cards") != "virtual":
            yield from _booked(walked)


def _booked(walked: Walk) -> Iterator[tuple[Any, State, set[str]]]:
    game, ledger, log = GAMES[walked.key], LEDGERS[walked.key](walked.seats, dict(walked.rulings)), list[Any]()
    state = None
    for step in walked.steps:
        state = start(game, NAMES[: walked.seats], walked.rulings) if state is None else apply(game, state, step.event)
        if not follow(ledger, step, log, Audit()):
            return
        yield step.event, state, {move.rule for move in ledger.moves}


def unsaid_moves(game: str, seeds: range, steps: int) -> set[tuple[str, str]]:
    """Moves of the ledger that no row of the table says: the line of the rules text, and the kind of event."""
    by_line: dict[str, list[HandMoveRow]] = {}
    for row in rows(game):
        by_line.setdefault(f"L{row.line}", []).append(row)
    found = set[tuple[str, str]]()
    reported = tuple(kind for kind in GAMES[game].remark_events if kind not in GAMES[game].announcing_events)
    for event, state, lines in ledger_moves(game, seeds, steps):
        if isinstance(event, reported):
            continue
        for line in lines - {"X-06", "gone"}:
            if not any(row.is_said(event, state.notes) for row in by_line.get(line, ())):
                found.add((line, name(event)))
    return found
