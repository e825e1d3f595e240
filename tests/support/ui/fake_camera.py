"""Fake cameras: for phones without a browser, with a clock that advances with its frames; for Chromium, a film."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import cv2
import flet as ft
import numpy as np
import pytest

from bench.footage import Tray
from companion.dice import live_reader
from companion.i18n import translator
from companion.ui.dice.sheet import DiceRequest, DiceSheet, DiceSheetHandlers
from companion.ui.page_life import follow_visibility
from companion.ui.widgets.controls import Action
from rules.engine import CameraHole
from tests.support.ui.app import App
from vision.reading import Image

ES = translator("es")
PATIENCE = 40
"""Seconds to wait for anything; a wait that succeeds is shorter."""
SAFE = "ws://127.0.0.1:8550"
FIVE = Tray("5_green_wood.jpg", noise=0)
THREE = Tray("2-3-4_black_cloth.jpg", noise=0)
DOUBLE = Tray("5-6-6_red_wood.jpg", noise=0)


def film(path: Path, frames: Iterable[Image]) -> None:
    """Let Chromium's camera show these frames in a loop, from the next time that it is opened."""
    path.write_bytes(b"".join(cv2.imencode(".jpg", frame)[1].tobytes() for frame in frames))


def film_flags(path: Path) -> tuple[str, str]:
    """Flags of a Chromium whose camera is that film, which it gives to allowed pages without asking."""
    return "--use-fake-device-for-media-stream", f"--use-file-for-fake-video-capture={path}"


def before_a_camera(png: bytes, seed: int = 0) -> Image:
    """The code on a phone's screen as a frame of another phone's camera: tilted, blurred, noisy, 720 lines."""
    chance = np.random.default_rng(seed)
    code = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_GRAYSCALE)
    side = 560.0
    corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    seen = corners * side + (360, 80) + chance.uniform(-15, 15, (4, 2))
    way = cv2.getPerspectiveTransform(corners * code.shape[0], seen.astype(np.float32))
    frame = np.full((720, 1280), 110, np.uint8)
    cv2.warpPerspective(code, way, (1280, 720), dst=frame, borderMode=cv2.BORDER_TRANSPARENT)
    soft = cv2.GaussianBlur(frame, (0, 0), 1.0) * 0.8 + 20 + chance.normal(0, 5, frame.shape)
    return cv2.cvtColor(np.clip(soft, 0, 255).astype(np.uint8), cv2.COLOR_GRAY2BGR)


class Lens:
    """The frames of the phone's camera, one after the other; the last one is repeated."""

    def __init__(self, frames: Iterable[Image], faces: str = "back", cameras: int = 1) -> None:
        self.frames = list(frames)
        self.faces = faces
        self.cameras = cameras
        self.trouble: dict[str, str] = {}
        """The calls that fail, with their error messages."""
        self.asked: list[str] = []
        self.torch = ""
        self.opened = 0
        self._next = 0
        self._taken: tuple[Image | None, bytes] = (None, b"")

    def shows(self, frames: Iterable[Image]) -> None:
        """Replace the frames."""
        self.frames, self._next = list(frames), 0

    def get_available_cameras(self, body: Any) -> list[dict[str, Any]]:
        self._asked("get_available_cameras")
        front = {"name": "front", "lens_direction": "front", "sensor_orientation": 0, "lens_type": "unknown"}
        mine = {**front, "name": "mine", "lens_direction": self.faces}
        return [front, mine][-self.cameras :] if self.cameras else []

    def initialize(self, body: Any) -> None:
        self._asked("initialize")
        self.opened += 1

    def set_flash_mode(self, body: Any) -> None:
        self._asked("set_flash_mode")
        self.torch = getattr(body.args["mode"], "value", body.args["mode"])

    def take_picture(self, body: Any) -> bytes:
        self._asked("take_picture")
        frame = self.frames[min(self._next, len(self.frames) - 1)]
        self._next += 1
        if frame is not self._taken[0]:  # a still tray repeats one frame
            seen = frame if self.faces == "back" else cv2.flip(frame, 1)
            self._taken = frame, cv2.imencode(".jpg", seen, [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes()
        return self._taken[1]

    def _asked(self, name: str) -> None:
        self.asked.append(name)
        if name in self.trouble:
            raise RuntimeError(self.trouble[name])


class Ticking:
    """A clock by which a camera takes 25 frames a second, however long reading takes."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        self.now += 0.04
        return self.now


class Sheet(App):
    """A phone in a secure context with the dice sheet open.

    ``thrown`` are its answers, ``pictures`` those for the log.
    """

    language = "es"
    closed = False

    async def look(
        self, dice: CameraHole, lens: Lens, patch: pytest.MonkeyPatch, teach: Action | None = None, **more: Any
    ) -> Sheet:
        """Open the sheet for those dice with that camera."""
        self.thrown: list[tuple[int, ...]] = []
        self.through(lens, patch)
        self.pictures: list[bytes] = []

        def took(faces: tuple[int, ...], how: str, picture: bytes) -> None:
            self.thrown.append(faces)
            self.pictures.append(picture)

        request, handlers = DiceRequest(dice, **more), DiceSheetHandlers(took, self.close, teach)

        def draw(page: ft.Page) -> None:
            follow_visibility(page)
            page.render(lambda: ft.View(controls=[DiceSheet(request, handlers)]))

        await self.open(draw)
        return self

    def through(self, lens: Lens, patch: pytest.MonkeyPatch) -> None:
        """Give this phone that camera."""
        self.lens = lens
        patch.setattr(live_reader, "time", Ticking())
        patch.setattr(live_reader, "SETTLED_PAUSE_SECONDS", 0.0)

    def close(self) -> None:
        self.closed = True

    def ready(self) -> None:
        """Set a secure context and the camera's replies before the first drawing."""
        self.wire.page_url = SAFE
        for name in ("get_available_cameras", "initialize", "set_flash_mode", "take_picture"):
            self.answering.replies[name] = getattr(self.lens, name)

    async def until(self, holds: Callable[[], Any]) -> None:
        """Wait for a condition, as long as reading may take on a busy machine."""
        end = time.monotonic() + PATIENCE
        while not holds() and time.monotonic() < end:
            await self.wait()
        assert holds(), f"never so. The screen says:\n{self.text}"

    async def sees(self, *texts: str) -> Sheet:
        """Wait until all of these can be read."""
        for text in texts:
            await self.until(lambda text=text: text in self.text)
        return self

    async def throws(self, *faces: int) -> None:
        """Wait until the sheet has answered with those faces, and no others."""
        await self.until(lambda: self.thrown)
        assert self.thrown == [faces], f"{self.thrown}. The screen says:\n{self.text}"

    def outlined(self) -> list[str]:
        """The names of the dice outlined in the viewfinder."""
        return [name for name in self.names() if name.startswith("Dado ")]
