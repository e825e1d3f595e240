"""Composed scenes on disk, so that training does not wait for them."""

from __future__ import annotations

import json
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from training.scenes.drawn.compose import compose_scene
from training.scenes.scene import GroundTruth
from training.scenes.textures import collect_textures
from vision.reading import Image


def store_scene(folder: Path, seed: int, grounds: Path | None) -> None:
    """Compose the scene of a seed and store it, unless it exists."""
    name = folder / f"{seed:08d}"
    if name.with_suffix(".json").exists():
        return
    image, truths = compose_scene(seed, grounds=grounds)
    cv2.imwrite(str(name.with_suffix(".bmp")), image)
    part = name.with_suffix(".part")
    part.write_text(json.dumps([truth_to_json(truth) for truth in truths]))
    part.rename(name.with_suffix(".json"))


def truth_to_json(truth: GroundTruth) -> list[Any]:
    """JSON form of a ground truth; an object's kind is a fourth element."""
    corners = None if truth.corners is None else [round(float(v), 2) for v in truth.corners.ravel()]
    return [truth.value, truth.box, corners, *([truth.kind] if truth.kind else [])]


def load_scene(name: Path) -> tuple[Image, list[GroundTruth]]:
    """Load a stored scene; `name` is the path of its ground truth."""
    image = np.asarray(cv2.imread(str(name.with_suffix(".bmp"))), np.uint8)
    truths = []
    for value, box, corners, *kind in json.loads(name.read_text()):
        top = None if corners is None else np.array(corners).reshape(4, 2)
        truths.append(GroundTruth(value, tuple(box), top, *kind))
    return image, truths


def _one(job: tuple[str, int, str | None]) -> None:
    cv2.setNumThreads(1)
    store_scene(Path(job[0]), job[1], Path(job[2]) if job[2] else None)


def store_scenes(folder: Path, first: int, count: int, grounds: Path | None = None, workers: int = 1) -> None:
    """Compose and store the scenes of many seeds; existing ones stay."""
    folder.mkdir(parents=True, exist_ok=True)
    jobs = [(str(folder), seed, str(grounds) if grounds else None) for seed in range(first, first + count)]
    with get_context("spawn").Pool(workers) as crew:
        for _ in crew.imap_unordered(_one, jobs, chunksize=8):
            pass


def prepare_scenes(work: Path, seed: int, scenes: int) -> None:
    """Collect pictures of tables, if possible here, and compose scenes on them."""
    grounds = work / "grounds"
    if not grounds.exists():
        collect_textures(work)
    store_scenes(work / "scenes", seed * 1_000_000, scenes, grounds if any(grounds.glob("*/*.jpg")) else None)
