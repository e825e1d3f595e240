"""A hundred damaged copies of a file: each opens with every match on undamaged pages."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from companion.library.library import Library
from companion.storage.matches import Storage, StorageError
from companion.storage.recovery import load_report, open_storage
from rules.registry import GAMES
from tests.support.damaged_copies import COPIES, FILE, damaged, logs
from tests.support.rescued import Counted, House, laid, line, rescued

Say = Callable[[str], None]


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    """Five matches, one of each game, with a daily copy of the same state."""
    with tempfile.TemporaryDirectory() as name:
        yield laid(Path(name), 1, 16)


def every(house: House, say: Say, title: str, everything: bool = False) -> list[Counted]:
    """The result of all 100 copies, which is also printed."""
    found = [rescued(house, kind, everything) for kind in COPIES]
    say(f"{title}, {len(house.whole) // 1024} KB, {len(house.games)} games")
    for each in (None, *found):
        say(line(each))
    return found


def short(found: list[Counted]) -> list[str]:
    """The copies with missing matches."""
    return [line for one in found for line in one.short]


def test_games_on_undamaged_pages_are_rescued(house: House, say: Say) -> None:
    """At least 75 of 100 copies open with every match whose pages are undamaged."""
    found = every(house, say, "rescue")
    assert sum(one.copies for one in found) == 100
    assert sum(one.full for one in found) >= 75, short(found)
    assert all(one.full >= one.copies // 2 for one in found), "one kind of damage is not rescued"


def test_with_a_daily_copy_every_game_is_rescued(house: House, say: Say) -> None:
    """With yesterday's copy beside it, each of the 100 opens with all matches.

    Where SQLite finds no damage nothing is rescued; there all matches on undamaged pages are expected.
    """
    found = every(house, say, "rescue with a daily copy", everything=True)
    assert sum(one.full for one in found) == 100, short(found)


def test_what_was_never_ours_is_left(tmp_path: Path) -> None:
    """Garbage, an empty page and another program's damaged file are refused and not changed."""
    with closing(sqlite3.connect(tmp_path / "other")) as db, db:
        db.execute("CREATE TABLE songs(id TEXT, title TEXT)")
        db.executemany("INSERT INTO songs VALUES (?, ?)", [(str(n), "x" * 200) for n in range(500)])
    other = (tmp_path / "other").read_bytes()
    for data in (b"not a database at all" * 400, bytes(8192), damaged(other, "damaged header", Random(1))):
        (tmp_path / FILE).write_bytes(data)
        with pytest.raises(StorageError):
            open_storage(tmp_path)
        assert (tmp_path / FILE).read_bytes() == data
        assert not list(tmp_path.glob("sobremesa-damaged*"))


def test_rows_of_the_write_ahead_log_are_rescued(tmp_path: Path) -> None:
    """With a lost first page, rows in the write-ahead log of a dead process are rescued too."""
    storage = Storage(tmp_path)
    storage.database._db.execute("PRAGMA wal_autocheckpoint=0")
    library = Library(storage, GAMES)
    storage.database.read("PRAGMA wal_checkpoint(TRUNCATE)")
    match = library.matches.create("malifaux", ("Ana", "Beto")).match
    before = logs(storage)
    other = tmp_path / "after a crash"
    other.mkdir()
    for end in ("", "-wal"):
        (other / f"{FILE}{end}").write_bytes((tmp_path / f"{FILE}{end}").read_bytes())
    storage.close()
    (other / FILE).write_bytes(bytes(4096) + (other / FILE).read_bytes()[4096:-4096])
    with closing(open_storage(other)) as found:
        assert logs(found)[match.id] == before[match.id]
        assert load_report(found) is not None
