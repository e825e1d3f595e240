"""Analysis of camera frames with OpenCV: motion, rest, reading, dice of the last roll."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property, partial

import cv2
import numpy as np

import vision
from rules.engine import CameraHole
from vision.images.codes import read_qr_code_once
from vision.images.decode import FRAME_LIMITS
from vision.reading import DiceReader, Image, Reading
from vision.stream.lighting import advise, measure_lighting
from vision.stream.motion import remaining_share
from vision.stream.settle import Baseline, SettleState, accept_throw, process_frame

from .capture import Capture
from .frames import CodeFrame, FrameStream, FrameView
from .pictures import make_capture
from .reader_spec import ReaderSpec
from .readers import build_reader
from .roll import expected_counts, roll_reading

MOVED_CAMERA_SHARE = 0.3
"""Share of the scene of the last roll that still matches, below which the camera has moved."""
KEPT_FRAMES = 3
"""Newest frames that are kept: somebody may tap on one while the next is analysed."""


@dataclass(frozen=True, slots=True, eq=False)
class LastRoll:
    """The last roll that a device read."""

    lying: Baseline
    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class StreamState:
    """State of the analysed stream, with its newest frame."""

    settling: SettleState
    image: Image | None = None
    view: FrameView = field(default_factory=FrameView)


def follow_frame(
    settling: SettleState, image: Image, reader: DiceReader, seconds: float, dice: CameraHole | None
) -> SettleState:
    """Return what is known of a stream after one more frame, of a host's camera or a phone's.

    ``dice`` are those that the game asks for beside what lies there already; None while it asks for none, or while
    unknown dice lie there. Takes a few milliseconds, plus one reading when the dice have just come to rest.
    """
    if dice is None:
        return process_frame(settling, image, reader, seconds)
    lying = len(settling.baseline.dice) if settling.baseline else 0
    return process_frame(settling, image, partial(reader, expected=expected_counts(dice, lying)), seconds)


def advance_stream(
    before: StreamState, image: Image, reader: DiceReader, seconds: float, dice: CameraHole, last_roll: LastRoll | None
) -> StreamState:
    """Return the stream state after one more frame."""
    settling = follow_frame(before.settling, image, reader, seconds, dice)
    scale = image.shape[1] / settling.contrast.shape[1] if settling.reading and settling.contrast is not None else 0.0
    view = replace(
        before.view,
        number=before.view.number + 1,
        phase=settling.phase,
        rest_seconds=settling.rest_seconds,
        size=(image.shape[1], image.shape[0]),
        reading=settling.reading,
        new_dice=settling.new_dice,
        drift=(settling.drift[0] * scale, settling.drift[1] * scale),
    )
    if settling.phase != before.settling.phase or settling.reading is not before.settling.reading:
        view = _with_count(view, settling, image, dice, last_roll)
    return StreamState(settling, image, view)


def _with_count(
    view: FrameView, settling: SettleState, image: Image, dice: CameraHole, last_roll: LastRoll | None
) -> FrameView:
    """Add what counts, once the phase or the reading has changed."""
    counted_reading = roll_reading(settling, dice)
    reading = counted_reading or settling.reading or Reading((), (), view.size)
    return replace(
        view,
        advice=None if settling.phase == "moving" else advise(measure_lighting(image, reading), reading, dice.count),
        counted_reading=counted_reading,
        may_be_counted=may_be_counted(settling, counted_reading, last_roll),
    )


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


def decode_frame(jpeg: bytes, is_mirrored: bool) -> Image:
    """Decode a frame as the table is seen, HxWx3 BGR. Raises ``vision.UnreadableImage``."""
    image = vision.decode(jpeg, FRAME_LIMITS)
    return np.asarray(cv2.flip(image, 1), np.uint8) if is_mirrored else image


class FrameAnalysis:
    """Analysis of one camera's frames, in the process that has OpenCV.

    ``analyse`` runs in one thread at a time; the other methods may run beside it.
    """

    def __init__(self, dice: CameraHole, spec: ReaderSpec, last_roll: LastRoll | None) -> None:
        self.dice, self._spec, self.last_roll = dice, spec, last_roll
        self._state = StreamState(SettleState(baseline=last_roll.lying if last_roll else None))
        self._newest: tuple[StreamState, ...] = ()
        self._selected: StreamState | None = None

    @cached_property
    def reader(self) -> DiceReader:
        """The reader of these dice."""
        return build_reader(self._spec)

    def analyse(self, jpeg: bytes, is_mirrored: bool, seconds: float) -> FrameView | None:
        """Return what is known after one more frame; None if it cannot be decoded."""
        try:
            upright = decode_frame(jpeg, is_mirrored)
        except vision.UnreadableImage:  # the first frames of some browsers are incomplete
            return None
        self._state = advance_stream(self._state, upright, self.reader, seconds, self.dice, self.last_roll)
        self._newest = (*self._newest[1 - KEPT_FRAMES :], self._state)
        return self._state.view

    def read(self, number: int) -> Reading:
        """Read the dice of a frame, even if it moves; the frame is kept."""
        image = self._select(number)
        return self.reader(image, expected=expected_counts(self.dice))

    def capture(self, number: int, reading: Reading) -> Capture:
        """Return the capture of a frame; of those analysed, only this one is kept."""
        image = self._select(number)
        self._newest = ()
        return make_capture(image, reading, self.dice.count)

    def remember_roll(self, faces: tuple[int, ...]) -> LastRoll | None:
        """Return the last roll from now on: the dice of the last capture, with these faces."""
        lying = accept_throw(self._selected.settling).baseline if self._selected else None
        if lying is not None:
            self.last_roll = LastRoll(lying, faces)
        return self.last_roll

    def _select(self, number: int) -> Image:
        """Keep a frame and return its picture. Raises ``LookupError`` if it is gone."""
        for state in self._kept():
            if state.view.number == number and state.image is not None:
                self._selected = state
                return state.image
        raise LookupError(f"frame {number} is gone")

    def _kept(self) -> Iterator[StreamState]:
        if self._selected is not None:
            yield self._selected
        yield from reversed(self._newest)


_PAGE_ANALYSIS: dict[int, FrameAnalysis] = {}
"""The analysis of the stream that the page's reader follows now, by the stream's number."""


def analysis_of(stream: FrameStream) -> FrameAnalysis:
    """Return the analysis of that stream; a new one follows on the last roll of the one before.

    A reader that was let go since has none, and takes what the stream brings.
    """
    if stream.number not in _PAGE_ANALYSIS:
        brought: LastRoll | None = pickle.loads(stream.last_roll) if stream.last_roll else None
        last_roll = next((before.last_roll for before in _PAGE_ANALYSIS.values()), brought)
        _PAGE_ANALYSIS.clear()
        _PAGE_ANALYSIS[stream.number] = FrameAnalysis(stream.dice, stream.reader, last_roll)
    return _PAGE_ANALYSIS[stream.number]


# --- tasks of the page's reader; see ``frames`` ------------------------------------------------------------------


def analyse_frame(stream: FrameStream, jpeg: bytes, is_mirrored: bool, seconds: float) -> FrameView | None:
    """Return what is known after one more frame; None if it cannot be decoded."""
    return analysis_of(stream).analyse(jpeg, is_mirrored, seconds)


def read_frame(stream: FrameStream, number: int) -> Reading:
    """Read the dice of a frame, even if it moves."""
    return analysis_of(stream).read(number)


def capture_frame(stream: FrameStream, number: int, reading: Reading) -> Capture:
    """Return the capture of a frame with what was read in it."""
    return analysis_of(stream).capture(number, reading)


def remember_roll(stream: FrameStream, faces: tuple[int, ...]) -> bytes:
    """Record that the dice of the last capture have been counted; return them for later streams."""
    last_roll = analysis_of(stream).remember_roll(faces)
    return pickle.dumps(last_roll) if last_roll else b""


def read_code_frame(jpeg: bytes, is_mirrored: bool) -> CodeFrame | None:
    """Look for a QR code in a frame; None if it cannot be decoded."""
    try:
        image = decode_frame(jpeg, is_mirrored)
    except vision.UnreadableImage:
        return None
    return CodeFrame((image.shape[1], image.shape[0]), read_qr_code_once(image))
