"""Rendered dice with the signs of King of Tokyo, as a phone photographs them."""

from __future__ import annotations

import cv2
import numpy as np

from bench.symbols import DESIGNS, picture, skins
from vision.reading import Image

LOT = DESIGNS[6]
"""The set of dice."""
MADE = skins(LOT, np.random.default_rng([6, 3]))
"""Its dice as they are painted."""


def image_of(face: int, seed: int) -> Image:
    """A picture of one die of the set that shows that face."""
    return np.asarray(picture(LOT, MADE, (face,), seed, alone=True)[0], np.uint8)


def photos(face: int, count: int, first: int = 400_000) -> list[bytes]:
    """That many photos of a face, as JPEG files."""
    images = (image_of(face, first + 10 * face + n) for n in range(count))
    return [cv2.imencode(".jpg", image)[1].tobytes() for image in images]
