"""Choice of the reader for a kind of dice, and the pips-to-face mapping of substitute dice."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import vision
from companion.access.permissions import Access
from companion.storage.matches import Storage
from rules.engine import DieKind
from vision import Die, Reading
from vision.custom_dice import recognise
from vision.reading import Image

from .custom_sets import PIP_DIE_SIDES, learned_dice

PipMapping = tuple[int, ...]
"""The face of the kind for each number of pips, 1 … 6 in turn."""
DiceReader = Callable[[Image], Reading]
"""A function that reads the dice in a picture."""


def reader_for(kind: DieKind | None, storage: Storage) -> DiceReader:
    """Return the reader of such dice in an HxWx3 uint8 BGR picture.

    The values of its dice are faces 1 … n of the kind, or pips without a kind. Custom dice that the table has taught
    are read as such; dice with pips among them that were not taught are read as pips. Get a new reader for each roll:
    what the table teaches later is known to the next one. Raises ``StorageError``.
    """
    known = learned_dice(kind, storage)
    if known is not None:
        return partial(recognise.read, model=known) if kind else partial(read_custom_or_plain, known)
    return vision.read if kind is None else partial(read_substitute_dice, pip_mapping(kind, storage))


def read_custom_or_plain(known: recognise.CustomDiceModel, image: Image) -> Reading:
    """Read custom dice with pips, and plain dice that lie among them.

    Where both readers find the same die, the reading that is sure counts.
    """
    ours, plain = recognise.read(image, known), vision.read(image)
    kept = [die for die in ours.dice if die.doubt is None or not any(_same(die, other) for other in plain.dice)]
    others = [die for die in plain.dice if not any(_same(die, one) for one in kept)]
    return replace(plain, dice=tuple(sorted((*kept, *others), key=lambda die: (die.box[1], die.box[0]))))


def _same(one: Die, other: Die) -> bool:
    """Return whether two boxes frame the same die."""
    (x, y, wide, high), (left, top, across, down) = one.box, other.box
    off = max(abs(x + wide / 2 - left - across / 2), abs(y + high / 2 - top - down / 2))
    return off < max(wide, high, across, down) / 2


def read_substitute_dice(faces: PipMapping, image: Image) -> Reading:
    """Read ordinary dice as the faces that they stand for."""
    reading = vision.read(image)
    return replace(reading, dice=tuple(replace(die, value=faces[die.value - 1]) for die in reading.dice))


def pip_mapping(kind: DieKind, storage: Storage) -> PipMapping:
    """Return the face for each number of pips at this table.

    The default follows the order of the numbers. Raises ``StorageError``.
    """
    try:
        saved = json.loads(storage.settings.setting(_key(kind), "null"))
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
    access.storage.settings.save_setting(_key(kind), json.dumps(faces))


def _key(kind: DieKind) -> str:
    return f"dice.{kind.key}"


def _is_valid_face(face: object, kind: DieKind) -> bool:
    return type(face) is int and 1 <= face <= len(kind.faces)
