"""Live reader: analyses the frames of a phone's camera until a roll is submitted."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Protocol

import cv2
import flet as ft
import numpy as np

import vision
from companion.base.background import run_in_frame_executor
from rules.engine import Dice, Rolled
from vision import Reading
from vision.images.decode import FRAME_LIMITS
from vision.reading import DiceReader, Image

from .capture import Capture
from .input_method import classify_camera_error
from .pictures import make_capture
from .roll import expected_counts, roll_from_reading
from .stream import StreamState, advance_stream, last_roll_of_page, start_stream

FRAME_TIMEOUT_SECONDS = 5.0
"""Seconds within which a frame must arrive."""
MAX_RETRIES = 2
"""Consecutive failures after which the camera is not opened again."""
SETTLED_PAUSE_SECONDS = 0.02
"""Seconds between two frames once the dice are understood, so that a phone stays cool."""
REROLL_SECONDS = 4.0
"""Seconds for which dice that could be rerolled lie still before they count by themselves, hands-free."""
REDRAW_DRIFT_PIXELS = 6.0
"""Pixels of drift after which the outlines are redrawn."""


class LiveCamera(Protocol):
    """A phone's live camera; its methods raise ``RuntimeError`` and ``TimeoutError``."""

    @property
    def is_shown(self) -> bool:
        """Whether the camera is part of the page."""
        ...

    @property
    def is_mirrored(self) -> bool:
        """Whether its frames are mirrored."""

    async def open(self) -> None:
        """Open the camera."""

    async def take_frame(self) -> bytes:
        """Return the next frame as a JPEG."""


@dataclass(frozen=True)
class CaptureHandlers:
    """Handlers of what the live reader finds."""

    on_roll: Callable[[tuple[int, ...], Capture, StreamState], None]
    """A roll read without doubt."""
    on_inspect: Callable[[Capture, StreamState, int | None], None]
    """A picture to review, optionally with one die selected."""
    on_camera_lost: Callable[[str], None]
    """The camera is gone; the argument is a key of the messages of ``input_method``."""


class LiveReader:
    """Live reader of a camera, until a roll is submitted.

    ``handlers`` get what it finds, ``on_change`` draws a new state.
    """

    handlers: CaptureHandlers
    on_change: Callable[[StreamState], None]
    is_hands_free = False
    """Whether a roll that could be rerolled is submitted once it has lain there long enough."""

    def __init__(self, page: ft.Page, camera: LiveCamera, dice: Dice, read: DiceReader) -> None:
        self.page, self.camera, self.dice, self.reader = page, camera, dice, read
        self.state = start_stream(last_roll_of_page.get(page))
        self.is_finished = False

    def analyse_frame(self, jpeg: bytes, seconds: float) -> StreamState:
        """Return the stream state after one more frame, ``seconds`` after the last one.

        Raises ``vision.UnreadableImage``.
        """
        upright = decode_frame(jpeg, self.camera.is_mirrored)
        lying = self.state.settling.baseline
        read = partial(self.reader, expected=expected_counts(self.dice, len(lying.dice) if lying else 0))
        return advance_stream(self.state, upright, read, seconds, self.dice, last_roll_of_page.get(self.page))

    def accept_state(self, state: StreamState) -> float:
        """Take the new state; return the seconds to wait before the next frame."""
        if visible_part(state) != visible_part(self.state):
            self.on_change(state)
        self.state = state
        if (
            not self.is_finished
            and state.counted_reading is not None
            and not state.may_be_counted
            and (not self.dice.may_reroll or self._has_lain_long_enough(state))
        ):
            self.submit_roll(state, state.counted_reading)
        return SETTLED_PAUSE_SECONDS if state.settling.phase in ("thrown", "same") else 0.0

    def _has_lain_long_enough(self, state: StreamState) -> bool:
        return self.is_hands_free and state.settling.rest_seconds >= REROLL_SECONDS

    def submit_roll(self, state: StreamState, reading: Reading) -> None:
        """Submit the roll if it is read without doubt."""
        roll = roll_from_reading(reading, self.dice)
        if isinstance(roll, Rolled) and state.image is not None:
            self.is_finished = True
            self.handlers.on_roll(roll.faces, make_capture(state.image, reading, self.dice.count), state)

    def inspect(self, selected: int | None = None) -> None:
        """Open the review of the dice on the table."""
        state = self.state
        reading = state.counted_reading or state.settling.reading
        if state.image is not None and reading is not None:
            self.is_finished = True
            self.handlers.on_inspect(make_capture(state.image, reading, self.dice.count), state, selected)

    async def read_now(self) -> None:
        """Read the current frame, even if it moves."""
        state = self.state
        if state.image is None:
            return
        read = partial(self.reader, expected=expected_counts(self.dice))
        reading = await run_in_frame_executor(read, state.image)
        self.submit_roll(state, reading)
        if not self.is_finished:
            self.is_finished = True
            capture = await run_in_frame_executor(make_capture, state.image, reading, self.dice.count)
            self.handlers.on_inspect(capture, state, None)

    def confirm_new_roll(self) -> None:
        """Accept the dice on the table as a new roll, as a person confirms."""
        state = self.state
        if state.settling.reading is not None:
            self.submit_roll(state, state.counted_reading or state.settling.reading)
            if not self.is_finished:
                self.inspect()

    async def run(self) -> None:
        """Analyse frames as long as there is a camera."""
        try:
            await self._follow()
        except (RuntimeError, TimeoutError) as error:
            if self.camera.is_shown:  # otherwise the viewfinder was closed meanwhile, and nobody misses its camera
                logging.getLogger(__name__).info("no live camera: %s", error)
                self.handlers.on_camera_lost(classify_camera_error(error))

    async def _follow(self) -> None:
        """Open the camera and analyse its frames until cancelled.

        Raises what the camera raises once opening it again has not helped.
        """
        await self.camera.open()
        failed = 0
        while True:
            began = time.monotonic()
            try:
                await self._analyse_frames()
            except (RuntimeError, TimeoutError):
                failed = failed + 1 if time.monotonic() - began < 2 * FRAME_TIMEOUT_SECONDS else 1
                if failed > MAX_RETRIES and self.page.app_visible:
                    raise
            await self.page.wait_until_visible()  # many browsers stop the stream of a hidden tab
            await self.camera.open()

    async def _analyse_frames(self) -> None:
        """Analyse frames until the browser tab sleeps: each while the next is taken."""
        previous, next_frame = time.monotonic(), asyncio.ensure_future(self.camera.take_frame())
        try:
            while self.page.app_visible:
                jpeg, now = await next_frame, time.monotonic()
                next_frame = asyncio.ensure_future(self.camera.take_frame())
                try:
                    state = await run_in_frame_executor(self.analyse_frame, jpeg, now - previous)
                    pause = self.accept_state(state)
                except vision.UnreadableImage:  # the first frames of some browsers are incomplete
                    pause = SETTLED_PAUSE_SECONDS
                previous = now
                await asyncio.sleep(pause)
        finally:
            next_frame.cancel()


def decode_frame(jpeg: bytes, is_mirrored: bool) -> Image:
    """Decode a frame as the table is seen, HxWx3 BGR. Raises ``vision.UnreadableImage``."""
    image = vision.decode(jpeg, FRAME_LIMITS)
    return np.asarray(cv2.flip(image, 1), np.uint8) if is_mirrored else image


def visible_part(state: StreamState) -> tuple[object, ...]:
    """Return the part of the state that the viewfinder draws."""
    across, down = (round(side / REDRAW_DRIFT_PIXELS) for side in state.drift)
    return state.settling.phase, state.settling.reading, across, down, state.size, state.advice, state.may_be_counted
