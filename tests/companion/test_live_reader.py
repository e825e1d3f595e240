"""The live reader ends when its viewfinder is closed, and goes on with its camera while frames come."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from companion.dice import live_reader
from companion.dice.frames import FrameView
from companion.dice.live_reader import MAX_BUSY_SECONDS, CaptureHandlers, LiveReader
from rules.engine import Dice

PAGE: Any = SimpleNamespace(app_visible=True)


class LateCamera:
    """A camera whose second frame arrives in the moment in which the reader is cancelled."""

    is_mirrored = is_shown = False

    def __init__(self) -> None:
        self.taken = 0
        self.arrives = asyncio.Event()

    async def open(self) -> None:
        """Open at once."""

    async def take_frame(self) -> bytes:
        """Return a frame, the second one once it arrives."""
        self.taken += 1
        if self.taken == 2:
            await asyncio.wait_for(self.arrives.wait(), 5)
        return b"jpeg"


class BlindAnalyser:
    """An analyser that sees nothing in any frame."""

    async def analyse(self, jpeg: bytes, is_mirrored: bool, seconds: float) -> None:
        """See nothing."""


def test_a_reader_that_is_cancelled_as_a_frame_arrives_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes no further frame, though ``wait_for`` of Python 3.11 loses a cancellation at that moment."""
    monkeypatch.setattr(live_reader, "SETTLED_PAUSE_SECONDS", 0.0)

    async def close_as_a_frame_arrives() -> tuple[bool, int]:
        camera, analyser = LateCamera(), BlindAnalyser()
        reader = LiveReader(PAGE, camera, Dice(1), analyser)  # type: ignore[arg-type]
        reader.handlers = CaptureHandlers(*[lambda *_: None] * 3)
        reading = asyncio.create_task(reader.run())
        while camera.taken < 2:
            await asyncio.sleep(0)
        await asyncio.sleep(0.05)  # the reader waits for the second frame
        camera.arrives.set()
        reading.cancel()
        await asyncio.wait([reading], timeout=1)
        taken = camera.taken
        reading.cancel()
        return reading.done(), taken

    is_ended, taken = asyncio.run(close_as_a_frame_arrives())
    assert is_ended
    assert taken == 2


class FailingCamera(LateCamera):
    """A camera whose every third frame fails, and that is cancelled by the test."""

    is_shown = True
    opened = 0

    async def open(self) -> None:
        """Open at once."""
        self.opened += 1

    async def take_frame(self) -> bytes:
        """Return a frame, or fail."""
        self.taken += 1
        if self.taken % 3 == 0:
            raise RuntimeError("cameraStill: no frame comes")
        return b"jpeg"


class CountingAnalyser:
    """An analyser that counts the frames, each after that many seconds."""

    def __init__(self, seconds: float = 0.0) -> None:
        self.seconds, self.seen = seconds, 0

    async def analyse(self, jpeg: bytes, is_mirrored: bool, seconds: float) -> FrameView:
        """Count a frame."""
        await asyncio.sleep(self.seconds)
        self.seen += 1
        return FrameView(self.seen)


class VisiblePage:
    """A page that is shown."""

    app_visible = True

    async def wait_until_visible(self) -> None:
        """Be shown."""


async def follow(camera: Any, analyser: Any, seconds: float, shown: list[FrameView], lost: list[str]) -> None:
    """Follow the camera for so long; notes what is shown, and why it was given up."""
    reader = LiveReader(VisiblePage(), camera, Dice("faces"), analyser)  # type: ignore[arg-type]
    reader.handlers = CaptureHandlers(lambda *_: None, lambda *_: None, lost.append)
    reader.on_change = shown.append
    reading = asyncio.create_task(reader.run())
    await asyncio.wait([reading], timeout=seconds)
    reading.cancel()
    await asyncio.wait([reading])


def test_a_camera_whose_frames_come_is_never_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """However often it fails: it is told of, and opened again, as long as frames come between."""
    monkeypatch.setattr(live_reader, "RETRY_SECONDS", 0.01)
    monkeypatch.setattr(live_reader, "SETTLED_PAUSE_SECONDS", 0.0)
    camera, shown, lost = FailingCamera(), list[FrameView](), list[str]()
    asyncio.run(follow(camera, CountingAnalyser(), 1.5, shown, lost))
    assert lost == []
    assert camera.opened > 2 * live_reader.MAX_RETRIES
    assert "lost" in [view.trouble for view in shown]


def test_a_camera_that_gives_no_frame_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """After some attempts the photo is offered instead."""
    monkeypatch.setattr(live_reader, "RETRY_SECONDS", 0.01)
    camera, lost = FailingCamera(), list[str]()
    monkeypatch.setattr(camera, "taken", 2)
    monkeypatch.setattr(CountingAnalyser, "analyse", BlindAnalyser.analyse)
    monkeypatch.setattr(FailingCamera, "take_frame", lambda self: asyncio.wait_for(asyncio.Event().wait(), 0.01))
    asyncio.run(follow(camera, CountingAnalyser(), 5, [], lost))
    assert (lost, camera.opened) == (["silent"], 1 + live_reader.MAX_RETRIES)


def test_a_camera_that_ends_is_told_of_while_the_reader_is_busy() -> None:
    """The reader takes two seconds for a frame; that the camera has ended is said before."""
    camera, analyser, shown = FailingCamera(), CountingAnalyser(2.0), list[FrameView]()
    asyncio.run(follow(camera, analyser, 1.5, shown, []))
    assert analyser.seen == 0
    assert [view.trouble for view in shown] == ["lost"]


def test_a_frame_that_waited_for_a_busy_reader_is_no_gap_in_the_stream() -> None:
    """On a busy server dice that lie still are read too; a gap that the camera made is one."""
    lapses: list[float] = []

    class BusyAnalyser(BlindAnalyser):
        async def analyse(self, jpeg: bytes, is_mirrored: bool, seconds: float) -> None:
            lapses.append(seconds)
            await asyncio.sleep(0.5)

    async def follow_frames() -> None:
        reader = LiveReader(PAGE, LateCamera(), Dice(1), BusyAnalyser())  # type: ignore[arg-type]
        for seconds in (1.2, 1.2, 0.3, 3.0):
            await reader.analyse(b"jpeg", seconds)

    asyncio.run(follow_frames())
    assert lapses == [1.2, MAX_BUSY_SECONDS, 0.3, 3.0]
