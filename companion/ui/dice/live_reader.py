"""Live reader: analyses the viewfinder's frames until a roll is submitted."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import flet as ft

from companion.base.background import beside_tables
from companion.dice import capture
from companion.dice.capture import Shot
from companion.dice.input_method import trouble
from companion.dice.roll import rolled
from companion.dice.stream import LAST, Watched, begun, watched
from rules.engine import Dice, Rolled
from vision import Reading
from vision.stream.settle import Reader

from .browser_camera import CALM, Eye, watch

COARSE = 6.0
"""Pixels of drift after which the outlines are redrawn."""


@dataclass(frozen=True)
class Sight:
    """Handlers of what the live reader finds."""

    thrown: Callable[[tuple[int, ...], Shot, Watched], Any]
    """A roll read without doubt."""
    look: Callable[[Shot, Watched, int | None], Any]
    """A picture to review, optionally with one die selected."""
    lost: Callable[[str], Any]
    """The camera is gone; the argument is a key of the messages of ``input_method``."""
    others: Callable[[], list[ft.Control]]
    """Builds the buttons of the other inputs."""


class Watching:
    """Live reader of the viewfinder, until a roll is submitted.

    ``handlers`` get what it finds, ``on_change`` draws a new state.
    """

    sight: Sight
    show: Callable[[Watched], Any]

    def __init__(self, page: Any, dice: Dice, read: Reader) -> None:
        self.page, self.dice, self.read = page, dice, read
        self.eye = Eye()
        self.newest = begun(LAST.get(page))
        self.ended = False

    def look(self, jpeg: bytes, lapse: float) -> Watched:
        """Return the stream state after one more frame, ``seconds`` after the last one."""
        upright = self.eye.upright(jpeg)
        return watched(self.newest, upright, self.read, lapse, self.dice, LAST.get(self.page))

    def told(self, found: Watched) -> float:
        """Take the new state; return the seconds to wait before the next frame."""
        if drawn_by(found) != drawn_by(self.newest):
            self.show(found)
        self.newest = found
        if not self.ended and found.throw is not None and not (found.counted or self.dice.again):
            self.throw(found, found.throw)
        return CALM if found.settling.says in ("thrown", "same") else 0.0

    def throw(self, found: Watched, reading: Reading) -> None:
        """Submit the roll if it is read without doubt."""
        answer = rolled(reading, self.dice)
        if isinstance(answer, Rolled) and found.image is not None:
            self.ended = True
            self.sight.thrown(answer.faces, capture.taken(found.image, reading, self.dice.count), found)

    def inspect(self, touched: int | None = None) -> None:
        """Open the review of the dice on the table."""
        found = self.newest
        reading = found.throw or found.settling.reading
        if found.image is not None and reading is not None:
            self.ended = True
            self.sight.look(capture.taken(found.image, reading, self.dice.count), found, touched)

    async def shutter(self) -> None:
        """Read the current frame, even if it moves."""
        found = self.newest
        if found.image is None:
            return
        reading = await beside_tables(self.read, found.image)
        self.throw(found, reading)
        if not self.ended:
            self.ended = True
            self.sight.look(await beside_tables(capture.taken, found.image, reading, self.dice.count), found, None)

    def renewed(self) -> None:
        """Accept the dice on the table as a new roll, as a person confirms."""
        found = self.newest
        if found.settling.reading is not None:
            self.throw(found, found.throw or found.settling.reading)
            if not self.ended:
                self.inspect()

    async def run(self) -> None:
        """Analyse frames as long as there is a camera."""
        try:
            await watch(self.eye, self.page, self.look, self.told)
        except (RuntimeError, TimeoutError) as error:
            logging.getLogger(__name__).info("no live camera: %s", error)
            self.sight.lost(trouble(error))


def drawn_by(now: Watched) -> tuple[Any, ...]:
    """Return the part of the state that the viewfinder draws."""
    across, down = (round(side / COARSE) for side in now.shift)
    return now.settling.says, now.settling.reading, across, down, now.size, now.wants, now.counted
