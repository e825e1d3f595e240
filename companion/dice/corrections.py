"""Corrections of the dice reader by people: error statistics and crops of the wrong dice.

For every die of a roll the face that was read is stored, and for corrected dice also the true face. The feature can be
switched off and its data erased; the data never leave the database.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING

from companion.access.permissions import Access
from companion.storage.database import SqlTransaction
from companion.storage.matches import Storage
from rules.engine import CardKind, DieKind

if TYPE_CHECKING:  # a table imports this module, and must not import OpenCV
    from vision.reading import Box, Die, Reading

ENABLED_SETTING = "corrections"
MAX_CORRECTIONS = 500
"""Maximum number of stored corrections; the oldest of the table with the most are deleted first."""
INSERT_CORRECTION = (
    "INSERT INTO correction(at, kind, seen, is_, unsure, crop, owner, match) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
)
DELETE_OLDEST = (
    "DELETE FROM correction WHERE id IN (SELECT id FROM"
    " (SELECT id, row_number() OVER (PARTITION BY match ORDER BY id DESC) AS age FROM correction)"
    " AS aged ORDER BY age DESC, id LIMIT ?)"
)
"""Deletes so many corrections."""
COUNT_READ_DICE = (
    "INSERT INTO seen(kind, face, unsure, dice, owner, match) VALUES (?, ?, ?, 1, ?, ?)"
    " ON CONFLICT(owner, match, kind, face, unsure) DO UPDATE SET dice = seen.dice + 1"
)
VISIBLE_ROWS = "owner = ? AND (? = 1 OR match = ?)"
"""SQL condition: the host sees all rows, a guest those of its own table."""


@dataclass(frozen=True, slots=True)
class Correction:
    """One die that was corrected. ``crop`` is a JPEG, empty where there is none."""

    read_face: int | None
    """The face that was read; None for a die that was missed."""
    true_face: int | None
    """The face that the die shows; None for something that is no die, or not part of the roll."""
    was_unsure: bool
    """Whether the reader had asked for a check."""
    crop: bytes = b""
    kind: str = ""
    """The key of the die kind, empty for pips."""


@dataclass(frozen=True, slots=True)
class ReaderAccuracy:
    """Reading accuracy for dice of one kind at this table."""

    kind: str
    dice_read: int
    """Dice that were read."""
    sure_dice: int
    """Those of them for which the reader asked for no check."""
    wrong_dice: int
    """Those of all dice read that showed another face."""
    wrong_sure_dice: int
    """Those of the sure dice that showed another face, or were no dice."""
    missed_dice: int
    """Dice that were there and were not read."""
    false_dice: int
    """Those of all dice read that were no dice, or not part of the roll."""


def is_enabled(storage: Storage) -> bool:
    """Return whether corrections are stored. Raises ``StorageError``, as do all functions below."""
    return storage.settings.read(ENABLED_SETTING, "on") == "on"


def set_enabled(access: Access, on: bool) -> None:
    """Switch the storing of corrections on or off; stored ones stay.

    Raises ``Refused`` for a guest.
    """
    access.require_host()
    access.storage.settings.save(ENABLED_SETTING, "on" if on else "off")


def record_roll(
    access: Access, kind: DieKind | CardKind | None, reading: Reading, corrections: Sequence[Correction]
) -> None:
    """Store the reading from which a roll of that table was made, and its corrections.

    Nothing is stored where the feature is switched off.
    """
    if not is_enabled(access.storage):
        return
    key = kind.key if kind else ""
    with access.storage.database.atomic_write() as db:
        whose = access.storage.database.owner, access.match_id
        db.executemany(COUNT_READ_DICE, [(key, die.value, int(die.doubt is not None), *whose) for die in reading.dice])
        _add(db, key, whose, corrections)


def record_reentered_roll(
    access: Access, kind: DieKind | CardKind | None, read_faces: Iterable[int], entered_faces: Iterable[int]
) -> None:
    """Store the errors of a roll that was read as sure, undone, and entered differently.

    Its dice were counted when it was entered.
    """
    before, after = Counter(read_faces), Counter(entered_faces)
    pairs = zip_longest((before - after).elements(), (after - before).elements())
    if not is_enabled(access.storage) or before == after:
        return
    with access.storage.database.atomic_write() as db:
        whose = access.storage.database.owner, access.match_id
        _add(db, kind.key if kind else "", whose, [Correction(seen, is_, False) for seen, is_ in pairs])


def _add(db: SqlTransaction, key: str, whose: tuple[str, str], corrections: Iterable[Correction]) -> None:
    now = time.time()
    db.executemany(
        INSERT_CORRECTION,
        [(now, key, one.read_face, one.true_face, int(one.was_unsure), one.crop, *whose) for one in corrections],
    )
    ((kept,),) = db.execute("SELECT count(*) FROM correction").fetchall()
    db.execute(DELETE_OLDEST, (max(0, kept - MAX_CORRECTIONS),))


def find_corrections(reading: Reading, confirmed: Reading, crops: Mapping[Box, bytes]) -> tuple[Correction, ...]:
    """Return the differences between a reading and the version that a person confirmed.

    Dice are matched by their boxes.
    """
    after = {die.box: die for die in confirmed.dice}
    before = {die.box for die in reading.dice}
    changed = (_correction_of(die, after.get(die.box), crops.get(die.box, b"")) for die in reading.dice)
    missed = (Correction(None, die.value, False) for die in confirmed.dice if die.box not in before)
    return (*filter(None, changed), *missed)


def _correction_of(read: Die, confirmed: Die | None, crop: bytes) -> Correction | None:
    is_ = confirmed.value if confirmed else None
    return None if is_ == read.value else Correction(read.value, is_, read.doubt is not None, crop)


def accuracy_by_kind(access: Access) -> tuple[ReaderAccuracy, ...]:
    """Return the accuracy for each die kind, the one read most often first.

    For the host it covers the house, for a guest its table.
    """
    rows = access.storage.database.recall(
        f"SELECT kind, sum(dice), sum(dice * (1 - unsure)) FROM seen WHERE {VISIBLE_ROWS}"
        " GROUP BY kind ORDER BY sum(dice) DESC",
        _visibility_values(access),
    )
    wrong = {
        row[0]: row[1:]
        for row in access.storage.database.recall(
            "SELECT kind, sum(CASE WHEN seen IS NOT NULL AND is_ IS NOT NULL THEN 1 ELSE 0 END),"
            " sum(CASE WHEN seen IS NOT NULL AND unsure = 0 THEN 1 ELSE 0 END),"
            " count(*) - count(seen), count(*) - count(is_)"
            f" FROM correction WHERE {VISIBLE_ROWS} GROUP BY kind",
            _visibility_values(access),
        )
    }
    return tuple(ReaderAccuracy(kind, dice, sure, *wrong.get(kind, (0, 0, 0, 0))) for kind, dice, sure in rows)


def latest_corrections(access: Access, limit: int = 50) -> tuple[Correction, ...]:
    """Return the newest corrections, newest first; for a guest those of its table."""
    sql = f"SELECT seen, is_, unsure, crop, kind FROM correction WHERE {VISIBLE_ROWS} ORDER BY id DESC LIMIT ?"
    rows = access.storage.database.recall(sql, (*_visibility_values(access), limit))
    return tuple(Correction(seen, is_, bool(unsure), crop or b"", kind) for seen, is_, unsure, crop, kind in rows)


def _visibility_values(access: Access) -> tuple[str, int, str]:
    """Return the parameters of ``VISIBLE_ROWS``."""
    return access.storage.database.owner, int(access.is_host), access.match_id


@dataclass(frozen=True, slots=True)
class CorrectionCount:
    """Number of corrected dice at one table: read wrongly, and missed."""

    wrong: int
    missed: int

    @property
    def total(self) -> int:
        """Number of all corrected dice."""
        return self.wrong + self.missed


def count_corrections(access: Access) -> CorrectionCount:
    """Count the corrections of that table that are still stored."""
    found = "SELECT count(seen), count(*) - count(seen) FROM correction WHERE owner = ? AND match = ?"
    wrong, missed = access.storage.database.read(found, (access.storage.database.owner, access.match_id))[0]
    return CorrectionCount(int(wrong), int(missed))


def erase_all(access: Access) -> None:
    """Delete all corrections, their crops and the counts. Raises ``Refused`` for a guest."""
    access.require_host()
    access.storage.database.erase("DELETE FROM correction", "DELETE FROM seen")
