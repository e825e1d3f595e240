"""The reader beside a YOLOv5n in the same process: ``python -m bench.rival MODEL.onnx [ROUNDS]``.

``python -m bench.yolo WORK``, in an environment with torch, makes the model; here OpenCV alone runs it. Both get the
same pictures of 1280x720, one after the other: rendered scenes of one to eight dice, and photos where they are.
The rival's time is that of fitting the picture into 640x640 and of the net, without sorting out its answers.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

import vision
from tests.scenes import COLOURS, Setting, render

Picture = NDArray[np.uint8]
PHOTOS = Path(__file__).parents[2] / "shared" / "photos"
WIDE, HIGH = 1280, 720
EACH = 20
"""Rendered scenes, and photos where they are."""
SIDE = 640
GREY = (114, 114, 114)


def filling(image: Picture) -> Picture:
    """The middle of a picture, as large as fills 1280x720."""
    scale = max(WIDE / image.shape[1], HIGH / image.shape[0])
    size = (max(WIDE, round(image.shape[1] * scale)), max(HIGH, round(image.shape[0] * scale)))
    whole = cv2.resize(image, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    left, top = (size[0] - WIDE) // 2, (size[1] - HIGH) // 2
    return np.ascontiguousarray(whole[top : top + HIGH, left : left + WIDE], np.uint8)


def rendered() -> Iterator[Picture]:
    """One to eight dice of every colour on three grounds, spread or touching, from above or aslant."""
    chance = np.random.default_rng(0)
    for n in range(EACH):
        values = tuple(int(value) for value in chance.integers(1, 7, 1 + n % 8))
        ground, spread = ("felt", "wood", "cloth")[n % 3], (2.2, 1.0)[n % 5 == 4]
        colours = (list(COLOURS)[n % len(COLOURS)],)
        yield render(Setting(values, colours, ground, float(chance.uniform(50, 85)), (WIDE, HIGH), spread), n).image


def photos() -> Iterator[Picture]:
    """Photos of one to eight dice, evenly from all that there are."""
    if PHOTOS.is_dir():
        rows = json.loads((PHOTOS / "check.json").read_text("utf-8"))["images"]
        few = [PHOTOS / row["file"] for row in rows if 1 <= row["n_dice"] <= 8]
        for n in np.linspace(0, len(few) - 1, EACH).astype(int):
            yield filling(vision.decode(few[n].read_bytes()))


def rival(model: Path) -> Callable[[Picture], Any]:
    """A picture fitted into a grey square, and what the net answers to it."""
    net = cv2.dnn.readNetFromONNX(str(model))

    def answer(image: Picture) -> Any:
        scale = SIDE / max(image.shape[:2])
        small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_LINEAR)
        high, wide = SIDE - small.shape[0], SIDE - small.shape[1]
        edges = (high // 2, high - high // 2, wide // 2, wide - wide // 2)
        square = cv2.copyMakeBorder(small, *edges, cv2.BORDER_CONSTANT, value=GREY)
        net.setInput(cv2.dnn.blobFromImage(square, 1 / 255, swapRB=True))
        return net.forward()

    return answer


def milliseconds(work: Callable[[Picture], Any], image: Picture) -> float:
    """How long it takes with one picture."""
    begun = time.perf_counter()
    work(image)
    return 1000 * (time.perf_counter() - begun)


def main(model: Path, rounds: int = 3) -> None:
    """Print median and 95th percentile of both, and how they compare."""
    both = {"rival": rival(model), "reader": vision.read}
    every = [*rendered(), *photos()]
    for work in both.values():
        work(every[0])
    spent = {name: [] for name in both}
    for _ in range(rounds):
        for image in every:
            for name, work in both.items():
                spent[name].append(milliseconds(work, image))
    print(f"{len(every)} pictures, {rounds} rounds, OpenCV {cv2.__version__}, {cv2.getNumThreads()} threads")
    cuts = {name: np.percentile(times, (50, 95)) for name, times in spent.items()}
    for name, (median, late) in cuts.items():
        print(f"{name:<7} median {median:6.1f} ms   95 % {late:6.1f} ms")
    median, late = cuts["reader"] / cuts["rival"]
    print(f"reader / rival: median {median:.2f}, 95 % {late:.2f}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), *map(int, sys.argv[2:3]))
