"""The camera of a browser: opened, turned, lit; its frames as the dice lie, and what a stream of them says."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from weakref import WeakKeyDictionary

import cv2
import flet as ft
import flet_camera as fc
import numpy as np

import vision
from companion.aside import beside_tables
from companion.tray import thrown
from rules.engine import Dice
from vision.frame import FRAME
from vision.light import light, wanting
from vision.motion import drifted, grained, remains
from vision.reading import Image, Reading
from vision.settle import Lying, Reader, Settling, accepted, step

PATIENCE = 12.0
"""Seconds after which a camera that does not open is silent; people who are asked have five times that."""
SLOW = 5.0
"""Seconds within which a frame must come."""
RETRIES = 2
"""Times in a row that a camera which fails is opened again."""
CALM = 0.02
"""Seconds that are waited between two frames once what lies there is understood: a phone should stay cool."""
ELSEWHERE = 0.3
"""Share of what was seen at the last throw that is still there, below which the camera looks from elsewhere."""
Size = tuple[int, int]


class Eye:
    """The live camera of this page. Its methods raise ``RuntimeError`` and ``TimeoutError`` as flet-camera does."""

    def __init__(self) -> None:
        self.camera = fc.Camera()
        self.known: list[fc.CameraDescription] = []
        self.at = 0
        self.lit = False
        self.torchless = False

    @property
    def mirrored(self) -> bool:
        """Whether its picture comes as in a mirror: browsers do that with every camera that does not look away."""
        return bool(self.known) and self.known[self.at].lens_direction != fc.CameraLensDirection.BACK

    async def open(self) -> None:
        """Ask for the camera that looks away from the screen, or for the one that was turned to."""
        if not self.known:
            found = await asyncio.wait_for(self.camera.get_available_cameras(), PATIENCE * 5)
            if not found:
                raise RuntimeError("cameraNotFound")
            self.known = sorted(found, key=lambda one: one.lens_direction != fc.CameraLensDirection.BACK)
        self.lit = False
        opening = self.camera.initialize(self.known[self.at], fc.ResolutionPreset.HIGH, enable_audio=False)
        await asyncio.wait_for(opening, PATIENCE)

    async def turn(self) -> None:
        """Look through the next camera of this device."""
        self.at = (self.at + 1) % len(self.known)
        await self.open()

    async def shine(self, on: bool) -> bool:
        """Switch the torch; whether there is one."""
        with suppress(RuntimeError, TimeoutError):
            mode = fc.FlashMode.TORCH if on else fc.FlashMode.OFF
            await asyncio.wait_for(self.camera.set_flash_mode(mode), SLOW)
            self.lit = on
            return True
        return False

    async def frame(self) -> bytes:
        """The next picture, a JPEG as the browser gives it."""
        return await asyncio.wait_for(self.camera.take_picture(), SLOW)

    def upright(self, jpeg: bytes) -> Image:
        """That picture as the table is, HxWx3 BGR. Raises ``vision.Unreadable``."""
        image = vision.decode(jpeg, FRAME)
        return np.asarray(cv2.flip(image, 1), np.uint8) if self.mirrored else image


# --- what a stream says ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Last:
    """The throw that this phone saw last."""

    lying: Lying
    faces: tuple[int, ...]


LAST: WeakKeyDictionary[ft.Page, Last] = WeakKeyDictionary()
"""By page, as long as it is open: so dice that lie there from the last throw are not counted again."""


@dataclass(frozen=True, slots=True, eq=False)
class Watched:
    """A stream as far as it was watched, and its newest picture."""

    settling: Settling
    image: Image | None = None
    shift: tuple[float, float] = (0.0, 0.0)
    """Pixels by which the hand has drifted since the dice were read."""
    wants: str | None = None
    """What would help, a key of ``vision.light.WANTS``."""
    throw: Reading | None = None
    """The dice that count, once they lie and are known."""
    counted: bool = False
    """Whether these may be the dice of the last throw, seen from elsewhere."""

    @property
    def size(self) -> Size:
        """Width and height of the picture in pixels."""
        return (0, 0) if self.image is None else (self.image.shape[1], self.image.shape[0])


def begun(last: Last | None) -> Watched:
    """A stream that begins; what lay there at the last throw is known."""
    return Watched(Settling(lying=last.lying if last else None))


def watched(before: Watched, image: Image, read: Reader, lapse: float, dice: Dice, last: Last | None) -> Watched:
    """One frame more. Takes a few milliseconds, and as long as ``read`` where the dice have just come to rest."""
    settling = step(before.settling, image, read, lapse)
    now = replace(before, settling=settling, image=image, shift=shift(settling, image))
    if settling.says == before.settling.says and settling.reading is before.settling.reading:
        return now
    throw = thrown(settling, dice) if settling.says == "thrown" else None
    reading = throw or settling.reading or Reading((), (), now.size)
    wants = None if settling.says == "moving" else wanting(light(image, reading), reading, dice.count)
    return replace(now, wants=wants, throw=throw, counted=counted(settling, throw, last))


def shift(settling: Settling, image: Image) -> tuple[float, float]:
    """Pixels by which the picture has drifted since its dice were read."""
    if settling.reading is None or settling.grain is None:
        return 0.0, 0.0
    across, down = drifted(settling.grain, grained(image))
    scale = image.shape[1] / settling.grain.shape[1]
    return across * scale, down * scale


def counted(settling: Settling, throw: Reading | None, last: Last | None) -> bool:
    """Whether a new throw shows the last one's faces and is seen from elsewhere: it may be that one."""
    if throw is None or settling.grain is None or last is None or list(throw.values) != sorted(last.faces):
        return False
    before, now = last.lying.grain, settling.grain
    return before.shape != now.shape or remains(before, now, (0, 0, now.shape[1], now.shape[0]), 1.0) < ELSEWHERE


def remembered(page: ft.Page, now: Watched, faces: tuple[int, ...]) -> None:
    """These dice have been counted."""
    lying = accepted(now.settling).lying
    if lying is not None:
        LAST[page] = Last(lying, faces)


async def watch(
    eye: Eye, page: ft.Page, look: Callable[[bytes, float], Watched], told: Callable[[Watched], float]
) -> None:
    """Open the camera and look at frame after frame, each while the next one is taken, until this is cancelled.

    ``look`` takes a frame and the seconds since the one before, in a thread; ``told`` hears what it found, and says
    after how many seconds the next is wanted. Raises what the camera raises, once opening it again did not help.
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
        await page.wait_until_visible()  # many browsers end the stream of a tab that sleeps
        await eye.open()


async def _frames(
    eye: Eye, page: ft.Page, look: Callable[[bytes, float], Watched], told: Callable[[Watched], float]
) -> None:
    """Until the tab sleeps."""
    taken, coming = time.monotonic(), asyncio.ensure_future(eye.frame())
    try:
        while page.app_visible:
            jpeg, now = await coming, time.monotonic()
            coming = asyncio.ensure_future(eye.frame())
            try:
                pause = told(await beside_tables(look, jpeg, now - taken))
            except vision.Unreadable:  # a browser whose camera has only just begun
                pause = CALM
            taken = now
            await asyncio.sleep(pause)
    finally:
        coming.cancel()
