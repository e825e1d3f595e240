"""Live reader: follows a phone's camera until a roll is submitted."""

from __future__ import annotations

import asyncio
import logging
import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, ParamSpec, Protocol, TypeAlias, TypeVar

import flet as ft

from companion.base.background import IS_PAGE, raise_if_cancelled
from companion.base.session_value import SessionValue
from companion.decoding.fair_queue import QueueFullError
from companion.decoding.in_turn import FRAME_SECONDS, FRAMES, READING, PageWatch, run_in_turn, run_task_in_turn
from companion.decoding.pool import TaskFailedError, WorkerDiedError
from rules.engine import CameraHole, Rolled
from vision.reading import Reading

from . import frames
from .capture import Capture
from .frames import CameraTrouble, FrameStream, FrameView
from .input_method import LASTING_ERRORS, classify_camera_error
from .reader_spec import ReaderSpec
from .roll import next_step, roll_from_reading

if TYPE_CHECKING:
    from .frame_analysis import LastRoll

P = ParamSpec("P")
T = TypeVar("T")
SLOW_SECONDS = 3.0
"""Seconds without a frame after which it is said that the camera takes long."""
FRAME_TIMEOUT_SECONDS = 20.0
"""Seconds within which a frame must arrive; long, as the page itself refuses those of a dead camera."""
MAX_RETRIES = 2
"""Consecutive failures without a frame between them after which the camera is not opened again."""
RETRY_SECONDS = 0.5
"""Seconds until a camera that failed is opened again, and then until its first frame is taken."""
FRESH_SECONDS = 0.5
"""Seconds after which the frame that waits for a busy reader is taken anew."""
SETTLED_PAUSE_SECONDS = 0.02
"""Seconds between two frames once the dice are understood, so that a phone stays cool."""
REROLL_SECONDS = 4.0
"""Seconds for which dice that could be rerolled lie still before they count by themselves, hands-free."""
MAX_BUSY_SECONDS = 0.9
"""Most seconds that count between two frames while the analyser is busy; from 1 on the analysis starts anew."""
REDRAW_DRIFT_PIXELS = 6.0
"""Pixels of drift after which the outlines are redrawn."""

last_roll_of_page: SessionValue[LastRoll | None] = SessionValue("last roll", lambda: None)
"""Last roll of a page, so that dice left on the table are not counted again."""
roll_told_to_page = SessionValue("last roll of the reader", bytes)
"""The same as the page's reader told it, for the next one once that was let go."""


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
    """Handlers of what the live reader finds; the analyser is told which faces counted."""

    on_roll: Callable[[tuple[int, ...], Capture, FrameAnalyser], None]
    """A roll read without doubt."""
    on_inspect: Callable[[Capture, FrameAnalyser, int | None], None]
    """A picture to review, optionally with one die selected."""
    on_camera_lost: Callable[[str], None]
    """The camera is gone; the argument is a key of the messages of ``input_method``."""


class CameraFollower(ABC):
    """Follows a phone's camera: each frame is analysed while the next is taken.

    ``on_change`` draws a new view.
    """

    on_change: Callable[[FrameView], None]

    def __init__(self, page: ft.Page, camera: LiveCamera) -> None:
        self.page, self.camera = page, camera
        self.view = FrameView()
        self.is_finished = False

    @abstractmethod
    async def analyse(self, jpeg: bytes, seconds: float) -> FrameView | None:
        """Return what is known after one more frame, which came so many seconds after the last.

        None if it cannot be decoded.
        """

    @abstractmethod
    async def accept_view(self, view: FrameView) -> float:
        """Take what the newest frame shows; return the seconds to wait before the next one."""

    @abstractmethod
    def on_lost(self, error: str) -> None:
        """Take that the camera is gone; ``error`` is a key of the messages of ``input_method``."""

    async def run(self) -> None:
        """Analyse frames as long as there is a camera."""
        await self._report_loss(self._follow())

    async def _report_loss(self, work: Awaitable[None]) -> None:
        """Wait for the work, and report a camera or an analyser that fails."""
        try:
            await work
        except (RuntimeError, TimeoutError) as error:
            if self.camera.is_shown:  # otherwise the viewfinder was closed meanwhile, and nobody misses its camera
                logging.getLogger(__name__).info("no live camera: %s", error)
                self.on_lost(classify_camera_error(error))

    async def _follow(self) -> None:
        """Open the camera and analyse its frames until cancelled.

        A camera that fails is asked for again, as often as frames come between. Raises what it raises once that has not
        helped, or where a person must help first.
        """
        failed = 0
        while True:
            before = self.view.number
            try:
                await self.camera.open()
                if failed:
                    await asyncio.sleep(RETRY_SECONDS)  # in which it has to show that its picture moves
                await self._analyse_frames()
            except (RuntimeError, TimeoutError) as error:
                failed = failed + 1 if self.view.number == before else 1
                is_lasting = failed > MAX_RETRIES or classify_camera_error(error) in LASTING_ERRORS
                if is_lasting and self.page.app_visible:
                    raise
                self._tell("lost")
                await asyncio.sleep(RETRY_SECONDS)
            await self.page.wait_until_visible()  # many browsers stop the stream of a hidden tab
            raise_if_cancelled()

    async def _analyse_frames(self) -> None:
        """Analyse frames until the browser tab sleeps: each while the next is taken."""
        previous, frame = time.monotonic(), self._take()
        try:
            while self.page.app_visible:
                if not (await asyncio.wait({frame}, timeout=SLOW_SECONDS))[0]:
                    self._tell("slow")
                jpeg, now = await frame, time.monotonic()
                raise_if_cancelled()
                frame = self._take()
                analysis = asyncio.ensure_future(self.analyse(jpeg, now - previous))
                frame = await self._renew_until(analysis, frame)
                view = analysis.result()
                pause = SETTLED_PAUSE_SECONDS if view is None else await self.accept_view(view)
                previous = now
                await asyncio.sleep(pause)
        finally:
            frame.cancel()

    def _take(self) -> asyncio.Future[bytes]:
        return asyncio.ensure_future(self.camera.take_frame())

    async def _renew_until(
        self, analysis: asyncio.Future[FrameView | None], frame: asyncio.Future[bytes]
    ) -> asyncio.Future[bytes]:
        """Wait for the analysis; return the next frame, taken anew while the reader is busy.

        So a camera that is lost meanwhile is told of, and the frame after is no old one. Raises what the camera raises,
        once the analysis is over: there is one at a time.
        """
        try:
            while not (await asyncio.wait({analysis}, timeout=FRESH_SECONDS))[0]:
                if frame.done() and self.page.app_visible:
                    frame.result()
                    frame = self._take()
        except (RuntimeError, TimeoutError):
            self._tell("lost")
            await asyncio.wait({analysis})
            raise
        except asyncio.CancelledError:
            analysis.cancel()
            frame.cancel()
            raise
        return frame

    def _tell(self, trouble: CameraTrouble) -> None:
        """Draw that the camera is in trouble, unless the roll is over or nobody sees it."""
        if not self.is_finished and self.page.app_visible and self.view.trouble != trouble:
            self.view = self.view.without_camera(trouble)
            self.on_change(self.view)


class LiveReader(CameraFollower):
    """Live reader of a camera, until a roll is submitted.

    ``handlers`` get what it finds.
    """

    handlers: CaptureHandlers
    is_hands_free = False
    """Whether a roll that could be rerolled is submitted once it has lain there long enough."""

    def __init__(self, page: ft.Page, camera: LiveCamera, dice: CameraHole, analyser: FrameAnalyser) -> None:
        super().__init__(page, camera)
        self.dice, self.analyser = dice, analyser
        self._busy_seconds = 0.0

    async def analyse(self, jpeg: bytes, seconds: float) -> FrameView | None:
        """Return what is known of the dice after one more frame.

        One that came late only because the analyser was busy is no gap in the stream.
        """
        if seconds - self._busy_seconds < MAX_BUSY_SECONDS:
            seconds = min(seconds, MAX_BUSY_SECONDS)
        clock = asyncio.get_running_loop().time
        began = clock()
        view = await self.analyser.analyse(jpeg, self.camera.is_mirrored, seconds)
        self._busy_seconds = clock() - began
        return view

    def on_lost(self, error: str) -> None:
        """Report that the camera is gone."""
        self.handlers.on_camera_lost(error)

    async def accept_view(self, view: FrameView) -> float:
        """Take what the newest frame shows; return the seconds to wait before the next one."""
        if visible_part(view) != visible_part(self.view):
            self.on_change(view)
        self.view = view
        if not self.is_finished and view.counted_reading is not None and not view.may_be_counted:
            step = next_step(roll_from_reading(view.counted_reading, self.dice), self.dice, self.is_hands_free)
            if step == "enter" or (step == "wait" and view.rest_seconds >= REROLL_SECONDS):
                await self._submit_roll(view, view.counted_reading)
        return SETTLED_PAUSE_SECONDS if view.phase in ("thrown", "same") else 0.0

    async def _submit_roll(self, view: FrameView, reading: Reading) -> None:
        """Submit the roll if it is read without doubt."""
        roll = roll_from_reading(reading, self.dice)
        if isinstance(roll, Rolled) and view.number:
            self.is_finished = True
            capture = await self.analyser.capture(view.number, reading)
            self.handlers.on_roll(roll.faces, capture, self.analyser)

    async def _inspect(self, view: FrameView, reading: Reading, selected: int | None = None) -> None:
        self.is_finished = True
        capture = await self.analyser.capture(view.number, reading)
        self.handlers.on_inspect(capture, self.analyser, selected)

    async def inspect(self, selected: int | None = None) -> None:
        """Open the review of the dice on the table."""
        view = self.view
        reading = view.counted_reading or view.reading
        if reading is not None and not self.is_finished:
            await self._report_loss(self._inspect(view, reading, selected))

    async def take_picture(self, on_picture: Callable[[bytes], Awaitable[None]]) -> None:
        """Hand over the whole newest frame as a JPEG, and go on."""
        if self.view.number:
            await self._report_loss(self._take_picture(self.view, on_picture))

    async def _take_picture(self, view: FrameView, on_picture: Callable[[bytes], Awaitable[None]]) -> None:
        capture = await self.analyser.capture(view.number, Reading((), (), view.size))
        await on_picture(capture.jpeg)

    async def read_now(self) -> None:
        """Read the current frame, even if it moves."""
        if self.view.number and not self.is_finished:
            await self._report_loss(self._read_now(self.view))

    async def _read_now(self, view: FrameView) -> None:
        reading = await self.analyser.read(view.number)
        if not self.is_finished:
            await self._submit_roll(view, reading)
        if not self.is_finished:
            await self._inspect(view, reading)

    async def confirm_new_roll(self) -> None:
        """Accept the dice on the table as a new roll, as a person confirms."""
        view = self.view
        if view.reading is not None and not self.is_finished:
            await self._report_loss(self._submit_roll(view, view.counted_reading or view.reading))
            if not self.is_finished:
                await self.inspect()


def visible_part(view: FrameView) -> tuple[object, ...]:
    """Return the part of the view that the viewfinder draws."""
    across, down = (round(side / REDRAW_DRIFT_PIXELS) for side in view.drift)
    return view.phase, view.reading, across, down, view.size, view.advice, view.may_be_counted, view.trouble


# --- analysers ---------------------------------------------------------------------------------------------------


class ThreadAnalyser:
    """Analyser in a thread of this process."""

    def __init__(self, page: ft.Page, dice: CameraHole, reader: ReaderSpec) -> None:
        from . import frame_analysis  # imports OpenCV, which a page does not have

        self._page = page
        self._analysis = frame_analysis.FrameAnalysis(dice, reader, last_roll_of_page.get(page))

    async def analyse(self, jpeg: bytes, is_mirrored: bool, seconds: float) -> FrameView | None:
        """Return what is known after one more frame."""
        with suppress(QueueFullError):  # one frame less
            return await self._run(self._analysis.analyse, jpeg, is_mirrored, seconds)
        return None

    async def read(self, number: int) -> Reading:
        """Read the dice of a frame."""
        try:
            return await self._run(self._analysis.read, number)
        except QueueFullError as busy:
            raise RuntimeError("too many frames wait") from busy

    async def capture(self, number: int, reading: Reading) -> Capture:
        """Return the capture of a frame, which takes some milliseconds."""
        return self._analysis.capture(number, reading)

    def remember_roll(self, faces: tuple[int, ...]) -> None:
        """Record that the dice of the last capture have been counted."""
        last_roll_of_page.set(self._page, self._analysis.remember_roll(faces))

    async def _run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run the work in a thread for frames, in this page's turn. Raises ``QueueFullError``."""
        return await run_in_turn(FRAMES, PageWatch(self._page), FRAME_SECONDS, work, *args, **kwargs)


async def run_in_reader(page: ft.Page, task: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run a task in the page's reader. Raises ``RuntimeError`` if that ended or the task failed."""
    try:
        return await run_task_in_turn(READING, page, task, *args, **kwargs)
    except (TaskFailedError, WorkerDiedError) as error:
        raise RuntimeError("the reader failed") from error


_stream_numbers = count(1)


class ReaderAnalyser:
    """Analyser in the page's reader, beside the app."""

    def __init__(self, page: ft.Page, dice: CameraHole, reader: ReaderSpec, last_roll: bytes = b"") -> None:
        self._page, self._stream = page, FrameStream(next(_stream_numbers), dice, reader, last_roll)

    async def analyse(self, jpeg: bytes, is_mirrored: bool, seconds: float) -> FrameView | None:
        """Return what is known after one more frame."""
        return await self._run(frames.analyse_frame, self._stream, jpeg, is_mirrored, seconds)

    async def read(self, number: int) -> Reading:
        """Read the dice of a frame."""
        return await self._run(frames.read_frame, self._stream, number)

    async def capture(self, number: int, reading: Reading) -> Capture:
        """Return the capture of a frame."""
        return await self._run(frames.capture_frame, self._stream, number, reading)

    def remember_roll(self, faces: tuple[int, ...]) -> None:
        """Record that the dice of the last capture have been counted."""
        self._page.run_task(self._remember_roll, faces)

    async def _remember_roll(self, faces: tuple[int, ...]) -> None:
        roll_told_to_page.set(self._page, await self._run(frames.remember_roll, self._stream, faces))

    async def _run(self, task: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        return await run_in_reader(self._page, task, *args, **kwargs)


FrameAnalyser: TypeAlias = ThreadAnalyser | ReaderAnalyser
"""Analyser of one camera's frames, which keeps the newest ones by their number.

Its coroutines raise ``RuntimeError`` if it cannot go on.
"""


def open_analyser(page: ft.Page, dice: CameraHole, reader: ReaderSpec) -> FrameAnalyser:
    """Return an analyser for that page's camera, which knows the dice of its last roll."""
    if IS_PAGE:
        return ReaderAnalyser(page, dice, reader, roll_told_to_page.get(page))
    return ThreadAnalyser(page, dice, reader)
