"""The reader on pictures that `python -m training.scenes.traced` has rendered into a folder.

``figures``: exact, precision and recall, sure and wrong by stratum, as `score.py` beside the photos defines them, and
the error of the top faces' corners. ``negatives``: share of pictures without a die that is read as nothing, by kind.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import cv2
import numpy as np

import vision
from bench.labelled_photos import PHOTOS, Tally, scorer, timed
from vision.reading import Floats, Image

CROPS = Path(__file__).with_name("negatives.json")
"""Boxes in the photos that hold no pipped die: file to a list of [x, y, width, height]."""
PHOTOS_WITHOUT = 30
"""Number of pictures of WORK/grounds/photo that count as negatives."""


def picture(path: Path) -> Image:
    """The picture of a file, (H, W, 3) BGR."""
    image = cv2.imread(str(path))
    assert image is not None, path
    return np.asarray(image, np.uint8)


def shots(folder: Path) -> Iterator[tuple[dict[str, Any], Image]]:
    """Truth and picture of each seed that was rendered."""
    for path in sorted(folder.glob("*.json")):
        yield json.loads(path.read_text("utf-8")), picture(path.with_suffix(".jpg"))


def figures(work: Path, photos: Path) -> None:
    """Print a row for each stratum and one for all, then the error of the top faces' corners."""
    score, tallies, total, off = scorer(photos), defaultdict[str, Tally](Tally), Tally(), list[float]()
    for truth, image in shots(work / "dice"):
        reading, passed = timed(image)
        for tally in (tallies[truth["stratum"]], total):
            tally.add(truth, reading.dice, passed)
        off += misses(truth, reading)
    for name, tally in sorted(tallies.items()):
        print(tally.line(name, score), flush=True)
    print(total.line("all", score))
    print("corners off by {:.3f} of a side, at 90 % {:.3f}".format(*np.percentile(off, (50, 90))))


def misses(truth: dict[str, Any], reading: vision.Reading) -> Iterator[float]:
    """Mean corner error of each die that was read rightly, in sides of its true top face."""
    for die in truth["dice"]:
        true = np.array(die["corners"], np.float32) - 0.5
        side = float(np.sqrt(cv2.contourArea(true)))
        tops = [np.array(read.top_corners, np.float32) for read in reading.dice if read.value == die["value"]]
        apart = [float(np.hypot(*(top.mean(axis=0) - true.mean(axis=0)))) for top in tops]
        if apart and min(apart) < side / 2:
            yield astray(tops[int(np.argmin(apart))], true) / side


def astray(top: Floats, true: Floats) -> float:
    """Mean distance of (4, 2) corners from true ones, for the best start and direction."""
    ways = [np.roll(way, n, axis=0) for way in (top, top[::-1]) for n in range(4)]
    return min(float(np.hypot(*(way - true).T).mean()) for way in ways)


def crops(photos: Path) -> Iterator[tuple[str, Image]]:
    """Kind and picture of each crop of the photos that has no dice."""
    for file, boxes in json.loads(CROPS.read_text("utf-8")).items():
        image = picture(photos / file)
        for x, y, wide, high in boxes:
            yield f"cut from {file.split('/')[0]}", image[y : y + high, x : x + wide]


def without(work: Path, photos: Path) -> Iterator[tuple[str, Image]]:
    """Kind and picture of all negatives."""
    yield from crops(photos)
    for path in sorted((work / "grounds" / "photo").glob("*"))[:PHOTOS_WITHOUT]:
        yield "photo", picture(path)
    for truth, image in shots(work / "bare"):
        yield truth["kind"], image


def negatives(work: Path, photos: Path) -> None:
    """Print the share of pictures without a die in which nothing was read, by kind."""
    read: dict[str, list[bool]] = defaultdict(list)
    for kind, image in without(work, photos):
        read[kind].append(not vision.read(image).dice)
    for kind, nothing in sorted(read.items()):
        print(f"{kind:22s} {sum(nothing)}/{len(nothing)}")
    whole = [nothing for kind in read.values() for nothing in kind]
    print(f"{'all':22s} {sum(whole)}/{len(whole)} read as nothing ({100 * sum(whole) / max(1, len(whole)):.1f} %)")


@click.command(help=__doc__)
@click.argument("what", type=click.Choice(["figures", "negatives"]))
@click.argument("work", type=click.Path(path_type=Path))
@click.option("--photos", type=click.Path(path_type=Path), default=PHOTOS, help="Folder with score.py and the photos.")
def main(what: str, work: Path, photos: Path) -> None:
    """Print the figures of a folder that was rendered."""
    (figures if what == "figures" else negatives)(work, photos)


if __name__ == "__main__":
    main()
