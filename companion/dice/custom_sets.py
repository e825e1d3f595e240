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
from vision import UnreadableImage, decode
from vision.custom_dice import recognise
from vision.images.decode import PixelLimits
from vision.reading import Image

from .capture import JPEG_QUALITY

PIP_DIE_SIDES = 6
"""Number of faces of a die without a kind."""
SAMPLE_LIMITS = PixelLimits(jpeg=1_000_000, other_formats=0, full_size=1_000_000)
"""Limits for decoding a stored sample; samples made here have 96 pixels a side."""
LEARNED_CACHE: dict[tuple[int, ...], recognise.CustomDiceModel] = {}
"""Cache of what was learned last, by the ids of the pictures: a stored picture never changes."""
LEARN_LOCK = threading.Lock()


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


def add_sample(kind: DieKind | None, face: int, image: Image, access: Access) -> None:
    """Store one more picture of that face, as ``own.kept`` makes them.

    Raises ``Refused`` for a guest.
    """
    add_sample_jpeg(
        kind, face, cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1].tobytes(), access
    )


def add_sample_jpeg(kind: DieKind | None, face: int, jpeg: bytes, access: Access) -> None:
    """Store one more sample, given as the JPEG of ``pictures.crop_middle_die``.

    Beyond ``own.MOST`` samples of a face the oldest is deleted. Raises ``Refused`` for a guest.
    """
    access.require_host()
    with access.storage.database.atomic_write() as db:
        db.execute("INSERT INTO own_die(kind, face, picture) VALUES (?, ?, ?)", (_key(kind), face, jpeg))
        db.execute(
            "DELETE FROM own_die WHERE kind = ?1 AND face = ?2 AND id NOT IN"
            " (SELECT id FROM own_die WHERE kind = ?1 AND face = ?2 ORDER BY id DESC LIMIT ?3)",
            (_key(kind), face, recognise.MAX_EXAMPLES),
        )


def delete_sample(sample_id: int, access: Access) -> None:
    """Delete the sample with that id. Raises ``Refused`` for a guest."""
    access.require_host()
    access.storage.database.write("DELETE FROM own_die WHERE id = ?", (sample_id,))


def delete_samples(kind: DieKind | None, access: Access) -> None:
    """Delete all samples of such dice: they are read as before. Raises ``Refused`` for a guest."""
    access.require_host()
    access.storage.database.write("DELETE FROM own_die WHERE kind = ?", (_key(kind),))


def learned_dice(kind: DieKind | None, storage: Storage) -> recognise.CustomDiceModel | None:
    """Return what was learned of such dice; None until every face has a sample.

    Takes about a second where a picture is new.
    """
    samples = samples_by_face(kind, storage)
    if not all(samples.values()):
        return None
    key = tuple(one.id for each in samples.values() for one in each)
    with LEARN_LOCK:
        if key not in LEARNED_CACHE:
            images = {face: [_image(one) for one in each] for face, each in samples.items()}
            if len(LEARNED_CACHE) > PIP_DIE_SIDES:
                LEARNED_CACHE.clear()
            LEARNED_CACHE[key] = recognise.train_model(images)
        return LEARNED_CACHE[key]


def _key(kind: DieKind | None) -> str:
    return kind.key if kind else ""


def _image(picture: DieSample) -> Image:
    """Decode a stored picture within small limits.

    An archive from another computer may have brought any bytes.
    """
    try:
        return decode(picture.jpeg, SAMPLE_LIMITS)
    except UnreadableImage:
        return np.zeros((recognise.EXAMPLE_SIDE_PX, recognise.EXAMPLE_SIDE_PX, 3), np.uint8)
