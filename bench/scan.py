"""The reader: milliseconds a picture and share read right, beside OpenCV's blob detector.

``SimpleBlobDetector`` is the obvious choice for pips: it counts spots, but does not group them into dice.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import quantiles
from typing import Any

import cv2

import vision
from bench.table import Row, ratio

SCENES = Path(__file__).parents[1] / "tests" / "fixtures" / "scenes"


def milliseconds(times: int = 3) -> Iterator[Row]:
    """Rendered scenes at 1280 wide, each read a few times in this process."""
    spots = cv2.SimpleBlobDetector.create()
    ours, theirs, right, counted = [], [], 0, 0
    scenes = sorted(SCENES.glob("*.jpg"))
    for path in scenes:
        image = vision.decode(path.read_bytes())
        image = cv2.resize(image, (1280, round(image.shape[0] * 1280 / image.shape[1])))
        truth = [int(value) for value in path.stem.partition("_")[0].split("-")]
        vision.read(image)
        for _ in range(times):
            spent, reading = timed(vision.read, image)
            ours.append(spent)
            spent, found = timed(spots.detect, image)
            theirs.append(spent)
        right += sorted(reading.values) == sorted(truth)
        counted += len(found) == sum(truth)
    cuts, others = quantiles(ours, n=20), quantiles(theirs, n=20)
    figure, rival = f"{cuts[9]:.0f} ms (95 %: {cuts[18]:.0f} ms)", f"SimpleBlobDetector: {others[9]:.0f} ms"
    yield Row("scan of a picture 1280 wide", f"{figure}, {len(ours)} scans", "", rival, ratio(cuts[9], others[9]))
    yield Row(f"of {len(scenes)} rendered scenes read right", str(right), "", f"its spots are the pips in {counted}")


def timed(work: Callable[[Any], Any], image: Any) -> tuple[float, Any]:
    """Milliseconds, and the result."""
    begun = time.perf_counter()
    said = work(image)
    return 1000 * (time.perf_counter() - begun), said
