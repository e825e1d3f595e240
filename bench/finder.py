"""The live viewfinder in a real Chromium: frames a second at 720p while dice are read.

``python -m bench finder``. Server, Chromium and the video that is its camera share this machine, so a busy one shows
fewer. A frame counts once it was fetched from the browser, decoded, and its motion measured; those in which dice were
read as well are reported.
"""

from __future__ import annotations

import os
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from statistics import median
from typing import Any

import cv2
import flet as ft
import numpy as np
import uvicorn
from playwright.sync_api import Browser, sync_playwright

import vision
from bench.footage import Tray
from bench.table import Row, ratio
from companion.dice import frame_analysis, live_reader
from companion.server import app, sockets
from companion.ui.dice.browser_camera import BrowserCamera
from companion.ui.dice.sheet import DiceRequest, DiceSheet, DiceSheetHandlers
from rules.engine import Dice
from tests.support.ui import browser as driving

SECONDS = 12
"""Seconds of the measurement, after the first frame."""
SIZE = (1280, 720)
MORE = Dice("faces", 9)
"""More dice than the video has, so that the viewfinder stays open."""


@dataclass
class Counted:
    """The frames and times of a measurement."""

    frames: list[float] = field(default_factory=list)
    """Time at which each frame was done."""
    looks: list[float] = field(default_factory=list)
    """Milliseconds to handle each frame."""
    reads: list[float] = field(default_factory=list)
    """Milliseconds of each reading."""
    sizes: set[tuple[int, int]] = field(default_factory=set)

    def watch(self) -> None:
        """Count from now on what the viewfinder does."""
        looked, read = frame_analysis.advance_stream, vision.read

        def counting(before: Any, image: Any, reader: Any, *more: Any) -> Any:
            begun = time.perf_counter()
            found = looked(before, image, timed, *more)
            self.frames.append(time.perf_counter())
            self.looks.append(1000 * (self.frames[-1] - begun))
            self.sizes.add((image.shape[1], image.shape[0]))
            return found

        def timed(image: Any, **more: Any) -> vision.Reading:
            begun = time.perf_counter()
            found = read(image, **more)
            self.reads.append(1000 * (time.perf_counter() - begun))
            return found

        frame_analysis.advance_stream = counting  # type: ignore[assignment]


def film(path: Path) -> None:
    """A video of throws of three dice, as a camera at 720p sees them."""
    tray = Tray("2-3-4_black_cloth.jpg", rate=30)
    dice = (0, 1, 2)
    frames = chain(tray.still(0.7), tray.throw(dice), tray.still(2.0, dice))
    with path.open("wb") as out:
        for frame in tray.seen(frames):
            wide = cv2.resize(frame, (SIZE[0], SIZE[0] * 3 // 4))
            top = (wide.shape[0] - SIZE[1]) // 2
            part = np.ascontiguousarray(wide[top : top + SIZE[1]])
            out.write(cv2.imencode(".jpg", part, [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes())


def show_sheet(page: ft.Page) -> None:
    """An app that shows the dice sheet only."""
    page.render(DiceSheet, DiceRequest(MORE), DiceSheetHandlers(print, lambda: None))


def bare_loop(taken: list[float]) -> Callable[[ft.Page], None]:
    """The rival: an app that fetches and decodes frame after frame, and does nothing with them."""

    @ft.component
    def loop() -> ft.Control:
        camera = ft.use_memo(BrowserCamera, [])

        async def run() -> None:
            await camera.open()
            while True:
                cv2.imdecode(np.frombuffer(await camera.take_frame(), np.uint8), cv2.IMREAD_COLOR)
                taken.append(time.perf_counter())

        ft.use_effect(run, [], lambda: None)
        return ft.Container(camera.camera, width=358, height=201)

    return lambda page: page.render(loop)


def watch(chromium: Browser, show: Callable[[ft.Page], None], taken: list[float]) -> None:
    """Serve that app and look at it in the browser until it has taken frames for some seconds."""
    sock = sockets.open_local_socket(0)
    server = uvicorn.Server(uvicorn.Config(app.create_app(show), log_level="error", ws_max_size=2**26))
    threading.Thread(target=server.run, kwargs={"sockets": [sock]}, daemon=True).start()
    context = chromium.new_context(viewport={"width": 390, "height": 844}, permissions=["camera"])
    page = context.new_page()
    page.goto(sockets.local_url(sock))
    for _ in range(600):
        page.wait_for_timeout(100)
        if taken and taken[-1] - taken[0] > SECONDS:
            break
    context.close()
    server.should_exit = True


def rate(taken: Sequence[float]) -> float:
    """Frames a second, 0 if there was no camera."""
    return (len(taken) - 1) / (taken[-1] - taken[0]) if len(taken) > 1 else 0.0


def frames() -> Iterator[Row | tuple[str, str]]:
    """Frames a second beside those of a bare camera loop, and the stages' times."""
    counted, bare = Counted(), list[float]()
    counted.watch()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        reel = Path(folder) / "film.mjpeg"
        film(reel)
        camera = ("--use-fake-device-for-media-stream", f"--use-file-for-fake-video-capture={reel}")
        with driving.chromium(playwright, *camera) as chromium:
            watch(chromium, bare_loop(bare), bare)
            watch(chromium, show_sheet, counted.frames)
    ours, theirs = rate(counted.frames), rate(bare)
    if not ours or not theirs:
        yield "frames a second in the browser at 720p, with reading", "no camera"
        return
    wide, high = max(counted.sizes)
    yield Row(
        f"frames a second in the browser at {wide}x{high}, with reading",
        f"{ours:.1f} ({len(counted.reads)} of {len(counted.frames)} read)",
        "≥ 0.6 × the rival",
        f"a bare camera loop: {theirs:.1f}",
        ratio(ours, theirs),
    )
    still = [one for one in counted.looks if one < min(counted.reads, default=1e9)]
    yield "load of this machine meanwhile", f"{os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
    yield "a frame without reading, median", f"{median(still):.0f} ms"
    yield "a reading in the viewfinder, median", f"{median(counted.reads or [0]):.0f} ms"
    yield "pause between frames once all is understood", f"{1000 * live_reader.SETTLED_PAUSE_SECONDS:.0f} ms"
