"""Rendered pictures in a folder: one JPEG and one JSON a seed, each seed rendered once."""

from __future__ import annotations

import json
import time
from pathlib import Path

import cv2
import numpy as np

from bench.scenes.stage import compose
from bench.scenes.things import bare

SETS = {"render": ("dice", compose, 500), "bare": ("bare", bare, 120)}
"""Folder, composer and size of each set."""
SMALL = {"dice": (0, 1, 2, 3, 4, 5, 6, 7, 9, 14, 19, 27), "bare": (0, 1, 2, 4, 6, 8)}
"""Seeds of the small pictures that the tests read."""
BYTES = 40_000
"""Largest size of a small picture."""


def fill(what: str, work: Path, first: int, count: int | None, grounds: Path | None) -> None:
    """Render the missing seeds of a set; the truth is written last, so a partial seed is redone."""
    name, composer, whole = SETS[what]
    folder = work / name
    folder.mkdir(parents=True, exist_ok=True)
    for seed in range(first, first + (whole - first if count is None else count)):
        path = folder / f"{seed:04}.json"
        if path.exists():
            continue
        begun = time.perf_counter()
        data, truth = composer(seed, grounds)
        path.with_suffix(".jpg").write_bytes(data)
        path.write_text(json.dumps(truth) + "\n", "utf-8")
        print(f"{path.stem} {truth.get('stratum', truth.get('kind'))} {time.perf_counter() - begun:.1f} s", flush=True)


def small(folder: Path) -> None:
    """Render the tests' small pictures and their truth, without anybody's photos as ground."""
    truths = {}
    for name, seeds in SMALL.items():
        for seed in seeds:
            data, truth = {"dice": compose, "bare": bare}[name](seed, size=(640, 360))
            truths[f"{name}_{seed:02}.jpg"] = truth
            (folder / f"{name}_{seed:02}.jpg").write_bytes(thrifty(data))
            print(name, seed, flush=True)
    (folder / "truth.json").write_text(json.dumps(truths, indent=1) + "\n", "utf-8")


def thrifty(data: bytes) -> bytes:
    """The same JPEG in at most BYTES."""
    image, quality = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR), 90
    assert image is not None
    while len(data) > BYTES:
        data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()
        quality -= 5
    return data
