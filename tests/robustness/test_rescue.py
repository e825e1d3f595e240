"""A hundred damaged copies of a file of games: each opens, with every game whose pages were not hit."""

from __future__ import annotations

import sqlite3
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from random import Random

import pytest

from companion import copies as daily
from companion.library import Library
from companion.rescue import opened, told
from companion.storage import Storage, StorageTrouble
from rules.registry import GAMES
from tests.support.damaged_copies import COPIES, FILE, Copy, Log, copies, damaged, database, logs

Say = Callable[[str], None]
PLAYED = 10
"""One rescued copy in so many is also opened at the table."""


@dataclass
class House:
    """A folder of games as it was before any damage: the bytes of its file, its games, and its daily copy."""

    whole: bytes
    games: dict[str, Log]
    copy: bytes


@dataclass
class Counted:
    """What came of the copies with one kind of damage."""

    copies: int = 0
    opened: int = 0
    full: int = 0
    """Copies that opened with every game that they had to have."""
    expected: int = 0
    found: int = 0
    from_copy: int = 0
    """Copies for which the daily copy gave something."""
    unnoticed: int = 0
    """Copies with which SQLite finds nothing wrong: a letter of a text, or a byte that nothing uses."""
    short: list[str] = field(default_factory=list)


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    """Five games, one of each kind, with a daily copy of the same evening."""
    with tempfile.TemporaryDirectory() as name:
        yield laid(Path(name), 1, 16)


def laid(folder: Path, rounds: int, actions: int) -> House:
    whole = database(folder, rounds, actions)
    assert daily.make(folder / FILE, date(2026, 11, 21))
    storage = Storage(folder)
    games = logs(storage)
    storage.close()
    return House(whole, games, daily.copies(folder / FILE)[0][1].read_bytes())


def rescued(house: House, copy: Copy, counted: Counted, everything: bool, play: bool) -> None:
    """Open one damaged copy, with the daily copy beside it if ``everything`` is to be there, and count what is."""
    counted.copies += 1
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / FILE).write_bytes(copy.data)
        if everything:
            (folder / daily.FOLDER).mkdir()
            (folder / daily.FOLDER / "sobremesa-2026-11-21.sqlite").write_bytes(house.copy)
        try:
            storage = opened(folder)
        except StorageTrouble:
            counted.short.append(f"{copy.kind} {copy.seed} refused")
            return
        with closing(storage):
            said = told(storage)
            counted.unnoticed += said is None
            wanted = set(house.games) if everything and said else copy.expected
            there = same(house, storage, wanted, play)
            assert said is None or Path(said.aside).read_bytes() == copy.data, "the damaged file was not kept"
    counted.opened += 1
    counted.expected += len(wanted)
    counted.found += there
    counted.full += there == len(wanted)
    counted.from_copy += bool(said and said.day)
    if there < len(wanted):
        counted.short.append(f"{copy.kind} {copy.seed}: {there} of {len(wanted)}")


def same(house: House, storage: Storage, wanted: set[str] | frozenset[str], play: bool) -> int:
    """How many of those games are there, row for row; with ``play`` they are taken up without a warning as well."""
    games, library = logs(storage), Library(storage, GAMES)
    there = [id for id in wanted if games.get(id) == house.games[id]]
    if play:
        there = [id for id in there if library.open(id).warning is None]
    return len(there)


def counted(house: House, everything: bool = False) -> dict[str, Counted]:
    """What came of all copies, by kind of damage."""
    found: dict[str, Counted] = defaultdict(Counted)
    for number, copy in enumerate(copies(house.whole)):
        rescued(house, copy, found[copy.kind], everything, number % PLAYED == 0)
    return found


def show(say: Say, found: dict[str, Counted], title: str) -> None:
    """The table of what was rescued."""
    say(f"{title:<28}{'copies':>8}{'opened':>8}{'full':>6}{'games expected':>16}{'found':>7}{'from copy':>11}{'unnoticed':>11}")
    for kind, one in found.items():
        say(
            f"{kind:<28}{one.copies:>8}{one.opened:>8}{one.full:>6}"
            f"{one.expected:>16}{one.found:>7}{one.from_copy:>11}{one.unnoticed:>11}"
        )


def test_games_on_undamaged_pages_are_rescued(house: House, say: Say) -> None:
    """Of 100 copies at least 75 open with every game none of whose pages was hit."""
    found = counted(house)
    show(say, found, f"rescue, {len(house.whole) // 1024} KB")
    assert sum(one.copies for one in found.values()) == 100
    assert sum(one.full for one in found.values()) >= 75, [line for one in found.values() for line in one.short]
    assert all(one.full >= one.copies // 2 for one in found.values()), "one kind of damage is not rescued"


def test_with_a_daily_copy_every_game_is_rescued(house: House, say: Say) -> None:
    """With yesterday's copy beside it, each of the 100 opens with all games.

    Where SQLite finds nothing wrong nothing is rescued: there, those on undamaged pages are.
    """
    found = counted(house, everything=True)
    show(say, found, "the same with a daily copy")
    assert [one.full for one in found.values()] == list(COPIES.values()), [
        line for one in found.values() for line in one.short
    ]


def test_what_was_never_ours_is_left(tmp_path: Path) -> None:
    """Garbage, an empty page and another program's damaged file: refused, not a byte changed, nothing put aside."""
    with closing(sqlite3.connect(tmp_path / "other")) as db, db:
        db.execute("CREATE TABLE songs(id TEXT, title TEXT)")
        db.executemany("INSERT INTO songs VALUES (?, ?)", [(str(n), "x" * 200) for n in range(500)])
    other = (tmp_path / "other").read_bytes()
    for data in (b"not a database at all" * 400, bytes(8192), damaged(other, "damaged header", Random(1))):
        (tmp_path / FILE).write_bytes(data)
        with pytest.raises(StorageTrouble):
            opened(tmp_path)
        assert (tmp_path / FILE).read_bytes() == data
        assert not list(tmp_path.glob("sobremesa-damaged*"))


def test_rows_of_the_write_ahead_log_are_rescued(tmp_path: Path) -> None:
    """A process died and the first page is lost: what lies in the log beside the file is there as well."""
    storage = Storage(tmp_path)
    storage._db.execute("PRAGMA wal_autocheckpoint=0")
    library = Library(storage, GAMES)
    storage.read("PRAGMA wal_checkpoint(TRUNCATE)")
    match = library.new("malifaux", ("Ana", "Beto")).match
    before = logs(storage)
    other = tmp_path / "after a crash"
    other.mkdir()
    for end in ("", "-wal"):
        (other / f"{FILE}{end}").write_bytes((tmp_path / f"{FILE}{end}").read_bytes())
    storage.close()
    (other / FILE).write_bytes(bytes(4096) + (other / FILE).read_bytes()[4096:-4096])
    with closing(opened(other)) as found:
        assert logs(found)[match.id] == before[match.id]
        assert told(found) is not None
