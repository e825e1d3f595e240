"""The reader: milliseconds a picture."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from statistics import quantiles

import cv2

import vision

SCENES = Path(__file__).parents[1] / "tests" / "fixtures" / "scenes"


def milliseconds() -> Iterator[tuple[str, str]]:
    """Rendered scenes at 1280 wide, each read a few times in this process."""
    spent = []
    for path in sorted(SCENES.glob("*.jpg")):
        image = vision.decode(path.read_bytes())
        image = cv2.resize(image, (1280, round(image.shape[0] * 1280 / image.shape[1])))
        vision.read(image)
        for _ in range(3):
            begun = time.perf_counter()
            vision.read(image)
            spent.append(1000 * (time.perf_counter() - begun))
    cuts = quantiles(spent, n=20)
    yield f"scan of a picture 1280 wide, median of {len(spent)}", f"{cuts[9]:.0f} ms (95 %: {cuts[18]:.0f} ms)"
