"""Row recovery from a damaged database: reads every leaf page and assigns rows to tables."""

from __future__ import annotations

import sqlite3
from collections.abc import Container, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from uuid import UUID

from . import upgrades
from .schema import upgrade
from .settings import SETTING_KEYS
from .sqlite_pages import INDEX_LEAF, TABLE_LEAF, DatabasePages, PageRecord, SqlValue, UnreadablePageError, open_pages

TableRow = tuple[SqlValue, ...]
OWN_TREE_TABLES = frozenset({"guest", "place", "invitation", "correction"})
"""Tables that are read from their own tree only.

A page outside of any tree may be a deleted one, with an invitation that was renewed or a picture that was erased.
"""
COLUMN_TYPES = {"TEXT": (str,), "INTEGER": (int,), "REAL": (int, float), "BLOB": (bytes,)}
"""Python types of a stored value for each column type."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table.

    ``is_rowid``: its value is the row's number; ``is_match_id``: it holds the id of a match.
    """

    name: str
    type: str
    is_nullable: bool
    has_default: bool
    is_rowid: bool
    is_match_id: bool


@dataclass
class RecoveredRows:
    """The recovered rows of each table: those of its own tree come first, newest at the front."""

    format: int
    """Format of the file."""
    rows: dict[str, list[TableRow]] = field(default_factory=dict)
    complete_tables: set[str] = field(default_factory=set)
    """Tables of whose tree every page could be read: what is missing there was deleted."""
    last_entry_seqs: dict[str, int] = field(default_factory=dict)
    """The highest entry number of each match that an index still knows."""

    def add(self, table: str, row: TableRow) -> None:
        """Add a row to that table."""
        self.rows.setdefault(table, []).append(row)


def schema_tables(number: int = 0) -> dict[str, tuple[Column, ...]]:
    """Return the columns of every table in that format, or in today's."""
    return _tables_of_format(number or upgrades.FORMAT)


@cache
def _tables_of_format(number: int) -> dict[str, tuple[Column, ...]]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        upgrade(db, number)
        names = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: tuple(_columns(db, name)) for name in names}


def _columns(db: sqlite3.Connection, table: str) -> Iterator[Column]:
    matches = {row[3] for row in db.execute(f"PRAGMA foreign_key_list({table})") if row[2] == "match"}
    rows = db.execute(f"PRAGMA table_info({table})").fetchall()
    alone = sum(bool(row[5]) for row in rows) == 1
    for _, name, kind, needed, default, key in rows:
        rowid = bool(key) and alone and kind == "INTEGER"
        id = name in matches or (table, name) == ("match", "id")
        yield Column(name, kind, not needed, default is not None, rowid, id)


def recover_rows(path: Path) -> RecoveredRows:
    """Return all rows that can be read from that file. Raises ``OSError``."""
    best = RecoveredRows(upgrades.FORMAT)
    for pages in open_pages(path):
        found = _read(pages)
        if sum(map(len, found.rows.values())) > sum(map(len, best.rows.values())):
            best = found
    return best


def _read(pages: DatabasePages) -> RecoveredRows:
    found, free = RecoveredRows(_format_of(pages)), pages.free_pages()
    reached = {1, *free}
    tables = schema_tables(found.format)
    for table, root in _roots(pages, tables).items():
        leaves, whole = pages.leaf_pages(root)
        leaves = [number for number in leaves if number not in reached]
        reached.update(leaves)
        fitting, other = _fitting(pages, leaves, table, tables[table])
        for row in fitting:
            found.add(table, row)
        if whole and not other:
            found.complete_tables.add(table)
    _unreached(pages, reached, found)
    _indices(pages, free, found)
    return found


def _format_of(pages: DatabasePages) -> int:
    """Return the format that the file's first page states, or today's where it states none."""
    stated = pages.user_version()
    return stated if 0 < stated <= upgrades.FORMAT else upgrades.FORMAT


def _roots(pages: DatabasePages, tables: Container[str]) -> dict[str, int]:
    """Return the root page of each table, as far as the schema can be read."""
    roots = dict[str, int]()
    for number in pages.leaf_pages(1)[0]:
        for row in pages.leaf_records(number):
            match row.values:
                case ("table", str(name), _, int(root), str()) if name in tables:
                    roots[name] = root
    return roots


def _fitting(
    pages: DatabasePages, leaves: list[int], table: str, columns: tuple[Column, ...]
) -> tuple[list[TableRow], int]:
    """Return the rows of those pages that fit the table, and how many cells do not.

    The newest row comes first.
    """
    cells = sum(pages.cell_count(number) for number in leaves)
    records = sorted((one for number in leaves for one in pages.leaf_records(number)), key=lambda one: -one.rowid)
    rows = [row for one in records if (row := row_for_table(one, table, columns)) is not None]
    return rows, cells - len(rows)


def _unreached(pages: DatabasePages, reached: set[int], found: RecoveredRows) -> None:
    """Assign the rows of leaf pages outside of any tree to the tables that they fit."""
    records = list[PageRecord]()
    for number in range(1, pages.count + 1):
        with suppress(UnreadablePageError):
            if number not in reached and pages.page_type(number) == TABLE_LEAF:
                records += pages.leaf_records(number)
    tables = schema_tables(found.format)
    for one in sorted(records, key=lambda one: -one.rowid):
        for table in tables.keys() - OWN_TREE_TABLES:
            row = row_for_table(one, table, tables[table])
            if row is not None and not (table == "setting" and row[0] == "invitation"):
                found.add(table, row)
                break


def _indices(pages: DatabasePages, free: set[int], found: RecoveredRows) -> None:
    """Read how far each log went from the indices by match and number."""
    for number in range(1, pages.count + 1):
        if number in free or pages.page_type(number) != INDEX_LEAF:
            continue
        for one in pages.leaf_records(number):
            match one.values:
                case (str(id), int(seq), int()) if is_match_id(id):
                    found.last_entry_seqs[id] = max(seq, found.last_entry_seqs.get(id, 0))


def row_for_table(record: PageRecord, table: str, columns: tuple[Column, ...]) -> TableRow | None:
    """Return the record as a row of that table, perhaps shorter; None if it does not fit."""
    values = record.values
    if not 0 < len(values) <= len(columns):
        return None
    if not all(column.is_nullable or column.has_default for column in columns[len(values) :]):
        return None
    row = tuple(record.rowid if column.is_rowid else value for column, value in zip(columns, values, strict=False))
    if not all(_fits(value, column) for column, value in zip(columns, row, strict=False)):
        return None
    return row if table != "setting" or str(row[0]).partition(".")[0] in SETTING_KEYS else None


def _fits(value: SqlValue, column: Column) -> bool:
    if value is None:
        return column.is_nullable
    if not isinstance(value, COLUMN_TYPES.get(column.type, (str,))):
        return False
    return not column.is_match_id or (isinstance(value, str) and is_match_id(value))


def is_match_id(text: str) -> bool:
    """Return whether the text has the form of a match id."""
    try:
        return str(UUID(text)) == text
    except ValueError:
        return False
