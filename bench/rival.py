"""The reader beside a YOLOv5n in one process.

``python -m bench.yolo WORK``, in an environment with torch, makes the model; here OpenCV alone runs it. Both get the
same pictures of 1280x720 in turn: rendered scenes of one to eight dice, and photos where available. The rival's time
has the resizing to 640x640 and the net, but not the selection among its answers.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click
import cv2
import numpy as np
from numpy.typing import NDArray

import vision
from bench.table import Row, ratio
from tests.support.rendered_dice import COLORS, Setting, render

Picture = NDArray[np.uint8]
PHOTOS = Path(__file__).parents[2] / "shared" / "photos"
WIDE, HIGH = 1280, 720
EACH = 20
"""Number of rendered scenes, and of photos where available."""
SIDE = 640
GREY = (114, 114, 114)


def filling(image: Picture) -> Picture:
    """The middle of a picture, scaled to fill 1280x720."""
    scale = max(WIDE / image.shape[1], HIGH / image.shape[0])
    size = (max(WIDE, round(image.shape[1] * scale)), max(HIGH, round(image.shape[0] * scale)))
    whole = cv2.resize(image, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    left, top = (size[0] - WIDE) // 2, (size[1] - HIGH) // 2
    return np.ascontiguousarray(whole[top : top + HIGH, left : left + WIDE], np.uint8)


def rendered() -> Iterator[Picture]:
    """One to eight dice of each color on three grounds, apart or touching, at several angles."""
    chance = np.random.default_rng(0)
    for n in range(EACH):
        values = tuple(int(value) for value in chance.integers(1, 7, 1 + n % 8))
        ground, spread = ("felt", "wood", "cloth")[n % 3], (2.2, 1.0)[n % 5 == 4]
        colors = (list(COLORS)[n % len(COLORS)],)
        yield render(Setting(values, colors, ground, float(chance.uniform(50, 85)), (WIDE, HIGH), spread), n).image


def photos() -> Iterator[Picture]:
    """Photos of one to eight dice, evenly spaced over all of them."""
    if PHOTOS.is_dir():
        rows = json.loads((PHOTOS / "check.json").read_text("utf-8"))["images"]
        few = [PHOTOS / row["file"] for row in rows if 1 <= row["n_dice"] <= 8]
        for n in np.linspace(0, len(few) - 1, EACH).astype(int):
            yield filling(vision.decode(few[n].read_bytes()))


def rival(model: Path) -> Callable[[Picture], Any]:
    """The net's output for a picture letterboxed on grey."""
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


def milliseconds(work: Callable[[Picture], Any], image: Picture) -> tuple[float, Any]:
    """Milliseconds for one picture, and the result."""
    begun = time.perf_counter()
    said = work(image)
    return 1000 * (time.perf_counter() - begun), said


def measured(model: Path, every: list[Picture], rounds: int) -> dict[str, list[float]]:
    """Milliseconds of both, and of the reader's stages, for each picture in turn."""
    answer = rival(model)
    spent: dict[str, list[float]] = {"rival": [], "reader": []}
    answer(every[0]), vision.read(every[0])
    for image in every * rounds:
        spent["rival"].append(milliseconds(answer, image)[0])
        taken, reading = milliseconds(vision.read, image)
        spent["reader"].append(taken)
        for stage, part in reading.stage_ms.items():
            spent.setdefault(f"  {stage}", []).append(part)
    return spent


def figures(model: Path | None = None, rounds: int = 1) -> Iterator[Row]:
    """The reader beside a model, else the one that ``SOBREMESA_RIVAL`` names, if any."""
    if model is None and (named := os.environ.get("SOBREMESA_RIVAL")):
        model = Path(named)
    if model is None:
        return
    spent = measured(model, [*rendered(), *photos()], rounds)
    for what, part, goal in (("median", 50, "≤ 1.2 ×"), ("95 %", 95, "")):
        ours, theirs = (float(np.percentile(spent[name], part)) for name in ("reader", "rival"))
        beside = f"YOLOv5n in OpenCV: {theirs:.1f} ms"
        yield Row(f"scan of a picture of 1280x720, {what}", f"{ours:.1f} ms", goal, beside, ratio(ours, theirs))


def line(name: str, times: list[float]) -> str:
    """Median and 95th percentile in a row of the table."""
    return "{:<20} median {:6.1f} ms   95 % {:6.1f} ms".format(name, *np.percentile(times, (50, 95)))


@click.command(help=__doc__)
@click.argument("model", type=click.Path(exists=True, path_type=Path))
@click.argument("rounds", default=3)
def main(model: Path, rounds: int) -> None:
    """Print median and 95th percentile of both, of the reader's stages, and how the two compare."""
    every = [*rendered(), *photos()]
    spent = measured(model, every, rounds)
    print(f"{len(every)} pictures, {rounds} rounds, OpenCV {cv2.__version__}, {cv2.getNumThreads()} threads")
    for name, times in spent.items():
        print(line(name, times))
    median, late = np.percentile(spent["reader"], (50, 95)) / np.percentile(spent["rival"], (50, 95))
    print(f"reader / rival: median {median:.2f}, 95 % {late:.2f}")


if __name__ == "__main__":
    main()
