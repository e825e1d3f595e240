"""Saved matches of the toy: played, changed in the database, and compared with memory."""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.i18n import translator
from companion.library.library import Library
from companion.match.table import Table
from companion.storage.matches import Storage, StorageError
from rules.engine import Game, Refused, Rolled
from tests.support.device_seats import ANA
from tests.support.paths import ROOT
from tests.toy.counting import GAME, Stayed

ES = translator("es")
FILE = "sobremesa.sqlite"


def play(table: Table, moves: int) -> None:
    """Roll ones, and reset the totals before anybody wins."""
    for _ in range(moves):
        asked = table.prompt
        assert asked is not None
        table.answer(table.prompt_id, Stayed() if asked.rule == "TOY-3" else Rolled((1,)), ANA)
        for seat, total in enumerate(table.state.totals):
            if total > 8:
                table.adjust(f"total.{seat}", -total, ANA)


def saved(folder: Path, moves: int = 6) -> str:
    """Save a match in that folder; return its id."""
    storage = Storage(folder)
    table = Library(storage, {GAME.key: GAME}).matches.create("counting", ("Ana", "Bea"))
    play(table, moves)
    storage.close()
    return table.match.id


def change(library: Library, sql: str, *values: object) -> None:
    """Change the file as another program does: by a connection of its own."""
    with closing(sqlite3.connect(library.storage.database.path)) as other, other:
        other.execute(sql, values)


def configure(library: Library, pragma: str) -> None:
    """Set a pragma of the library's own connection."""
    library.storage.database._db.execute(f"PRAGMA {pragma}")


def same_as_disk(table: Table, storage: Storage) -> bool:
    """Whether memory holds what another process would find."""
    again = Table(table.game, storage.load_match(table.match.id), storage)
    return (again.table_state.seq, again.prompt_id, replace(again.state, notes=())) == (
        table.table_state.seq,
        table.prompt_id,
        replace(table.state, notes=()),
    )


def tried(act: Callable[[], Any]) -> str:
    """Run it; return the message if it fails, else nothing."""
    try:
        act()
    except (StorageError, Refused) as trouble:
        return ES(trouble.reason)
    return ""


def with_tests() -> dict[str, str]:
    """An environment in which a script can import these tests."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}


def opened(storage: Storage, id: str, game: Game[Any] = GAME) -> Table:
    """The match as another process loads it."""
    return Table(game, storage.load_match(id), storage)
