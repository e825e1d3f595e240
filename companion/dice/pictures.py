"""Dice captures: what is read in a picture from a phone, and the small pictures shown of it.

The tasks at the end run in a worker process while this one serves the devices: they take the bytes of the file and
return what was read, small JPEGs, or a key for the reason of a failure; never the pixels.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import cv2

import vision
from vision import Die, Reading
from vision.custom_dice import recognise
from vision.images.codes import read_code
from vision.images.decode import PHOTO
from vision.reading import Box, Image
from vision.stream.lighting import light, wanting

from .roll import in_reading_order

SHOWN = 1100
"""Longest side in pixels of the picture that is shown."""
CROP = 120
"""Longest side in pixels of the picture of a single die."""
ROUND = 0.12
"""Margin around a die in its own picture, as a fraction of the die's size."""
AROUND = 1.2
"""Margin around all dice, in sizes of a die."""
NEAR = 0.15
"""Margin around a die of a trial roll, as a fraction of its box."""
QUALITY = 92
"""JPEG quality of the stored samples of custom dice."""
Read = Callable[[Image], Reading]


@dataclass(frozen=True)
class Shot:
    """A picture and its reading.

    ``shown_box`` is the part of the picture that is shown, in the pixels of the reading.
    """

    reading: Reading
    seen: Box
    jpeg: bytes
    crops: Mapping[Box, bytes] = field(default_factory=dict)
    """The picture of each die, a JPEG, by its box."""
    wants: str | None = None
    """What would have helped to read the picture, a key of ``vision.stream.lighting.WANTS``."""


def taken(image: Image, reading: Reading, wanted: int) -> Shot:
    """Build the capture of a picture and its reading."""
    seen = frame(reading, wanted)
    crops = {die.box: shown(image, around(die.box, reading.size), CROP) for die in reading.dice}
    return Shot(reading, seen, shown(image, seen), crops, wanting(light(image, reading), reading, wanted))


def around(box: Box, size: tuple[int, int]) -> Box:
    """Return the box of a die with a small margin, clipped to the picture."""
    x, y, wide, high = box
    edge = round(ROUND * max(wide, high))
    left, top = max(0, x - edge), max(0, y - edge)
    return left, top, min(size[0], x + wide + edge) - left, min(size[1], y + high + edge) - top


def frame(reading: Reading, wanted: int) -> Box:
    """Return the part of the picture to show: around the dice, or all while some may be missing."""
    width, height = reading.size
    if not reading.dice or len(reading.dice) < wanted:
        return 0, 0, width, height
    boxes = [die.box for die in reading.dice]
    edge = round(AROUND * max(max(box[2:]) for box in boxes))
    left, top = max(0, min(b[0] for b in boxes) - edge), max(0, min(b[1] for b in boxes) - edge)
    right = min(width, max(b[0] + b[2] for b in boxes) + edge)
    bottom = min(height, max(b[1] + b[3] for b in boxes) + edge)
    return left, top, right - left, bottom - top


def shown(image: Image, seen: Box, longest: int = SHOWN) -> bytes:
    """Encode that part of the picture as a JPEG of a size for phones."""
    left, top, width, height = seen
    part = image[top : top + height, left : left + width]
    scale = min(1.0, longest / max(width, height))
    small = cv2.resize(
        part, (max(1, round(width * scale)), max(1, round(height * scale))), interpolation=cv2.INTER_AREA
    )
    return bytes(cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes())


# --- tasks -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Looked:
    """A capture as it comes from a worker; ``crops`` are those of its dice, in their order."""

    shot: Shot
    crops: tuple[bytes, ...]

    @property
    def whole(self) -> Shot:
        """The capture with its crops by their boxes."""
        boxes = (die.box for die in self.shot.reading.dice)
        return replace(self.shot, crops=dict(zip(boxes, self.crops, strict=True)))


@dataclass(frozen=True)
class Tried:
    """One die of a trial roll, and a JPEG of it."""

    die: Die
    jpeg: bytes


def looked(data: bytes, wanted: int, read: Read) -> Looked | str:
    """Read the dice in a picture file; on failure return the reason, one of ``vision.REASONS``."""
    try:
        image = vision.decode(data, PHOTO)
    except vision.Unreadable as error:
        return error.reason
    whole = taken(image, read(image), wanted)
    return Looked(replace(whole, crops={}), tuple(whole.crops[die.box] for die in whole.reading.dice))


def die_in_middle(data: bytes) -> bytes | str:
    """Return a JPEG of the die in the middle of a picture.

    On failure return one of ``vision.REASONS``, or "empty" where there is no die.
    """
    try:
        image = vision.decode(data, PHOTO)
    except vision.Unreadable as error:
        return error.reason
    found = recognise.find_in_middle(image)
    if not found:
        return "empty"
    return bytes(
        cv2.imencode(".jpg", recognise.kept(image, found[0]), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()
    )


def throw_tried(data: bytes, read: Read) -> tuple[Tried, ...] | str:
    """Return the dice of a trial roll in reading order; on failure one of ``vision.REASONS``."""
    try:
        image = vision.decode(data, PHOTO)
    except vision.Unreadable as error:
        return error.reason
    return tuple(Tried(die, _cropped(image, die)) for die in in_reading_order(read(image).dice))


def code_in(data: bytes) -> str | None:
    """Decode the QR code in a picture file; None where none is read."""
    try:
        return read_code(vision.decode(data, PHOTO)) or None
    except vision.Unreadable:
        return None


def _cropped(image: Image, die: Die) -> bytes:
    """Encode the die with a small margin as a JPEG."""
    x, y, wide, high = die.box
    edge = round(NEAR * max(wide, high))
    part = image[max(0, y - edge) : y + high + edge, max(0, x - edge) : x + wide + edge]
    return bytes(cv2.imencode(".jpg", cv2.resize(part, (recognise.WIDE, recognise.WIDE)))[1].tobytes())
