"""Settling of a stream: when dice have come to rest, are read consistently, and are new.

Motion is what has changed since the picture was last still. Only a resting picture is read, and only until two readings
in a row agree. Dice that lay there before are known by their look, or by value and place if they were nudged. There is
no clock: the caller gives the time between a frame and the one before.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from vision.reading import Box, Die, Image, Reading

from .motion import Grain, drifted, grained, moved, remains

Reader = Callable[[Image], Reading]
Says = Literal["moving", "still", "thrown", "same"]

REST = 0.25
"""Seconds without motion after which dice lie still."""
FRAMES = 3
"""Frames without motion after which dice lie still, at any frame rate."""
LOST = 1.0
"""Seconds between two frames after which anything may have changed."""
AGREE = 2
"""Readings in a row that must agree."""
TRIES = 6
"""Readings after which dice that are read differently each time stay in doubt."""
NEAR = 0.5
"""Largest distance by which the same die may be nudged or misplaced, in its sides."""
REMAINS = 0.45
"""Share of a place's look that must remain for the die to be an old one.

A finger may hide some of it.
"""


@dataclass(frozen=True, slots=True, eq=False)
class Lying:
    """What lay there when a throw was accepted, or before anybody threw."""

    grain: Grain
    dice: tuple[Die, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Settling:
    """State of a stream so far; the initial state is ``SettleState()``."""

    says: Says = "moving"
    """Phase of the stream.

    "moving"; "still": it rests and is being read; "thrown": new dice lie there; "same": nothing new lies there.
    """
    rest: float = 0.0
    """Seconds since the last motion."""
    motion: float = 0.0
    """Change since the picture was last still; from 1 on it is motion."""
    reading: Reading | None = None
    """Last reading since the last motion; final once the phase is "thrown" or "same"."""
    new: Reading | None = None
    """The part of the reading with the dice that did not lie there before."""
    frames: int = 0
    """Frames since the last motion."""
    agreed: int = 0
    """Readings in a row that agreed."""
    tried: int = 0
    """Readings since the last motion."""
    lying: Lying | None = field(default=None, repr=False)
    grain: Grain | None = field(default=None, repr=False)
    """The first still frame."""


def step(settling: Settling, image: Image, read: Reader, lapse: float) -> Settling:
    """Process one more frame, an HxWx3 uint8 BGR picture ``lapse_seconds`` after the last.

    ``read`` is called at most once, and only where the picture rests and is not yet settled.
    """
    grain = grained(image)
    motion = moved(settling.grain, grain) if lapse < LOST else np.inf
    if motion >= 1 or settling.grain is None:
        return Settling(motion=motion, lying=settling.lying, grain=grain)
    settling = replace(settling, motion=motion, rest=settling.rest + lapse, frames=settling.frames + 1)
    if settling.rest < REST or settling.frames < FRAMES:
        return settling
    if settling.says in ("thrown", "same"):
        return settling
    return _looked(settling, read(image))


def accepted(settling: Settling) -> Settling:
    """Mark what lies there as counted or ignored, so that it is not read again."""
    if settling.grain is None:
        return settling
    dice = settling.reading.dice if settling.reading else ()
    says: Says = "same" if settling.says == "thrown" else settling.says
    return replace(settling, says=says, new=None, lying=Lying(settling.grain, dice))


# --- settled readings --------------------------------------------------------------------------------------------


def _looked(settling: Settling, reading: Reading) -> Settling:
    """Take in one more reading of a still picture."""
    last, tried = settling.reading, settling.tried + 1
    agreed = settling.agreed + 1 if last is not None and agree(last, reading) else 1
    settling = replace(settling, says="still", reading=reading, agreed=agreed, tried=tried)
    if agreed < AGREE and tried < TRIES:
        return settling
    if agreed < AGREE and last is not None:
        settling = replace(settling, reading=doubted(last, reading))
    return _judged(settling)


def agree(one: Reading, other: Reading) -> bool:
    """Whether two readings have the same dice at the same places, equally in doubt or not."""
    return len(one.dice) == len(other.dice) and all(
        any(same(die, there) and (die.unsure is None) == (there.unsure is None) for there in other.dice)
        for die in one.dice
    )


def same(one: Die, other: Die) -> bool:
    """Whether two dice are one die that shows the same value."""
    if one.value != other.value:
        return False
    away = np.hypot(*np.subtract(middle(one.box), middle(other.box)))
    return bool(away < NEAR * min(*one.box[2:], *other.box[2:]))


def middle(box: Box) -> tuple[float, float]:
    """Centre of a box."""
    return box[0] + box[2] / 2, box[1] + box[3] / 2


def doubted(last: Reading, reading: Reading) -> Reading:
    """Mark each die in doubt that the last reading lacked or read differently."""
    dice = (
        die if any(same(die, there) for there in last.dice) else replace(die, unsure=die.unsure or "contradictory")
        for die in reading.dice
    )
    return replace(reading, dice=tuple(dice))


def _judged(settling: Settling) -> Settling:
    """Finish the reading: determine whether any of the dice are new."""
    assert settling.reading is not None
    assert settling.grain is not None
    fresh = settling.reading.dice
    if settling.lying is not None:
        fresh = unknown(settling.reading, settling.grain, settling.lying)
    new = replace(settling.reading, dice=fresh)
    return replace(settling, says="thrown" if fresh else "same", new=new)


def unknown(reading: Reading, grain: Grain, lying: Lying) -> tuple[Die, ...]:
    """Dice that did not lie there before.

    Their place does not look as it did, and no old die was nudged to it.
    """
    scale = grain.shape[1] / reading.size[0]
    drift = drifted(lying.grain, grain) if lying.grain.shape == grain.shape else (0, 0)
    before = [pushed(old, drift, 1 / scale) for old in lying.dice]
    strange = tuple(die for die in reading.dice if not any(same(die, old) for old in before))
    if lying.grain.shape != grain.shape:
        return strange
    then = np.roll(lying.grain, drift, (1, 0))
    return tuple(die for die in strange if remains(then, grain, die.box, scale) < REMAINS)


def pushed(die: Die, drift: tuple[int, int], scale: float) -> Die:
    """Shift a die by the drift, given in pixels of a picture ``scale`` times smaller."""
    x, y, wide, high = die.box
    return replace(die, box=(x + round(drift[0] * scale), y + round(drift[1] * scale), wide, high))
