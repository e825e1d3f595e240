"""Turn bytes into a picture."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.header import JPEG, Extent, begun, complete, deep, extent, progressive, transparent
from vision.reading import Image

MOST_PIXELS = 50_000_000
"""Larger pictures are refused before they are unpacked."""
REDUCED = {
    1: cv2.IMREAD_COLOR,
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}
"""How OpenCV decodes a JPEG at that fraction of its width and height."""
BAND = 256
"""Rows that are laid on white at a time, so that a large picture does not lie in memory several times over."""


REASONS = ("not-an-image", "truncated", "too-large")
"""Every reason for which bytes are unreadable."""


class Unreadable(ValueError):  # noqa: N818 - a state of the bytes, in the words of the house
    """The bytes are no picture that can be read.

    `reason` is one of REASONS.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Limits:
    """Pixels that a picture file may declare in its header, by how much memory its decoder needs for each."""

    jpeg: int = MOST_PIXELS
    """Of a sequential JPEG, which is decoded row by row."""
    others: int = MOST_PIXELS
    """Of a progressive JPEG and of any other format: their decoders hold the whole picture. PNG of 16 bits: half."""
    whole: int = MOST_PIXELS
    """Of a JPEG that is decoded at full size; a larger one is decoded at 1/2, 1/4 or 1/8 of its width and height."""


PHOTO = Limits(others=25_000_000, whole=12_600_000)
"""For a photo from a phone: the full sizes of "12 megapixel" cameras go up to 4096x3072."""
FRAME = Limits(jpeg=12_600_000, others=0, whole=4_000_000)
"""For a frame of a live camera: JPEG only."""


def decode(data: bytes, limits: Limits = Limits()) -> Image:
    """The HxWx3 uint8 BGR picture in a JPEG, PNG, WebP or BMP file, turned the way it was taken.

    Of an animation it is the first picture; what can be seen through lies on white, as on a page, and is not turned.
    Raises Unreadable, for "too-large" (above the limits) without unpacking anything. Other formats, HEIC among
    them, are "not-an-image": browsers hand over photos as JPEG.
    """
    size = extent(data)
    if size is None:
        raise Unreadable("truncated" if begun(data) else "not-an-image")
    if size[0] * size[1] > most_pixels(data, limits):
        raise Unreadable("too-large")
    image = unpack(data, reduction(data, size, limits)) if complete(data) else None
    if image is None:
        raise Unreadable("truncated")
    return image


def most_pixels(data: bytes, limits: Limits) -> int:
    """The pixels that a picture file may declare, by its format."""
    if data.startswith(JPEG) and not progressive(data):
        return limits.jpeg
    return limits.others // 2 if deep(data) else limits.others


def reduction(data: bytes, size: Extent, limits: Limits) -> int:
    """By what the sides of a picture are divided, a key of REDUCED; 1 for anything but a JPEG."""
    if not data.startswith(JPEG):
        return 1
    return next((by for by in REDUCED if size[0] * size[1] <= limits.whole * by**2), max(REDUCED))


def unpack(data: bytes, reduced: int = 1) -> Image | None:
    """The picture at that fraction of its sides, or None where it is broken."""
    way = cv2.IMREAD_UNCHANGED if transparent(data) else REDUCED[reduced]
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), way)
    except cv2.error:
        return None
    if image is None:
        return None
    if way != cv2.IMREAD_UNCHANGED:
        return np.asarray(image, np.uint8)
    flat = np.empty((*image.shape[:2], 3), np.uint8)
    for top in range(0, len(flat), BAND):
        flat[top : top + BAND] = on_white(image[top : top + BAND])
    return flat


def on_white(image: cv2.typing.MatLike) -> Image:
    """A picture of any depth, grey, BGR or BGRA, as it looks on white paper."""
    if image.dtype == np.uint16:
        image = cv2.convertScaleAbs(image, alpha=1 / 257)
    if image.ndim == 2:
        image = cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)
    if image.shape[2] == 4:
        ink = cv2.bitwise_not(cv2.cvtColor(image, cv2.COLOR_BGRA2BGR))
        cover = cv2.cvtColor(image[..., 3], cv2.COLOR_GRAY2BGR)
        image = cv2.bitwise_not(cv2.multiply(ink, cover, scale=1 / 255))
    return np.asarray(image, np.uint8)
