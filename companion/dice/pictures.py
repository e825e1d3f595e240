"""Pictures of dice: reads them with OpenCV, makes the small ones that are shown and kept."""

from __future__ import annotations

import cv2
import numpy as np

import vision
from vision import Die, Reading
from vision.custom_dice import recognise
from vision.images.codes import read_qr_code
from vision.images.decode import PHOTO_LIMITS
from vision.reading import Box, Image
from vision.stream.lighting import advise, is_too_dark, measure_lighting

from .capture import MAX_CROP_SIDE, Capture, TrialDie, crop_box, crop_box_of_die
from .reader_spec import PIPS, ReaderSpec
from .readers import build_reader
from .roll import sort_in_reading_order

MAX_SHOWN_SIDE = 1100
"""Longest side in pixels of the picture that is shown."""
LOG_PICTURE_SIDE = 640
"""Longest side in pixels of the picture that the log keeps of a roll."""
TRIAL_MARGIN = 0.15
"""Margin around a die of a trial roll, as a fraction of its box."""
JPEG_QUALITY = 92
"""JPEG quality of the stored samples of custom dice."""


def make_capture(image: Image, reading: Reading, expected_count: int) -> Capture:
    """Build the capture of a picture and its reading."""
    shown_box = crop_box(reading, expected_count)
    boxes = [crop_box_of_die(die.box, reading.size) for die in reading.dice]
    return Capture(
        reading,
        shown_box,
        encode_crop(image, shown_box),
        tuple(encode_crop(image, box, MAX_CROP_SIDE) for box in boxes),
        advise(measure_lighting(image, reading), reading, expected_count),
        encode_crop(image, shown_box, LOG_PICTURE_SIDE),
    )


def encode_crop(image: Image, box: Box, max_side: int = MAX_SHOWN_SIDE) -> bytes:
    """Encode that part of the picture as a JPEG of a size for phones."""
    left, top, width, height = box
    part = image[top : top + height, left : left + width]
    scale = min(1.0, max_side / max(width, height))
    small = cv2.resize(
        part, (max(1, round(width * scale)), max(1, round(height * scale))), interpolation=cv2.INTER_AREA
    )
    return encode_jpeg(np.asarray(small, np.uint8), 85)


def encode_jpeg(image: Image, quality: int) -> bytes:
    """Encode a picture as a JPEG of that quality, 0..100."""
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()


def decode_photo(data: bytes) -> Image | str:
    """Decode a picture file; on failure return the reason, one of ``vision.REASONS``."""
    try:
        return vision.decode(data, PHOTO_LIMITS)
    except vision.UnreadableImage as error:
        return error.reason


def read_capture_file(
    data: bytes, expected_count: int, reader: ReaderSpec = PIPS, expected: range | None = None
) -> Capture | str:
    """Read the dice in a picture file; on failure return the reason, one of ``vision.REASONS``."""
    image = decode_photo(data)
    if isinstance(image, str):
        return image
    return make_capture(image, build_reader(reader)(image, expected=expected), expected_count)


def crop_middle_die(data: bytes) -> bytes | str:
    """Return a JPEG of the die in the middle of a picture.

    On failure return one of ``vision.REASONS``, "empty" where there is no die, or "dark" where none could be seen.
    """
    image = decode_photo(data)
    if isinstance(image, str):
        return image
    found = recognise.find_centerd_candidates(image)
    if not found:
        return "empty"
    if is_too_dark(image, found[0].detection.clipped_box((image.shape[1], image.shape[0]))):
        return "dark"
    return encode_jpeg(recognise.crop_example(image, found[0]), JPEG_QUALITY)


def read_trial_roll(data: bytes, reader: ReaderSpec) -> tuple[TrialDie, ...] | str:
    """Return the dice of a trial roll in reading order; on failure one of ``vision.REASONS``."""
    image = decode_photo(data)
    if isinstance(image, str):
        return image
    return tuple(
        TrialDie(die, _encode_trial_die(image, die)) for die in sort_in_reading_order(build_reader(reader)(image).dice)
    )


def read_code_file(data: bytes) -> str | None:
    """Decode the QR code in a picture file; None where none is read."""
    image = decode_photo(data)
    return None if isinstance(image, str) else read_qr_code(image) or None


def _encode_trial_die(image: Image, die: Die) -> bytes:
    x, y, wide, high = crop_box_of_die(die.box, (image.shape[1], image.shape[0]), TRIAL_MARGIN)
    side = recognise.EXAMPLE_SIDE_PX
    return encode_jpeg(np.asarray(cv2.resize(image[y : y + high, x : x + wide], (side, side)), np.uint8), 95)
