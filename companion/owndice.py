"""A table's own dice: the few pictures of each face from which they are read, kept in the file of the games.

They are small, about one die each, belong to the house and not to a game: no exported game holds them. A throw at any
table is read by them; only the host changes them.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from rules.engine import DieKind
from vision import Unreadable, decode, own
from vision.frame import Limits
from vision.reading import Image

from .access import Access
from .pictures import QUALITY
from .storage import Storage

PIPS = 6
"""Faces of a die without a kind."""
SMALL = Limits(jpeg=1_000_000, others=0, whole=1_000_000)
"""Of a picture that is kept; those made here have 96 pixels a side."""
HELD: dict[tuple[int, ...], own.Taught] = {}
"""What was learned last, by the numbers of the pictures: no picture ever changes."""
LEARNING = threading.Lock()


@dataclass(frozen=True, slots=True)
class Picture:
    """One picture of one die, as a JPEG, and its number in the file."""

    id: int
    face: int
    jpeg: bytes


def sides(kind: DieKind | None) -> int:
    """How many faces such a die has."""
    return len(kind.faces) if kind else PIPS


def pictures(kind: DieKind | None, storage: Storage) -> Mapping[int, tuple[Picture, ...]]:
    """The pictures of each face, 1 … n, the oldest first. Raises ``StorageTrouble``, as all that follows."""
    rows = storage.read("SELECT id, face, picture FROM own_die WHERE kind = ? ORDER BY id", (_key(kind),))
    every = [Picture(int(id), int(face), bytes(jpeg)) for id, face, jpeg in rows]
    return {face: tuple(one for one in every if one.face == face) for face in range(1, sides(kind) + 1)}


def show(kind: DieKind | None, face: int, image: Image, access: Access) -> None:
    """Keep one more picture of that face, as ``own.kept`` makes them. Raises ``Refused`` for a guest."""
    keep(kind, face, cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes(), access)


def keep(kind: DieKind | None, face: int, jpeg: bytes, access: Access) -> None:
    """The same with the JPEG that ``pictures.die_in_middle`` made; of more than are enough the oldest goes."""
    access.host_only()
    with access.storage.all_or_nothing() as db:
        db.execute("INSERT INTO own_die(kind, face, picture) VALUES (?, ?, ?)", (_key(kind), face, jpeg))
        db.execute(
            "DELETE FROM own_die WHERE kind = ?1 AND face = ?2 AND id NOT IN"
            " (SELECT id FROM own_die WHERE kind = ?1 AND face = ?2 ORDER BY id DESC LIMIT ?3)",
            (_key(kind), face, own.MOST),
        )


def drop(picture: int, access: Access) -> None:
    """Forget the picture of that number."""
    access.host_only()
    access.storage.write("DELETE FROM own_die WHERE id = ?", (picture,))


def forget(kind: DieKind | None, access: Access) -> None:
    """Forget all pictures of such dice: they are read as before."""
    access.host_only()
    access.storage.write("DELETE FROM own_die WHERE kind = ?", (_key(kind),))


def taught(kind: DieKind | None, storage: Storage) -> own.Taught | None:
    """What was learned of such dice; None until every face was shown. Takes a second where a picture is new."""
    shown = pictures(kind, storage)
    if not all(shown.values()):
        return None
    key = tuple(one.id for each in shown.values() for one in each)
    with LEARNING:
        if key not in HELD:
            images = {face: [_image(one) for one in each] for face, each in shown.items()}
            if len(HELD) > PIPS:
                HELD.clear()
            HELD[key] = own.teach(images)
        return HELD[key]


def _key(kind: DieKind | None) -> str:
    return kind.key if kind else ""


def _image(picture: Picture) -> Image:
    """The pixels of a picture that is kept: small, whatever an archive of another computer brought."""
    try:
        return decode(picture.jpeg, SMALL)
    except Unreadable:
        return np.zeros((own.WIDE, own.WIDE, 3), np.uint8)
