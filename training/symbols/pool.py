"""Scenes with symbol dice on disk, so that the training does not wait for them."""

from __future__ import annotations

import json
from multiprocessing import get_context
from pathlib import Path

import cv2
import numpy as np

from training.nets.pool import truth_to_json

from .dice import compose_symbol_scene
from .patches import cut_patches, store_patches

VALIDATION_SCENES = 300
"""Scenes that validate."""
VALIDATION_SEED = 50_000_000
"""First seed of the scenes that validate, with drawings that do not teach."""


def _store(job: tuple[str, int, str | None, bool]) -> None:
    cv2.setNumThreads(1)
    folder, seed, fonts, is_validation = job
    name = Path(folder) / f"{seed:08d}"
    if name.with_suffix(".json").exists():
        return
    image, truths = compose_symbol_scene(seed, Path(fonts) if fonts else None, is_validation)
    cv2.imwrite(str(name.with_suffix(".bmp")), image)
    store_patches(name.with_suffix(".npz"), cut_patches(image, truths, np.random.default_rng([seed, 92])))
    part = name.with_suffix(".part")
    part.write_text(json.dumps([truth_to_json(truth) for truth in truths]))
    part.rename(name.with_suffix(".json"))


def store_symbol_scenes(
    folder: Path, first: int, count: int, fonts: Path | None, is_validation: bool = False, workers: int = 1
) -> None:
    """Compose and store the scenes of many seeds; existing ones stay."""
    folder.mkdir(parents=True, exist_ok=True)
    jobs = [(str(folder), seed, str(fonts) if fonts else None, is_validation) for seed in range(first, first + count)]
    with get_context("spawn").Pool(workers) as crew:
        for _ in crew.imap_unordered(_store, jobs, chunksize=8):
            pass


def prepare_symbol_scenes(work: Path, fonts: Path | None, seed: int, scenes: int, workers: int = 2) -> None:
    """Compose the scenes that teach, and those that validate with drawings of their own."""
    store_symbol_scenes(work / "symbol_scenes", seed * 1_000_000, scenes, fonts, workers=workers)
    store_symbol_scenes(work / "symbol_check", VALIDATION_SEED, VALIDATION_SCENES, fonts, True, workers)
