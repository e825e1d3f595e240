"""Custom dice of the house: stored sample pictures of each face, from which dice are read.

The pictures are small, about one die each, and belong to the house and not to a match: no exported match contains
them. They are used for rolls at every table; only the host changes them.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from companion.access.permissions import Access
from companion.storage.matches import Storage
from rules.engine import DieKind
from vision import Unreadable, decode
from vision.custom_dice import recognise
from vision.images.decode import Limits
from vision.reading import Image

from .pictures import QUALITY

PIPS = 6
"""Number of faces of a die without a kind."""
SMALL = Limits(jpeg=1_000_000, others=0, whole=1_000_000)
"""Limits for decoding a stored sample; samples made here have 96 pixels a side."""
HELD: dict[tuple[int, ...], recognise.Taught] = {}
"""Cache of what was learned last, by the ids of the pictures: a stored picture never changes."""
LEARNING = threading.Lock()


@dataclass(frozen=True, slots=True)
class Picture:
    """One sample picture of one die: its id in the database, its face, and a JPEG."""

    id: int
    face: int
    jpeg: bytes


def sides(kind: DieKind | None) -> int:
    """Return the number of faces of such a die."""
    return len(kind.faces) if kind else PIPS


def pictures(kind: DieKind | None, storage: Storage) -> Mapping[int, tuple[Picture, ...]]:
    """Return the samples of each face, 1 … n, the oldest first.

    Raises ``StorageError``, as do all functions below.
    """
    rows = storage.read("SELECT id, face, picture FROM own_die WHERE kind = ? ORDER BY id", (_key(kind),))
    every = [Picture(int(id), int(face), bytes(jpeg)) for id, face, jpeg in rows]
    return {face: tuple(one for one in every if one.face == face) for face in range(1, sides(kind) + 1)}


def show(kind: DieKind | None, face: int, image: Image, access: Access) -> None:
    """Store one more picture of that face, as ``own.kept`` makes them.

    Raises ``Refused`` for a guest.
    """
    keep(kind, face, cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes(), access)


def keep(kind: DieKind | None, face: int, jpeg: bytes, access: Access) -> None:
    """Store one more sample, given as the JPEG of ``pictures.crop_middle_die``.

    Beyond ``own.MOST`` samples of a face the oldest is deleted. Raises ``Refused`` for a guest.
    """
    access.host_only()
    with access.storage.all_or_nothing() as db:
        db.execute("INSERT INTO own_die(kind, face, picture) VALUES (?, ?, ?)", (_key(kind), face, jpeg))
        db.execute(
            "DELETE FROM own_die WHERE kind = ?1 AND face = ?2 AND id NOT IN"
            " (SELECT id FROM own_die WHERE kind = ?1 AND face = ?2 ORDER BY id DESC LIMIT ?3)",
            (_key(kind), face, recognise.MOST),
        )


def drop(picture: int, access: Access) -> None:
    """Delete the sample with that id. Raises ``Refused`` for a guest."""
    access.host_only()
    access.storage.write("DELETE FROM own_die WHERE id = ?", (picture,))


def forget(kind: DieKind | None, access: Access) -> None:
    """Delete all samples of such dice: they are read as before. Raises ``Refused`` for a guest."""
    access.host_only()
    access.storage.write("DELETE FROM own_die WHERE kind = ?", (_key(kind),))


def taught(kind: DieKind | None, storage: Storage) -> recognise.Taught | None:
    """Return what was learned of such dice; None until every face has a sample.

    Takes about a second where a picture is new.
    """
    shown = pictures(kind, storage)
    if not all(shown.values()):
        return None
    key = tuple(one.id for each in shown.values() for one in each)
    with LEARNING:
        if key not in HELD:
            images = {face: [_image(one) for one in each] for face, each in shown.items()}
            if len(HELD) > PIPS:
                HELD.clear()
            HELD[key] = recognise.teach(images)
        return HELD[key]


def _key(kind: DieKind | None) -> str:
    return kind.key if kind else ""


def _image(picture: Picture) -> Image:
    """Decode a stored picture within small limits.

    An archive from another computer may have brought any bytes.
    """
    try:
        return decode(picture.jpeg, SMALL)
    except Unreadable:
        return np.zeros((recognise.WIDE, recognise.WIDE, 3), np.uint8)
