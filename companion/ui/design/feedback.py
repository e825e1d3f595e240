"""Haptic and sound feedback: tap accepted, tap refused, device called, roll read, moment."""

from __future__ import annotations

import io
import math
import struct
import wave
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache

import flet as ft

from companion.ui.design.look import current_preferences
from companion.ui.state import use_ref

from .page_look import look_of

SAMPLE_RATE = 16_000
"""Samples per second of the sounds; enough for a soft bell."""
ACCEPTED_NOTES = ((880, 0.09),)
CALL_NOTES = ((660, 0.12), (990, 0.2))
"""Notes of each sound: frequency in Hz, duration in seconds."""
READING_NOTES = ((784, 0.08), (988, 0.08), (1175, 0.16))
MOMENT_NOTES = ((392, 0.1), (523, 0.1), (784, 0.24))
SOUNDS = (ACCEPTED_NOTES, CALL_NOTES, READING_NOTES, MOMENT_NOTES)
"""The sounds, in the order of the fields of ``DeviceSignals``."""
VOLUME = 0.35


@ft.control("Audio")  # type: ignore[arg-type]  # its annotation wants a class that is no dataclass yet
class Audio(ft.Service):
    """Flet's audio player, part of its web client; only what a short sound needs."""

    src: bytes = b""

    async def play(self) -> None:
        """Play from the beginning."""
        await self._invoke_method("play", {"position": 0})


@cache
def render_wav(notes: tuple[tuple[int, float], ...]) -> bytes:
    """Return the notes, fading out, as a WAV file."""
    samples = [sample for high, long in notes for sample in _note(high, long)]
    file = io.BytesIO()
    with wave.open(file, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(SAMPLE_RATE)
        sound.writeframes(struct.pack(f"<{len(samples)}h", *samples))
    return file.getvalue()


def _note(frequency: int, seconds: float) -> list[int]:
    count = int(SAMPLE_RATE * seconds)
    fade = ((1 - k / count) ** 2 * min(1, k / 60) for k in range(count))
    return [
        int(32767 * VOLUME * amplitude * math.sin(2 * math.pi * frequency * k / SAMPLE_RATE))
        for k, amplitude in enumerate(fade)
    ]


@dataclass(frozen=True)
class DeviceSignals:
    """Haptic and sound signals of one device; each respects the device's preferences."""

    page: ft.Page
    haptics: ft.HapticFeedback
    accepted_sound: Audio | None = None
    call_sound: Audio | None = None
    reading_sound: Audio | None = None
    moment_sound: Audio | None = None

    def signal_accepted(self) -> None:
        """Signal that the table accepted a tap."""
        self._play("light_impact", self.accepted_sound)

    def signal_call(self) -> None:
        """Signal that this device is asked, after a change made elsewhere."""
        self._play("medium_impact", self.call_sound)

    def signal_reading(self) -> None:
        """Signal that the host's camera has read a roll."""
        self._play("heavy_impact", self.reading_sound)

    def signal_moment(self) -> None:
        """Signal a moment of the match: a kill, a soul, a death, the win."""
        self._play("heavy_impact", self.moment_sound)

    def signal_refused(self) -> None:
        """Signal that a tap was refused: a longer vibration, never a sound."""
        self._play("vibrate", None)

    def _play(self, touch: str, sound: Audio | None) -> None:
        wanted: list[Callable[[], Awaitable[None]]] = (
            [getattr(self.haptics, touch)] if look_of(self.page).preferences.touch else []
        )
        if sound is not None and look_of(self.page).preferences.sound:
            wanted.append(sound.play)

        async def do() -> None:
            for one in wanted:
                with suppress(Exception):  # ignored on a phone that does not support it
                    await one()

        if wanted:
            self.page.run_task(do)


def use_device_signals() -> DeviceSignals:
    """Return the signals of this device; audio players exist only if sound is on."""
    page, has_sound = ft.context.page, current_preferences().sound
    hand = ft.use_memo(ft.HapticFeedback, [])
    sounds = ft.use_memo(lambda: [Audio(src=render_wav(notes)) for notes in SOUNDS if has_sound], [has_sound])
    return DeviceSignals(page, hand, *sounds)


def use_call_signal(signals: DeviceSignals, question: str, is_own_change: Callable[[], bool]) -> None:
    """Signal a new question unless this device caused it; an empty one gives no signal."""
    last = use_ref(question)

    def call() -> None:
        if question and question != last.current and not is_own_change():
            signals.signal_call()
        last.current = question

    ft.use_effect(call, [question])


def use_page_title(title: str) -> None:
    """Set the title of the browser page while this is shown, visible from other tabs."""
    page = ft.context.page

    def name(title: str) -> None:
        page.title = title
        page.update()

    ft.use_effect(lambda: name(title), [title])
    ft.use_effect(lambda: None, [], lambda: name("Sobremesa"))
