"""Export of a game's log as CSV, one row per entry and per changed number."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from io import StringIO

from companion.i18n import Translate
from companion.match.log import LogLine, actor_namer
from companion.match.match_state import MatchRecord
from companion.match.undo import mark_lines_in_effect
from companion.stats.match_stats import decisions_by_entry
from rules.engine import Name, Note, Text

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
FORMULA_SIGNS = "=+-@＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋"
"""Signs with which a formula begins, as a spreadsheet may read them."""
FORMULA_START = re.compile(
    rf'(?:^|(?<=[,;|\t\r\n]))(?=[\s"\u200b-\u200f\u2060\ufeff]*[{re.escape(FORMULA_SIGNS)}\t\r\n])'
)
"""Where a formula would begin: at the start, or behind whatever a spreadsheet may split a line at."""
Cell = str | int
SEPARATOR = Name(es=";", en=",")
"""Sign between cells: where numbers have a decimal comma, a spreadsheet splits lines at semicolons alone."""
BYTE_ORDER_MARK = "\ufeff"
"""Byte order mark by which spreadsheets recognise UTF-8."""


def export_csv(record: MatchRecord, translate: Translate) -> bytes:
    """Export the whole log in the reader's language."""
    heading: list[Cell] = [translate(column) for column in COLUMNS]
    return write_csv((heading, *csv_rows(record, translate)), translate(SEPARATOR))


def write_csv(rows: Iterable[Iterable[Cell]], separator: str = ",") -> bytes:
    """Write the rows so that no part of a text is a formula, wherever a reader splits lines.

    Numbers are ours and stay numbers, also negative ones.
    """
    out = StringIO()
    cells = ([escape_formula(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    csv.writer(out, delimiter=separator, quoting=csv.QUOTE_ALL).writerows(cells)
    return f"{BYTE_ORDER_MARK}{out.getvalue()}".encode()


def csv_rows(record: MatchRecord, translate: Translate) -> Iterator[list[Cell]]:
    """Yield the rows below the heading, one cell per column."""
    name_of, decided = actor_namer(record.lines), decisions_by_entry(record)
    for line in mark_lines_in_effect(record.lines):
        one = decided.get(line.entry.seq)
        seats = ", ".join(record.match.seats[seat] for seat in one.seats) if one else ""
        shared_cells = _entry_cells(line, translate(name_of(line.entry.actor)), seats, translate)
        yield [*shared_cells, "", translate(line.text), "", "", "", ""]
        yield from ([*shared_cells, *cells] for note in line.notes for cells in _note_rows(note, translate))


def escape_formula(text: str) -> str:
    """Put an apostrophe wherever a spreadsheet would take the rest of the text for a formula."""
    return FORMULA_START.sub("'", text)


def _entry_cells(line: LogLine, by: str, seats: str, translate: Translate) -> list[Cell]:
    entry = line.entry
    time = datetime.fromtimestamp(entry.at, UTC).isoformat(timespec="seconds")
    stands = translate(Text("yes") if line.is_in_effect else Text("no"))
    return [entry.seq, time, by, seats, entry.group, stands]


def _note_rows(note: Note, translate: Translate) -> Iterator[list[Cell]]:
    """Yield the cells of a note, one row per changed number."""
    cells = [note.rule, translate(note.text)]
    for change in note.changes:
        yield [*cells, translate(change.owner), translate(change.label), change.before, change.after]
    if not note.changes:
        yield [*cells, "", "", "", ""]
