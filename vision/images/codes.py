"""QR codes: read the code in a picture."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from vision.reading import Image

MAX_SIDE_PX = 1600
"""Side in pixels to which larger pictures are reduced first.

A dense code needs about ten pixels to a module.
"""
SMALL_SIDE_PX = 900
"""Longer side in pixels below which a picture is also tried at twice its size."""


def read_qr_code(picture: Image) -> str:
    """Read the QR code in a picture (grey or BGR, any size); empty if there is none.

    Also empty if the code cannot be decoded.
    """
    grey = _grey(picture)
    return next((said for size in _scaled_pictures(grey) for said in _detector_results(size) if said), "")


def read_qr_code_once(picture: Image) -> str:
    """Read the QR code in a frame (grey or BGR) of a camera; the next one is another attempt.

    Tries the better detector at the frame's own size alone, a quarter of the time. Empty if none can be read.
    """
    return next(_detector_results(_grey(picture)))


def _grey(picture: Image) -> Image:
    return np.asarray(picture if picture.ndim == 2 else cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)


def _scaled_pictures(grey: Image) -> Iterator[Image]:
    """Iterate over the picture at the scale that reads best, then at others."""
    longer = max(grey.shape)
    usual = min(1.0, MAX_SIDE_PX / longer)
    scales = [usual, 2.0] if longer < SMALL_SIDE_PX else [usual, usual / 2, min(1.0, 2 * MAX_SIDE_PX / longer)]
    for scale in scales:
        how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
        size = grey if scale == 1 else cv2.resize(grey, None, fx=scale, fy=scale, interpolation=how)
        yield np.asarray(size, np.uint8)


def _detector_results(grey: Image) -> Iterator[str]:
    """Iterate over the results of two detectors, the better one first; each fails on some."""
    for detector in (cv2.QRCodeDetectorAruco(), cv2.QRCodeDetector()):
        try:
            said, *_ = detector.detectAndDecode(grey)
        except (cv2.error, UnicodeDecodeError):
            said = ""
        yield said
