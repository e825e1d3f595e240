"""Composed scenes and patches on disk, so that training does not wait for them."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from training.photos import LabelledPhoto, LabelledPicture, load_photos
from training.scenes.drawn.compose import compose_scene
from training.scenes.patch import FIRM_HEAT, LabelledPatch, cut_patches
from training.scenes.scene import GroundTruth
from training.scenes.textures import collect_textures, textures
from vision.reader.detector import detect_dice

SCENES = "scenes"
"""Source of what is composed."""
CHUNK = 20
"""Pictures that one process takes at a time."""
MINED_HEAT = 0.15
"""Least heat of what is taken for a die."""
Job = Callable[[], None]


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


def load_scene(name: Path) -> LabelledPicture:
    """Load a stored scene; `name` is the path of its ground truth."""
    image = np.asarray(cv2.imread(str(name.with_suffix(".bmp"))), np.uint8)
    truths = []
    for value, box, corners, *kind in json.loads(name.read_text()):
        top = None if corners is None else np.array(corners).reshape(4, 2)
        truths.append(GroundTruth(value, tuple(box), top, *kind))
    return image, truths


def store_patches(
    path: Path, pictures: Iterable[LabelledPicture], models: Path, seed: int, *, exact: bool, share: float
) -> None:
    """Cut and store the patches of pictures; a net says in a share what it takes for dice.

    Where the net is firm it is believed rather than the labels, of which one may be missing, unless these are exact.
    """
    rng = np.random.default_rng([seed, 5])
    rows: list[LabelledPatch] = []
    for image, truths in pictures:
        found = detect_dice(image, models, MINED_HEAT) if rng.random() < share else []
        rows += cut_patches(image, truths, [spot for spot in found if exact or spot.heat < FIRM_HEAT], rng)
    if rows:
        near, far = np.stack([row.near for row in rows]), np.stack([row.far for row in rows])
        part, values = path.with_suffix(".part.npz"), np.array([row.value for row in rows])
        np.savez(part, near=near, far=far, values=values, kinds=np.array([row.kind for row in rows]))
        part.rename(path)


def _scenes_job(work: Path, seeds: range, models: Path, share: float) -> None:
    folder, grounds = work / "scenes", work / "grounds"
    names = [folder / f"{seed:08d}.json" for seed in seeds]
    for seed in seeds:
        store_scene(folder, seed, grounds if any(grounds.glob("*/*.jpg")) else None)
    path = work / "patches" / f"{SCENES}-{models.name}-{seeds[0]:08d}-{len(seeds)}.npz"
    if not path.exists():
        store_patches(path, map(load_scene, names), models, seeds[0], exact=True, share=share)


def _photos_job(work: Path, source: str, photos: list[LabelledPhoto], models: Path) -> None:
    path = work / "patches" / f"{source}-{models.name}-{photos[0].name}.npz"
    is_exact = not any(photo.boxes for photo in photos)  # nobody overlooks a die on pictures of other things
    if not path.exists():
        store_patches(path, (photo.decoded for photo in photos), models, len(photos), exact=is_exact, share=1.0)


def _tables_job(work: Path, paths: list[Path], models: Path) -> None:
    path = work / "patches" / f"{SCENES}-{models.name}-{paths[0].stem}.npz"
    if not path.exists():
        tables = ((np.asarray(cv2.imread(str(one)), np.uint8), list[GroundTruth]()) for one in paths)
        store_patches(path, tables, models, len(paths), exact=True, share=1.0)


def _run(job: Job) -> None:
    cv2.setNumThreads(1)
    job()


def prepare(
    work: Path,
    photos: Path | None,
    seeds: range,
    models: Path,
    *,
    workers: int = 1,
    share: float = 0.2,
    seconds: float | None = None,
) -> None:
    """Collect tables, if possible here, compose scenes and cut all patches; what exists stays.

    The nets in `models` say what is taken for a die, in a share of the scenes. Ends early after so many seconds.
    """
    ends = time.monotonic() + (seconds or np.inf)
    if not (work / "grounds").exists():
        collect_textures(work)
    for folder in ("scenes", "patches"):
        (work / folder).mkdir(parents=True, exist_ok=True)
    jobs = chain(
        _first(_scene_jobs(work, seeds, models, share), workers),
        _picture_jobs(work, photos, models),
        _scene_jobs(work, seeds, models, share),
    )
    with get_context("spawn").Pool(workers) as crew:
        for _ in crew.imap_unordered(_run, jobs):
            if time.monotonic() > ends:
                crew.terminate()
                return


def _first(jobs: Iterator[Job], many: int) -> Iterator[Job]:
    return (job for job, _ in zip(jobs, range(many), strict=False))


def _scene_jobs(work: Path, seeds: range, models: Path, share: float) -> Iterator[Job]:
    return (partial(_scenes_job, work, seeds[n : n + CHUNK], models, share) for n in range(0, len(seeds), CHUNK))


def _picture_jobs(work: Path, photos: Path | None, models: Path) -> Iterator[Job]:
    """Jobs for photos and for empty tables."""
    for source, rows in (load_photos(photos, work / "disputed.json") if photos else {}).items():
        for n in range(0, len(rows), CHUNK):
            yield partial(_photos_job, work, source, rows[n : n + CHUNK], models)
    tables = list(chain(*textures(work).values()))
    for n in range(0, len(tables), CHUNK):
        yield partial(_tables_job, work, tables[n : n + CHUNK], models)
