"""A picture of dice, looked at: what was read, what is shown of it, and what a person then makes of it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import cv2

import vision
from companion import uploads
from rules.engine import Text
from vision import Die, Reading
from vision.light import light, wanting
from vision.reading import Box, Image

from .fetch import GONE, HEAVY

SHOWN = 1100
"""Longest side in pixels of the picture that is shown."""
KEPT = 640
"""Longest side in pixels of the picture of a throw that the log keeps."""
CROP = 120
"""Longest side in pixels of a die's own picture."""
ROUND = 0.12
"""How much is shown around a die in its own picture, in sizes of the die."""
AROUND = 1.2
"""How much is shown around the dice, in sizes of a die."""
TROUBLE = {
    "not-an-image": Text("That is no picture (JPEG, PNG, WebP or BMP)."),
    "truncated": Text("The picture did not arrive whole: take it again."),
    "too-large": Text("The picture is too large: choose one of less than 50 megapixels."),
    "heavy": HEAVY,
    "gone": GONE,
    "odd": Text("I cannot make out this picture: take it again, or type the dice."),
    "empty": Text("I see no die in that picture: what was here before stays."),
}
"""Why a picture cannot be used, by reason."""


@dataclass(frozen=True)
class Shot:
    """A picture and what was read in it; ``seen`` is the part that is shown, in the picture's own pixels."""

    reading: Reading
    seen: Box
    jpeg: bytes
    crops: Mapping[Box, bytes] = field(default_factory=dict)
    """Each die's own picture, a JPEG, by its box."""
    wants: str | None = None
    """What would have helped to read it, a key of ``vision.light.WANTS``."""


def look(data: bytes | Text | None, wanted: int, read: Callable[[Image], Reading] = vision.read) -> Shot | Text:
    """Read the dice in the bytes of a picture file, or say why there is nothing to read. Takes a moment."""
    try:
        image = opened(data)
        return image if isinstance(image, Text) else taken(image, read(image), wanted)
    except vision.Unreadable as error:
        return TROUBLE.get(error.reason, TROUBLE["not-an-image"])
    except Exception:  # whatever a phone sends, the sheet goes on
        logging.getLogger(__name__).exception("a picture could not be looked at")
        return TROUBLE["odd"]


def opened(data: bytes | Text | None) -> Image | Text:
    """The picture that a phone sent, or why it is none."""
    if isinstance(data, Text):
        return data
    if not data:
        return TROUBLE["gone"]
    if len(data) > uploads.HEAVIEST:
        return TROUBLE["heavy"]
    try:
        return vision.decode(data)
    except vision.Unreadable as error:
        return TROUBLE.get(error.reason, TROUBLE["not-an-image"])


def taken(image: Image, reading: Reading, wanted: int) -> Shot:
    """What is shown of a picture in which that was read."""
    seen = frame(reading, wanted)
    crops = {die.box: shown(image, around(die.box, reading.size), CROP) for die in reading.dice}
    return Shot(reading, seen, shown(image, seen), crops, wanting(light(image, reading), reading, wanted))


def kept(photo: Shot) -> bytes:
    """The same picture, small enough for the log to keep, as a JPEG."""
    image = vision.decode(photo.jpeg)
    return shown(image, (0, 0, image.shape[1], image.shape[0]), KEPT)


def around(box: Box, size: tuple[int, int]) -> Box:
    """A die with a little of the table, inside the picture."""
    x, y, wide, high = box
    edge = round(ROUND * max(wide, high))
    left, top = max(0, x - edge), max(0, y - edge)
    return left, top, min(size[0], x + wide + edge) - left, min(size[1], y + high + edge) - top


def frame(reading: Reading, wanted: int) -> Box:
    """The part of the picture to show: around the dice, or all of it while some may be missing."""
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
    """That part of the picture as a JPEG of a size for phones."""
    left, top, width, height = seen
    part = image[top : top + height, left : left + width]
    scale = min(1.0, longest / max(width, height))
    small = cv2.resize(
        part, (max(1, round(width * scale)), max(1, round(height * scale))), interpolation=cv2.INTER_AREA
    )
    return bytes(cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes())


EMPTY = Reading((), (), (0, 0))
"""Before anything was seen: dice can be typed into it."""


def corrected(reading: Reading, k: int, face: int) -> Reading:
    """A person says what that die shows."""
    dice = list(reading.dice)
    dice[k] = replace(dice[k], value=face, confidence=1.0, unsure=None)
    return replace(reading, dice=tuple(dice))


def struck(reading: Reading, k: int) -> Reading:
    """A person says that this is no die, or not one of this throw."""
    return replace(reading, dice=reading.dice[:k] + reading.dice[k + 1 :])


def added(reading: Reading, face: int) -> Reading:
    """A person saw one more die; it comes after those in the picture."""
    below = reading.size[1] + 10 * (1 + len(reading.dice))
    return replace(reading, dice=(*reading.dice, Die(face, (0, below, 1, 1), 1.0)))


def pictured(die: Die, reading: Reading) -> bool:
    """Whether the die is in the picture, and not one that was typed."""
    return die.box[1] < reading.size[1]
