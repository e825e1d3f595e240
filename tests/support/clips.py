"""Rendered clips of rolls, and the rolls that the stream analysis finds in them."""

from __future__ import annotations

import vision
from bench.footage import Tray
from vision.stream.settle import SettleState, accept_throw, process_frame

RED = Tray()


def watched(frames, rate=25, read=vision.read, counting=True):
    """(frame, values) of each roll found.

    With ``counting`` each roll is accepted, and dice that lie there at first count as one.
    """
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
    """The values of the rolls found."""
    return [found for _, found in watched(frames, **how)]
