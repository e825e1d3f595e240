"""Picture of a roll: read its dice, explain failures, apply corrections."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Any

import vision
from companion.access import uploads
from companion.base.errors import GONE, HEAVY
from companion.decoding import pool
from companion.decoding.fair_queue import Busy, in_turn
from rules.engine import Text
from vision import Die, Reading

from . import pictures
from .pictures import Read, Shot, frame, shown, taken

__all__ = ["Shot", "frame", "shown", "taken"]

KEPT = 640
"""Longest side in pixels of the picture that the log keeps of a roll."""
TROUBLE = {
    "not-an-image": Text("That is no picture (JPEG, PNG, WebP or BMP)."),
    "truncated": Text("The picture did not arrive whole: take it again."),
    "too-large": Text(
        "The picture is too large: choose a JPEG of less than 50 megapixels, or another kind of less than 25."
    ),
    "heavy": HEAVY,
    "gone": GONE,
    "odd": Text("I cannot make out this picture: take it again, or type the dice."),
    "ended": Text("Reading this picture took too long or too much memory: take another one, or type the dice."),
    "empty": Text("I see no die in that picture: what was here before stays."),
}
"""Why a picture cannot be used, by reason."""


async def look_in_turn(page: Any, data: bytes | Text | None, wanted: int, read: Read) -> Shot | Text:
    """Read a picture like ``read_capture`` once the page's visitor has its turn.

    Runs off the tables' threads. Returns the reason if there is too much to do.
    """
    try:
        return await in_turn(page, look, data, wanted, read)
    except Busy as busy:
        return busy.reason


def look(data: bytes | Text | None, wanted: int, read: Read = vision.read) -> Shot | Text:
    """Read the dice in the bytes of a picture file, or return why none were read.

    Blocks for a moment; run it off the screen's thread.
    """
    data = received(data)
    if isinstance(data, Text):
        return data
    try:
        found = pool.run(pictures.looked, data, wanted, read)
        return why(found) if isinstance(found, str) else found.whole
    except pool.Ended:
        return TROUBLE["ended"]
    except Exception:  # no upload may break the sheet
        logging.getLogger(__name__).exception("a picture could not be looked at")
        return TROUBLE["odd"]


def received(data: bytes | Text | None) -> bytes | Text:
    """Return the bytes that a phone sent, or why there are none."""
    if isinstance(data, Text):
        return data
    if not data:
        return TROUBLE["gone"]
    return TROUBLE["heavy"] if len(data) > uploads.HEAVIEST else data


def why(reason: str) -> Text:
    """Return the text of a failure reason."""
    return TROUBLE.get(reason, TROUBLE["not-an-image"])


def kept(photo: Shot) -> bytes:
    """Return the picture as a JPEG small enough for the log."""
    image = vision.decode(photo.jpeg)
    return shown(image, (0, 0, image.shape[1], image.shape[0]), KEPT)


EMPTY = Reading((), (), (0, 0))
"""The reading before anything was seen; faces can be typed into it."""


def corrected(reading: Reading, k: int, face: int) -> Reading:
    """Return the reading with that die's face corrected."""
    dice = list(reading.dice)
    dice[k] = replace(dice[k], value=face, confidence=1.0, unsure=None)
    return replace(reading, dice=tuple(dice))


def struck(reading: Reading, k: int) -> Reading:
    """Return the reading without that die."""
    return replace(reading, dice=reading.dice[:k] + reading.dice[k + 1 :])


def added(reading: Reading, face: int) -> Reading:
    """Return the reading with one more die, placed below those in the picture."""
    below = reading.size[1] + 10 * (1 + len(reading.dice))
    return replace(reading, dice=(*reading.dice, Die(face, (0, below, 1, 1), 1.0)))


def pictured(die: Die, reading: Reading) -> bool:
    """Return whether the die is in the picture rather than typed."""
    return die.box[1] < reading.size[1]
