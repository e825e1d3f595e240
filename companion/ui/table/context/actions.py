"""Actions of one device on the table, and the feedback if an action is refused."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import flet as ft

from companion.base.actors import CAMERA
from companion.dice.provenance import How
from companion.match.log import doer
from companion.match.roles import Chair
from companion.match.table import Late, Now, Running, Table, Undoing
from companion.storage.matches import StorageTrouble
from companion.storage.records import Entry
from companion.ui.design.feedback import Feel, use_call, use_feel
from companion.ui.widgets.controls import Do, use_held
from rules.engine import Event, Refused, Text

GUARD = 0.3
"""Seconds in which taps after a new question are ignored: they were meant for the old one."""
NEVER = float("-inf")
LINGERS = 4.0
"""Seconds for which a refusal stays visible although the table moves on."""


@dataclass(frozen=True)
class Told:
    """Latest feedback of this device: after which entry, text, and what an undo takes back."""

    seq: int
    text: Text | None
    undoing: Undoing | None = None
    at: float = field(default_factory=time.monotonic)


@dataclass(frozen=True)
class Doing:
    """Actions of one device on the state it shows; methods return whether it was accepted."""

    table: Table
    chair: Chair
    prompt_id: str
    seen: int
    changed: Any
    own: Any
    tell: Callable[[Told | None], None]
    feel: Feel

    @property
    def led(self) -> bool:
        """Whether this device made the latest change."""
        return bool(self.own.current == self.seen)

    def ready(self) -> bool:
        """Return whether a tap is meant for the current question; else signal a refusal."""
        if time.monotonic() - self.changed.current < GUARD:
            self.feel.refused()
            return False
        return True

    def guarded(self, act: Callable[[Any], Any]) -> Callable[[Any], Any]:
        """Return the action so that it ignores taps during the guard time."""
        return lambda what: act(what) if self.ready() else None

    def answer(self, event: Event, how: How = "typed", picture: bytes = b"") -> bool:
        """Answer the prompt shown; ``picture`` is the JPEG from which a roll was read."""
        if not self.ready():
            return False
        done = self._attempt(lambda: self.table.answer(self.prompt_id, event, self.chair, self.seen, picture, how))
        if done:
            self.changed.current = time.monotonic()
        return done

    def say(self, event: Event) -> bool:
        """Make a remark, independent of the prompt."""
        return self._attempt(lambda: self.table.say(event, self.chair))

    def adjust(self, key: str, by: int) -> bool:
        """Adjust a tracker."""
        return self._attempt(lambda: self.table.adjust(key, by, self.chair))

    def undo(self) -> bool:
        """Undo the last action, and show what was taken back."""
        return self._back(lambda: self.table.undoing(self.chair), lambda: self.table.undo(self.chair, seen=self.seen))

    def reopen(self, entry: Entry) -> bool:
        """Undo back to the prompt that the entry answered."""
        return self._back(
            lambda: self.table.reopening(entry.seq, self.chair), lambda: self.table.reopen(entry.seq, self.chair)
        )

    def redo(self) -> bool:
        """Redo what was undone last."""
        return self._attempt(lambda: self.table.redo(self.chair, seen=self.seen))

    def _back(self, undoing: Callable[[], Undoing], act: Do) -> bool:
        """Undo, and show what was taken back; the preview must be read before."""
        try:
            what = undoing()
        except Late as late:
            self.tell(Told(self.table.now.seq, late.reason))
            return False
        done = self._attempt(act)
        if done:
            self.tell(Told(self.table.now.seq, None, what))
        return done

    def _attempt(self, act: Do) -> bool:
        """Run the action, or show why the table refused it."""
        try:
            act()
        except (Late, Refused, StorageTrouble) as trouble:
            self.tell(Told(self.table.now.seq, self._why(trouble)))
            self.feel.refused()
            return False
        self.own.current = self.table.now.seq
        self.feel.taken()
        return True

    def _why(self, trouble: Late | Refused | StorageTrouble) -> Text:
        """Return the error's text, with the rule's id if the rulebook has that rule."""
        if isinstance(trouble, Refused) and trouble.rule in self.table.game.rulebook:
            return Text("{why} ({rule})", why=trouble.reason, rule=trouble.rule)
        return trouble.reason


def use_doing(table: Table, chair: Chair, now: Now, call: str) -> tuple[Doing, Told | None]:
    """Return the actions of this device, and the current feedback.

    ``call_reason`` is why the prompt calls this device's people: a new reason calls again, an empty one does not.
    """
    told, tell = use_held(None)
    changed: Any = ft.use_ref(lambda: NEVER)
    own: Any = ft.use_ref(lambda: 0)
    shown: Any = ft.use_ref(lambda: now.prompt_id)
    feel = use_feel()
    if shown.current != now.prompt_id:  # the change may come from any device
        shown.current, changed.current = now.prompt_id, time.monotonic()
    by_camera = doer(table.log(chair)) == CAMERA  # the camera signals its readings itself
    use_call(feel, call and f"{now.prompt_id} {call}", lambda: own.current == now.seq or by_camera)
    late = told is not None and told.text is not None and told.at + LINGERS > time.monotonic()
    use_redraw(LINGERS if late else None, told)
    news = told if told is not None and (told.seq == now.seq or late) else None
    return Doing(table, chair, now.prompt_id, now.seq, changed, own, tell, feel), news


def use_redraw(after: float | None, *about: Any) -> None:
    """Redraw once, so many seconds after a change of ``dependencies``."""
    _, redraw = ft.use_state(0)

    async def end() -> None:
        if after is not None:
            await asyncio.sleep(after + 0.05)
            redraw(lambda times: times + 1)

    ft.use_effect(end, list(about))


def use_running(table: Table, shown: bool) -> Running | None:
    """Return the current adjustment while a further tap would continue it.

    A device that does not show it (``is_shown``) is not redrawn.
    """
    running = table.running if shown else None
    use_redraw(running.left if running else None, table.now.seq, shown)
    return running
