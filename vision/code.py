"""The QR code in a picture."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from .reading import Image

SIDE = 1600
"""Pixels to which a larger picture is brought first: a dense code needs about ten to a module."""
SMALL = 900
"""Pixels of the longer side of a picture that is tried twice as large, too."""


def read_code(picture: Image) -> str:
    """What the QR code in the picture says (grey or BGR, any size); empty if none is seen or none can be read."""
    grey = np.asarray(picture if picture.ndim == 2 else cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    return next((said for size in _sizes(grey) for said in _read(size) if said), "")


def _sizes(grey: Image) -> Iterator[Image]:
    """The picture as large as codes are read best, then otherwise."""
    longer = max(grey.shape)
    usual = min(1.0, SIDE / longer)
    scales = [usual, 2.0] if longer < SMALL else [usual, usual / 2, min(1.0, 2 * SIDE / longer)]
    for scale in scales:
        how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
        size = grey if scale == 1 else cv2.resize(grey, None, fx=scale, fy=scale, interpolation=how)
        yield np.asarray(size, np.uint8)


def _read(grey: Image) -> Iterator[str]:
    """What each of OpenCV's two detectors makes of it; they stumble over some pictures."""
    for detector in (cv2.QRCodeDetectorAruco(), cv2.QRCodeDetector()):
        try:
            said, *_ = detector.detectAndDecode(grey)
        except (cv2.error, UnicodeDecodeError):
            continue
        yield said
