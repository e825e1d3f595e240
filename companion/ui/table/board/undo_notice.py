"""Announcement of an undo or redo by another device, with an offer to put it back."""

from __future__ import annotations

import time
from dataclasses import dataclass

from companion.base.actors import HOST_ACTOR, PHONE_ACTOR
from companion.match import undo
from companion.match.log import LogLine
from companion.match.roles import DeviceRole
from companion.match.undo import UndoPreview
from rules.engine import Displayable, Redone, Text, Undone

OFFER_SECONDS = 5.0
"""Seconds for which all devices are offered to redo what somebody undid."""


@dataclass(frozen=True)
class RemoteUndo:
    """Undo or redo by somebody else: actor, what was undone (None for a redo), seconds left.

    ``seconds_left`` is None for the host, who sees it as long as it stands.
    """

    actor: Displayable
    preview: UndoPreview | None
    seconds_left: float | None


def recent_remote_undo(
    lines: tuple[LogLine, ...], role: DeviceRole, names: tuple[str, ...], is_own_change: bool
) -> RemoteUndo | None:
    """Return the latest entry as an undo or redo by another device; None if ``is_own_change``."""
    last_entry = lines[-1].entry if lines else None
    if last_entry is None or is_own_change or last_entry.actor == role.actor_name(names) != PHONE_ACTOR:
        return None
    seconds_left = None if role.is_host else last_entry.at + OFFER_SECONDS - time.time()
    if seconds_left is not None and seconds_left <= 0:
        return None
    match last_entry.event:
        case Undone():
            return RemoteUndo(
                actor_name(last_entry.actor), undo.preview_undo(lines[:-1], last_entry.event), seconds_left
            )
        case Redone():
            return RemoteUndo(actor_name(last_entry.actor), None, seconds_left)
    return None


def actor_name(logged_name: str) -> Displayable:
    """Return the logged actor as the subject of a sentence."""
    return {HOST_ACTOR: Text("The host"), PHONE_ACTOR: Text("Another phone")}.get(logged_name, logged_name)
