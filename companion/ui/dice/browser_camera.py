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
from companion.base.background import beside_tables
from companion.dice.stream import Watched
from vision.images.decode import FRAME
from vision.reading import Image

PATIENCE = 12.0
"""Seconds after which a camera that does not open counts as silent; five times that while a person is asked."""
SLOW = 5.0
"""Seconds within which a frame must arrive."""
RETRIES = 2
"""Consecutive failures after which the camera is not opened again."""
CALM = 0.02
"""Seconds between two frames once the dice are understood, so that a phone stays cool."""


class Eye:
    """The live camera of this page.

    Its methods raise ``RuntimeError`` and ``TimeoutError`` as flet-camera does.
    """

    def __init__(self) -> None:
        self.camera = fc.Camera()
        self.known: list[fc.CameraDescription] = []
        self.at = 0
        self.lit = False
        self.torchless = False

    @property
    def mirrored(self) -> bool:
        """Whether frames are mirrored: browsers mirror every camera that does not face away."""
        return bool(self.known) and self.known[self.at].lens_direction != fc.CameraLensDirection.BACK

    async def open(self) -> None:
        """Open the selected camera, at first the one that faces away from the screen."""
        if not self.known:
            found = await asyncio.wait_for(self.camera.get_available_cameras(), PATIENCE * 5)
            if not found:
                raise RuntimeError("cameraNotFound")
            self.known = sorted(found, key=lambda one: one.lens_direction != fc.CameraLensDirection.BACK)
        self.lit = False
        opening = self.camera.initialize(self.known[self.at], fc.ResolutionPreset.HIGH, enable_audio=False)
        await asyncio.wait_for(opening, PATIENCE)

    async def turn(self) -> None:
        """Switch to the next camera of this device."""
        self.at = (self.at + 1) % len(self.known)
        await self.open()

    async def shine(self, on: bool) -> bool:
        """Switch the torch; return whether there is one."""
        with suppress(RuntimeError, TimeoutError):
            mode = fc.FlashMode.TORCH if on else fc.FlashMode.OFF
            await asyncio.wait_for(self.camera.set_flash_mode(mode), SLOW)
            self.lit = on
            return True
        return False

    async def frame(self) -> bytes:
        """Return the next frame, a JPEG as the browser encodes it."""
        return await asyncio.wait_for(self.camera.take_picture(), SLOW)

    def upright(self, jpeg: bytes) -> Image:
        """Decode a frame as the table is seen, HxWx3 BGR.

        Raises ``vision.Unreadable``.
        """
        image = vision.decode(jpeg, FRAME)
        return np.asarray(cv2.flip(image, 1), np.uint8) if self.mirrored else image


async def watch(
    eye: Eye, page: ft.Page, look: Callable[[bytes, float], Watched], told: Callable[[Watched], float]
) -> None:
    """Open the camera and analyse its frames until cancelled.

    Each frame is analysed while the next is taken. ``analyse`` gets a frame and the seconds since the frame before,
    in a thread; ``on_state`` gets its result and returns the seconds to wait before the next frame. Raises what the
    camera raises once opening it again has not helped.
    """
    await eye.open()
    failed = 0
    while True:
        began = time.monotonic()
        try:
            await _frames(eye, page, look, told)
        except (RuntimeError, TimeoutError):
            failed = failed + 1 if time.monotonic() - began < 2 * SLOW else 1
            if failed > RETRIES and page.app_visible:
                raise
        await page.wait_until_visible()  # many browsers stop the stream of a hidden tab
        await eye.open()


async def _frames(
    eye: Eye, page: ft.Page, look: Callable[[bytes, float], Watched], told: Callable[[Watched], float]
) -> None:
    """Analyse frames until the browser tab sleeps."""
    taken, coming = time.monotonic(), asyncio.ensure_future(eye.frame())
    try:
        while page.app_visible:
            jpeg, now = await coming, time.monotonic()
            coming = asyncio.ensure_future(eye.frame())
            try:
                pause = told(await beside_tables(look, jpeg, now - taken))
            except vision.Unreadable:  # the first frames of some browsers are incomplete
                pause = CALM
            taken = now
            await asyncio.sleep(pause)
    finally:
        coming.cancel()
