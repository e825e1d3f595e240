"""Recovery of damaged databases, with counts of the matches that were found."""

from __future__ import annotations

import tempfile
from contextlib import closing
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from companion.library.library import Library
from companion.storage import daily_copies as daily
from companion.storage.matches import Storage, StorageError
from companion.storage.recovery import load_report, open_storage
from rules.registry import GAMES
from tests.support.damaged_copies import COPIES, FILE, Copy, Log, copies, database, logs

DAY = date(2026, 11, 21)
"""Date of the daily backup."""
HEAD = ("kind of damage", "copies", "opened", "full", "games expected", "found", "from copy", "unnoticed")


@dataclass
class House:
    """An undamaged data folder: its database's bytes, its matches, and its daily backup."""

    whole: bytes
    games: dict[str, Log]
    copy: bytes


@dataclass
class Counted:
    """Counts of the recoveries from one kind of damage."""

    kind: str
    copies: int = 0
    opened: int = 0
    full: int = 0
    """Copies that opened with all expected matches."""
    expected: int = 0
    found: int = 0
    from_copy: int = 0
    """Copies for which the daily backup was used."""
    unnoticed: int = 0
    """Copies in which SQLite finds no damage: a letter of a text, or an unused byte."""
    short: list[str] = field(default_factory=list)


def laid(folder: Path, rounds: int, actions: int) -> House:
    whole = database(folder, rounds, actions)
    assert daily.make_backup(folder / FILE, DAY)
    storage = Storage(folder)
    games = logs(storage)
    storage.close()
    return House(whole, games, daily.list_backups(folder / FILE)[0][1].read_bytes())


def rescued(house: House, kind: str, everything: bool = False, play: int = 10) -> Counted:
    """Recover all copies with that damage; one in ``play`` is also opened as a table."""
    done = Counted(kind)
    for copy in copies(house.whole, {kind: COPIES[kind]}):
        _rescued(house, copy, done, everything, bool(play) and copy.seed % play == 0)
    return done


def _rescued(house: House, copy: Copy, counted: Counted, everything: bool, play: bool) -> None:
    """Open one damaged copy and count its matches; ``everything`` adds the daily backup."""
    counted.copies += 1
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / FILE).write_bytes(copy.data)
        if everything:
            (folder / daily.BACKUP_FOLDER).mkdir()
            (folder / daily.BACKUP_FOLDER / f"sobremesa-{DAY}.sqlite").write_bytes(house.copy)
        try:
            storage = open_storage(folder)
        except StorageError:
            counted.short.append(f"{copy.kind} {copy.seed} refused")
            return
        with closing(storage):
            said = load_report(storage)
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
    """The number of those matches that are equal row for row.

    With ``play`` they must also open without a warning.
    """
    games, library = logs(storage), Library(storage, GAMES)
    there = [id for id in wanted if games.get(id) == house.games[id]]
    if play:
        there = [id for id in there if library.matches.open(id).warning is None]
    return len(there)


def line(done: Counted | None = None) -> str:
    """A line of the table of recoveries; without counts its heading."""
    cells = HEAD
    if done is not None:
        numbers = done.copies, done.opened, done.full, done.expected, done.found, done.from_copy, done.unnoticed
        cells = (done.kind, *map(str, numbers))
    return f"{cells[0]:<20}" + "".join(
        f"{cell:>{len(name) + 2}}" for name, cell in zip(HEAD[1:], cells[1:], strict=True)
    )
