"""Description of the reader for a kind of dice; the faces that substitute dice stand for."""

from __future__ import annotations

import json

from companion.access.permissions import Access
from companion.storage.matches import Storage
from rules.engine import CardKind, DieKind
from vision.symbol_dice import SIGNS

from .custom_sets import PIP_DIE_SIDES, taught_samples
from .reader_spec import ReaderSpec

PipMapping = tuple[int, ...]
"""The face of the kind for each number of pips, 1 … 6 in turn."""


def reader_spec(kind: DieKind | CardKind | None, storage: Storage) -> ReaderSpec:
    """Return the description of the reader of such dice or cards at this table.

    Get a new one for each roll: what the table teaches later is known to the next one. Raises ``StorageError``.
    """
    if isinstance(kind, CardKind):
        return card_reader_spec(kind)
    taught = taught_samples(kind, storage)
    if kind is None:
        return ReaderSpec(samples=taught)
    return ReaderSpec(kind.key, () if taught else pip_mapping(kind, storage), taught, known_signs(kind))


def card_reader_spec(kind: CardKind) -> ReaderSpec:
    """Return the description of the reader of such cards, which need no teaching."""
    if kind.ranks_only:
        return ReaderSpec(kind.key, ranks_only=True)
    return ReaderSpec(kind.key, suits=tuple(face.sign for face in kind.faces if face.rank == "1" and face.sign))


def known_signs(kind: DieKind | None) -> tuple[str, ...]:
    """Return the sign of each face of dice that need no teaching; empty for others."""
    signs = tuple(face.sign for face in kind.faces) if kind else ()
    return signs if all(sign in SIGNS for sign in signs) else ()


def pip_mapping(kind: DieKind, storage: Storage) -> PipMapping:
    """Return the face for each number of pips at this table.

    The default follows the order of the numbers. Raises ``StorageError``.
    """
    try:
        saved = json.loads(storage.settings.read(_key(kind), "null"))
    except ValueError:
        saved = None
    if isinstance(saved, list) and len(saved) == PIP_DIE_SIDES and all(_is_valid_face(face, kind) for face in saved):
        return tuple(saved)
    return tuple(1 + pips % len(kind.faces) for pips in range(PIP_DIE_SIDES))


def map_pips_to_face(kind: DieKind, pips: int, face: int, access: Access) -> None:
    """Map that number of pips (1 … 6) to a face.

    If the face was mapped already, the two are swapped. Raises ``Refused`` for a guest.
    """
    access.require_host()
    faces = list(pip_mapping(kind, access.storage))
    if face in faces:
        faces[faces.index(face)] = faces[pips - 1]
    faces[pips - 1] = face
    access.storage.settings.save(_key(kind), json.dumps(faces))


def _key(kind: DieKind) -> str:
    return f"dice.{kind.key}"


def _is_valid_face(face: object, kind: DieKind) -> bool:
    return type(face) is int and 1 <= face <= len(kind.faces)
