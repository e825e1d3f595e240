"""Keep composed scenes on disk, so that teaching need not wait for them."""

from __future__ import annotations

import json
from multiprocessing import get_context
from pathlib import Path

import cv2
import numpy as np

from vision.reading import Image
from vision.training.scene import Truth, compose


def keep(folder: Path, seed: int) -> None:
    """Compose the scene of a seed and write it down, unless it is there."""
    name = folder / f"{seed:08d}"
    if name.with_suffix(".json").exists():
        return
    image, truths = compose(seed)
    cv2.imwrite(str(name.with_suffix(".jpg")), image, [cv2.IMWRITE_JPEG_QUALITY, 95])
    rows = [[t.value, *t.box, *(t.corners if t.corners is not None else np.zeros((4, 2))).ravel()] for t in truths]
    part = name.with_suffix(".part")
    part.write_text(json.dumps([[round(float(v), 2) for v in row] for row in rows]))
    part.rename(name.with_suffix(".json"))


def recall(name: Path) -> tuple[Image, list[Truth]]:
    """A scene that was kept; `name` is that of its truth."""
    image = np.asarray(cv2.imread(str(name.with_suffix(".jpg"))), np.uint8)
    truths = []
    for value, x, y, wide, high, *rest in json.loads(name.read_text()):
        truths.append(Truth(int(value), (x, y, wide, high), np.array(rest).reshape(4, 2)))
    return image, truths


def _one(job: tuple[str, int]) -> None:
    cv2.setNumThreads(1)
    keep(Path(job[0]), job[1])


def fill(folder: Path, first: int, count: int, workers: int = 1) -> None:
    """Compose the scenes of many seeds; what is there stays."""
    folder.mkdir(parents=True, exist_ok=True)
    with get_context("spawn").Pool(workers) as crew:
        for _ in crew.imap_unordered(_one, [(str(folder), seed) for seed in range(first, first + count)], chunksize=8):
            pass
