"""Keep what was rendered in a folder: one JPEG and one JSON a seed, each seed done once."""

from __future__ import annotations

import json
import time
from pathlib import Path

from .stage import compose
from .things import bare

SETS = {"render": ("dice", compose, 500), "bare": ("bare", bare, 120)}
"""Folder, composer and size of each set."""


def fill(what: str, work: Path, first: int, count: int | None, grounds: Path | None) -> None:
    """Render the seeds of a set that are not there yet; the truth is written last, so that half a seed is none."""
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
