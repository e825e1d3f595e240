"""Video files for a camera, and waiting for frames."""

from __future__ import annotations

import time
from pathlib import Path

import cv2
import numpy as np

WAIT = 20
"""Seconds to wait for anything; long, because a busy machine is slow."""


GREY = [np.full((120, 160, 3), shade, np.uint8) for shade in range(20, 240, 10)]


def video(path: Path, frames, rate=25) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*"MJPG"), rate, frames[0].shape[1::-1])
    for frame in frames:
        writer.write(frame)
    writer.release()
    return path


def until(true) -> None:
    end = time.monotonic() + WAIT
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)
