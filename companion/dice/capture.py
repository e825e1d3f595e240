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
from vision.images.codes import read_qr_code
from vision.images.decode import PHOTO_LIMITS
from vision.reading import Box, Image
from vision.stream.lighting import advise, measure_lighting

from .roll import sort_in_reading_order

MAX_SHOWN_SIDE = 1100
"""Longest side in pixels of the picture that is shown."""
MAX_CROP_SIDE = 120
"""Longest side in pixels of the picture of a single die."""
CROP_MARGIN = 0.12
"""Margin around a die in its own picture, as a fraction of the die's size."""
FRAME_MARGIN = 1.2
"""Margin around all dice, in sizes of a die."""
TRIAL_MARGIN = 0.15
"""Margin around a die of a trial roll, as a fraction of its box."""
JPEG_QUALITY = 92
"""JPEG quality of the stored samples of custom dice."""
DiceReader = Callable[[Image], Reading]


@dataclass(frozen=True)
class Capture:
    """A picture and its reading.

    ``shown_box`` is the part of the picture that is shown, in the pixels of the reading.
    """

    reading: Reading
    shown_box: Box
    jpeg: bytes
    crops: Mapping[Box, bytes] = field(default_factory=dict)
    """The picture of each die, a JPEG, by its box."""
    advice: str | None = None
    """What would have helped to read the picture, a key of ``vision.stream.lighting.WANTS``."""


def make_capture(image: Image, reading: Reading, expected_count: int) -> Capture:
    """Build the capture of a picture and its reading."""
    shown_box = crop_box(reading, expected_count)
    crops = {die.box: encode_crop(image, crop_box_of_die(die.box, reading.size), MAX_CROP_SIDE) for die in reading.dice}
    return Capture(
        reading,
        shown_box,
        encode_crop(image, shown_box),
        crops,
        advise(measure_lighting(image, reading), reading, expected_count),
    )


def crop_box_of_die(box: Box, size: tuple[int, int]) -> Box:
    """Return the box of a die with a small margin, clipped to the picture."""
    x, y, wide, high = box
    edge = round(CROP_MARGIN * max(wide, high))
    left, top = max(0, x - edge), max(0, y - edge)
    return left, top, min(size[0], x + wide + edge) - left, min(size[1], y + high + edge) - top


def crop_box(reading: Reading, expected_count: int) -> Box:
    """Return the part of the picture to show: around the dice, or all while some may be missing."""
    width, height = reading.size
    if not reading.dice or len(reading.dice) < expected_count:
        return 0, 0, width, height
    boxes = [die.box for die in reading.dice]
    edge = round(FRAME_MARGIN * max(max(box[2:]) for box in boxes))
    left, top = max(0, min(b[0] for b in boxes) - edge), max(0, min(b[1] for b in boxes) - edge)
    right = min(width, max(b[0] + b[2] for b in boxes) + edge)
    bottom = min(height, max(b[1] + b[3] for b in boxes) + edge)
    return left, top, right - left, bottom - top


def encode_crop(image: Image, box: Box, max_side: int = MAX_SHOWN_SIDE) -> bytes:
    """Encode that part of the picture as a JPEG of a size for phones."""
    left, top, width, height = box
    part = image[top : top + height, left : left + width]
    scale = min(1.0, max_side / max(width, height))
    small = cv2.resize(
        part, (max(1, round(width * scale)), max(1, round(height * scale))), interpolation=cv2.INTER_AREA
    )
    return bytes(cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes())


# --- tasks -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class WorkerCapture:
    """A capture as it comes from a worker; ``crops`` are those of its dice, in their order."""

    capture: Capture
    crops: tuple[bytes, ...]

    @property
    def full_capture(self) -> Capture:
        """The capture with its crops by their boxes."""
        boxes = (die.box for die in self.capture.reading.dice)
        return replace(self.capture, crops=dict(zip(boxes, self.crops, strict=True)))


@dataclass(frozen=True)
class TrialDie:
    """One die of a trial roll, and a JPEG of it."""

    die: Die
    jpeg: bytes


def read_capture_file(data: bytes, expected_count: int, read: DiceReader) -> WorkerCapture | str:
    """Read the dice in a picture file; on failure return the reason, one of ``vision.REASONS``."""
    try:
        image = vision.decode(data, PHOTO_LIMITS)
    except vision.UnreadableImage as error:
        return error.reason
    capture = make_capture(image, read(image), expected_count)
    return WorkerCapture(replace(capture, crops={}), tuple(capture.crops[die.box] for die in capture.reading.dice))


def crop_middle_die(data: bytes) -> bytes | str:
    """Return a JPEG of the die in the middle of a picture.

    On failure return one of ``vision.REASONS``, or "empty" where there is no die.
    """
    try:
        image = vision.decode(data, PHOTO_LIMITS)
    except vision.UnreadableImage as error:
        return error.reason
    found = recognise.find_centred_candidates(image)
    if not found:
        return "empty"
    return bytes(
        cv2.imencode(".jpg", recognise.crop_example(image, found[0]), [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[
            1
        ].tobytes()
    )


def read_trial_roll(data: bytes, read: DiceReader) -> tuple[TrialDie, ...] | str:
    """Return the dice of a trial roll in reading order; on failure one of ``vision.REASONS``."""
    try:
        image = vision.decode(data, PHOTO_LIMITS)
    except vision.UnreadableImage as error:
        return error.reason
    return tuple(TrialDie(die, _encode_trial_die(image, die)) for die in sort_in_reading_order(read(image).dice))


def read_code_file(data: bytes) -> str | None:
    """Decode the QR code in a picture file; None where none is read."""
    try:
        return read_qr_code(vision.decode(data, PHOTO_LIMITS)) or None
    except vision.UnreadableImage:
        return None


def _encode_trial_die(image: Image, die: Die) -> bytes:
    """Encode the die with a small margin as a JPEG."""
    x, y, wide, high = die.box
    edge = round(TRIAL_MARGIN * max(wide, high))
    part = image[max(0, y - edge) : y + high + edge, max(0, x - edge) : x + wide + edge]
    return bytes(
        cv2.imencode(".jpg", cv2.resize(part, (recognise.EXAMPLE_SIDE_PX, recognise.EXAMPLE_SIDE_PX)))[1].tobytes()
    )
