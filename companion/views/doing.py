"""What one phone does to the table, and what it is told when the table says no."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import flet as ft

from companion.entry import Entry
from companion.storage import StorageTrouble
from companion.table import Late, Now, Table, Undoing
from rules.engine import Event, Refused, Text

from .parts import Do, use_held

GUARD = 0.25
"""Seconds after an answer in which a second tap is taken for the same one, not for the next answer."""


@dataclass(frozen=True)
class Told:
    """What this phone was told last: after which entry, what, and what goes back on the table."""

    seq: int
    text: Text | None
    undoing: Undoing | None = None


@dataclass(frozen=True)
class Doing:
    """One phone's hands, as of what it shows. Every method says whether the table took it."""

    table: Table
    by: str
    prompt_id: str
    seen: int
    tapped: Any
    tell: Callable[[Told | None], None]

    def answer(self, event: Event) -> bool:
        """Answer what this phone shows as asked."""
        if time.monotonic() - self.tapped.current < GUARD:
            return False
        done = self._attempt(lambda: self.table.answer(self.prompt_id, event, self.by))
        if done:
            self.tapped.current = time.monotonic()
        return done

    def adjust(self, key: str, by: int) -> bool:
        """Correct a number."""
        return self._attempt(lambda: self.table.adjust(key, by, self.by))

    def undo(self) -> bool:
        """Take back what was done last, and say what goes back on the table."""
        return self._back(self.table.undoing, lambda: self.table.undo(self.by, seen=self.seen))

    def reopen(self, entry: Entry) -> bool:
        """Go back to where that entry was still a question."""
        return self._back(lambda: self.table.reopening(entry.seq), lambda: self.table.reopen(self.by, entry.seq))

    def redo(self) -> bool:
        """Put back what was taken back last."""
        return self._attempt(lambda: self.table.redo(self.by, seen=self.seen))

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
            self.tell(Told(self.table.now.seq, trouble.reason))
            return False
        return True


def use_doing(table: Table, by: str, now: Now) -> tuple[Doing, Told | None]:
    """The hands of this phone, and what they were told since the table last moved."""
    told, tell = use_held(None)
    tapped = ft.use_ref(0.0)
    news = told if told is not None and told.seq == now.seq else None
    return Doing(table, by, now.prompt_id, now.seq, tapped, tell), news
