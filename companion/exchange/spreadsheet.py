"""Export of a game's log as CSV (RFC 4180), one row per entry and per changed number."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from datetime import UTC, datetime
from io import StringIO

from companion.i18n import Translate
from companion.match.log import LogLine, actor_namer
from companion.match.table_state import MatchRecord
from companion.match.undo import mark_lines_in_effect
from companion.stats.match_stats import decisions_by_entry
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
FORMULA_PREFIXES = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""Prefixes of cells that a spreadsheet would execute as a formula."""
Cell = str | int
BYTE_ORDER_MARK = "\ufeff"
"""Byte order mark by which spreadsheets recognise UTF-8."""


def export_csv(record: MatchRecord, translate: Translate) -> bytes:
    """Export the whole log in the reader's language."""
    out = StringIO()
    csv.writer(out).writerows(([translate(column) for column in COLUMNS], *csv_rows(record, translate)))
    return f"{BYTE_ORDER_MARK}{out.getvalue()}".encode()


def csv_rows(record: MatchRecord, translate: Translate) -> Iterator[list[Cell]]:
    """Yield the rows below the heading, one cell per column."""
    name_of, decided = actor_namer(record.lines), decisions_by_entry(record)
    for line in mark_lines_in_effect(record.lines):
        one = decided.get(line.entry.seq)
        seats = ", ".join(record.match.seats[seat] for seat in one.seats) if one else ""
        shared_cells = _entry_cells(line, translate(name_of(line.entry.actor)), seats, translate)
        yield [*shared_cells, "", escape_formula(translate(line.text)), "", "", "", ""]
        yield from ([*shared_cells, *cells] for note in line.notes for cells in _note_rows(note, translate))


def escape_formula(text: str) -> str:
    """Escape a text that a spreadsheet would take for a formula."""
    return f"'{text}" if text.startswith(FORMULA_PREFIXES) else text


def _entry_cells(line: LogLine, by: str, seats: str, translate: Translate) -> list[Cell]:
    """Return the cells that an entry's row and the rows of its notes share."""
    entry = line.entry
    time = datetime.fromtimestamp(entry.at, UTC).isoformat(timespec="seconds")
    stands = translate(Text("yes") if line.is_in_effect else Text("no"))
    return [entry.seq, time, escape_formula(by), escape_formula(seats), entry.group, stands]


def _note_rows(note: Note, translate: Translate) -> Iterator[list[Cell]]:
    """Yield the cells of a note, one row per changed number."""
    cells = [note.rule, escape_formula(translate(note.text))]
    for change in note.changes:
        owner, label = escape_formula(translate(change.owner)), escape_formula(translate(change.label))
        yield [*cells, owner, label, change.before, change.after]
    if not note.changes:
        yield [*cells, "", "", "", ""]
