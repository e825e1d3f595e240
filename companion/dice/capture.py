"""Dice captures: what is read in a picture from a phone, and the small pictures shown of it.

The tasks at the end, functions of ``pictures`` and ``readers``, run in a worker beside the tables: they take the bytes
of the file and return what was read, small JPEGs, or a key for the reason of a failure; never the pixels. Only they
load OpenCV, as a browser's app has none.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.decoding.tasks import Task
from vision.reading import Box, Die, Reading

from .reader_spec import ReaderSpec

MAX_CROP_SIDE = 120
"""Longest side in pixels of the picture of a single die."""
CROP_MARGIN = 0.12
"""Margin around a die in its own picture, as a fraction of the die's size."""
FRAME_MARGIN = 1.2
"""Margin around all dice, in sizes of a die."""


@dataclass(frozen=True)
class Capture:
    """A picture and its reading.

    ``shown_box`` is the part of the picture that is shown, in the pixels of the reading.
    """

    reading: Reading
    shown_box: Box
    jpeg: bytes
    crops: tuple[bytes, ...] = ()
    """A JPEG of each die of the reading, in its order."""
    advice: str | None = None
    """What would have helped to read the picture, a key of ``vision.stream.lighting.ADVICE``."""
    log_jpeg: bytes = b""
    """The picture as small as the log keeps it."""

    @property
    def crop_by_box(self) -> Mapping[Box, bytes]:
        """The JPEG of each die by its box."""
        return dict(zip((die.box for die in self.reading.dice), self.crops, strict=False))


@dataclass(frozen=True)
class TrialDie:
    """One die of a trial roll, and a JPEG of it."""

    die: Die
    jpeg: bytes


def crop_box_of_die(box: Box, size: tuple[int, int], margin: float = CROP_MARGIN) -> Box:
    """Return the box of a die with a margin, a fraction of its size, clipped to the picture."""
    x, y, wide, high = box
    edge = round(margin * max(wide, high))
    left, top = max(0, x - edge), max(0, y - edge)
    return left, top, min(size[0], x + wide + edge) - left, min(size[1], y + high + edge) - top


def crop_box(reading: Reading, expected_count: int) -> Box:
    """Return the part of the picture to show: around the dice, or all while some may be missing."""
    width, height = reading.size
    if not reading.dice or len(reading.dice) < expected_count:
        return 0, 0, width, height
    boxes = [die.box for die in reading.dice] + [one.box for one in reading.possible_dice]
    edge = round(FRAME_MARGIN * max(max(box[2:]) for box in boxes))
    left, top = max(0, min(b[0] for b in boxes) - edge), max(0, min(b[1] for b in boxes) - edge)
    right = min(width, max(b[0] + b[2] for b in boxes) + edge)
    bottom = min(height, max(b[1] + b[3] for b in boxes) + edge)
    return left, top, right - left, bottom - top


# --- tasks -------------------------------------------------------------------------------------------------------

read_capture_file: Task[[bytes, int, ReaderSpec, range | None], Capture | str] = Task(
    "companion.dice.pictures:read_capture_file", Capture | str
)
crop_middle_die: Task[[bytes], bytes | str] = Task("companion.dice.pictures:crop_middle_die", bytes | str)
read_trial_roll: Task[[bytes, ReaderSpec], tuple[TrialDie, ...] | str] = Task(
    "companion.dice.pictures:read_trial_roll", tuple[TrialDie, ...] | str
)
read_code_file: Task[[bytes], str | None] = Task("companion.dice.pictures:read_code_file", str | None)
confused_faces: Task[[tuple[tuple[int, bytes], ...]], tuple[tuple[int, int], ...]] = Task(
    "companion.dice.readers:confused_faces", tuple[tuple[int, int], ...]
)
