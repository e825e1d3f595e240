"""Browser camera (open, switch, torch, upright frames), and analysis of its frame stream."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress

import cv2
import flet as ft
import flet_camera as fc
import numpy as np

import vision
from companion.base.background import run_in_frame_executor
from companion.dice.stream import StreamState
from vision.images.decode import FRAME_LIMITS
from vision.reading import Image

OPEN_TIMEOUT_SECONDS = 12.0
"""Seconds after which a camera that does not open counts as silent; five times that while a person is asked."""
FRAME_TIMEOUT_SECONDS = 5.0
"""Seconds within which a frame must arrive."""
MAX_RETRIES = 2
"""Consecutive failures after which the camera is not opened again."""
SETTLED_PAUSE_SECONDS = 0.02
"""Seconds between two frames once the dice are understood, so that a phone stays cool."""


class BrowserCamera:
    """The live camera of this page.

    Its methods raise ``RuntimeError`` and ``TimeoutError`` as flet-camera does.
    """

    def __init__(self) -> None:
        self.camera = fc.Camera()
        self.cameras: list[fc.CameraDescription] = []
        self.camera_index = 0
        self.is_torch_on = False
        self.lacks_torch = False

    @property
    def is_mirrored(self) -> bool:
        """Whether frames are mirrored: browsers mirror every camera that does not face away."""
        return bool(self.cameras) and self.cameras[self.camera_index].lens_direction != fc.CameraLensDirection.BACK

    async def open(self) -> None:
        """Open the selected camera, at first the one that faces away from the screen."""
        if not self.cameras:
            cameras = await asyncio.wait_for(self.camera.get_available_cameras(), OPEN_TIMEOUT_SECONDS * 5)
            if not cameras:
                raise RuntimeError("cameraNotFound")
            self.cameras = sorted(cameras, key=lambda one: one.lens_direction != fc.CameraLensDirection.BACK)
        self.is_torch_on = False
        opening = self.camera.initialize(self.cameras[self.camera_index], fc.ResolutionPreset.HIGH, enable_audio=False)
        await asyncio.wait_for(opening, OPEN_TIMEOUT_SECONDS)

    async def switch_camera(self) -> None:
        """Switch to the next camera of this device."""
        self.camera_index = (self.camera_index + 1) % len(self.cameras)
        await self.open()

    async def set_torch(self, on: bool) -> bool:
        """Switch the torch; return whether there is one."""
        with suppress(RuntimeError, TimeoutError):
            mode = fc.FlashMode.TORCH if on else fc.FlashMode.OFF
            await asyncio.wait_for(self.camera.set_flash_mode(mode), FRAME_TIMEOUT_SECONDS)
            self.is_torch_on = on
            return True
        return False

    async def take_frame(self) -> bytes:
        """Return the next frame, a JPEG as the browser encodes it."""
        return await asyncio.wait_for(self.camera.take_picture(), FRAME_TIMEOUT_SECONDS)

    def decode_frame(self, jpeg: bytes) -> Image:
        """Decode a frame as the table is seen, HxWx3 BGR.

        Raises ``vision.Unreadable``.
        """
        image = vision.decode(jpeg, FRAME_LIMITS)
        return np.asarray(cv2.flip(image, 1), np.uint8) if self.is_mirrored else image


async def analyse_stream(
    camera: BrowserCamera,
    page: ft.Page,
    analyse: Callable[[bytes, float], StreamState],
    on_state: Callable[[StreamState], float],
) -> None:
    """Open the camera and analyse its frames until cancelled.

    Each frame is analysed while the next is taken. ``analyse`` gets a frame and the seconds since the frame before,
    in a thread; ``on_state`` gets its result and returns the seconds to wait before the next frame. Raises what the
    camera raises once opening it again has not helped.
    """
    await camera.open()
    failed = 0
    while True:
        began = time.monotonic()
        try:
            await _analyse_frames(camera, page, analyse, on_state)
        except (RuntimeError, TimeoutError):
            failed = failed + 1 if time.monotonic() - began < 2 * FRAME_TIMEOUT_SECONDS else 1
            if failed > MAX_RETRIES and page.app_visible:
                raise
        await page.wait_until_visible()  # many browsers stop the stream of a hidden tab
        await camera.open()


async def _analyse_frames(
    camera: BrowserCamera,
    page: ft.Page,
    analyse: Callable[[bytes, float], StreamState],
    on_state: Callable[[StreamState], float],
) -> None:
    """Analyse frames until the browser tab sleeps."""
    previous, next_frame = time.monotonic(), asyncio.ensure_future(camera.take_frame())
    try:
        while page.app_visible:
            jpeg, now = await next_frame, time.monotonic()
            next_frame = asyncio.ensure_future(camera.take_frame())
            try:
                pause = on_state(await run_in_frame_executor(analyse, jpeg, now - previous))
            except vision.UnreadableImage:  # the first frames of some browsers are incomplete
                pause = SETTLED_PAUSE_SECONDS
            previous = now
            await asyncio.sleep(pause)
    finally:
        next_frame.cancel()
