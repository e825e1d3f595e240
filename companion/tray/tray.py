"""The dice tray: the host's camera answers the table that waits for a roll or a flip."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace

import vision
from companion.access.permissions import Access
from companion.base.observable import Observable
from companion.dice import corrections
from companion.dice.capture import Capture, crop_box
from companion.dice.frame_analysis import follow_frame
from companion.dice.kinds import reader_spec
from companion.dice.pictures import LOG_PICTURE_SIDE, encode_crop, make_capture
from companion.dice.readers import build_reader
from companion.dice.roll import (
    CONFIRM_TEXT,
    DoubtfulRoll,
    find_roll_choice,
    is_camera_readable,
    is_waiting_for_more,
    next_step,
    roll_from_reading,
    roll_hole,
    roll_reading,
)
from companion.match.follow_up import PASS_SECONDS
from companion.match.roles import CAMERA_ROLE
from companion.match.table import StaleAnswerError, Table
from companion.storage.matches import Storage, StorageError
from rules.engine import CameraHole, Choice, Refused, Rolled, Text
from vision.reading import DiceReader, Image, Reading
from vision.stream.settle import SettleState, accept_throw

from .camera import Frame, HostCamera

MAX_REST_BEFORE_PROMPT = 2.0
"""Seconds that dice may have lain before a prompt and still be its roll; longer, and they are older."""
DOUBT_DELAY = 1.2
"""Seconds that doubtful dice lie before the table is asked: a hand that hides one may be gone by then."""
CHOSEN_MATCH_SETTING = "tray.chosen"
"""Setting that holds the table chosen last for the camera."""


@dataclass(frozen=True, slots=True, eq=False)
class Sighting:
    """A roll that the camera saw, and the prompt and table that it is for."""

    match_id: str
    prompt_id: str
    dice: CameraHole
    jpeg: bytes
    """The part of the image around the dice."""
    reading: Reading
    """The dice of this roll, or all that lie there."""
    doubt: Text | None
    """Why a person should check the roll; None where it was entered as the answer."""
    capture: Capture | None
    """The picture to check a doubtful roll in."""
    seq: int
    """The table's last entry at that time, after the answer if the roll was one."""
    at: float
    """Time in unix seconds."""
    enters_in: float | None = None
    """Seconds after ``at`` in which a roll that could be rerolled is entered by itself; None where a person says so."""


@dataclass(frozen=True, slots=True)
class AwaitedRoll:
    """A table that waits for a roll."""

    table: Table
    choice: Choice
    dice: CameraHole
    prompt_id: str

    @property
    def is_secondary(self) -> bool:
        """Whether a roll is only one of the answers and not the usual one.

        Dice that do not fit are then ignored.
        """
        prompt = self.table.prompt
        return prompt is not None and self.choice.role != "default" and len(prompt.choices) > 1

    @property
    def key(self) -> str:
        """A key that tells one prompt from another."""
        return f"{self.table.match.id} {self.prompt_id}"


class Tray(Observable):
    """The view of one camera and the table it serves.

    That is one of the ``open_tables``; ``goes_on`` tells of a match and its prompt whether a roll that could be
    rerolled is entered by itself. It notifies its listeners of a roll, of a problem and its end.
    """

    def __init__(
        self,
        storage: Storage,
        open_tables: Callable[[], Iterable[Table]],
        goes_on: Callable[[str, str], bool],
        clock: Callable[[], float] = time.time,
    ) -> None:
        super().__init__()
        self.sighting: Sighting | None = None
        self.problem: Text | None = None
        """What is wrong with the camera."""
        self._storage, self._open_tables, self._goes_on = storage, open_tables, goes_on
        self._clock = clock
        self._settling = SettleState()
        self._asked = ""
        self._announced_rest = 0.0
        """Seconds that the dice had lain when the roll that is about to be entered was announced."""
        self._is_accounted_for = False
        """Whether all dice that lie there were either counted or have arrived since."""
        self._camera: HostCamera | None = None

    # --- camera --------------------------------------------------------------------------------------------------

    def start(self, camera: HostCamera) -> None:
        """Read that camera in background threads until ``stop``."""
        self._camera = camera
        camera.start()
        threading.Thread(target=self._follow, args=(camera,), name="tray", daemon=True).start()

    def stop(self) -> None:
        """Stop reading the camera."""
        if self._camera is not None:
            self._camera.stop()

    def set_problem(self, trouble: Text | None) -> None:
        """Set or clear the camera's problem."""
        self.problem = trouble
        self.notify()

    def _follow(self, camera: HostCamera) -> None:
        before: Frame | None = None
        while (frame := camera.next_frame()) is not None:
            try:
                self.process_frame(frame.image, frame.at - before.at if before else 0.0)
            except Exception:  # one bad frame must not stop the camera
                logging.getLogger(__name__).exception("a frame could not be looked at")
            before = frame

    # --- tables --------------------------------------------------------------------------------------------------

    def is_enabled_for(self, match_id: str) -> bool:
        """Return whether the camera may answer for that match."""
        return self._storage.settings.get(_setting_key(match_id), "on") == "on"

    def enable_for(self, match_id: str, enabled: bool) -> None:
        """Let the camera answer for that match from now on, before all others; or stop it."""
        self._storage.settings.save(_setting_key(match_id), "on" if enabled else "off")
        if enabled:
            self._storage.settings.save(CHOSEN_MATCH_SETTING, match_id)
        self.notify()

    def awaited_roll(self) -> AwaitedRoll | None:
        """Return the awaited roll that the camera watches for.

        Of several waiting tables it is the chosen one, else the one played last.
        """
        waiting = [
            asked
            for table in self._open_tables()
            if (asked := awaited_roll_of(table)) and self.is_enabled_for(table.match.id)
        ]
        if len(waiting) < 2:
            return waiting[0] if waiting else None
        chosen = self._storage.settings.get(CHOSEN_MATCH_SETTING)
        return max(waiting, key=lambda asked: (asked.table.match.id == chosen, asked.table.last_activity))

    # --- frames --------------------------------------------------------------------------------------------------

    def process_frame(self, image: Image, elapsed: float) -> None:
        """Process one more frame, taken that many seconds after the last one."""
        awaited = self.awaited_roll()
        self._change_prompt(awaited.key if awaited else "")
        dice = awaited.dice if awaited and self._is_accounted_for else None
        self._settling = follow_frame(self._settling, image, self._reader(awaited), elapsed, dice)
        if self._settling.phase not in ("thrown", "same"):
            if self.sighting is not None and self.sighting.enters_in is not None:
                self._show(None)  # somebody takes dice to roll them again
            return
        if not self._is_accounted_for:
            self._accept_lying_dice()
        elif self._settling.phase == "thrown":
            self._handle_new_dice(awaited, image)

    def _change_prompt(self, key: str) -> None:
        """Handle a change of the prompt: dice that lay there before are not its roll."""
        if key == self._asked:
            return
        before, self._asked = self._asked, key
        if before and self._settling.phase == "thrown":
            self._accept_lying_dice()
        elif before and self._settling.phase != "same":
            self._is_accounted_for = False  # the prompt was answered while a roll lay there that was never read
        elif self._settling.rest_seconds > MAX_REST_BEFORE_PROMPT:
            self._accept_lying_dice()
        doubted = self.sighting is not None and self.sighting.doubt
        self._show(None if doubted else self.sighting)

    def _accept_lying_dice(self) -> None:
        self._settling, self._is_accounted_for = accept_throw(self._settling), True

    def _reader(self, asked: AwaitedRoll | None) -> DiceReader:
        with suppress(StorageError):
            return build_reader(reader_spec(asked.dice.kind if asked else None, self._storage))
        return vision.read

    def _handle_new_dice(self, asked: AwaitedRoll | None, image: Image) -> None:
        rest = self._settling.rest_seconds
        if asked is None:
            if rest > MAX_REST_BEFORE_PROMPT:
                self._accept_lying_dice()
            return
        reading = roll_reading(self._settling, asked.dice)
        assert reading is not None
        roll = roll_from_reading(reading, asked.dice)
        goes_on = self._goes_on(asked.table.match.id, asked.prompt_id)
        step = next_step(roll, asked.dice, goes_on)
        if isinstance(roll, DoubtfulRoll):
            is_asked = not asked.is_secondary and not is_waiting_for_more(reading, asked.dice)
            if rest > DOUBT_DELAY and is_asked:
                self._ask(asked, image, reading, roll.reason)
        elif step == "enter":
            self._answer(asked, image, reading, roll)
        elif step == "wait":
            self._count_down(asked, image, reading, roll)
        else:
            self._ask(asked, image, reading, CONFIRM_TEXT)

    def _answer(self, asked: AwaitedRoll, image: Image, reading: Reading, throw: Rolled) -> None:
        """Submit the roll as the answer, as if a person had typed it."""
        self._accept_lying_dice()
        event = replace(asked.choice.event, **{asked.dice.name: asked.dice.values_of(throw.faces)})
        seen = self._make_sighting(asked, image, reading, None)
        try:
            asked.table.answer(asked.prompt_id, event, CAMERA_ROLE, picture=seen.jpeg, source="camera")
        except StaleAnswerError:  # another device has answered already
            return
        except (Refused, StorageError) as trouble:
            self._ask(asked, image, reading, trouble.reason)
            return
        self._learn(asked, reading)
        self._asked = ""  # the next prompt is a new one, even if its key is the same
        self._show(replace(seen, seq=asked.table.table_state.seq))

    def _count_down(self, asked: AwaitedRoll, image: Image, reading: Reading, throw: Rolled) -> None:
        """Announce a roll that could be rerolled, and enter it once it has lain there long enough."""
        sighting = self.sighting
        if sighting is None or sighting.enters_in is None or sighting.reading != reading:
            self._announced_rest = self._settling.rest_seconds
            pending = self._make_sighting(asked, image, reading, CONFIRM_TEXT)
            self._show(replace(pending, enters_in=PASS_SECONDS))
        elif self._settling.rest_seconds - self._announced_rest >= PASS_SECONDS:
            self._answer(asked, image, reading, throw)

    def _learn(self, asked: AwaitedRoll, reading: Reading) -> None:
        """Record one more roll that needed no correction."""
        with suppress(StorageError):
            corrections.record_roll(Access(self._storage, True, asked.table.match.id), asked.dice.kind, reading, ())

    def _ask(self, asked: AwaitedRoll, image: Image, reading: Reading, reason: Text) -> None:
        """Ask people to check the roll, once until it changes."""
        last = self.sighting
        if last is not None and last.doubt and last.prompt_id == asked.prompt_id and last.reading == reading:
            if last.enters_in is not None:  # somebody has stopped it
                self._show(replace(last, enters_in=None))
            return
        self._show(self._make_sighting(asked, image, reading, reason))

    def _make_sighting(self, asked: AwaitedRoll, image: Image, reading: Reading, doubt_reason: Text | None) -> Sighting:
        match_id, dice = asked.table.match.id, asked.dice
        jpeg, seq = encode_crop(image, crop_box(reading, dice.count), LOG_PICTURE_SIDE), asked.table.table_state.seq
        capture = make_capture(image, reading, dice.count) if doubt_reason else None
        return Sighting(match_id, asked.prompt_id, dice, jpeg, reading, doubt_reason, capture, seq, self._clock())

    def _show(self, seen: Sighting | None) -> None:
        self.sighting = seen
        self.notify()


def awaited_roll_of(table: Table) -> AwaitedRoll | None:
    """Return the roll that a table waits for, if a camera can read such dice."""
    prompt = table.prompt
    if prompt is None or table.is_put_away or table.is_deleted:
        return None
    choice = find_roll_choice(prompt)
    dice = roll_hole(choice) if choice is not None else None
    if choice is None or dice is None or not is_camera_readable(dice):
        return None
    return AwaitedRoll(table, choice, dice, table.prompt_id)


def _setting_key(match_id: str) -> str:
    return f"tray.{match_id}"
