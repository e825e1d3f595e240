"""The dice tray: the host's camera answers the table that waits for a roll."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from companion.access.permissions import Access
from companion.base.observable import Shared
from companion.dice import corrections
from companion.dice.capture import KEPT, frame, shown
from companion.dice.kinds import reader_for
from companion.dice.roll import Doubt, readable, rolled, throw_asked
from companion.match.roles import TRAY
from companion.match.table import Late, Table
from companion.storage.matches import StorageTrouble
from rules.engine import Choice, Dice, Refused, Rolled, Text
from vision.reading import Image, Reading
from vision.stream.settle import Reader, Settling, accepted, step

from .camera import Camera, Frame

if TYPE_CHECKING:
    from companion.library.library import Library
from companion.dice.roll import thrown

EARLY = 2.0
"""Seconds that dice may have lain before a prompt and still be its roll; longer, and they are older."""
PATIENCE = 1.2
"""Seconds that doubtful dice lie before the table is asked: a hand that hides one may be gone by then."""
CHOSEN = "tray.chosen"
"""Setting that holds the table chosen last for the camera."""
THESE = Text("Do these count? Throw again those that do not.")


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """A roll that the camera saw, and the prompt and table that it is for."""

    match: str
    prompt_id: str
    dice: Dice
    image: Image
    jpeg: bytes
    """The part of the image around the dice."""
    reading: Reading
    """The dice of this roll, or all that lie there."""
    doubt: Text | None
    """Why a person should check the roll; None where it was entered as the answer."""
    seq: int
    """The table's last entry at that time, after the answer if the roll was one."""
    at: float
    """Time in unix seconds."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A table that waits for a roll."""

    table: Table
    choice: Choice
    dice: Dice
    prompt_id: str

    @property
    def beside(self) -> bool:
        """Whether a roll is only one of the answers and not the usual one.

        Dice that do not fit are then ignored.
        """
        asked = self.table.prompt
        return asked is not None and self.choice.role != "usual" and len(asked.choices) > 1

    @property
    def name(self) -> str:
        """A key that tells one prompt from another."""
        return f"{self.table.match.id} {self.prompt_id}"


class Tray(Shared):
    """The view of one camera and the table it serves.

    It notifies its listeners of a roll, of a problem and its end.
    """

    def __init__(self, library: Library, clock: Callable[[], float] = time.time) -> None:
        super().__init__()
        self.seen: Seen | None = None
        self.trouble: Text | None = None
        """What is wrong with the camera."""
        self._library = library
        self._clock = clock
        self._settling = Settling()
        self._asked = ""
        self._known = False
        """Whether all dice that lie there were either counted or have arrived since."""
        self._camera: Camera | None = None

    # --- camera --------------------------------------------------------------------------------------------------

    def watch(self, camera: Camera) -> None:
        """Read that camera in background threads until ``stop``."""
        self._camera = camera
        camera.start()
        threading.Thread(target=self._follow, args=(camera,), name="tray", daemon=True).start()

    def stop(self) -> None:
        """Stop reading the camera."""
        if self._camera is not None:
            self._camera.stop()

    def told(self, trouble: Text | None) -> None:
        """Set or clear the camera's problem."""
        self.trouble = trouble
        self.changed()

    def _follow(self, camera: Camera) -> None:
        before: Frame | None = None
        while (frame := camera.newest()) is not None:
            try:
                self.look(frame.image, frame.at - before.at if before else 0.0)
            except Exception:  # one bad frame must not stop the camera
                logging.getLogger(__name__).exception("a frame could not be looked at")
            before = frame

    # --- tables --------------------------------------------------------------------------------------------------

    def serves(self, match: str) -> bool:
        """Return whether the camera may answer for that match."""
        return self._library.setting(_switch(match), "on") == "on"

    def serve(self, match: str, on: bool) -> None:
        """Let the camera answer for that match from now on, before all others; or stop it."""
        self._library.set(_switch(match), "on" if on else "off")
        if on:
            self._library.set(CHOSEN, match)
        self.changed()

    def asked(self) -> Asked | None:
        """Return the awaited roll that the camera watches for.

        Of several waiting tables it is the chosen one, else the one played last.
        """
        waiting = [asked for table in self._library.tables if (asked := waits(table)) and self.serves(table.match.id)]
        if len(waiting) < 2:
            return waiting[0] if waiting else None
        chosen = self._library.setting(CHOSEN)
        return max(waiting, key=lambda asked: (asked.table.match.id == chosen, asked.table.moved))

    # --- frames --------------------------------------------------------------------------------------------------

    def look(self, image: Image, lapse: float) -> None:
        """Process one more frame, taken that many seconds after the last one."""
        asked = self.asked()
        self._turn(asked.name if asked else "")
        self._settling = step(self._settling, image, self._reader(asked), lapse)
        if self._settling.says not in ("thrown", "same"):
            return
        if not self._known:
            self._count()
        elif self._settling.says == "thrown":
            self._found(asked, image)

    def _turn(self, name: str) -> None:
        """Handle a change of the prompt: dice that lay there before are not its roll."""
        if name == self._asked:
            return
        before, self._asked = self._asked, name
        if before and self._settling.says == "thrown":
            self._count()
        elif before and self._settling.says != "same":
            self._known = False  # the prompt was answered while a roll lay there that was never read
        elif self._settling.rest > EARLY:
            self._count()
        doubted = self.seen is not None and self.seen.doubt
        self._show(None if doubted else self.seen)

    def _count(self) -> None:
        self._settling, self._known = accepted(self._settling), True

    def _reader(self, asked: Asked | None) -> Reader:
        with suppress(StorageTrouble):
            return reader_for(asked.dice.kind if asked else None, self._library.storage)
        return reader_for(None, self._library.storage)

    def _found(self, asked: Asked | None, image: Image) -> None:
        """Handle new dice that have come to rest."""
        rest = self._settling.rest
        if asked is None:
            if rest > EARLY:
                self._count()
            return
        reading = thrown(self._settling, asked.dice)
        answer = rolled(reading, asked.dice)
        if isinstance(answer, Rolled) and not asked.dice.again:
            self._answer(asked, image, reading, answer)
        elif (rest > PATIENCE and not asked.beside) or isinstance(answer, Rolled):
            reason = answer.reason if isinstance(answer, Doubt) else THESE
            self._ask(asked, image, reading, reason)

    def _answer(self, asked: Asked, image: Image, reading: Reading, throw: Rolled) -> None:
        """Submit the roll as the answer, as if a person had typed it."""
        self._count()
        event = replace(asked.choice.event, **{asked.dice.name: throw.faces})
        seen = self._throw(asked, image, reading, None)
        try:
            asked.table.answer(asked.prompt_id, event, TRAY, picture=seen.jpeg, how="camera")
        except Late:  # another device has answered already
            return
        except (Refused, StorageTrouble) as trouble:
            self._ask(asked, image, reading, trouble.reason)
            return
        self._learn(asked, reading)
        self._asked = ""  # the next prompt is a new one, even if its key is the same
        self._show(replace(seen, seq=asked.table.now.seq))

    def _learn(self, asked: Asked, reading: Reading) -> None:
        """Record one more roll that needed no correction."""
        with suppress(StorageTrouble):
            corrections.learn(Access(self._library.storage, True, asked.table.match.id), asked.dice.kind, reading, ())

    def _ask(self, asked: Asked, image: Image, reading: Reading, reason: Text) -> None:
        """Ask people to check the roll, once until it changes."""
        last = self.seen
        if last is not None and last.doubt and last.prompt_id == asked.prompt_id and last.reading == reading:
            return
        self._show(self._throw(asked, image, reading, reason))

    def _throw(self, asked: Asked, image: Image, reading: Reading, doubt: Text | None) -> Seen:
        match, dice = asked.table.match.id, asked.dice
        jpeg, seq = shown(image, frame(reading, dice.count), KEPT), asked.table.now.seq
        return Seen(match, asked.prompt_id, dice, image, jpeg, reading, doubt, seq, self._clock())

    def _show(self, seen: Seen | None) -> None:
        self.seen = seen
        self.changed()


def waits(table: Table) -> Asked | None:
    """Return the roll that a table waits for, if a camera can read such dice."""
    asked = table.prompt
    if asked is None or table.kept or table.gone:
        return None
    choice = throw_asked(asked)
    if choice is None:
        return None
    dice = next(hole for hole in choice.does.holes if isinstance(hole, Dice))
    return Asked(table, choice, dice, table.prompt_id) if readable(dice) else None


def _switch(match: str) -> str:
    return f"tray.{match}"
