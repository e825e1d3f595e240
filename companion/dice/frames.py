"""Frames of a live camera: what is known after each.

The screens see only this module, so that they need no OpenCV; ``frame_analysis`` finds it, ``live_reader`` asks for
it. The tasks at the end run in the page's reader, which analyses one stream at a time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.decoding.tasks import Task
from rules.engine import CameraHole
from vision.reading import Reading

from .capture import Capture
from .reader_spec import ReaderSpec

Size = tuple[int, int]
FramePhase = Literal["moving", "still", "thrown", "same"]
"""Phases of ``vision.stream.settle``."""
CameraTrouble = Literal["", "lost", "slow"]
"""What is wrong with the camera: nothing; it has ended or stands still; it takes long to answer."""


@dataclass(frozen=True, slots=True)
class FrameView:
    """What is known of the stream after its newest frame."""

    number: int = 0
    """Number of the frame, 0 before the first."""
    phase: FramePhase = "moving"
    rest_seconds: float = 0.0
    """Seconds since the last motion."""
    size: Size = (0, 0)
    """Width and height of the frame in pixels."""
    reading: Reading | None = None
    """The dice that lie there, once they rest."""
    new_dice: Reading | None = None
    """Those of them that did not lie there before."""
    drift: tuple[float, float] = (0.0, 0.0)
    """Pixels (x, y) by which the view has drifted since the dice were read."""
    advice: str | None = None
    """What would help the reader: a key of the light analysis, or None."""
    counted_reading: Reading | None = None
    """The dice that count, once they rest and are read."""
    may_be_counted: bool = False
    """Whether these may be the dice of the last roll, seen from another position."""
    trouble: CameraTrouble = ""
    """What is wrong with the camera since this frame."""

    def without_camera(self, trouble: CameraTrouble) -> FrameView:
        """Return the view once the camera is in that trouble, without what lay there."""
        return FrameView(self.number, size=self.size, trouble=trouble)


@dataclass(frozen=True, slots=True)
class CodeFrame:
    """A frame in which a QR code was looked for."""

    size: Size
    """Width and height of the frame in pixels."""
    code: str
    """The text of the code, empty where none was read."""


@dataclass(frozen=True, slots=True)
class FrameStream:
    """One camera's frames, from opening the viewfinder to the roll."""

    number: int
    """Number of the stream among those of this page."""
    dice: CameraHole
    reader: ReaderSpec
    last_roll: bytes = b""
    """The dice of the last roll, as the reader told them; empty without one."""


# --- tasks -------------------------------------------------------------------------------------------------------

analyse_frame: Task[[FrameStream, bytes, bool, float], FrameView | None] = Task(
    "companion.dice.frame_analysis:analyse_frame", FrameView | None
)
read_frame: Task[[FrameStream, int], Reading] = Task("companion.dice.frame_analysis:read_frame", Reading)
capture_frame: Task[[FrameStream, int, Reading], Capture] = Task("companion.dice.frame_analysis:capture_frame", Capture)
remember_roll: Task[[FrameStream, tuple[int, ...]], bytes] = Task("companion.dice.frame_analysis:remember_roll", bytes)
read_code_frame: Task[[bytes, bool], CodeFrame | None] = Task(
    "companion.dice.frame_analysis:read_code_frame", CodeFrame | None
)
