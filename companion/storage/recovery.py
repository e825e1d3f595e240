"""Recovery of a damaged database: it is set aside, and its readable rows go into a new one.

Rows of its own pages come first; what these no longer hold comes from the newest intact daily backup.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, nullcontext, suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from companion.base.canonical_json import canonical_json, sha256_hex
from companion.base.errors import DamagedFileError, ForeignFileError, translate_errors
from rules.registry import GAMES

from .daily_copies import open_intact_backups
from .matches import Storage, StorageError
from .private_files import create_private_file
from .row_recovery import RecoveredRows, TableRow, recover_rows, schema_tables
from .schema import read_format, upgrade
from .sqlite_database import DATABASE_FILE, database_path, decode_lossy
from .upgrades import upgrade_document


def match_rows_from_snapshots(found: RecoveredRows) -> Iterator[TableRow]:
    """Yield a ``match`` row for each match that lacks one, from its newest intact snapshot.

    Nothing is yielded for a deleted match. The start is the time of the first entry; whether the match was finished is
    unknown.
    """
    if "match" in found.complete_tables:
        return
    known = {row[0] for row in found.rows.get("match", ())}
    newest = dict[str, TableRow]()
    for row in found.rows.get("snapshot", ()):
        if row[0] not in known and sha256_hex(str(row[3])) == row[4]:
            id = str(row[0])
            newest[id] = max(row, newest.get(id, row), key=lambda one: one[1])  # type: ignore[arg-type,return-value]
    for id, row in newest.items():
        times = [row[2] for row in found.rows.get("entry", ()) if row[0] == id and isinstance(row[2], float)]
        with suppress(StopIteration):
            game, seats, rulings = next(_read(str(row[3]), found.format))
            yield id, game, row[2], seats, rulings, min(times, default=0.0), None


def _read(line: str, written: int) -> Iterator[tuple[str, str, str]]:
    """Yield the game of that state, its players and settings as stored in a file of that format."""
    from .codec import Codec

    for game in GAMES.values():
        with suppress(Exception):  # an upgrade may stumble over another game's state in any way
            data = upgrade_document("state", game.key, json.loads(line), written)
            state = Codec(game).read_state(canonical_json(data))
            yield game.key, canonical_json(list(state.seats)), canonical_json(list(state.rulings))


REPORT_SETTING = "rescued"
"""Setting that holds the recovery report until somebody has read it."""
SIDE_FILE_SUFFIXES = ("-wal", "-shm")
"""Suffixes of the files that SQLite keeps beside the database and that belong to it."""
PARENT_TABLES = ("match", "guest")
"""Tables that the others reference."""
APPEND_ONLY_TABLES = ("entry", "snapshot")
"""Append-only tables: a row of a backup stays valid."""
RecoveredGame = tuple[str, str, int]
"""A game's key, its players, and its number of entries."""


@dataclass(frozen=True)
class RescueReport:
    """Report of a recovery: where the damaged file is now, and the matches with missing entries."""

    aside: str
    damaged: tuple[RecoveredGame, ...] = ()
    lost: int = 0
    """Number of matches of which not even the name can be read."""
    day: str = ""
    """Day of the backup that was used (ISO 8601); empty where the file's own pages were enough."""
    copied: tuple[RecoveredGame, ...] = ()
    """Matches that come from that backup, in whole or in part."""
    uninvited: bool = False
    """Whether devices and invitations are lost, so that everybody has to be invited again."""


def open_storage(folder: Path | None = None) -> Storage:
    """Open the database, recovering a damaged one if necessary. Raises ``StorageError``."""
    try:
        return Storage(folder)
    except (DamagedFileError, ForeignFileError) as trouble:
        path = database_path(folder)
        with translate_errors(path):
            if not _rescue(path, copies=isinstance(trouble, DamagedFileError)):
                raise
        return Storage(folder)


def load_report(storage: Storage) -> RescueReport | None:
    """Return the report of a recovery that nobody has read yet."""
    with suppress(ValueError, StorageError):
        if report := storage.settings.read(REPORT_SETTING):
            from pydantic import TypeAdapter

            return TypeAdapter(RescueReport).validate_json(report)
    return None


def _rescue(path: Path, copies: bool) -> bool:
    """Replace the damaged file by a new one with its readable rows.

    Returns whether any match could be recovered. ``copies``: also use the daily backups, because the file was
    certainly Sobremesa's.
    """
    found = recover_rows(path)
    with tempfile.TemporaryDirectory(dir=path.parent) as room:
        day, copied = _fill(Path(room) / DATABASE_FILE, found, path if copies else None)
        with closing(Storage(Path(room))) as new:
            if not new.match_count():
                return False
            aside = _free_path(path)
            new.settings.save(
                REPORT_SETTING, json.dumps(asdict(_make_report(new, found, aside, day, copied)), ensure_ascii=False)
            )
        _set_aside(path, aside)
        os.replace(Path(room) / DATABASE_FILE, path)
    return True


def _fill(new: Path, found: RecoveredRows, path: Path | None) -> tuple[str, set[str]]:
    """Write the recovered rows, and what a backup has beyond them, into a new file.

    It has the damaged file's format. Returns the day of that backup, and the matches to which it contributed rows.
    """
    create_private_file(new)
    copies = open_intact_backups(path) if path else None
    with closing(sqlite3.connect(new)) as db, db, closing(copies) if copies else nullcontext():
        db.execute("PRAGMA foreign_keys=ON")
        db.execute("BEGIN")
        upgrade(db, found.format)
        for day, copy in copies or ():
            copied = _backup_rows(copy, found.format)
            used = _merge_backup(db, found, copied)
            return (day.isoformat() if used else ""), used
        rows = {**found.rows, "match": [*found.rows.get("match", ()), *match_rows_from_snapshots(found)]}
        _write(db, found.format, rows)
    return "", set()


def _merge_backup(db: sqlite3.Connection, found: RecoveredRows, copied: Mapping[str, list[TableRow]]) -> set[str]:
    """Write the file's own rows and those of a backup; return the matches that lacked some.

    Of a table that could be read completely the backup gives nothing: what is missing there was deleted since. The
    logs only grow: there the backup is right where the two differ.
    """
    kept = {
        table: rows
        for table, rows in copied.items()
        if table not in found.complete_tables or table in APPEND_ONLY_TABLES
    }
    true = {table: kept.get(table, []) + found.rows.get(table, []) for table in APPEND_ONLY_TABLES}
    true["match"] = [
        *_backup_matches(found, copied["match"]),
        *found.rows.get("match", ()),
        *match_rows_from_snapshots(found),
    ]
    rows = {table: found.rows.get(table, []) + kept.get(table, []) for table in schema_tables(found.format)}
    _write(db, found.format, {**rows, **true})
    there = {str(id) for (id,) in db.execute("SELECT id FROM match")}
    own = {row[:2]: row for row in found.rows.get("entry", ())}
    changed = {str(row[0]) for row in copied["entry"] if own.get(row[:2]) != row}
    unknown = {str(row[0]) for row in copied["match"]} - {str(row[0]) for row in found.rows.get("match", ())}
    return (changed | unknown) & there


def _backup_matches(found: RecoveredRows, copied: list[TableRow]) -> Iterator[TableRow]:
    """Yield the matches of a backup that were not deleted since.

    Of a match that is known, only its end may have changed.
    """
    own = {row[0]: row for row in found.rows.get("match", ())}
    for row in copied:
        if row[0] in own:
            yield (*row[:6], own[row[0]][6], *row[7:])
        elif "match" not in found.complete_tables:
            yield row


def _write(db: sqlite3.Connection, number: int, rows: Mapping[str, list[TableRow]]) -> None:
    """Write every valid row into tables of that format, the first of those with the same key."""
    tables = schema_tables(number)
    for table in sorted(tables, key=lambda name: name not in PARENT_TABLES):
        columns = [column.name for column in tables[table]]
        for row in rows.get(table, ()):
            if not _is_valid_row(table, row):
                continue
            names, holes = ", ".join(columns[: len(row)]), ", ".join("?" * len(row))
            with suppress(sqlite3.Error):  # skip a row that violates the schema
                db.execute(f"INSERT OR IGNORE INTO {table} ({names}) VALUES ({holes})", row)


def _is_valid_row(table: str, row: TableRow) -> bool:
    match table:
        case "match":
            return _json(row[3]) and _json(row[4])
        case "entry":
            return _json(row[6])
        case "snapshot":
            return sha256_hex(str(row[3])) == row[4]
    return True


def _json(text: object) -> bool:
    try:
        json.loads(str(text))
    except (ValueError, RecursionError):
        return False
    return True


def _backup_rows(copy: sqlite3.Connection, number: int) -> dict[str, list[TableRow]]:
    """Return the rows of a backup by table, in that format; an older one is upgraded in memory."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as upgraded:
        if read_format(copy) < number:
            copy.backup(upgraded)
            upgrade(upgraded, number)
            copy = upgraded
        copy.text_factory = decode_lossy
        return {table: list(copy.execute(f"SELECT * FROM {table}")) for table in schema_tables(number)}


def _make_report(new: Storage, found: RecoveredRows, aside: Path, day: str, copied: set[str]) -> RescueReport:
    matches = new.matches()
    games = tuple((one.game, ", ".join(one.seats), one.entries) for one in matches if one.id in copied)
    lost = _lost(found, {one.id for one in matches})
    return RescueReport(
        str(aside), tuple(_incomplete_games(new, found.last_entry_seqs)), lost, day, games, not found.rows.get("guest")
    )


def _lost(found: RecoveredRows, known: set[str]) -> int:
    """Count the matches that have entries but no name; what was deleted entirely is not lost."""
    if "match" in found.complete_tables:
        return 0
    return len({str(row[0]) for row in found.rows.get("entry", ())} - known)


def _set_aside(path: Path, aside: Path) -> None:
    """Give the damaged file a second name beside its own, or copy it where links are missing."""
    try:
        os.link(path, aside)
    except OSError:
        shutil.copy2(path, aside)
    for end in SIDE_FILE_SUFFIXES:
        with suppress(FileNotFoundError):
            os.replace(f"{path}{end}", f"{aside}{end}")


def _free_path(path: Path) -> Path:
    stem = f"sobremesa-damaged-{time.strftime('%Y-%m-%d')}"
    names = (path.with_name(f"{stem}{number}.sqlite") for number in ("", *(f"-{n}" for n in range(2, 10_000))))
    return next(name for name in names if not name.exists())


def _incomplete_games(storage: Storage, last: Mapping[str, int]) -> Iterator[RecoveredGame]:
    for match in storage.matches():
        seqs = [row.seq for row in storage.entry_rows(match.id)]
        begin = next((snap.seq for snap in storage.snapshots(match.id) if snap.base), 0)
        whole = sum(seq == begin + k for k, seq in enumerate((seq for seq in seqs if seq > begin), 1))
        newest = storage.latest_snapshot(match.id)
        if begin + whole < max([*seqs, newest.seq if newest else 0, begin, last.get(match.id, 0)]):
            yield match.game, ", ".join(match.seats), begin + whole
