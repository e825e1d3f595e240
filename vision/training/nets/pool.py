"""Composed scenes on disk, so that training does not wait for them."""

from __future__ import annotations

import json
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.reading import Image
from vision.training.scenes.scene import Truth, compose
from vision.training.scenes.textures import collect


def keep(folder: Path, seed: int, grounds: Path | None) -> None:
    """Compose the scene of a seed and store it, unless it exists."""
    name = folder / f"{seed:08d}"
    if name.with_suffix(".json").exists():
        return
    image, truths = compose(seed, grounds=grounds)
    cv2.imwrite(str(name.with_suffix(".bmp")), image)
    part = name.with_suffix(".part")
    part.write_text(json.dumps([written(truth) for truth in truths]))
    part.rename(name.with_suffix(".json"))


def written(truth: Truth) -> list[Any]:
    """JSON form of a ground truth."""
    corners = None if truth.corners is None else [round(float(v), 2) for v in truth.corners.ravel()]
    return [truth.value, truth.lies, truth.box, corners]


def recall(name: Path) -> tuple[Image, list[Truth]]:
    """Load a stored scene; `name` is the path of its ground truth."""
    image = np.asarray(cv2.imread(str(name.with_suffix(".bmp"))), np.uint8)
    truths = []
    for value, lies, box, corners in json.loads(name.read_text()):
        truths.append(Truth(value, tuple(box), None if corners is None else np.array(corners).reshape(4, 2), lies))
    return image, truths


def _one(job: tuple[str, int, str | None]) -> None:
    cv2.setNumThreads(1)
    keep(Path(job[0]), job[1], Path(job[2]) if job[2] else None)


def fill(folder: Path, first: int, count: int, grounds: Path | None = None, workers: int = 1) -> None:
    """Compose and store the scenes of many seeds; existing ones stay."""
    folder.mkdir(parents=True, exist_ok=True)
    jobs = [(str(folder), seed, str(grounds) if grounds else None) for seed in range(first, first + count)]
    with get_context("spawn").Pool(workers) as crew:
        for _ in crew.imap_unordered(_one, jobs, chunksize=8):
            pass


def stock(work: Path, seed: int, scenes: int) -> None:
    """Collect pictures of tables, if possible here, and compose scenes on them."""
    grounds = work / "grounds"
    if not grounds.exists():
        collect(work)
    fill(work / "scenes", seed * 1_000_000, scenes, grounds if any(grounds.glob("*/*.jpg")) else None)
