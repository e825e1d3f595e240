"""A damaged file of matches: it is put aside as it is, and what can be read of it goes on in a new one."""

from __future__ import annotations

import json
import os
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from .database import NAME, data_folder, readable
from .storage import Storage, StorageTrouble
from .trouble import Damaged

TOLD = "rescued"
"""The setting that says what came of it, until somebody has read it."""
BESIDE = ("-wal", "-shm")
"""What SQLite keeps beside the file: it belongs to it."""
TRIES, FURTHEST = 1_000, 2**20
"""Looks into a damaged table before the rest is given up, and rows beyond which nothing is looked for."""
FIRST = ("match", "guest")
"""Tables on which the others hang."""


@dataclass(frozen=True)
class Rescued:
    """What came of a damaged file: where it lies now, and the games of which steps are missing."""

    aside: str
    damaged: tuple[tuple[str, str, int], ...] = ()
    """(game, players, steps that could be read) of each."""
    lost: int = 0
    """Games of which not even the name can be read."""


def opened(folder: Path | None = None) -> Storage:
    """The file of matches, if need be with what can be read of a damaged one. Raises ``StorageTrouble``."""
    try:
        return Storage(folder)
    except Damaged:
        if not _rescue(data_folder(folder) / NAME):
            raise
        return Storage(folder)


def told(storage: Storage) -> Rescued | None:
    """What came of a damaged file, if nobody has read it yet."""
    with suppress(ValueError, TypeError, KeyError, StorageTrouble):
        said = json.loads(storage.setting(TOLD))
        return Rescued(said["aside"], tuple((str(g), str(p), int(n)) for g, p, n in said["damaged"]), int(said["lost"]))
    return None


def _rescue(path: Path) -> bool:
    """Put the damaged file aside and a new one with what can be read in its place; whether any game can be."""
    with tempfile.TemporaryDirectory(dir=path.parent) as room:
        with closing(Storage(Path(room))) as new:
            with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as old:
                old.text_factory = readable
                seen = _copied(old, new)
            if not new.count():
                return False
            aside = _free(path)
            said = Rescued(str(aside), tuple(_gaps(new)), len(seen - {match.id for match in new.matches()}))
            new.set(TOLD, json.dumps(asdict(said), ensure_ascii=False))
        os.link(path, aside)
        for end in BESIDE:
            with suppress(FileNotFoundError):
                os.replace(f"{path}{end}", f"{aside}{end}")
        os.replace(Path(room) / NAME, path)
    return True


def _free(path: Path) -> Path:
    """A name beside it that nothing has."""
    stem = f"sobremesa-damaged-{time.strftime('%Y-%m-%d')}"
    names = (path.with_name(f"{stem}{number}.sqlite") for number in ("", *(f"-{n}" for n in range(2, 10_000))))
    return next(name for name in names if not name.exists())


def _copied(old: sqlite3.Connection, new: Storage) -> set[str]:
    """Every row that can be read and makes sense; the matches of which there are entries."""
    tables = [name for (name,) in new.read("SELECT name FROM sqlite_master WHERE type = 'table'")]
    seen = set()
    with new.all_or_nothing() as db:
        for table in sorted(tables, key=lambda name: name not in FIRST):
            for row in _rows(old, table):
                if table == "entry":
                    seen.add(str(row[0]))
                holes = ", ".join("?" * len(row))
                with suppress(sqlite3.Error):  # a row that means nothing is no row
                    db.execute(f"INSERT OR IGNORE INTO {table} VALUES ({holes})", row)
    return seen


def _rows(old: sqlite3.Connection, table: str) -> Iterator[tuple[object, ...]]:
    """The rows of that table; where there is a hole, those before and after it."""
    ranges, tries = [(1, _furthest(old, table))], 0
    while ranges and tries < TRIES:
        low, high = ranges.pop()
        tries += 1
        try:
            rows = old.execute(f"SELECT * FROM {table} WHERE rowid BETWEEN ? AND ?", (low, high)).fetchall()
        except (sqlite3.Error, UnicodeError, OverflowError):
            middle = (low + high) // 2
            ranges += [(middle + 1, high), (low, middle)] if low < high else []
            continue
        yield from rows


def _furthest(old: sqlite3.Connection, table: str) -> int:
    with suppress(sqlite3.Error, UnicodeError):
        return min(FURTHEST, old.execute(f"SELECT max(rowid) FROM {table}").fetchone()[0] or 0)
    return FURTHEST


def _gaps(storage: Storage) -> Iterator[tuple[str, str, int]]:
    """The games whose log has a gap, or ends before its last snapshot; how far it can be read."""
    for match in storage.matches():
        seqs = [row.seq for row in storage.rows(match.id)]
        begin = next((snap.seq for snap in storage.snapshots(match.id) if snap.base), 0)
        whole = sum(seq == begin + k for k, seq in enumerate((seq for seq in seqs if seq > begin), 1))
        newest = storage.newest(match.id)
        if begin + whole < max([*seqs, newest.seq if newest else 0, begin]):
            yield match.game, ", ".join(match.seats), begin + whole
