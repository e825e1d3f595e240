"""What is done with the pictures of a table's own dice: looked at, kept, learned from, and a throw tried."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2

from companion import owndice
from companion.dice import in_reading_order
from companion.dicekinds import let_stand, reader_for, stands
from companion.owndice import Picture
from companion.storage import Storage
from rules.engine import DieKind, Text
from vision import Die, own
from vision.reading import Image

from .shot import opened

__all__ = ["Shelf", "Tried", "let_stand", "owndice", "shelf", "show", "tried"]

NO_DIE = Text("I see no die in that picture: lay one alone in the middle, close, from above.")
NONE = Text("I see none of these dice in that picture.")
AROUND = 0.15
"""How much is shown around a die, in sides of its box."""


@dataclass(frozen=True)
class Shelf:
    """What the table has shown of one kind of dice."""

    kind: DieKind | None
    pictures: dict[int, tuple[Picture, ...]]
    stands: tuple[int, ...]
    """What ordinary dice stand for; nothing for dice with pips."""
    alike: tuple[tuple[int, int], ...]
    """Faces that are hard to tell apart, once all were shown."""

    @property
    def lacking(self) -> tuple[int, ...]:
        """Faces without a picture."""
        return tuple(face for face, each in self.pictures.items() if not each)


@dataclass(frozen=True)
class Tried:
    """One die of a throw that was tried, and a JPEG of it."""

    die: Die
    jpeg: bytes


def shelf(kind: DieKind | None, storage: Storage) -> Shelf:
    """What is known now. Takes a second after a picture; raises ``StorageTrouble``, as all that follows."""
    known = owndice.taught(kind, storage)
    faces = stands(kind, storage) if kind else ()
    return Shelf(kind, dict(owndice.pictures(kind, storage)), faces, known.alike if known else ())


def show(kind: DieKind | None, face: int, files: Sequence[bytes | Text | None], storage: Storage) -> Text | None:
    """Keep the die that each picture shows, with that face on top; why not, of the last that showed none."""
    trouble = None
    for data in files:
        image = opened(data)
        found = own.find_in_middle(image) if not isinstance(image, Text) else []
        if isinstance(image, Text) or not found:
            trouble = image if isinstance(image, Text) else NO_DIE
        else:
            owndice.show(kind, face, own.kept(image, found[0]), storage)
    return trouble


def tried(kind: DieKind | None, data: bytes | Text | None, storage: Storage) -> tuple[Tried, ...] | Text:
    """The dice of a throw as they are read now, or why there is nothing to read."""
    image = opened(data)
    if isinstance(image, Text):
        return image
    dice = in_reading_order(reader_for(kind, storage)(image).dice)
    return tuple(Tried(die, cropped(image, die)) for die in dice) or NONE


def cropped(image: Image, die: Die) -> bytes:
    """The die and a little around it, as a JPEG."""
    x, y, wide, high = die.box
    edge = round(AROUND * max(wide, high))
    part = image[max(0, y - edge) : y + high + edge, max(0, x - edge) : x + wide + edge]
    return bytes(cv2.imencode(".jpg", cv2.resize(part, (own.WIDE, own.WIDE)))[1].tobytes())
