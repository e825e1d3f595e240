"""Writes to disk: what an answer costs the engine, the codec and the commit, beside bare SQLite."""

from __future__ import annotations

import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from statistics import median

from bench.table import Row, ratio
from companion.library.library import Library
from companion.match.roles import DeviceRole
from companion.match.table import Table
from companion.storage.matches import Storage
from companion.storage.records import Entry
from rules.engine import Adjusted
from rules.registry import GAMES
from tests.support.games.four_souls_stacks import stacked

ROUNDS, EVENTS = 5, 60
"""Rounds of a measurement, each with its rival's, and events in each round: a disk has moods."""
FIRST = 1_000_000
"""Number of the first entry that is written without the engine."""


def disk() -> Iterator[Row | tuple[str, str]]:
    """Events a second that one table writes, each of them synced before it is shown, and where their time goes."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with closing(Storage(folder)) as storage, closing(bare_database(folder)) as db:
            table, entries = stacked(Library(storage, GAMES), 1), entries_of(EVENTS * ROUNDS)
            codec = storage.codec(table.game)
            whole, written, coded, bare = [], [], [], []
            for k in range(ROUNDS):
                batch = entries[k * EVENTS : (k + 1) * EVENTS]
                bare.append(seconds(lambda: insert_lines(db)))
                whole.append(seconds(lambda: adjust(table)))
                written.append(seconds(lambda batch=batch: append(storage, table, batch)))
                coded.append(seconds(lambda batch=batch: [codec.write_event(one.event) for one in batch]))
            all_, write, code, rival = (median(spent) / EVENTS for spent in (whole, written, coded, bare))
    said = f"sqlite3, a line each: {1 / rival:,.0f}"
    yield Row("events a second to disk", f"{1 / all_:,.0f}", "", said, ratio(all_, rival))
    yield Row("events a second to disk, without the engine", f"{1 / write:,.0f}", "≥ 0.5 ×", said, ratio(rival, write))
    parts = (all_ - write, code, write - code)
    yield "an event: engine, codec, commit", ", ".join(f"{1000 * part:.2f} ms" for part in parts)


def seconds(work: Callable[[], object]) -> float:
    """Seconds that the work takes."""
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def bare_database(folder: Path) -> sqlite3.Connection:
    """A database of the same durability with one table."""
    db = sqlite3.connect(folder / "bare.sqlite", isolation_level=None)
    for line in ("PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", "CREATE TABLE line(said TEXT)"):
        db.execute(line)
    return db


def insert_lines(db: sqlite3.Connection) -> None:
    """Write that many synced rows without a game."""
    for k in range(EVENTS):
        db.execute("INSERT INTO line VALUES (?)", (f"seat.{k % 4}.cents",))


def adjust(table: Table) -> None:
    """Make that many corrections, each a group of its own."""
    for k in range(EVENTS):
        table.adjust("seat.0.cents", -1 if k % 2 else 1, DeviceRole(k % 4, is_host=True))


def entries_of(count: int) -> list[Entry]:
    """Entries of corrections as a table makes them."""
    return [
        Entry(FIRST + k, time.time(), "Ana", FIRST + k, None, Adjusted("seat.0.cents", -1 if k % 2 else 1))
        for k in range(count)
    ]


def append(storage: Storage, table: Table, entries: list[Entry]) -> None:
    """Write the entries, each in a transaction of its own."""
    for entry in entries:
        storage.append_entries(table.match, table.game, (entry,), None, None)
