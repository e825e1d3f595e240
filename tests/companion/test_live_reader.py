"""The live reader ends when its viewfinder is closed, whatever its camera is just doing."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from companion.dice import live_reader
from companion.dice.live_reader import CaptureHandlers, LiveReader
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
