"""Command `python -m training.scenes.traced dice|bare WORK`: render a set for measuring.

`dice` are 500 scenes with dice, `bare` 120 tables without: a JPEG and a JSON with the truth for each seed, in
WORK/dice or WORK/bare. Seeds that are there are left out. Needs the extra `scenes`.
"""

from __future__ import annotations

import json
import time
from argparse import ArgumentParser
from pathlib import Path

from .compose import bare, compose

SETS = {"dice": (compose, 500), "bare": (bare, 120)}
"""Composer and size of each set."""
SMALL = (640, 360)


def main() -> None:
    """Render what the arguments name; the truth is written last, so a partial seed is redone."""
    parser = ArgumentParser(prog="python -m training.scenes.traced", description=__doc__)
    parser.add_argument("set", choices=SETS)
    parser.add_argument("work", type=Path)
    parser.add_argument("--first", type=int, default=0, help="first seed")
    parser.add_argument("--count", type=int, help="number of seeds, instead of all after the first")
    parser.add_argument("--grounds", type=Path, help="folder with texture/, print/, photo/; one in eight is used")
    parser.add_argument("--small", action="store_true", help=f"pictures of {SMALL[0]} x {SMALL[1]} pixels")
    options = parser.parse_args()
    composer, whole = SETS[options.set]
    folder = options.work / options.set
    folder.mkdir(parents=True, exist_ok=True)
    for seed in range(options.first, whole if options.count is None else options.first + options.count):
        path = folder / f"{seed:04}.json"
        if path.exists():
            continue
        start = time.perf_counter()
        data, truth = composer(seed, options.grounds, SMALL if options.small else None)
        path.with_suffix(".jpg").write_bytes(data)
        path.write_text(json.dumps(truth) + "\n", "utf-8")
        print(f"{path.stem} {truth.get('stratum', truth.get('kind'))} {time.perf_counter() - start:.1f} s", flush=True)


if __name__ == "__main__":
    main()
