"""The reader on labelled photos: tallies of what was read, sure or not, beside the truth.

The split `tray` are the photos of PHOTOS/train that no net is taught on (`training/held_out.json`); their labels
are the source's own, of which about one in a hundred is wrong.
"""

from __future__ import annotations

import importlib.util
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

import vision
from bench import blobs
from training.calibrate import wilson_interval
from training.photos import measured_photos
from vision.nets import MODELS
from vision.reading import Image, Reading

SPLITS = ("check", "seen", "tray")
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

    def add(self, truth: dict[str, Any], found: tuple[vision.Die, ...], passed: float) -> None:
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
class Outcomes:
    """What becomes of pictures at a table: right, and taken without asking a person."""

    pictures: int = 0
    right: int = 0
    silent: int = 0
    """Pictures that are taken without asking anybody."""
    wrong: int = 0
    """Of these, the ones that are misread."""

    def add(self, reading: Reading, values: list[int], asked: int | None = None) -> None:
        """Count a picture that shows these values, for which a game has asked for so many dice, if it has."""
        is_silent = reading.is_sure and asked in (None, len(reading.dice))
        is_right = sorted(reading.values) == sorted(values)
        self.pictures, self.right = self.pictures + 1, self.right + is_right
        self.silent, self.wrong = self.silent + is_silent, self.wrong + (is_silent and not is_right)

    def line(self, name: str) -> str:
        """One line of figures."""
        return f"{name} {self.right}/{self.pictures} exact, {self.silent} without asking, {self.wrong} of these wrong"


def labelled_pictures(photos: Path) -> Iterator[tuple[dict[str, Any], Image]]:
    """Truth, as in `check.json`, and picture of every labelled photo of the three splits."""
    for name, split, source, (image, truths) in measured_photos(photos):
        dice = [{"value": truth.value, "box": truth.box} for truth in truths]
        yield {"id": name, "split": split, "source_repo": source, "dice": dice}, image


def turned(image: Image, values: Iterable[int], models: Path) -> bool:
    """Whether a quarter turn to either side changes no value."""
    ways = (np.ascontiguousarray(np.rot90(image, turn)) for turn in (1, 3))
    return all(vision.read(way, models).values == tuple(values) for way in ways)


@dataclass
class PhotoFigures:
    """The readings of all labelled photos by split."""

    tallies: dict[tuple[str, str], Tally] = field(default_factory=lambda: defaultdict(Tally))
    """By split and source; the source "" stands for all of a split."""
    asked: dict[str, Outcomes] = field(default_factory=lambda: defaultdict(Outcomes))
    """By split, with the number of dice asked for, as the games do."""
    alone: dict[str, Outcomes] = field(default_factory=lambda: defaultdict(Outcomes))
    """By split, with nothing known of the number of dice."""
    turned: dict[str, list[bool]] = field(default_factory=lambda: defaultdict(list))
    """Whether a quarter turn changes no value, picture by picture."""
    rival: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    """Pictures that the rival reads exactly."""

    def lines(self, score: Any) -> Iterator[str]:
        """The details: one line for each source, two for each split."""
        for (split, name), tally in sorted(self.tallies.items()):
            yield tally.line(f"  {name[:20]}" if name else split, score)
        for split in SPLITS:
            yield self.asked[split].line(f"{split}: with the number of dice asked for")
            yield self.alone[split].line(f"{split}: with the number unknown")
            same = self.turned[split]
            yield f"{split}: a quarter turn changes no value on {sum(same)}/{len(same)} pictures"


def read_photos(photos: Path, models: Path = MODELS) -> PhotoFigures:
    """Read every labelled photo as it lies, with the number of dice known, turned, and by the rival."""
    found = PhotoFigures()
    for row, image in labelled_pictures(photos):
        values = sorted(die["value"] for die in row["dice"])
        reading, passed = timed(image, models)
        split = row["split"]
        known = vision.read(image, models, range(len(values), len(values) + 1))
        found.asked[split].add(known, values, len(values))
        found.alone[split].add(reading, values)
        for name in ("", row["source_repo"]):
            found.tallies[split, name].add(row, reading.dice, passed)
        found.turned[split].append(turned(image, reading.values, models))
        found.rival[split] += sorted(blobs.read(image)) == values
    return found
