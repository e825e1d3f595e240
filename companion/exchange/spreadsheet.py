"""Export of a game's log as CSV (RFC 4180), one row per entry and per changed number."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from datetime import UTC, datetime
from io import StringIO

from companion.i18n import Translate
from companion.match.log import LogLine, called_in
from companion.match.state import Story
from companion.match.undo import marked
from companion.stats.match_stats import decisions
from rules.engine import Note, Text

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
"""Prefixes of cells that a spreadsheet would execute as a formula."""
Cell = str | int
MARK = "\ufeff"
"""Byte order mark by which spreadsheets recognise UTF-8."""


def spreadsheet(story: Story, words: Translate) -> bytes:
    """Export the whole log in the reader's language."""
    out = StringIO()
    csv.writer(out).writerows(([words(column) for column in COLUMNS], *rows(story, words)))
    return f"{MARK}{out.getvalue()}".encode()


def rows(story: Story, words: Translate) -> Iterator[list[Cell]]:
    """Yield the rows below the heading, one cell per column."""
    called, decided = called_in(story.lines), decisions(story)
    for line in marked(story.lines):
        one = decided.get(line.entry.seq)
        seats = ", ".join(story.match.seats[seat] for seat in one.seats) if one else ""
        left = _left(line, words(called(line.entry.by)), seats, words)
        yield [*left, "", safe(words(line.text)), "", "", "", ""]
        yield from ([*left, *cells] for note in line.notes for cells in _note(note, words))


def safe(text: str) -> str:
    """Escape a text that a spreadsheet would take for a formula."""
    return f"'{text}" if text.startswith(FORMULA) else text


def _left(line: LogLine, by: str, seats: str, words: Translate) -> list[Cell]:
    """Return the cells that an entry's row and the rows of its notes share."""
    entry = line.entry
    time = datetime.fromtimestamp(entry.at, UTC).isoformat(timespec="seconds")
    stands = words(Text("yes") if line.stands else Text("no"))
    return [entry.seq, time, safe(by), safe(seats), entry.group, stands]


def _note(note: Note, words: Translate) -> Iterator[list[Cell]]:
    """Yield the cells of a note, one row per changed number."""
    said = [note.rule, safe(words(note.text))]
    for change in note.changes:
        yield [*said, safe(words(change.who)), safe(words(change.what)), change.before, change.after]
    if not note.changes:
        yield [*said, "", "", "", ""]
