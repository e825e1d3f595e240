"""The reader's figures, or those of its nets alone: ``python -m bench.reader_figures PHOTOS [MODELS]``.

PHOTOS is the folder with `check.json` and `score.py`, which defines the figures; MODELS a folder of exported nets.
"""

from __future__ import annotations

import importlib.util
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import cv2

import vision

Found = list[tuple[int, Any]]


def scorer(photos: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("score", photos / "score.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def alone(models: Path) -> Callable[[Any], Found]:
    from vision import jury, spots

    spots.MODELS = models
    return lambda image: [(v.value, v.spot.box) for v in jury.verdicts(image, spots.spots(image)) if v.there > 0.5]


def figures(photos: Path, name: str, read: Callable[[Any], Found]) -> None:
    score = scorer(photos)
    rows = []
    for row in json.loads((photos / "check.json").read_text("utf-8"))["images"]:
        image = cv2.imread(str(photos / row["file"]))
        begun = time.perf_counter()
        found = read(image)
        rows.append((row, found, 1000 * (time.perf_counter() - begun)))
    for split in ("check", "seen"):
        part = [row for row in rows if row[0].get("split", "check") == split]
        print(score.line(f"{name} {split}", score.score(part)), flush=True)
        for source in sorted({row[0]["source_repo"] for row in part}):
            print(score.line(f"  {source[:20]}", score.score([r for r in part if r[0]["source_repo"] == source])))


def main(photos: Path, models: Path | None = None) -> None:
    if models:
        figures(photos, "nets", alone(models))
    else:
        figures(photos, "reader", vision.values)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
