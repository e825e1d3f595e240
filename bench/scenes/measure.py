"""Figures of the reader on the measuring sets, as `score.py` beside the photos defines them."""

from __future__ import annotations

import json
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

import vision
from bench.reader_figures import scorer
from vision.reading import Image

CROPS = Path(__file__).parents[1] / "negatives.json"
"""Boxes in the photos that hold no pipped die: file to a list of [x, y, width, height]."""
PHOTOS_WITHOUT = 30
"""Pictures of WORK/grounds/photo that count as negatives."""


@dataclass
class Tally:
    """What was read in pictures of a stratum."""

    rows: list[Any] = field(default_factory=list)
    """(truth, [(value, box)], milliseconds) of each picture."""
    sure: int = 0
    wrong: int = 0
    """Of the sure."""
    dice: int = 0

    def add(self, truth: dict[str, Any], found: tuple[vision.Die, ...], passed: float, score: Any) -> None:
        """Compare what was found in `passed` milliseconds."""
        sure = [(die.value, die.box) for die in found if die.unsure is None]
        self.dice, self.sure = self.dice + len(found), self.sure + len(sure)
        self.wrong += len(sure) - score.box_match(truth["dice"], sure)[0]
        values = sorted(die["value"] for die in truth["dice"])
        row = truth | {"values": values, "n_dice": len(values)}
        self.rows.append((row, [(die.value, die.box) for die in found], passed))

    def line(self, name: str, score: Any) -> str:
        """One line of figures."""
        low, high = wilson(self.wrong, self.sure)
        sure = f"sure {self.sure}/{self.dice}, wrong {self.wrong} ({100 * low:.1f}-{100 * high:.1f} %)"
        return f"{score.line(name, score.score(self.rows))}  {sure}"


def wilson(hits: int, trials: int) -> tuple[float, float]:
    """The 95 % interval of a share."""
    if not trials:
        return 0.0, 1.0
    z, share = 1.96, hits / trials
    middle = share + z * z / 2 / trials
    spread = z * (share * (1 - share) / trials + z * z / 4 / trials**2) ** 0.5
    return max(0.0, (middle - spread) / (1 + z * z / trials)), (middle + spread) / (1 + z * z / trials)


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
    """Print a line a stratum, and one for all."""
    score, tallies, total = scorer(photos), defaultdict[str, Tally](Tally), Tally()
    for truth, image in shots(work / "dice"):
        begun = time.perf_counter()
        found = vision.read(image).dice
        passed = 1000 * (time.perf_counter() - begun)
        for tally in (tallies[truth["stratum"]], total):
            tally.add(truth, found, passed, score)
    for name, tally in sorted(tallies.items()):
        print(tally.line(name, score), flush=True)
    print(total.line("all", score))


def crops(photos: Path) -> Iterator[tuple[str, Image]]:
    """Kind and picture of what was cut from photos around the dice."""
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
    """Print of how many pictures without a die nothing was read, by kind."""
    read: dict[str, list[bool]] = defaultdict(list)
    for kind, image in without(work, photos):
        read[kind].append(not vision.read(image).dice)
    for kind, nothing in sorted(read.items()):
        print(f"{kind:22s} {sum(nothing)}/{len(nothing)}")
    whole = [nothing for kind in read.values() for nothing in kind]
    print(f"{'all':22s} {sum(whole)}/{len(whole)} read as nothing ({100 * sum(whole) / max(1, len(whole)):.1f} %)")
