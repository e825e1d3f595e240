"""Decoding of image files, with limits on their declared size."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.reading import Image

from .header import (
    JPEG_SIGNATURE,
    ImageSize,
    declared_size,
    has_known_signature,
    has_transparency,
    is_16_bit_png,
    is_complete,
    is_progressive,
)

MAX_PIXELS = 50_000_000
"""Pixels above which a picture is refused before it is decoded."""
DECODE_FLAGS = {
    1: cv2.IMREAD_COLOR,
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}
"""OpenCV flags that decode a JPEG at 1/n of its width and height, by n."""
BAND_ROWS = 256
"""Rows that are put on white at a time, to limit memory with large pictures."""


REASONS = ("not-an-image", "truncated", "too-large")
"""Every reason for which bytes are unreadable."""


class UnreadableImage(ValueError):  # noqa: N818 - a state of the bytes, in the words of the house
    """The bytes are no picture that can be read.

    `reason` is one of REASONS.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class PixelLimits:
    """Pixels that a file may declare in its header, by what its decoder needs in memory."""

    jpeg: int = MAX_PIXELS
    """For a sequential JPEG, which is decoded row by row."""
    other_formats: int = MAX_PIXELS
    """For a progressive JPEG and any other format, whose decoders hold the whole picture.

    Half for PNG of 16 bits.
    """
    full_size: int = MAX_PIXELS
    """For a JPEG decoded at full size; larger ones at 1/2, 1/4 or 1/8 of width and height."""


PHOTO_LIMITS = PixelLimits(other_formats=25_000_000, full_size=12_600_000)
"""Limits for a photo from a phone; "12 megapixel" cameras go up to 4096x3072."""
FRAME_LIMITS = PixelLimits(jpeg=12_600_000, other_formats=0, full_size=4_000_000)
"""Limits for a frame of a live camera: JPEG only."""


def decode(data: bytes, limits: PixelLimits = PixelLimits()) -> Image:
    """Decode a JPEG, PNG, WebP or BMP file to an HxWx3 uint8 BGR picture.

    A photo is rotated as its metadata says. Of an animation it is the first picture; a picture with transparency is put
    on white and not rotated. Raises ``UnreadableImage``, for "too-large" (above the limits) without decoding anything.
    Other formats, HEIC among them, are "not-an-image": browsers hand over photos as JPEG.
    """
    size = declared_size(data)
    if size is None:
        raise UnreadableImage("truncated" if has_known_signature(data) else "not-an-image")
    if size[0] * size[1] > max_pixels(data, limits):
        raise UnreadableImage("too-large")
    image = decode_reduced(data, reduction(data, size, limits)) if is_complete(data) else None
    if image is None:
        raise UnreadableImage("truncated")
    return image


def max_pixels(data: bytes, limits: PixelLimits) -> int:
    """Pixels that a file may declare, by its format."""
    if data.startswith(JPEG_SIGNATURE) and not is_progressive(data):
        return limits.jpeg
    return limits.other_formats // 2 if is_16_bit_png(data) else limits.other_formats


def reduction(data: bytes, size: ImageSize, limits: PixelLimits) -> int:
    """Divisor of a picture's sides, a key of DECODE_FLAGS; 1 for anything but a JPEG."""
    if not data.startswith(JPEG_SIGNATURE):
        return 1
    return next((by for by in DECODE_FLAGS if size[0] * size[1] <= limits.full_size * by**2), max(DECODE_FLAGS))


def decode_reduced(data: bytes, divisor: int = 1) -> Image | None:
    """Decode at 1/`divisor` of the sides; None where the data is broken."""
    flags = cv2.IMREAD_UNCHANGED if has_transparency(data) else DECODE_FLAGS[divisor]
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), flags)
    except cv2.error:
        return None
    if image is None:
        return None
    if flags != cv2.IMREAD_UNCHANGED:
        return np.asarray(image, np.uint8)
    flat = np.empty((*image.shape[:2], 3), np.uint8)
    for top in range(0, len(flat), BAND_ROWS):
        flat[top : top + BAND_ROWS] = flatten_on_white(image[top : top + BAND_ROWS])
    return flat


def flatten_on_white(image: cv2.typing.MatLike) -> Image:
    """Put a picture of any depth, grey, BGR or BGRA, on a white background."""
    if image.dtype == np.uint16:
        image = cv2.convertScaleAbs(image, alpha=1 / 257)
    if image.ndim == 2:
        image = cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)
    if image.shape[2] == 4:
        ink = cv2.bitwise_not(cv2.cvtColor(image, cv2.COLOR_BGRA2BGR))
        cover = cv2.cvtColor(image[..., 3], cv2.COLOR_GRAY2BGR)
        image = cv2.bitwise_not(cv2.multiply(ink, cover, scale=1 / 255))
    return np.asarray(image, np.uint8)
