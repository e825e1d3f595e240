"""Settling of a stream: when dice have come to rest, are read consistently, and are new.

Motion is what has changed since the picture was last still. Only a resting picture is read, and only until the frames
agree (see ``voting``). Dice that lay there before are known by their look, or by value and place if they were nudged.
There is no clock: the caller gives the time between a frame and the one before.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Literal, TypeVar

import numpy as np

from vision.reading import Die, Image, Reading, Reject

from .motion import ContrastPicture, contrast_picture, measure_drift, measure_motion, remaining_share
from .voting import HARD_DOUBTS, settled_reading, shows_same_value

PictureReader = Callable[[Image], Reading]
Place = TypeVar("Place", Die, Reject)
SettlePhase = Literal["moving", "still", "thrown", "same"]

REST_SECONDS = 0.18
"""Seconds without motion after which dice lie still: two frames where there are five a second."""
MAX_LAPSE_SECONDS = 1.0
"""Seconds between two frames after which anything may have changed."""
MIN_REMAINING_SHARE = 0.45
"""Share of a place's look that must remain for the die to be an old one.

A finger may hide some of it.
"""


@dataclass(frozen=True, slots=True, eq=False)
class Baseline:
    """What lay there when a throw was accepted, or before anybody threw."""

    contrast: ContrastPicture
    dice: tuple[Die, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class SettleState:
    """State of a stream so far; the initial state is ``SettleState()``."""

    phase: SettlePhase = "moving"
    """Phase of the stream.

    "moving"; "still": it rests and is being read; "thrown": new dice lie there; "same": nothing new lies there.
    """
    rest_seconds: float = 0.0
    """Seconds since the last motion."""
    motion: float = 0.0
    """Change since the picture was last still; from 1 on it is motion."""
    drift: tuple[int, int] = (0, 0)
    """How far the picture has moved right and down since then, in pixels of ``contrast``."""
    reading: Reading | None = None
    """Last reading since the last motion, or what the frames agreed on; final once the phase is "thrown" or "same"."""
    new_dice: Reading | None = None
    """The part of the reading with the dice that did not lie there before."""
    readings: tuple[Reading, ...] = field(default=(), repr=False)
    """Readings since the last motion."""
    baseline: Baseline | None = field(default=None, repr=False)
    contrast: ContrastPicture | None = field(default=None, repr=False)
    """The first still frame."""
    previous: Image | None = field(default=None, repr=False)
    """The last frame, until the picture is read."""


def process_frame(settling: SettleState, image: Image, read: PictureReader, lapse_seconds: float) -> SettleState:
    """Process one more frame, an HxWx3 uint8 BGR picture ``lapse_seconds`` after the last.

    ``read`` is called only where the picture rests and is not yet settled: with this frame, and at first with the one
    before as well, so that dice are known although a hand comes back soon.
    """
    contrast = contrast_picture(image)
    motion, drift = float(np.inf), (0, 0)
    if settling.contrast is not None and lapse_seconds < MAX_LAPSE_SECONDS:
        motion, drift = measure_motion(settling.contrast, contrast)
    if motion >= 1:
        return SettleState(motion=motion, baseline=settling.baseline, contrast=contrast, previous=image)
    rest_seconds, previous = settling.rest_seconds + lapse_seconds, settling.previous
    settling = replace(settling, motion=motion, drift=drift, rest_seconds=rest_seconds, previous=None)
    if rest_seconds < REST_SECONDS:
        return replace(settling, previous=image)
    for frame in (image,) if previous is None else (previous, image):
        if settling.phase not in ("thrown", "same"):
            settling = _add_reading(settling, read(frame))
    return settling


def accept_throw(settling: SettleState) -> SettleState:
    """Mark what lies there as counted or ignored, so that it is not read again."""
    if settling.contrast is None:
        return settling
    dice = settling.reading.dice if settling.reading else ()
    phase: SettlePhase = "same" if settling.phase == "thrown" else settling.phase
    return replace(settling, phase=phase, new_dice=None, baseline=Baseline(settling.contrast, dice))


# --- settled readings --------------------------------------------------------------------------------------------


def _add_reading(settling: SettleState, reading: Reading) -> SettleState:
    readings = (*settling.readings, reading)
    settling = replace(settling, phase="still", reading=reading, readings=readings)
    settled = settled_reading(readings)
    return settling if settled is None else _finish_reading(replace(settling, reading=settled))


def _finish_reading(settling: SettleState) -> SettleState:
    assert settling.reading is not None
    assert settling.contrast is not None
    reading, fresh = settling.reading, settling.reading.dice
    if settling.baseline is not None:
        fresh = find_new_dice(reading, settling.contrast, settling.baseline)
        scale = settling.contrast.shape[1] / reading.size[0]
        possible = changed_places(reading.possible_dice, settling.contrast, settling.baseline, scale)
        known = set(reading.possible_dice).difference(possible)
        reading = replace(reading, rejects=tuple(one for one in reading.rejects if one not in known))
    new = replace(reading, dice=fresh)
    return replace(settling, phase="thrown" if fresh else "same", reading=reading, new_dice=new)


def find_new_dice(reading: Reading, contrast: ContrastPicture, baseline: Baseline) -> tuple[Die, ...]:
    """Dice that did not lie there before.

    Their place does not look as it did, and no old die was nudged to it. Of cards another one is enough, which no frame
    has contradicted.
    """
    scale = contrast.shape[1] / reading.size[0]
    drift = baseline_drift(baseline, contrast)
    before = [shift_die(old, drift, 1 / scale) for old in baseline.dice]
    strange = tuple(die for die in reading.dice if not any(shows_same_value(die, old) for old in before))
    changed = changed_places(strange, contrast, baseline, scale)
    return tuple(die for die in strange if die in changed or (reading.are_cards and die.doubt not in HARD_DOUBTS))


def changed_places(
    places: tuple[Place, ...], contrast: ContrastPicture, baseline: Baseline, scale: float
) -> tuple[Place, ...]:
    """Those dice, or possible ones, whose place does not look as it did.

    ``scale`` is that of ``contrast``.
    """
    if baseline.contrast.shape != contrast.shape:
        return places
    then = np.roll(baseline.contrast, baseline_drift(baseline, contrast), (1, 0))
    return tuple(one for one in places if remaining_share(then, contrast, one.box, scale) < MIN_REMAINING_SHARE)


def baseline_drift(baseline: Baseline, contrast: ContrastPicture) -> tuple[int, int]:
    """Whole pixels by which the picture moved right and down since then; (0, 0) where unknown."""
    return measure_drift(baseline.contrast, contrast) if baseline.contrast.shape == contrast.shape else (0, 0)


def shift_die(die: Die, drift: tuple[int, int], scale: float) -> Die:
    """Shift a die by the drift, given in pixels of a picture ``scale`` times smaller."""
    x, y, wide, high = die.box
    return replace(die, box=(x + round(drift[0] * scale), y + round(drift[1] * scale), wide, high))
