"""Announcement of an undo or redo by another device, with an offer to put it back."""

from __future__ import annotations

import time
from dataclasses import dataclass

from companion.base.actors import HOST, PHONE
from companion.match import undo
from companion.match.log import LogLine
from companion.match.roles import Chair
from companion.match.undo import Undoing
from rules.engine import Redone, Shown, Text, Undone

SECONDS = 5.0
"""Seconds for which all devices are offered to redo what somebody undid."""


@dataclass(frozen=True)
class Undid:
    """Undo or redo by somebody else: actor, what was undone (None for a redo), seconds left.

    ``seconds_left`` is None for the host, who sees it as long as it stands.
    """

    who: Shown
    what: Undoing | None
    left: float | None


def undid(lines: tuple[LogLine, ...], chair: Chair, names: tuple[str, ...], own: bool) -> Undid | None:
    """Return the latest entry as an undo or redo by another device; None if ``is_own_change``."""
    last = lines[-1].entry if lines else None
    if last is None or own or last.by == chair.name(names) != PHONE:
        return None
    left = None if chair.host else last.at + SECONDS - time.time()
    if left is not None and left <= 0:
        return None
    match last.event:
        case Undone():
            return Undid(whom(last.by), undo.undoing(lines[:-1], last.event), left)
        case Redone():
            return Undid(whom(last.by), None, left)
    return None


def whom(by: str) -> Shown:
    """Return the logged actor as the subject of a sentence."""
    return {HOST: Text("The host"), PHONE: Text("Another phone")}.get(by, by)
