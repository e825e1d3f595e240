"""Custom dice of the house: stored sample pictures of each face, from which dice are read.

The pictures are small, about one die each, and belong to the house and not to a match: no exported match contains
them. They are used for rolls at every table; only the host changes them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.access.permissions import Access
from companion.storage.matches import Storage
from rules.engine import DieKind
from vision.custom_dice import MAX_EXAMPLES

PIP_DIE_SIDES = 6
"""Number of faces of a die without a kind."""


@dataclass(frozen=True, slots=True)
class DieSample:
    """One sample picture of one die: its id in the database, its face, and a JPEG."""

    id: int
    face: int
    jpeg: bytes


def face_count(kind: DieKind | None) -> int:
    """Return the number of faces of such a die."""
    return len(kind.faces) if kind else PIP_DIE_SIDES


def samples_by_face(kind: DieKind | None, storage: Storage) -> Mapping[int, tuple[DieSample, ...]]:
    """Return the samples of each face, 1 … n, the oldest first.

    Raises ``StorageError``, as do all functions below.
    """
    rows = storage.database.read("SELECT id, face, picture FROM own_die WHERE kind = ? ORDER BY id", (_key(kind),))
    samples = [DieSample(int(id), int(face), bytes(jpeg)) for id, face, jpeg in rows]
    return {face: tuple(one for one in samples if one.face == face) for face in range(1, face_count(kind) + 1)}


def add_sample(kind: DieKind | None, face: int, jpeg: bytes, access: Access) -> None:
    """Store one more sample, given as the JPEG of ``capture.crop_middle_die``.

    Beyond ``MAX_EXAMPLES`` samples of a face the oldest is deleted. Raises ``Refused`` for a guest.
    """
    access.require_host()
    with access.storage.adding("house") as db:
        db.execute("INSERT INTO own_die(kind, face, picture) VALUES (?, ?, ?)", (_key(kind), face, jpeg))
        db.execute(
            "DELETE FROM own_die WHERE kind = ? AND face = ? AND id NOT IN"
            " (SELECT id FROM own_die WHERE kind = ? AND face = ? ORDER BY id DESC LIMIT ?)",
            (_key(kind), face, _key(kind), face, MAX_EXAMPLES),
        )


def delete_sample(sample_id: int, access: Access) -> None:
    """Delete the sample with that id. Raises ``Refused`` for a guest."""
    access.require_host()
    access.storage.database.write("DELETE FROM own_die WHERE id = ?", (sample_id,))


def delete_samples(kind: DieKind | None, access: Access) -> None:
    """Delete all samples of such dice: they are read as before. Raises ``Refused`` for a guest."""
    access.require_host()
    access.storage.database.write("DELETE FROM own_die WHERE kind = ?", (_key(kind),))


def taught_samples(kind: DieKind | None, storage: Storage) -> tuple[tuple[int, bytes], ...]:
    """Return face and JPEG of every sample; nothing until every face has one."""
    samples = samples_by_face(kind, storage)
    return tuple((one.face, one.jpeg) for each in samples.values() for one in each) if all(samples.values()) else ()


def _key(kind: DieKind | None) -> str:
    return kind.key if kind else ""
