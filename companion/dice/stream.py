"""Browser camera (open, switch, torch, upright frames), and analysis of its frame stream."""

from __future__ import annotations

from dataclasses import dataclass, replace
from weakref import WeakKeyDictionary

import flet as ft

from rules.engine import Dice
from vision.reading import Image, Reading
from vision.stream.lighting import light, wanting
from vision.stream.motion import drifted, grained, remains
from vision.stream.settle import Lying, Reader, Settling, accepted, step

from .roll import thrown

ELSEWHERE = 0.3
"""Share of the scene of the last roll that still matches, below which the camera has moved."""
Size = tuple[int, int]


# --- stream analysis ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Last:
    """The last roll that this phone read."""

    lying: Lying
    faces: tuple[int, ...]


LAST: WeakKeyDictionary[ft.Page, Last] = WeakKeyDictionary()
"""Last roll by open page, so that dice left on the table are not counted again."""


@dataclass(frozen=True, slots=True, eq=False)
class Watched:
    """State of the analysed stream, with its newest frame."""

    settling: Settling
    image: Image | None = None
    shift: tuple[float, float] = (0.0, 0.0)
    """Pixels (x, y) by which the view has drifted since the dice were read."""
    wants: str | None = None
    """What would help the reader: a key of the light analysis, or None."""
    throw: Reading | None = None
    """The dice that count, once they rest and are read."""
    counted: bool = False
    """Whether these may be the dice of the last roll, seen from another position."""

    @property
    def size(self) -> Size:
        """Width and height of the frame in pixels."""
        return (0, 0) if self.image is None else (self.image.shape[1], self.image.shape[0])


def begun(last: Last | None) -> Watched:
    """Return the state of a new stream, with the dice that the last roll left on the table."""
    return Watched(Settling(lying=last.lying if last else None))


def watched(before: Watched, image: Image, read: Reader, lapse: float, dice: Dice, last: Last | None) -> Watched:
    """Return the stream state after one more frame.

    Takes a few milliseconds, plus one ``read`` when the dice have just come to rest.
    """
    settling = step(before.settling, image, read, lapse)
    now = replace(before, settling=settling, image=image, shift=shift(settling, image))
    if settling.says == before.settling.says and settling.reading is before.settling.reading:
        return now
    throw = thrown(settling, dice) if settling.says == "thrown" else None
    reading = throw or settling.reading or Reading((), (), now.size)
    wants = None if settling.says == "moving" else wanting(light(image, reading), reading, dice.count)
    return replace(now, wants=wants, throw=throw, counted=counted(settling, throw, last))


def shift(settling: Settling, image: Image) -> tuple[float, float]:
    """Return the pixels (x, y) by which the frame has drifted since its dice were read."""
    if settling.reading is None or settling.grain is None:
        return 0.0, 0.0
    across, down = drifted(settling.grain, grained(image))
    scale = image.shape[1] / settling.grain.shape[1]
    return across * scale, down * scale


def counted(settling: Settling, throw: Reading | None, last: Last | None) -> bool:
    """Return whether a new roll shows the faces of the last one from another position.

    Such a roll may be the last one, seen again.
    """
    if throw is None or settling.grain is None or last is None or list(throw.values) != sorted(last.faces):
        return False
    before, now = last.lying.grain, settling.grain
    return before.shape != now.shape or remains(before, now, (0, 0, now.shape[1], now.shape[0]), 1.0) < ELSEWHERE


def remembered(page: ft.Page, now: Watched, faces: tuple[int, ...]) -> None:
    """Record that these dice have been counted."""
    lying = accepted(now.settling).lying
    if lying is not None:
        LAST[page] = Last(lying, faces)
