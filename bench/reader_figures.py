"""Reader figures on labelled photos: ``python -m bench.reader_figures PHOTOS [MODELS]``.

PHOTOS is the folder with `check.json` and `score.py`, which defines the figures; MODELS a folder of other nets than the
product's. The split `tray` are the photos of PHOTOS/train that no net is taught on (`vision/training/held_out.json`);
their labels are the source's own, of which about one in a hundred is wrong. The figures of each split and source are
followed by the dice called sure, how many of these were wrong and the 95 % interval of that share; at the end, by the
pictures taken without asking where as many dice are asked for as lie there, and by the number of pictures in which a
quarter turn changes no value.
"""

from __future__ import annotations

import importlib.util
import json
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import cv2
import numpy as np

import vision
from bench.table import Row
from vision.nets import MODELS
from vision.reading import Image, Reading
from vision.training.calibrate import wilson_interval
from vision.training.photos import LabelledPhoto, load_held_out

SPLITS = ("check", "seen", "tray")
TRAY_SOURCE = "nell-byler/dice_detection"
PHOTOS = Path(__file__).parents[2] / "shared" / "photos"
"""The folder of the labelled photos, beside the sources."""


@dataclass
class Tally:
    """The readings of some of the pictures."""

    rows: list[Any] = field(default_factory=list)
    """(truth, [(value, box)], milliseconds) of each picture."""
    sure: int = 0
    wrong: int = 0
    """Dice called sure whose value is wrong."""
    dice: int = 0

    def add(self, truth: dict[str, Any], found: tuple[vision.Die, ...], passed: float, score: Any) -> None:
        """Add a picture's reading, which took `passed` milliseconds."""
        values = sorted(die["value"] for die in truth["dice"])
        sure = Counter(die.value for die in found if die.doubt is None)
        self.dice, self.sure = self.dice + len(found), self.sure + sure.total()
        self.wrong += (sure - Counter(values)).total()
        row = truth | {"values": values, "n_dice": len(values)}
        self.rows.append((row, [(die.value, die.box) for die in found], passed))

    def line(self, name: str, score: Any) -> str:
        """One line of figures."""
        low, high = wilson_interval(self.wrong, self.sure)
        sure = f"sure {self.sure}/{self.dice}, wrong {self.wrong} ({100 * low:.2f}-{100 * high:.2f} %)"
        return f"{score.line(name, score.score(self.rows))}  {sure}"


def scorer(photos: Path) -> ModuleType:
    """The module that defines the figures."""
    spec = importlib.util.spec_from_file_location("score", photos / "score.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def timed(image: Image, models: Path = MODELS) -> tuple[Reading, float]:
    """The reading of a picture, and its milliseconds."""
    begun = time.perf_counter()
    reading = vision.read(image, models)
    return reading, 1000 * (time.perf_counter() - begun)


@dataclass
class Asked:
    """Readings of pictures whose number of dice the game has asked for."""

    pictures: int = 0
    right: int = 0
    silent: int = 0
    """Pictures that are taken without asking anybody."""
    wrong: int = 0
    """Of these, the ones that are misread."""

    def add(self, image: Image, values: list[int], models: Path = MODELS) -> None:
        """Read a picture in which so many dice are expected as lie there."""
        reading = vision.read(image, models, range(len(values), len(values) + 1))
        is_silent = reading.is_sure and len(reading.dice) == len(values)
        is_right = sorted(reading.values) == sorted(values)
        self.pictures, self.right = self.pictures + 1, self.right + is_right
        self.silent, self.wrong = self.silent + is_silent, self.wrong + (is_silent and not is_right)

    def line(self, name: str) -> str:
        """One line of figures."""
        return (
            f"{name}: with the number of dice asked for {self.right}/{self.pictures} exact, "
            f"{self.silent} without asking, {self.wrong} of these wrong"
        )


def labelled_pictures(photos: Path) -> Iterator[tuple[dict[str, Any], Image]]:
    """Truth, as in `check.json`, and picture of every labelled photo of the three splits."""
    for row in json.loads((photos / "check.json").read_text("utf-8"))["images"]:
        yield {"split": "check"} | row, np.asarray(cv2.imread(str(photos / row["file"])), np.uint8)
    for photo in load_held_out(photos / "train"):
        yield held_out_truth(photo), photo.decoded[0]


def held_out_truth(photo: LabelledPhoto) -> dict[str, Any]:
    """Truth, as in `check.json`, of a photo that is held out from training."""
    dice = [{"value": truth.value, "box": truth.box} for truth in photo.decoded[1]]
    return {"id": photo.name, "split": "tray", "source_repo": TRAY_SOURCE, "dice": dice}


def figures(photos: Path = PHOTOS) -> Iterator[Row]:
    """On the labelled photos, if available: pictures read exactly, and sure dice that are wrong."""
    if not photos.is_dir():
        return
    read, right, tally, asked = 0, 0, Tally(), Asked()
    for row in json.loads((photos / "check.json").read_text("utf-8"))["images"]:
        image = np.asarray(cv2.imread(str(photos / row["file"])), np.uint8)
        reading, spent = timed(image)
        tally.add(row, reading.dice, spent, None)
        asked.add(image, [die["value"] for die in row["dice"]])
        read, right = read + 1, right + (sorted(reading.values) == sorted(die["value"] for die in row["dice"]))
    yield Row("photos read right to the last die", f"{right} of {read}")
    yield Row("dice in photos that are called sure, and wrong", f"{tally.wrong} of {tally.sure}")
    yield Row("photos taken without asking, the number of dice known", f"{asked.silent} of {asked.pictures}")
    yield Row("such photos that are misread", f"{asked.wrong} of {asked.silent}")


def turned(image: Image, values: Iterable[int], models: Path) -> bool:
    """Whether a quarter turn to either side changes no value."""
    ways = (np.ascontiguousarray(np.rot90(image, turn)) for turn in (1, 3))
    return all(vision.read(way, models).values == tuple(values) for way in ways)


def main(photos: Path, models: Path = MODELS) -> None:
    score, tallies = scorer(photos), defaultdict[tuple[str, str], Tally](Tally)
    same: dict[str, list[bool]] = defaultdict(list)
    asked = defaultdict[str, Asked](Asked)
    for row, image in labelled_pictures(photos):
        reading, passed = timed(image, models)
        split = row["split"]
        asked[split].add(image, [die["value"] for die in row["dice"]], models)
        for name in ("", row["source_repo"]):
            tallies[split, name].add(row, reading.dice, passed, score)
        same[split].append(turned(image, reading.values, models))
    for (split, name), tally in sorted(tallies.items()):
        print(tally.line(f"  {name[:20]}" if name else split, score), flush=True)
    for split in SPLITS:
        print(asked[split].line(split))
        print(f"{split}: a quarter turn changes no value on {sum(same[split])}/{len(same[split])} pictures")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
