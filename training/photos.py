"""Real photos with boxes of whole dice.

They teach where dice lie and what they show, but not their corners.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import cv2
import numpy as np

from training.scenes.scene import GroundTruth
from vision.reading import Floats, Image

HELD_OUT_FILE = Path(__file__).with_name("held_out.json")
"""Names of the photos that are kept for measuring; chosen by the SHA-256 of their names."""
MENDED_FILE = Path(__file__).with_name("mended.json")
"""What is wrong in the labels of the photos, as seen by eye: photos with dice that have none, and values.

A value of 0 stands for a die of which nobody can say what it shows.
"""
SOURCE_WEIGHTS = {"tray": 1.5, "cards": 0.4, "tables": 0.4}
"""Weights of the sources that are shown more often, or less, than the others, which have 1."""
TRAY_SOURCE = "nell-byler/dice_detection"
"""Source of the photos that `held_out_names` keeps for measuring."""
LabelledPicture = tuple[Image, list[GroundTruth]]
"""(H, W, 3) BGR, and the truth in its pixels."""
UNLABELLED = -1
"""Stands for a label's number: the photo shows dice without labels."""
ASPECT_RATIOS = (9 / 16, 3 / 4, 1.0, 4 / 3, 16 / 9)
"""Possible heights of photos as shares of their widths."""
USUAL_DIE_ASPECT = 0.94
"""Usual width of a die's box as a share of its height, seen from a little aside."""


@dataclass(frozen=True)
class LabelledPhoto:
    """One photo, still encoded, and its labelled dice."""

    name: str
    data: bytes
    boxes: tuple[tuple[int, float, float, float, float], ...]
    """(value, x, y, width, height) as shares of the picture; value 0 if the label is disputed."""

    @cached_property
    def decoded(self) -> LabelledPicture:
        """The decoded picture in its own shape, and the truth in its pixels; cached."""
        return self.decode()

    def decode(self) -> LabelledPicture:
        """Decode the picture in its own shape, with the truth in its pixels."""
        image = np.asarray(cv2.imdecode(np.frombuffer(self.data, np.uint8), cv2.IMREAD_COLOR), np.uint8)
        bend = np.sqrt(self.stretch)
        high, wide = round(image.shape[0] * bend), round(image.shape[1] / bend)
        image = np.asarray(cv2.resize(image, (wide, high), interpolation=cv2.INTER_LINEAR), np.uint8)
        return image, [GroundTruth(v, (x * wide, y * high, w * wide, h * high)) for v, x, y, w, h in self.boxes]

    @property
    def stretch(self) -> float:
        """Factor by which the picture was widened to a square, estimated from its dice."""
        if not self.boxes:
            return 1.0
        aspect = float(np.exp(np.mean([np.log(wide / high) for _, _, _, wide, high in self.boxes]))) / USUAL_DIE_ASPECT
        return min(ASPECT_RATIOS, key=lambda shape: abs(np.log(aspect / shape)))


def load_photos(folder: Path, disputed_file: Path | None = None) -> dict[str, list[LabelledPhoto]]:
    """Photos by source, the first part of their names, with mended labels.

    Photos that lack labels are left out; disputed labels are void. The photos of `held_out_names` are left out.
    """
    wrong = (
        set(map(tuple, json.loads(disputed_file.read_text()))) if disputed_file and disputed_file.exists() else set()
    )
    result: dict[str, list[LabelledPhoto]] = {}
    mended = json.loads(MENDED_FILE.read_text("utf-8"))
    kept_apart = held_out_names() | mislabelled_names()
    for path in sorted((folder / "images").glob("*.jpg")):
        source = path.stem.split("_")[0]
        if path.stem not in kept_apart and (path.stem, UNLABELLED) not in wrong:
            photo = load_photo(path, folder / "labels" / f"{path.stem}.txt", wrong)
            result.setdefault(source, []).append(with_values(photo, mended["values"].get(path.stem, {})))
    return result


def source_shares(sources: list[str]) -> Floats:
    """(N,) shares in which N sources are shown; they sum to 1."""
    weights = np.array([SOURCE_WEIGHTS.get(source, 1.0) for source in sources])
    return np.asarray(weights / weights.sum())


def held_out_names() -> frozenset[str]:
    """Names, without suffix, of the photos that no net may be taught on."""
    return frozenset(json.loads(HELD_OUT_FILE.read_text("utf-8")))


def load_held_out(folder: Path) -> list[LabelledPhoto]:
    """The photos of `held_out_names` that lie in a folder with images/ and labels/, by name."""
    paths = [folder / "images" / f"{name}.jpg" for name in sorted(held_out_names())]
    return [load_photo(path, folder / "labels" / f"{path.stem}.txt", set()) for path in paths if path.exists()]


def measured_photos(folder: Path) -> Iterator[tuple[str, str, str, LabelledPicture]]:
    """Name, split, source and picture, as labelled, of every photo that no net is taught on.

    `folder` has `check.json`, and the folder `train` with the photos of `held_out_names`.
    """
    for row in json.loads((folder / "check.json").read_text("utf-8"))["images"]:
        truths = [GroundTruth(die["value"], tuple(die["box"])) for die in row["dice"]]
        image = np.asarray(cv2.imread(str(folder / row["file"])), np.uint8)
        yield row["id"], row.get("split", "check"), row["source_repo"], (image, truths)
    for photo in load_held_out(folder / "train"):
        yield photo.name, "tray", TRAY_SOURCE, photo.decode()


def mislabelled_names() -> frozenset[str]:
    """Names, without suffix, of the photos with a label at fault, as seen by eye."""
    return frozenset(json.loads(MENDED_FILE.read_text("utf-8"))["left_out"])


def with_values(photo: LabelledPhoto, values: dict[str, int]) -> LabelledPhoto:
    """The photo with other values of the labels with these numbers."""
    boxes = tuple((values.get(str(n), box[0]), box[1], box[2], box[3], box[4]) for n, box in enumerate(photo.boxes))
    return replace(photo, boxes=boxes)


def load_photo(path: Path, labels: Path, wrong: set[tuple[str, int]]) -> LabelledPhoto:
    """Load one photo with its labels, of which those in `wrong` are void."""
    rows = [line.split() for line in labels.read_text().splitlines() if line.strip()]
    boxes = []
    for n, (kind, *place) in enumerate(rows):
        x, y, wide, high = (float(v) for v in place)
        value = 0 if (path.stem, n) in wrong else int(kind) + 1
        boxes.append((value, x - wide / 2, y - high / 2, wide, high))
    return LabelledPhoto(path.stem, path.read_bytes(), tuple(boxes))
