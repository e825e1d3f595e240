"""What somebody else took back just now, as every phone says it: who, what, and for a moment the way to put it back."""

from __future__ import annotations

import time
from dataclasses import dataclass

from companion import log
from companion.log import LogLine, Undoing
from companion.seating import HOST, PHONE, Chair
from rules.engine import Redone, Shown, Text, Undone

SECONDS = 5.0
"""So long everybody is offered to put back what somebody took back."""


@dataclass(frozen=True)
class Undid:
    """Somebody else went back or forth: who, what was taken back (None if it was put back), and for how long to say so.

    To the host for as long as it stands: ``left`` is None.
    """

    who: Shown
    what: Undoing | None
    left: float | None


def undid(lines: tuple[LogLine, ...], chair: Chair, names: tuple[str, ...], own: bool) -> Undid | None:
    """What the phone with that chair says of what was logged last; nothing if that was its ``own`` doing."""
    last = lines[-1].entry if lines else None
    if last is None or own or last.by == chair.name(names) != PHONE:
        return None
    left = None if chair.host else last.at + SECONDS - time.time()
    if left is not None and left <= 0:
        return None
    match last.event:
        case Undone():
            return Undid(whom(last.by), log.undoing(lines[:-1], last.event), left)
        case Redone():
            return Undid(whom(last.by), None, left)
    return None


def whom(by: str) -> Shown:
    """Whoever the log names, as a sentence begins with them."""
    return {HOST: Text("The host"), PHONE: Text("Another phone")}.get(by, by)
