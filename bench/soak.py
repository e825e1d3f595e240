"""Memory leaks of the reader over many frames.

The FRAMES are parts of the rendered scenes in varying sizes and orientations. Printed is the resident memory after each
tenth of them; what OpenCV and the nets keep for good is there after the first.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import click
import cv2
import numpy as np
from numpy.typing import NDArray

import vision

SCENES = Path(__file__).parents[1] / "tests" / "fixtures" / "scenes"


def frames(count: int, seed: int = 0) -> Iterator[NDArray[np.uint8]]:
    """Parts of the scenes, 200 to 1400 pixels long, rotated by right angles."""
    chance = np.random.default_rng(seed)
    scenes = [vision.decode(path.read_bytes()) for path in sorted(SCENES.glob("*.jpg"))]
    for n in range(count):
        whole = scenes[n % len(scenes)]
        low, high = whole.shape[0] * chance.uniform((0, 0.6), (0.4, 1))
        part = np.rot90(whole[int(low) : int(high)], chance.integers(4))
        scale = chance.integers(200, 1400) / max(part.shape[:2])
        yield np.asarray(cv2.resize(part, None, fx=scale, fy=scale), np.uint8)


def resident() -> float:
    """Resident memory of this process in megabytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def soak(count: int) -> Iterator[tuple[int, float]]:
    """(frames read so far, megabytes) after each tenth."""
    step = max(1, count // 10)
    for n, frame in enumerate(frames(count), 1):
        vision.read(frame)
        if n % step == 0:
            yield n, resident()


@click.command(help=__doc__)
@click.argument("count", metavar="[FRAMES]", default=10_000)
def main(count: int) -> None:
    """Print memory after each tenth, and how much it grew since the first."""
    held = []
    for n, megabytes in soak(count):
        held.append(megabytes)
        print(f"{n:>7,} frames {megabytes:8.1f} MB", flush=True)
    print(f"growth since the first tenth: {held[-1] - held[0]:+.1f} MB")


if __name__ == "__main__":
    main()
