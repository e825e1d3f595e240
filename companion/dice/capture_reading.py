"""Picture of a roll: read its dice, explain failures, apply corrections."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.access import uploads
from companion.base.errors import FILE_GONE_TEXT, FILE_TOO_LARGE_TEXT
from companion.decoding import pool
from companion.decoding.fair_queue import QueueFullError
from companion.decoding.in_turn import READING, run_task_in_turn
from rules.engine import Text
from vision.reading import Die, Reading

from .capture import Capture, read_capture_file
from .reader_spec import PIPS, ReaderSpec

if TYPE_CHECKING:
    from flet import Page

PICTURE_ERRORS = {
    "not-an-image": Text("I cannot read that kind of file: choose a JPEG, PNG, WebP or BMP picture."),
    "truncated": Text("The picture did not arrive whole: take it again."),
    "too-large": Text(
        "The picture is too large: choose a JPEG of less than 50 megapixels, or another kind of less than 25."
    ),
    "heavy": FILE_TOO_LARGE_TEXT,
    "gone": FILE_GONE_TEXT,
    "odd": Text("I cannot make out this picture: take it again, or type the dice."),
    "ended": Text("Reading this picture took too long or too much memory: take another one, or type the dice."),
    "dark": Text("More light on the dice."),
    "empty": Text("I see no die in that picture: what was here before stays."),
}
"""Why a picture of dice cannot be used, by reason."""
CARD_PICTURE_ERRORS = {
    **PICTURE_ERRORS,
    "odd": Text("I cannot make out this picture: take it again, or type the cards."),
    "ended": Text("Reading this picture took too long or too much memory: take another one, or type the cards."),
    "empty": Text("I see no card in that picture: what was here before stays."),
}
"""Why a picture of cards cannot be used."""


async def read_capture_in_turn(
    page: Page, data: bytes | Text | None, expected_count: int, reader: ReaderSpec = PIPS, expected: range | None = None
) -> Capture | Text:
    """Read the dice in the bytes of a picture file, or return why none were read.

    Waits for the turn of the page's visitor, and runs off the tables' threads. ``expected`` are the numbers of
    dice that are likely to lie there.
    """
    data, errors = check_upload(data), CARD_PICTURE_ERRORS if reader.reads_cards else PICTURE_ERRORS
    if isinstance(data, Text):
        return data
    try:
        result = await run_task_in_turn(READING, page, read_capture_file, data, expected_count, reader, expected)
        return picture_error(result) if isinstance(result, str) else result
    except QueueFullError as busy:
        return busy.reason
    except pool.WorkerDiedError:
        return errors["ended"]
    except Exception:  # no upload may break the sheet
        logging.getLogger(__name__).exception("a picture could not be looked at")
        return errors["odd"]


def check_upload(data: bytes | Text | None) -> bytes | Text:
    """Return the bytes that a phone sent, or why there are none."""
    if isinstance(data, Text):
        return data
    if not data:
        return PICTURE_ERRORS["gone"]
    return PICTURE_ERRORS["heavy"] if len(data) > uploads.MAX_FILE_BYTES else data


def picture_error(reason: str) -> Text:
    """Return the text of a failure reason."""
    return PICTURE_ERRORS.get(reason, PICTURE_ERRORS["not-an-image"])


EMPTY_READING = Reading((), (), (0, 0))
"""The reading before anything was seen; faces can be typed into it."""


def with_face(reading: Reading, index: int, face: int) -> Reading:
    """Return the reading with that die's face corrected."""
    dice = list(reading.dice)
    dice[index] = replace(dice[index], value=face, confidence=1.0, doubt=None)
    return replace(reading, dice=tuple(dice))


def without_die(reading: Reading, index: int) -> Reading:
    """Return the reading without that die."""
    return replace(reading, dice=reading.dice[:index] + reading.dice[index + 1 :])


def only_die(reading: Reading, index: int) -> Reading:
    """Return the reading with that die alone."""
    return replace(reading, dice=(reading.dice[index],))


def with_die(reading: Reading, face: int) -> Reading:
    """Return the reading with one more die, placed below those in the picture.

    Whoever adds it has looked where the reader thought that there might be one.
    """
    below = reading.size[1] + 10 * (1 + len(reading.dice))
    rejects = tuple(reject for reject in reading.rejects if reject not in reading.possible_dice)
    return replace(reading, dice=(*reading.dice, Die(face, (0, below, 1, 1), 1.0)), rejects=rejects)


def is_in_picture(die: Die, reading: Reading) -> bool:
    """Return whether the die is in the picture rather than typed."""
    return die.box[1] < reading.size[1]
