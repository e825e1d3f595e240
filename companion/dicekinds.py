"""How a throw is read: as pips, or by what an ordinary die stands for when the game's own are not at hand."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import vision
from rules.engine import DieKind
from vision import Reading
from vision.reading import Image

from .storage import Storage

PIPS = 6
"""Faces of an ordinary die."""
Stands = tuple[int, ...]
"""For each number of pips, 1 … 6 in turn, the face of the kind that it stands for."""
Read = Callable[[Image], Reading]


def reader_for(kind: DieKind | None, storage: Storage) -> Read:
    """What reads such dice in an HxWx3 uint8 BGR picture; its values are faces 1 … n of the kind, or pips without one.

    It is for one throw: what the table settles later, the next one knows. Raises ``StorageTrouble``.
    """
    if kind is None:
        return vision.read
    return partial(stood_for, stands(kind, storage))


def stood_for(faces: Stands, image: Image) -> Reading:
    """Ordinary dice in a picture, as the faces that they stand for."""
    reading = vision.read(image)
    return replace(reading, dice=tuple(replace(die, value=faces[die.value - 1]) for die in reading.dice))


def stands(kind: DieKind, storage: Storage) -> Stands:
    """What ordinary dice stand for at this table; as numbered, until it says otherwise. Raises ``StorageTrouble``."""
    try:
        kept = json.loads(storage.setting(_key(kind), "null"))
    except ValueError:
        kept = None
    if isinstance(kept, list) and len(kept) == PIPS and all(_is_face(face, kind) for face in kept):
        return tuple(kept)
    return tuple(1 + pips % len(kind.faces) for pips in range(PIPS))


def let_stand(kind: DieKind, pips: int, face: int, storage: Storage) -> None:
    """From now on so many pips (1 … 6) stand for that face; what stood for it takes the other's place."""
    faces = list(stands(kind, storage))
    if face in faces:
        faces[faces.index(face)] = faces[pips - 1]
    faces[pips - 1] = face
    storage.set(_key(kind), json.dumps(faces))


def _key(kind: DieKind) -> str:
    return f"dice.{kind.key}"


def _is_face(face: object, kind: DieKind) -> bool:
    return type(face) is int and 1 <= face <= len(kind.faces)
