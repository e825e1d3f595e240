"""What the viewfinder sees, look after look, and where it goes once a throw is told."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import flet as ft

from companion.aside import beside_tables
from companion.dice import rolled
from companion.ways import trouble
from rules.engine import Dice, Rolled
from vision import Reading
from vision.settle import Reader

from . import shot
from .eye import CALM, LAST, Eye, Watched, begun, watch, watched
from .shot import Shot

COARSE = 6.0
"""Pixels by which the hand must drift until the outlines follow."""


@dataclass(frozen=True)
class Sight:
    """What becomes of what the camera sees."""

    thrown: Callable[[tuple[int, ...], Shot, Watched], Any]
    """A sure throw."""
    look: Callable[[Shot, Watched, int | None], Any]
    """A picture that a person wants to look at, perhaps at one die of it."""
    lost: Callable[[str], Any]
    """The camera is gone: a key of ``ways.SAYS``."""
    others: Callable[[], list[ft.Control]]
    """The other ways to a throw."""


class Watching:
    """What the window sees, until a throw is told; ``sight`` says where that goes, ``show`` draws what is new."""

    sight: Sight
    show: Callable[[Watched], Any]

    def __init__(self, page: Any, dice: Dice, read: Reader) -> None:
        self.page, self.dice, self.read = page, dice, read
        self.eye = Eye()
        self.newest = begun(LAST.get(page))
        self.ended = False

    def look(self, jpeg: bytes, lapse: float) -> Watched:
        """What is seen after so many seconds."""
        upright = self.eye.upright(jpeg)
        return watched(self.newest, upright, self.read, lapse, self.dice, LAST.get(self.page))

    def told(self, found: Watched) -> float:
        """Take it in; how many seconds to wait before the next look."""
        if drawn_by(found) != drawn_by(self.newest):
            self.show(found)
        self.newest = found
        if not self.ended and found.throw is not None and not (found.counted or self.dice.again):
            self.throw(found, found.throw)
        return CALM if found.settling.says in ("thrown", "same") else 0.0

    def throw(self, found: Watched, reading: Reading) -> None:
        """The throw goes to the table if it is one beyond doubt."""
        answer = rolled(reading, self.dice)
        if isinstance(answer, Rolled) and found.image is not None:
            self.ended = True
            self.sight.thrown(answer.faces, shot.taken(found.image, reading, self.dice.count), found)

    def inspect(self, touched: int | None = None) -> None:
        """A person looks at what lies there."""
        found = self.newest
        reading = found.throw or found.settling.reading
        if found.image is not None and reading is not None:
            self.ended = True
            self.sight.look(shot.taken(found.image, reading, self.dice.count), found, touched)

    async def shutter(self) -> None:
        """Read what is seen now, still or not."""
        found = self.newest
        if found.image is None:
            return
        reading = await beside_tables(self.read, found.image)
        self.throw(found, reading)
        if not self.ended:
            self.ended = True
            self.sight.look(await beside_tables(shot.taken, found.image, reading, self.dice.count), found, None)

    def renewed(self) -> None:
        """A person says that what lies there was thrown anew."""
        found = self.newest
        if found.settling.reading is not None:
            self.throw(found, found.throw or found.settling.reading)
            if not self.ended:
                self.inspect()

    async def run(self) -> None:
        """Look as long as there is a camera."""
        try:
            await watch(self.eye, self.page, self.look, self.told)
        except (RuntimeError, TimeoutError) as error:
            logging.getLogger(__name__).info("no live camera: %s", error)
            self.sight.lost(trouble(error))


def drawn_by(now: Watched) -> tuple[Any, ...]:
    """All of it that can be seen."""
    across, down = (round(side / COARSE) for side in now.shift)
    return now.settling.says, now.settling.reading, across, down, now.size, now.wants, now.counted
