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

from .storage import Storage

if TYPE_CHECKING:  # what a table needs to know of corrections brings no OpenCV
    from vision.reading import Box, Die, Reading

SWITCH = "corrections"
MOST = 500
"""Corrections that are kept: the oldest go first."""


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


def keep(storage: Storage, on: bool) -> None:
    """Keep it from now on, or do not; what was kept stays."""
    storage.set(SWITCH, "on" if on else "off")


def learn(storage: Storage, kind: DieKind | None, read: Reading, corrections: Sequence[Correction]) -> None:
    """A throw was made of that reading, with those corrections; nothing is kept where that is switched off."""
    if not keeping(storage):
        return
    key = kind.key if kind else ""
    with storage.all_or_nothing() as db:
        db.executemany(
            "INSERT INTO seen VALUES (?, ?, ?, 1) ON CONFLICT(kind, face, unsure) DO UPDATE SET dice = dice + 1",
            [(key, die.value, die.unsure is not None) for die in read.dice],
        )
        _add(db, key, corrections)


def retold(storage: Storage, kind: DieKind | None, read: Iterable[int], said: Iterable[int]) -> None:
    """A throw that was read as sure, and so counted then, was taken back and told otherwise: that is an error too."""
    before, after = Counter(read), Counter(said)
    pairs = zip_longest((before - after).elements(), (after - before).elements())
    if not keeping(storage) or before == after:
        return
    with storage.all_or_nothing() as db:
        _add(db, kind.key if kind else "", [Correction(seen, is_, False) for seen, is_ in pairs])


def _add(db: sqlite3.Connection, key: str, corrections: Iterable[Correction]) -> None:
    db.executemany(
        "INSERT INTO correction(at, kind, seen, is_, unsure, crop) VALUES (?, ?, ?, ?, ?, ?)",
        [(time.time(), key, one.seen, one.is_, one.unsure, one.crop) for one in corrections],
    )
    db.execute("DELETE FROM correction WHERE id NOT IN (SELECT id FROM correction ORDER BY id DESC LIMIT ?)", (MOST,))


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


def scores(storage: Storage) -> tuple[Score, ...]:
    """How each kind of die was read, the one read most often first."""
    rows = storage.read(
        "SELECT kind, sum(dice), sum(dice * (1 - unsure)) FROM seen GROUP BY kind ORDER BY sum(dice) DESC"
    )
    wrong = {
        row[0]: row[1:]
        for row in storage.read(
            "SELECT kind, sum(seen IS NOT NULL AND is_ IS NOT NULL), sum(seen IS NOT NULL AND NOT unsure),"
            " sum(seen IS NULL), sum(is_ IS NULL) FROM correction GROUP BY kind"
        )
    }
    return tuple(Score(kind, dice, sure, *wrong.get(kind, (0, 0, 0, 0))) for kind, dice, sure in rows)


def kept(storage: Storage, most: int = 50) -> tuple[Correction, ...]:
    """The newest corrections, newest first."""
    rows = storage.read("SELECT seen, is_, unsure, crop, kind FROM correction ORDER BY id DESC LIMIT ?", (most,))
    return tuple(Correction(seen, is_, bool(unsure), crop or b"", kind) for seen, is_, unsure, crop, kind in rows)


@dataclass(frozen=True, slots=True)
class Tidied:
    """What was put right on this computer within some time: dice that were read wrongly, and that were missed."""

    wrong: int
    missed: int

    @property
    def dice(self) -> int:
        """All of them."""
        return self.wrong + self.missed


def tidied(storage: Storage, since: float, until: float) -> Tidied:
    """What was put right between those moments, in unix seconds, of what is still kept."""
    found = "SELECT count(seen), count(*) - count(seen) FROM correction WHERE at BETWEEN ? AND ?"
    wrong, missed = storage.read(found, (since, until))[0]
    return Tidied(int(wrong), int(missed))


def erase(storage: Storage) -> None:
    """Forget all that was kept: the corrections, their crops and the counts."""
    storage.read("PRAGMA secure_delete=ON")  # or the pictures would lie on in the file's free pages
    with storage.all_or_nothing() as db:
        db.execute("DELETE FROM correction")
        db.execute("DELETE FROM seen")
    storage.read("PRAGMA wal_checkpoint(TRUNCATE)")
