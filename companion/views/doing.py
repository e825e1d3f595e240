"""What one phone does to the table, and what it is told when the table says no."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import flet as ft

from companion.entry import Entry
from companion.log import doer
from companion.seating import CAMERA, Chair
from companion.storage import StorageTrouble
from companion.table import Late, Now, Running, Table, Undoing
from companion.told import How
from rules.engine import Event, Refused, Text

from .feel import Feel, use_call, use_feel
from .parts import Do, use_held

GUARD = 0.3
"""Seconds after this phone's question has changed in which a tap is meant for what stood there before."""
NEVER = float("-inf")
LINGERS = 4.0
"""Seconds in which one can read why a tap changed nothing, though others play on."""


@dataclass(frozen=True)
class Told:
    """What this phone was told last: after which entry, what, and what goes back on the table."""

    seq: int
    text: Text | None
    undoing: Undoing | None = None
    at: float = field(default_factory=time.monotonic)


@dataclass(frozen=True)
class Doing:
    """One phone's hands, as of what it shows. Every method says whether the table took it."""

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
        """Whether this phone did what was done last."""
        return bool(self.own.current == self.seen)

    def ready(self) -> bool:
        """Whether a tap is meant for what stands there now; one that is not is felt to be refused."""
        if time.monotonic() - self.changed.current < GUARD:
            self.feel.refused()
            return False
        return True

    def guarded(self, act: Callable[[Any], Any]) -> Callable[[Any], Any]:
        """The same act, deaf while what it stands for is new."""
        return lambda what: act(what) if self.ready() else None

    def answer(self, event: Event, how: How = "typed", picture: bytes = b"") -> bool:
        """Answer what this phone shows as asked; ``picture`` is the JPEG in which a throw was read."""
        if not self.ready():
            return False
        done = self._attempt(lambda: self.table.answer(self.prompt_id, event, self.chair, self.seen, picture, how))
        if done:
            self.changed.current = time.monotonic()
        return done

    def say(self, event: Event) -> bool:
        """Say something beside what is asked."""
        return self._attempt(lambda: self.table.say(event, self.chair))

    def adjust(self, key: str, by: int) -> bool:
        """Correct a number."""
        return self._attempt(lambda: self.table.adjust(key, by, self.chair))

    def undo(self) -> bool:
        """Take back what was done last, and say what goes back on the table."""
        return self._back(lambda: self.table.undoing(self.chair), lambda: self.table.undo(self.chair, seen=self.seen))

    def reopen(self, entry: Entry) -> bool:
        """Go back to where that entry was still a question."""
        return self._back(
            lambda: self.table.reopening(entry.seq, self.chair), lambda: self.table.reopen(entry.seq, self.chair)
        )

    def redo(self) -> bool:
        """Put back what was taken back last."""
        return self._attempt(lambda: self.table.redo(self.chair, seen=self.seen))

    def _back(self, undoing: Callable[[], Undoing], act: Do) -> bool:
        """Take something back and say what it was: that can only be told before."""
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
        """Do it, or say in words why the table would not."""
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
        """Its sentence, and the rule's id where it is one that can be looked up."""
        if isinstance(trouble, Refused) and trouble.rule in self.table.game.rulebook:
            return Text("{why} ({rule})", why=trouble.reason, rule=trouble.rule)
        return trouble.reason


def use_doing(table: Table, chair: Chair, now: Now, call: str) -> tuple[Doing, Told | None]:
    """The hands of this phone, and what they were told since the table last moved.

    ``call`` is why the question calls this phone's people: another word calls them again, none does not.
    """
    told, tell = use_held(None)
    changed: Any = ft.use_ref(lambda: NEVER)
    own: Any = ft.use_ref(lambda: 0)
    shown: Any = ft.use_ref(lambda: now.prompt_id)
    feel = use_feel()
    if shown.current != now.prompt_id:  # whoever moved the table
        shown.current, changed.current = now.prompt_id, time.monotonic()
    by_camera = doer(table.log(chair)) == CAMERA  # which says so itself
    use_call(feel, call and f"{now.prompt_id} {call}", lambda: own.current == now.seq or by_camera)
    late = told is not None and told.text is not None and told.at + LINGERS > time.monotonic()
    use_redraw(LINGERS if late else None, told)
    news = told if told is not None and (told.seq == now.seq or late) else None
    return Doing(table, chair, now.prompt_id, now.seq, changed, own, tell, feel), news


def use_redraw(after: float | None, *about: Any) -> None:
    """Draw once more so many seconds after something has changed, for what is shown ends by itself."""
    _, redraw = ft.use_state(0)

    async def end() -> None:
        if after is not None:
            await asyncio.sleep(after + 0.05)
            redraw(lambda times: times + 1)

    ft.use_effect(end, list(about))


def use_running(table: Table, shown: bool) -> Running | None:
    """The correction that is under way, until one more tap would be another; who shows none of it draws no more."""
    running = table.running if shown else None
    use_redraw(running.left if running else None, table.now.seq, shown)
    return running
