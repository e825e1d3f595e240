"""Browser camera (open, switch, torch, upright frames), and analysis of its frame stream."""

from __future__ import annotations

from dataclasses import dataclass, replace

import flet as ft

from companion.base.session_value import SessionValue
from rules.engine import Dice
from vision.reading import Image, Reading
from vision.stream.lighting import advise, measure_lighting
from vision.stream.motion import contrast_picture, measure_drift, remaining_share
from vision.stream.settle import Baseline, PictureReader, SettleState, accept_throw, process_frame

from .roll import roll_reading

MOVED_CAMERA_SHARE = 0.3
"""Share of the scene of the last roll that still matches, below which the camera has moved."""
Size = tuple[int, int]


# --- stream analysis ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class LastRoll:
    """The last roll that this phone read."""

    lying: Baseline
    faces: tuple[int, ...]


last_roll_of_page: SessionValue[LastRoll | None] = SessionValue("last roll", lambda: None)
"""Last roll of a page, so that dice left on the table are not counted again."""


@dataclass(frozen=True, slots=True, eq=False)
class StreamState:
    """State of the analysed stream, with its newest frame."""

    settling: SettleState
    image: Image | None = None
    drift: tuple[float, float] = (0.0, 0.0)
    """Pixels (x, y) by which the view has drifted since the dice were read."""
    advice: str | None = None
    """What would help the reader: a key of the light analysis, or None."""
    counted_reading: Reading | None = None
    """The dice that count, once they rest and are read."""
    may_be_counted: bool = False
    """Whether these may be the dice of the last roll, seen from another position."""

    @property
    def size(self) -> Size:
        """Width and height of the frame in pixels."""
        return (0, 0) if self.image is None else (self.image.shape[1], self.image.shape[0])


def start_stream(last_roll: LastRoll | None) -> StreamState:
    """Return the state of a new stream, with the dice that the last roll left on the table."""
    return StreamState(SettleState(baseline=last_roll.lying if last_roll else None))


def advance_stream(
    before: StreamState, image: Image, read: PictureReader, seconds: float, dice: Dice, last_roll: LastRoll | None
) -> StreamState:
    """Return the stream state after one more frame.

    Takes a few milliseconds, plus one ``read`` when the dice have just come to rest.
    """
    settling = process_frame(before.settling, image, read, seconds)
    state = replace(before, settling=settling, image=image, drift=drift_since_reading(settling, image))
    if settling.phase == before.settling.phase and settling.reading is before.settling.reading:
        return state
    counted_reading = roll_reading(settling, dice) if settling.phase == "thrown" else None
    reading = counted_reading or settling.reading or Reading((), (), state.size)
    advice = None if settling.phase == "moving" else advise(measure_lighting(image, reading), reading, dice.count)
    return replace(
        state,
        advice=advice,
        counted_reading=counted_reading,
        may_be_counted=may_be_counted(settling, counted_reading, last_roll),
    )


def drift_since_reading(settling: SettleState, image: Image) -> tuple[float, float]:
    """Return the pixels (x, y) by which the frame has drifted since its dice were read."""
    if settling.reading is None or settling.contrast is None:
        return 0.0, 0.0
    across, down = measure_drift(settling.contrast, contrast_picture(image))
    scale = image.shape[1] / settling.contrast.shape[1]
    return across * scale, down * scale


def may_be_counted(settling: SettleState, counted_reading: Reading | None, last_roll: LastRoll | None) -> bool:
    """Return whether a new roll shows the faces of the last one from another position.

    Such a roll may be the last one, seen again.
    """
    if (
        counted_reading is None
        or settling.contrast is None
        or last_roll is None
        or list(counted_reading.values) != sorted(last_roll.faces)
    ):
        return False
    before, now = last_roll.lying.contrast, settling.contrast
    return (
        before.shape != now.shape
        or remaining_share(before, now, (0, 0, now.shape[1], now.shape[0]), 1.0) < MOVED_CAMERA_SHARE
    )


def remember_roll(page: ft.Page, state: StreamState, faces: tuple[int, ...]) -> None:
    """Record that these dice have been counted."""
    lying = accept_throw(state.settling).baseline
    if lying is not None:
        last_roll_of_page.set(page, LastRoll(lying, faces))
