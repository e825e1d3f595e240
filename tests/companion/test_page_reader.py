"""The page's reader: let go once nobody needs it, and what outlives it."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from companion.decoding import browser_worker, page_reader
from companion.decoding import worker as server_worker
from companion.decoding.browser_worker import BrowserWorker
from companion.dice import frame_analysis
from companion.dice.frames import FrameStream
from companion.dice.reader_spec import PIPS
from rules.engine import Dice
from tests.support.ui.fake_camera import FIVE
from vision import nets


class FakeWorker:
    """A worker of the browser that is ready at once and answers nothing."""

    started = 0
    ended = 0

    @classmethod
    def new(cls, *_: object) -> FakeWorker:
        """Start one."""
        cls.started += 1
        return cls()

    def terminate(self) -> None:
        """End it."""
        type(self).ended += 1

    def postMessage(self, message: object) -> None:  # noqa: N802 - the browser's name
        """Take a message."""


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> type[FakeWorker]:
    """What the browser gives a page, with an idle time of a fifth of a second."""
    kind = type("Fake", (FakeWorker,), {})
    same: Any = lambda value, **_: value  # noqa: E731
    monkeypatch.setitem(sys.modules, "js", SimpleNamespace(Object=SimpleNamespace(fromEntries=None), Worker=kind))
    monkeypatch.setitem(sys.modules, "pyodide", SimpleNamespace())
    monkeypatch.setitem(sys.modules, "pyodide.ffi", SimpleNamespace(create_proxy=same, to_js=same))
    monkeypatch.setattr(browser_worker, "IDLE_SECONDS", 0.2)
    return kind


def test_a_reader_that_nobody_needs_is_let_go(worker: type[FakeWorker]) -> None:
    """It stays while a sheet is open and while it works, goes a while after, and comes back when it is needed."""
    asyncio.run(use_and_leave(worker))


async def use_and_leave(worker: type[FakeWorker]) -> None:
    """Open and close a sheet, wait, and ask for something."""
    reader = BrowserWorker()
    reader.start()
    close = reader.hold()
    await asyncio.sleep(0.3)
    assert worker.ended == 0, "the sheet is open"
    close()
    await asyncio.sleep(0.1)
    assert worker.ended == 0, "it was closed just now"
    await asyncio.sleep(0.2)
    assert (worker.ended, reader.progress.error, reader.progress.is_ready) == (1, "", False)
    job = asyncio.create_task(reader.run(int, "7"))
    await asyncio.sleep(0.3)
    assert (worker.started, worker.ended) == (2, 1), "it works"
    job.cancel()


def test_a_reader_that_was_let_go_knows_the_last_roll() -> None:
    """The dice that still lie there from the last roll are not counted again by the reader that comes after."""
    frame_analysis._PAGE_ANALYSIS.clear()
    before = FrameStream(1, Dice("faces"), PIPS)
    view = roll_seen(before)
    frame_analysis.capture_frame(before, view.number, view.counted_reading)
    told = frame_analysis.remember_roll(before, (5,))
    frame_analysis._PAGE_ANALYSIS.clear()
    assert roll_seen(FrameStream(2, Dice("faces"), PIPS, told)).phase == "same"
    frame_analysis._PAGE_ANALYSIS.clear()
    assert roll_seen(FrameStream(3, Dice("faces"), PIPS)).phase == "thrown", "without it they are a roll"


def roll_seen(stream: FrameStream) -> Any:
    """Return what is known of a die that lies there, after some frames."""
    view = None
    for frame in FIVE.still(0.5, (0,)):
        view = frame_analysis.analyse_frame(stream, cv2.imencode(".jpg", frame)[1].tobytes(), False, 0.1)
    return view


@pytest.mark.parametrize(
    ("start", "loaded"),
    [
        (lambda: page_reader.start(None), {"dice"}),
        (lambda: server_worker._load_libraries(True), {"dice", "card_finder"}),
    ],
    ids=["page", "server"],
)
def test_a_reader_that_starts_has_run_its_first_nets(
    start: Callable[[], object], loaded: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """So the first picture waits for none that is still to be loaded.

    A phone keeps its memory for those of cards until cards are read.
    """
    run: set[str] = set()

    def runtime(path: Path, blob: nets.Blob) -> Any:
        run.add(path.stem)
        return np.zeros((1, 20, blob.shape[2] // 8, blob.shape[3] // 8)) - 9

    monkeypatch.setenv("OPENCV_IO_MAX_IMAGE_PIXELS", "")
    before = nets.install_runtime(runtime)
    try:
        start()
    finally:
        nets.install_runtime(before)
    assert run == loaded
