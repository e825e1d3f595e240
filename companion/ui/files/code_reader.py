"""Reader of QR codes that a phone's camera sees, one after the other."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.base.background import IS_PAGE
from companion.decoding.fair_queue import QueueFullError
from companion.decoding.in_turn import FRAMES, PICTURE_SECONDS, PageWatch, run_in_turn
from companion.dice import frames
from companion.dice.frames import CodeFrame, FrameView
from companion.dice.live_reader import CameraFollower, LiveCamera, run_in_reader

if TYPE_CHECKING:
    import flet as ft


@dataclass(frozen=True)
class CodeHandlers:
    """Handlers of what the reader of codes finds."""

    on_code: Callable[[str], None]
    """Gets the text of a code, anew with every frame that shows it."""
    on_camera_lost: Callable[[str], None]
    """The camera is gone; the argument is a key of the messages of ``input_method``."""
    on_change: Callable[[FrameView], None]
    """Draws the camera's new size or trouble."""


class CodeReader(CameraFollower):
    """Reader of the codes before a camera, until it is cancelled.

    ``handlers`` get what it finds.
    """

    handlers: CodeHandlers

    def __init__(self, page: ft.Page, camera: LiveCamera) -> None:
        super().__init__(page, camera)
        self.on_change = lambda view: self.handlers.on_change(view)

    async def analyse(self, jpeg: bytes, seconds: float) -> FrameView | None:
        """Hand over the code in the frame, if there is one; return the frame's size."""
        frame = await self._read(jpeg)
        if frame is None:
            return None
        if frame.code and not self.is_finished:
            self.handlers.on_code(frame.code)
        return FrameView(self.view.number + 1, size=frame.size)

    async def accept_view(self, view: FrameView) -> float:
        """Draw a frame of another size, or the first one after trouble."""
        is_changed = (view.size, view.trouble) != (self.view.size, self.view.trouble)
        self.view = view
        if is_changed:
            self.on_change(view)
        return 0.0

    def on_lost(self, error: str) -> None:
        """Report that the camera is gone."""
        self.handlers.on_camera_lost(error)

    async def _read(self, jpeg: bytes) -> CodeFrame | None:
        """Read a frame where OpenCV is. Raises ``RuntimeError`` if the page's reader ended."""
        is_mirrored = self.camera.is_mirrored
        if IS_PAGE:
            return await run_in_reader(self.page, frames.read_code_frame, jpeg, is_mirrored)
        from companion.dice import frame_analysis  # imports OpenCV, which a page does not have

        with suppress(QueueFullError):  # one frame less
            watch = PageWatch(self.page)
            return await run_in_turn(FRAMES, watch, PICTURE_SECONDS, frame_analysis.read_code_frame, jpeg, is_mirrored)
        return None
