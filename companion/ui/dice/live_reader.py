"""Live reader: analyses the viewfinder's frames until a roll is submitted."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass

import flet as ft

from companion.base.background import run_in_frame_executor
from companion.dice import capture_reading
from companion.dice.capture_reading import Capture
from companion.dice.input_method import classify_camera_error
from companion.dice.roll import roll_from_reading
from companion.dice.stream import StreamState, advance_stream, last_roll_of_page, start_stream
from rules.engine import Dice, Rolled
from vision import Reading
from vision.stream.settle import PictureReader

from .browser_camera import SETTLED_PAUSE_SECONDS, BrowserCamera, analyse_stream

REDRAW_DRIFT_PIXELS = 6.0
"""Pixels of drift after which the outlines are redrawn."""


@dataclass(frozen=True)
class CaptureHandlers:
    """Handlers of what the live reader finds."""

    on_roll: Callable[[tuple[int, ...], Capture, StreamState], None]
    """A roll read without doubt."""
    on_inspect: Callable[[Capture, StreamState, int | None], None]
    """A picture to review, optionally with one die selected."""
    on_camera_lost: Callable[[str], None]
    """The camera is gone; the argument is a key of the messages of ``input_method``."""
    other_inputs: Callable[[], list[ft.Control]]
    """Builds the buttons of the other inputs."""


class LiveReader:
    """Live reader of the viewfinder, until a roll is submitted.

    ``handlers`` get what it finds, ``on_change`` draws a new state.
    """

    handlers: CaptureHandlers
    on_change: Callable[[StreamState], None]

    def __init__(self, page: ft.Page, dice: Dice, read: PictureReader) -> None:
        self.page, self.dice, self.reader = page, dice, read
        self.camera = BrowserCamera()
        self.state = start_stream(last_roll_of_page.get(page))
        self.is_finished = False

    def analyse_frame(self, jpeg: bytes, seconds: float) -> StreamState:
        """Return the stream state after one more frame, ``seconds`` after the last one."""
        upright = self.camera.decode_frame(jpeg)
        return advance_stream(self.state, upright, self.reader, seconds, self.dice, last_roll_of_page.get(self.page))

    def accept_state(self, state: StreamState) -> float:
        """Take the new state; return the seconds to wait before the next frame."""
        if visible_part(state) != visible_part(self.state):
            self.on_change(state)
        self.state = state
        if (
            not self.is_finished
            and state.counted_reading is not None
            and not (state.may_be_counted or self.dice.may_reroll)
        ):
            self.submit_roll(state, state.counted_reading)
        return SETTLED_PAUSE_SECONDS if state.settling.phase in ("thrown", "same") else 0.0

    def submit_roll(self, state: StreamState, reading: Reading) -> None:
        """Submit the roll if it is read without doubt."""
        roll = roll_from_reading(reading, self.dice)
        if isinstance(roll, Rolled) and state.image is not None:
            self.is_finished = True
            self.handlers.on_roll(
                roll.faces, capture_reading.make_capture(state.image, reading, self.dice.count), state
            )

    def inspect(self, selected: int | None = None) -> None:
        """Open the review of the dice on the table."""
        state = self.state
        reading = state.counted_reading or state.settling.reading
        if state.image is not None and reading is not None:
            self.is_finished = True
            self.handlers.on_inspect(
                capture_reading.make_capture(state.image, reading, self.dice.count), state, selected
            )

    async def read_now(self) -> None:
        """Read the current frame, even if it moves."""
        state = self.state
        if state.image is None:
            return
        reading = await run_in_frame_executor(self.reader, state.image)
        self.submit_roll(state, reading)
        if not self.is_finished:
            self.is_finished = True
            self.handlers.on_inspect(
                await run_in_frame_executor(capture_reading.make_capture, state.image, reading, self.dice.count),
                state,
                None,
            )

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
            await analyse_stream(self.camera, self.page, self.analyse_frame, self.accept_state)
        except (RuntimeError, TimeoutError) as error:
            logging.getLogger(__name__).info("no live camera: %s", error)
            self.handlers.on_camera_lost(classify_camera_error(error))


def visible_part(state: StreamState) -> tuple[object, ...]:
    """Return the part of the state that the viewfinder draws."""
    across, down = (round(side / REDRAW_DRIFT_PIXELS) for side in state.drift)
    return state.settling.phase, state.settling.reading, across, down, state.size, state.advice, state.may_be_counted
