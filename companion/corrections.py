"""What people put right after the reader: kept on this computer with the crop of the die, as its error statistics.

Kept are, for every die that a throw was made of, what it was read as, and for those that were put right what they are.
It can be switched off, and erased; nothing of it leaves the file of the games.
"""

from __future__ import annotations

import sqlite3
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING

from rules.engine import DieKind

from .access import Access
from .schema import HOUSE
from .storage import Storage

if TYPE_CHECKING:  # what a table needs to know of corrections brings no OpenCV
    from vision.reading import Box, Die, Reading

SWITCH = "corrections"
MOST = 500
"""Corrections that are kept: of the table that has most, the oldest go first."""
KEEP = "INSERT INTO correction(at, kind, seen, is_, unsure, crop, owner, match) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
TRIM = (
    "DELETE FROM correction WHERE id IN (SELECT id FROM"
    " (SELECT id, row_number() OVER (PARTITION BY match ORDER BY id DESC) AS age FROM correction)"
    " ORDER BY age DESC, id LIMIT max(0, (SELECT count(*) FROM correction) - ?))"
)
COUNT = (
    "INSERT INTO seen(kind, face, unsure, dice, owner, match) VALUES (?, ?, ?, 1, ?, ?)"
    " ON CONFLICT(owner, match, kind, face, unsure) DO UPDATE SET dice = dice + 1"
)
VISIBLE = "owner = ? AND (? OR match = ?)"
"""To the host all of it, to a guest what is of its own table."""


@dataclass(frozen=True, slots=True)
class Correction:
    """One die that was put right. ``crop`` is a JPEG, empty where there is none."""

    seen: int | None
    """The face that was read; None for a die that was missed."""
    is_: int | None
    """The face that it shows; None for something that is no die, or none of that throw."""
    unsure: bool
    """Whether the reader had asked for a look."""
    crop: bytes = b""
    kind: str = ""
    """The key of the kind of die, empty for pips."""


@dataclass(frozen=True, slots=True)
class Score:
    """How dice of one kind were read at this table."""

    kind: str
    dice: int
    """Dice that were read."""
    sure: int
    """Of them, those that nobody was asked to look at."""
    wrong: int
    """Of all, those that showed something else."""
    wrong_sure: int
    """Of the sure, those that showed something else, or were none."""
    missed: int
    """Dice that were there and were not read."""
    none: int
    """Of all, those that were no dice, or none of the throw."""


def keeping(storage: Storage) -> bool:
    """Whether what is put right is kept. Raises ``StorageTrouble``, as all that follows."""
    return storage.setting(SWITCH, "on") == "on"


def keep(access: Access, on: bool) -> None:
    """Keep it from now on, or do not; what was kept stays. Raises ``Refused`` for a guest."""
    access.host_only()
    access.storage.set(SWITCH, "on" if on else "off")


def learn(access: Access, kind: DieKind | None, read: Reading, corrections: Sequence[Correction]) -> None:
    """A throw of that table was made of that reading, with those corrections; all are kept as of the table.

    Nothing is kept where that is switched off.
    """
    if not keeping(access.storage):
        return
    key = kind.key if kind else ""
    with access.storage.all_or_nothing() as db:
        whose = HOUSE, access.match
        db.executemany(COUNT, [(key, die.value, die.unsure is not None, *whose) for die in read.dice])
        _add(db, key, access.match, corrections)


def retold(access: Access, kind: DieKind | None, read: Iterable[int], said: Iterable[int]) -> None:
    """A throw that was read as sure, and so counted then, was taken back and told otherwise: that is an error too."""
    before, after = Counter(read), Counter(said)
    pairs = zip_longest((before - after).elements(), (after - before).elements())
    if not keeping(access.storage) or before == after:
        return
    with access.storage.all_or_nothing() as db:
        _add(db, kind.key if kind else "", access.match, [Correction(seen, is_, False) for seen, is_ in pairs])


def _add(db: sqlite3.Connection, key: str, match: str, corrections: Iterable[Correction]) -> None:
    now = time.time()
    db.executemany(KEEP, [(now, key, one.seen, one.is_, one.unsure, one.crop, HOUSE, match) for one in corrections])
    db.execute(TRIM, (MOST,))


def put_right(read: Reading, said: Reading, crops: Mapping[Box, bytes]) -> tuple[Correction, ...]:
    """What was put right between what was read and what a person made of it; a die is known by its box."""
    after = {die.box: die for die in said.dice}
    before = {die.box for die in read.dice}
    changed = (_put_right(die, after.get(die.box), crops.get(die.box, b"")) for die in read.dice)
    missed = (Correction(None, die.value, False) for die in said.dice if die.box not in before)
    return (*filter(None, changed), *missed)


def _put_right(read: Die, said: Die | None, crop: bytes) -> Correction | None:
    is_ = said.value if said else None
    return None if is_ == read.value else Correction(read.value, is_, read.unsure is not None, crop)


def scores(access: Access) -> tuple[Score, ...]:
    """How each kind of die was read, the one read most often first: in the house, for a guest at its table."""
    rows = access.storage.read(
        f"SELECT kind, sum(dice), sum(dice * (1 - unsure)) FROM seen WHERE {VISIBLE}"
        " GROUP BY kind ORDER BY sum(dice) DESC",
        _whose(access),
    )
    wrong = {
        row[0]: row[1:]
        for row in access.storage.read(
            "SELECT kind, sum(seen IS NOT NULL AND is_ IS NOT NULL), sum(seen IS NOT NULL AND NOT unsure),"
            f" sum(seen IS NULL), sum(is_ IS NULL) FROM correction WHERE {VISIBLE} GROUP BY kind",
            _whose(access),
        )
    }
    return tuple(Score(kind, dice, sure, *wrong.get(kind, (0, 0, 0, 0))) for kind, dice, sure in rows)


def kept(access: Access, most: int = 50) -> tuple[Correction, ...]:
    """The newest corrections, newest first; for a guest those of its table."""
    sql = f"SELECT seen, is_, unsure, crop, kind FROM correction WHERE {VISIBLE} ORDER BY id DESC LIMIT ?"
    rows = access.storage.read(sql, (*_whose(access), most))
    return tuple(Correction(seen, is_, bool(unsure), crop or b"", kind) for seen, is_, unsure, crop, kind in rows)


def _whose(access: Access) -> tuple[str, bool, str]:
    """The values of ``VISIBLE``."""
    return HOUSE, access.host, access.match


@dataclass(frozen=True, slots=True)
class Tidied:
    """What was put right at one table: dice that were read wrongly, and that were missed."""

    wrong: int
    missed: int

    @property
    def dice(self) -> int:
        """All of them."""
        return self.wrong + self.missed


def tidied(access: Access, since: float, until: float) -> Tidied:
    """What was put right at that table, of what is still kept.

    For the host with that of which older files did not say the table, if it was between those moments (unix seconds).
    """
    found = (
        "SELECT count(seen), count(*) - count(seen) FROM correction"
        " WHERE owner = ? AND ((match <> '' AND match = ?) OR (? AND match = '' AND at BETWEEN ? AND ?))"
    )
    wrong, missed = access.storage.read(found, (HOUSE, access.match, access.host, since, until))[0]
    return Tidied(int(wrong), int(missed))


def erase(access: Access) -> None:
    """Forget all that was kept: the corrections, their crops and the counts. Raises ``Refused`` for a guest."""
    access.host_only()
    storage = access.storage
    storage.read("PRAGMA secure_delete=ON")  # or the pictures would lie on in the file's free pages
    with storage.all_or_nothing() as db:
        db.execute("DELETE FROM correction")
        db.execute("DELETE FROM seen")
    storage.read("PRAGMA wal_checkpoint(TRUNCATE)")
