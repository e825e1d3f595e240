"""When a stream of pictures is to be read: the dice have come to rest, several frames agree, and they are new.

Motion is what has changed since the picture was last still. Only what rests is read, and only until two readings in a
row agree. Dice that lay there before are known by their look, or by value and place if they were nudged. There is no
clock: whoever brings a frame says how much time lies between it and the one before.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from vision.motion import Grain, drifted, grained, moved, remains
from vision.reading import Box, Die, Image, Reading

Reader = Callable[[Image], Reading]
Says = Literal["moving", "still", "thrown", "same"]

REST = 0.25
"""Seconds without motion after which dice lie."""
FRAMES = 3
"""And frames, however few there are in a second."""
LOST = 1.0
"""Seconds between two frames after which anything may have happened."""
AGREE = 2
"""Readings in a row that must say the same."""
TRIES = 6
"""Readings after which dice that are read differently every time are doubtful for good."""
NEAR = 0.5
"""How far a die may be nudged, or be read differently, in sides of it, and is the same die."""
REMAINS = 0.45
"""Share of a place's look that is still there where the die is the one that lay there, though a finger hides some."""


@dataclass(frozen=True, slots=True, eq=False)
class Lying:
    """What lay there when a throw was accepted, or before anybody threw."""

    grain: Grain
    dice: tuple[Die, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Settling:
    """A stream as far as it has been seen; the first is ``Settling()``."""

    says: Says = "moving"
    """Still: it rests, and is being looked at; thrown: new dice lie there; same: nothing new does."""
    rest: float = 0.0
    """Seconds since the last motion."""
    motion: float = 0.0
    """What has changed since the picture was last still: from 1 on it is motion."""
    reading: Reading | None = None
    """What was read last since the last motion: settled once it says "thrown" or "same"."""
    new: Reading | None = None
    """Of that, the dice that did not lie there before."""
    frames: int = 0
    """Frames since the last motion."""
    agreed: int = 0
    """Readings in a row that said the same."""
    tried: int = 0
    """Readings since the last motion."""
    lying: Lying | None = field(default=None, repr=False)
    grain: Grain | None = field(default=None, repr=False)
    """The first still frame."""


def step(settling: Settling, image: Image, read: Reader, lapse: float) -> Settling:
    """What is known after one more frame, an HxWx3 uint8 BGR picture taken ``lapse`` seconds after the last one.

    ``read`` is called at most once, and only where the picture rests and is not yet understood.
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
    """What lies there now has been counted, or is not to be: it is not read again."""
    if settling.grain is None:
        return settling
    dice = settling.reading.dice if settling.reading else ()
    says: Says = "same" if settling.says == "thrown" else settling.says
    return replace(settling, says=says, new=None, lying=Lying(settling.grain, dice))


# --- what lies there ---------------------------------------------------------------------------------------------


def _looked(settling: Settling, reading: Reading) -> Settling:
    """A still picture was read once more."""
    last, tried = settling.reading, settling.tried + 1
    agreed = settling.agreed + 1 if last is not None and agree(last, reading) else 1
    settling = replace(settling, says="still", reading=reading, agreed=agreed, tried=tried)
    if agreed < AGREE and tried < TRIES:
        return settling
    if agreed < AGREE and last is not None:
        settling = replace(settling, reading=doubted(last, reading))
    return _judged(settling)


def agree(one: Reading, other: Reading) -> bool:
    """Whether two readings say the same dice at the same places, and are as sure of them."""
    return len(one.dice) == len(other.dice) and all(
        any(same(die, there) and (die.unsure is None) == (there.unsure is None) for there in other.dice)
        for die in one.dice
    )


def same(one: Die, other: Die) -> bool:
    """Whether both are one die, which shows the same."""
    if one.value != other.value:
        return False
    away = np.hypot(*np.subtract(middle(one.box), middle(other.box)))
    return bool(away < NEAR * min(*one.box[2:], *other.box[2:]))


def middle(box: Box) -> tuple[float, float]:
    """Its centre."""
    return box[0] + box[2] / 2, box[1] + box[3] / 2


def doubted(last: Reading, reading: Reading) -> Reading:
    """The reading, each die in doubt that was not there or showed something else in the last one."""
    dice = (
        die if any(same(die, there) for there in last.dice) else replace(die, unsure=die.unsure or "contradictory")
        for die in reading.dice
    )
    return replace(reading, dice=tuple(dice))


def _judged(settling: Settling) -> Settling:
    """All that lies there is known; say whether any of it is new."""
    assert settling.reading is not None
    assert settling.grain is not None
    fresh = settling.reading.dice
    if settling.lying is not None:
        fresh = unknown(settling.reading, settling.grain, settling.lying)
    new = replace(settling.reading, dice=fresh)
    return replace(settling, says="thrown" if fresh else "same", new=new)


def unknown(reading: Reading, grain: Grain, lying: Lying) -> tuple[Die, ...]:
    """The dice that did not lie there: neither is their place as it was, nor were they nudged a little."""
    scale = grain.shape[1] / reading.size[0]
    drift = drifted(lying.grain, grain) if lying.grain.shape == grain.shape else (0, 0)
    before = [pushed(old, drift, 1 / scale) for old in lying.dice]
    strange = tuple(die for die in reading.dice if not any(same(die, old) for old in before))
    if lying.grain.shape != grain.shape:
        return strange
    then = np.roll(lying.grain, drift, (1, 0))
    return tuple(die for die in strange if remains(then, grain, die.box, scale) < REMAINS)


def pushed(die: Die, drift: tuple[int, int], scale: float) -> Die:
    """The die where it lies since the picture has drifted, by so many pixels of another, so many times smaller one."""
    x, y, wide, high = die.box
    return replace(die, box=(x + round(drift[0] * scale), y + round(drift[1] * scale), wide, high))
