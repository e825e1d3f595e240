"""Teaching session for custom dice: find the die in a picture, save it, test a roll."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.access.permissions import Access
from companion.decoding import pool
from companion.dice import custom_sets, pictures
from companion.dice.capture import TROUBLE, received, why
from companion.dice.custom_sets import Picture
from companion.dice.kinds import let_stand, reader_for, stands
from companion.dice.pictures import Tried
from companion.storage.matches import Storage
from rules.engine import DieKind, Text

__all__ = ["Shelf", "Tried", "custom_sets", "let_stand", "shelf", "show", "tried"]

NO_DIE = Text("I see no die in that picture: lay one alone in the middle, close, from above.")
NONE = Text("I see none of these dice in that picture.")


@dataclass(frozen=True)
class Shelf:
    """What has been taught of one kind of dice."""

    kind: DieKind | None
    pictures: dict[int, tuple[Picture, ...]]
    stands: tuple[int, ...]
    """The face that each number of an ordinary die stands for; empty for dice with pips."""
    alike: tuple[tuple[int, int], ...]
    """Pairs of faces that are hard to tell apart, known once every face has a picture."""

    @property
    def lacking(self) -> tuple[int, ...]:
        """Faces without a picture."""
        return tuple(face for face, each in self.pictures.items() if not each)


def shelf(kind: DieKind | None, storage: Storage) -> Shelf:
    """Return what has been taught so far.

    Takes a second after a new picture. Raises ``StorageTrouble``, as the functions below do.
    """
    known = custom_sets.taught(kind, storage)
    faces = stands(kind, storage) if kind else ()
    return Shelf(kind, dict(custom_sets.pictures(kind, storage)), faces, known.alike if known else ())


def show(kind: DieKind | None, face: int, files: Sequence[bytes | Text | None], access: Access) -> Text | None:
    """Save the die of each picture under that face.

    Return the error of the last picture that shows no die, or None.
    """
    trouble = None
    for data in files:
        shown = _die_in(received(data))
        if isinstance(shown, Text):
            trouble = shown
        else:
            custom_sets.keep(kind, face, shown, access)
    return trouble


def _die_in(data: bytes | Text) -> bytes | Text:
    """Return a JPEG of the die in the middle of a picture file, or why there is none."""
    if isinstance(data, Text):
        return data
    try:
        found = pool.run(pictures.die_in_middle, data)
    except pool.Ended:
        return TROUBLE["ended"]
    if isinstance(found, bytes):
        return found
    return NO_DIE if found == "empty" else why(found)


def tried(kind: DieKind | None, data: bytes | Text | None, storage: Storage) -> tuple[Tried, ...] | Text:
    """Return the dice of a trial roll as they are read now, or why nothing was read."""
    data = received(data)
    if isinstance(data, Text):
        return data
    try:
        found = pool.run(pictures.throw_tried, data, reader_for(kind, storage))
    except pool.Ended:
        return TROUBLE["ended"]
    return why(found) if isinstance(found, str) else found or NONE
