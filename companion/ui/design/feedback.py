"""Haptic and sound feedback: tap accepted, tap refused, device called, roll read."""

from __future__ import annotations

import io
import math
import struct
import wave
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Any

import flet as ft

from .preferences import Habits, here

RATE = 16_000
"""Samples per second of the sounds; enough for a soft bell."""
TAKEN = ((880, 0.09),)
CALLED = ((660, 0.12), (990, 0.2))
"""Notes of each sound: frequency in Hz, duration in seconds."""
READ = ((784, 0.08), (988, 0.08), (1175, 0.16))
SOFT = 0.35


@ft.control("Audio")  # type: ignore[arg-type]  # its annotation wants a class that is no dataclass yet
class Audio(ft.Service):
    """Flet's audio player, part of its web client; only what a short sound needs."""

    src: bytes = b""

    async def play(self) -> None:
        """Play from the beginning."""
        await self._invoke_method("play", {"position": 0})


@cache
def bell(notes: tuple[tuple[int, float], ...]) -> bytes:
    """Return the notes, fading out, as a WAV file."""
    samples = [sample for high, long in notes for sample in _note(high, long)]
    file = io.BytesIO()
    with wave.open(file, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(RATE)
        sound.writeframes(struct.pack(f"<{len(samples)}h", *samples))
    return file.getvalue()


def _note(high: int, long: float) -> list[int]:
    count = int(RATE * long)
    fade = ((1 - k / count) ** 2 * min(1, k / 60) for k in range(count))
    return [int(32767 * SOFT * loud * math.sin(2 * math.pi * high * k / RATE)) for k, loud in enumerate(fade)]


@dataclass(frozen=True)
class Feel:
    """Haptic and sound signals of one device; each respects the device's preferences."""

    page: ft.Page
    hand: Any
    taken_bell: Any = None
    called_bell: Any = None
    read_bell: Any = None

    def taken(self) -> None:
        """Signal that the table accepted a tap."""
        self._do("light_impact", self.taken_bell)

    def called(self) -> None:
        """Signal that this device is asked, after a change made elsewhere."""
        self._do("medium_impact", self.called_bell)

    def read(self) -> None:
        """Signal that the host's camera has read a roll."""
        self._do("heavy_impact", self.read_bell)

    def refused(self) -> None:
        """Signal that a tap was refused: a longer vibration, never a sound."""
        self._do("vibrate", None)

    def _do(self, touch: str, sound: Any) -> None:
        wanted = [getattr(self.hand, touch)] if habits_of(self.page).touch else []
        if sound is not None and habits_of(self.page).sound:
            wanted.append(sound.play)

        async def do() -> None:
            for one in wanted:
                with suppress(Exception):  # ignored on a phone that does not support it
                    await one()

        if wanted:
            self.page.run_task(do)


def habits_of(page: ft.Page) -> Habits:
    """Return the preferences of that page's device."""
    return page.data if isinstance(page.data, Habits) else Habits()


def use_feel() -> Feel:
    """Return the signals of this device; audio players exist only if sound is on."""
    page, loud = ft.context.page, here().sound
    hand: Any = ft.use_memo(ft.HapticFeedback, [])
    bells: Any = ft.use_memo(
        lambda: tuple(Audio(src=bell(notes)) for notes in (TAKEN, CALLED, READ)) if loud else (None, None, None),
        [loud],
    )
    return Feel(page, hand, *bells)


def use_call(feel: Feel, question: str, own: Callable[[], bool]) -> None:
    """Signal a new question unless this device caused it; an empty one gives no signal."""
    last: Any = ft.use_ref(lambda: question)

    def call() -> None:
        if question and question != last.current and not own():
            feel.called()
        last.current = question

    ft.use_effect(call, [question])


def use_title(title: str) -> None:
    """Set the title of the browser page while this is shown, visible from other tabs."""
    page = ft.context.page

    def name(title: str) -> None:
        page.title = title
        page.update()

    ft.use_effect(lambda: name(title), [title])
    ft.use_effect(lambda: None, [], lambda: name("Sobremesa"))
