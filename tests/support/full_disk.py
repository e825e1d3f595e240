"""A full disk, and a system user without rights."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from companion.match.table import Table
from companion.storage.matches import Storage
from rules.engine import Text
from tests.support.device_seats import ANA


@contextmanager
def full(storage: Storage) -> Iterator[None]:
    """The database can grow no more."""
    (pages,) = storage.database._db.execute("PRAGMA page_count").fetchone()
    storage.database._db.execute(f"PRAGMA max_page_count={pages}")
    try:
        yield
    finally:
        storage.database._db.execute("PRAGMA max_page_count=1073741823")


def fill(table: Table) -> Text:
    """Write long entries until the disk is full; return the reason given."""
    seats = table.match.seats
    table.match = replace(table.match, seats=("Ana" * 3000, "Bea"))  # the actor is part of every entry
    for _ in range(400):
        table.adjust("total.0", 1 if table.state.totals[0] == 0 else -1, ANA)
        if table.unsaved_work:
            table.match = replace(table.match, seats=seats)
            return table.unsaved_work.cause
    raise AssertionError("the disk was never full")


def all_there(table: Table, storage: Storage) -> bool:
    """Whether the database and the reported unsaved entries make up the whole log."""
    waits = table.unsaved_work.entry_count if table.unsaved_work else 0
    return len(storage.entry_rows(table.match.id)) + waits == table.table_state.seq == len(table.log())


@contextmanager
def unprivileged() -> Iterator[None]:
    """Run as a user without root's rights."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)
