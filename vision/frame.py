"""Turn bytes into a picture."""

from __future__ import annotations

import cv2
import numpy as np

from vision.header import begun, complete, extent, transparent
from vision.reading import Image

MOST_PIXELS = 50_000_000
"""Larger pictures are refused before they are unpacked."""
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


def decode(data: bytes) -> Image:
    """The HxWx3 uint8 BGR picture in a JPEG, PNG, WebP or BMP file, turned the way it was taken.

    Of an animation it is the first picture; what can be seen through lies on white, as on a page, and is not turned.
    Raises Unreadable, for "too-large" (above 50 megapixels) without unpacking anything. Other formats, HEIC among
    them, are "not-an-image": browsers hand over photos as JPEG.
    """
    size = extent(data)
    if size is None:
        raise Unreadable("truncated" if begun(data) else "not-an-image")
    if size[0] * size[1] > MOST_PIXELS:
        raise Unreadable("too-large")
    image = unpack(data) if complete(data) else None
    if image is None:
        raise Unreadable("truncated")
    return image


def unpack(data: bytes) -> Image | None:
    """The picture, or None where it is broken."""
    way = cv2.IMREAD_UNCHANGED if transparent(data) else cv2.IMREAD_COLOR
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), way)
    except cv2.error:
        return None
    if image is None:
        return None
    if way == cv2.IMREAD_COLOR:
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
