"""Rendered clips of throws and what a stream's watcher makes of them."""

from __future__ import annotations

import vision
from bench.footage import Tray
from vision.stream.settle import SettleState, accept_throw, process_frame

RED = Tray()


def watched(frames, rate=25, read=vision.read, counting=True):
    """(frame, values) of each throw; with ``counting`` each is accepted, and so is what lies there at first."""
    settling, thrown, begun = SettleState(), [], not counting
    for k, frame in enumerate(frames):
        was = settling.phase
        settling = process_frame(settling, frame, read, 1 / rate)
        if settling.phase == "thrown" != was and begun:
            thrown.append((k, settling.new_dice.values))
        if (settling.phase == "thrown" and counting) or (settling.phase == "same" and not begun):
            settling, begun = accept_throw(settling), True
    return thrown


def values(frames, **how):
    """Only what was thrown."""
    return [found for _, found in watched(frames, **how)]
