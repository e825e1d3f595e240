"""Rendered clips of throws and what a stream's watcher makes of them."""

from __future__ import annotations

import vision
from bench.footage import Tray
from vision.stream.settle import Settling, accepted, step

RED = Tray()


def watched(frames, rate=25, read=vision.read, counting=True):
    """(frame, values) of each throw; with ``counting`` each is accepted, and so is what lies there at first."""
    settling, thrown, begun = Settling(), [], not counting
    for k, frame in enumerate(frames):
        was = settling.says
        settling = step(settling, frame, read, 1 / rate)
        if settling.says == "thrown" != was and begun:
            thrown.append((k, settling.new.values))
        if (settling.says == "thrown" and counting) or (settling.says == "same" and not begun):
            settling, begun = accepted(settling), True
    return thrown


def values(frames, **how):
    """Only what was thrown."""
    return [found for _, found in watched(frames, **how)]
