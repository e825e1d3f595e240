"""The log as a spreadsheet: CSV (RFC 4180), a row for each entry, and one for each number that the rules moved then."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from datetime import UTC, datetime
from io import StringIO

from rules.engine import Note, Text

from .log import LogLine, called_in, marked
from .now import Story
from .statistics import decisions
from .words import Translate

COLUMNS = (
    Text("number"),
    Text("time"),
    Text("by"),
    Text("seat"),
    Text("group"),
    Text("stands"),
    Text("rule"),
    Text("what"),
    Text("whose"),
    Text("counter"),
    Text("before"),
    Text("after"),
)
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""What a cell of text may not begin with, or a spreadsheet takes it for a formula and carries it out."""
Cell = str | int
MARK = "\ufeff"
"""By which a spreadsheet knows UTF-8."""


def spreadsheet(story: Story, words: Translate) -> bytes:
    """The whole log, in the reader's language."""
    out = StringIO()
    csv.writer(out).writerows(([words(column) for column in COLUMNS], *rows(story, words)))
    return f"{MARK}{out.getvalue()}".encode()


def rows(story: Story, words: Translate) -> Iterator[list[Cell]]:
    """The rows under the heading, each with a cell for each column."""
    called, decided = called_in(story.lines), decisions(story)
    for line in marked(story.lines):
        one = decided.get(line.entry.seq)
        seats = ", ".join(story.match.seats[seat] for seat in one.seats) if one else ""
        left = _left(line, words(called(line.entry.by)), seats, words)
        yield [*left, "", safe(words(line.text)), "", "", "", ""]
        yield from ([*left, *cells] for note in line.notes for cells in _note(note, words))


def safe(text: str) -> str:
    """The text as a spreadsheet shows it, whatever it begins with."""
    return f"'{text}" if text.startswith(FORMULA) else text


def _left(line: LogLine, by: str, seats: str, words: Translate) -> list[Cell]:
    """What an entry and all that came of it have in common."""
    entry = line.entry
    time = datetime.fromtimestamp(entry.at, UTC).isoformat(timespec="seconds")
    stands = words(Text("yes") if line.stands else Text("no"))
    return [entry.seq, time, safe(by), safe(seats), entry.group, stands]


def _note(note: Note, words: Translate) -> Iterator[list[Cell]]:
    """What it says, a row for each number that moved."""
    said = [note.rule, safe(words(note.text))]
    for change in note.changes:
        yield [*said, safe(words(change.who)), safe(words(change.what)), change.before, change.after]
    if not note.changes:
        yield [*said, "", "", "", ""]
