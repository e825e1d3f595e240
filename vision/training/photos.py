"""Real pictures with boxes of whole dice: they teach where dice lie and what they show, not their corners."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.reading import Image
from vision.training.scene import Truth


@dataclass(frozen=True)
class Photo:
    """One picture, still packed, and its dice."""

    name: str
    data: bytes
    boxes: tuple[tuple[int, float, float, float, float], ...]
    """(value, x, y, width, height), places as shares of the picture; value 0 where the label is disputed."""

    def unpack(self) -> tuple[Image, list[Truth]]:
        """The picture and the truth in its pixels."""
        image = np.asarray(cv2.imdecode(np.frombuffer(self.data, np.uint8), cv2.IMREAD_COLOR), np.uint8)
        high, wide = image.shape[:2]
        return image, [Truth(v, (x * wide, y * high, w * wide, h * high)) for v, x, y, w, h in self.boxes]


def gather(folder: Path, hold_out: str, disputed: Path | None = None) -> dict[str, list[Photo]]:
    """The photos by source, as their names begin; labels that were disputed teach nothing."""
    wrong = set(map(tuple, json.loads(disputed.read_text()))) if disputed and disputed.exists() else set()
    result: dict[str, list[Photo]] = {}
    for path in sorted((folder / "images").glob("*.jpg")):
        source = path.stem.split("_")[0]
        if source != hold_out:
            result.setdefault(source, []).append(photo(path, folder / "labels" / f"{path.stem}.txt", wrong))
    return result


def photo(path: Path, labels: Path, wrong: set[tuple[str, int]]) -> Photo:
    """One picture with its labels, of which those in `wrong` are void."""
    rows = [line.split() for line in labels.read_text().splitlines() if line.strip()]
    boxes = []
    for n, (kind, *place) in enumerate(rows):
        x, y, wide, high = (float(v) for v in place)
        value = 0 if (path.stem, n) in wrong else int(kind) + 1
        boxes.append((value, x - wide / 2, y - high / 2, wide, high))
    return Photo(path.stem, path.read_bytes(), tuple(boxes))
