"""Notice of why a tap was refused or what an undo took back, with a redo button.

The undo may be that of another device.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

import flet as ft

from companion.base.actors import HOST_ACTOR, PHONE_ACTOR
from companion.match import undo
from companion.match.log import LogLine
from companion.match.roles import DeviceRole
from companion.match.undo import UndoPreview, summarize_undo
from companion.ui.design.look import translate
from companion.ui.design.sizes import FontSize, Radius, Space
from companion.ui.redraw import memoized
from companion.ui.table.intents import Feedback
from companion.ui.widgets.controls import Action, pressable
from rules.engine import Displayable, Redone, Text, Undone

INK = ft.Colors.ON_INVERSE_SURFACE
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


@memoized
def Notice(  # noqa: N802
    feedback: Feedback | None,
    is_redone: bool,
    on_redo: Action | None,
    remote_undo: RemoteUndo | None = None,
) -> ft.Control:
    """Build the notice above the answers.

    ``is_redone`` means that the last event logged is a redo. It has a redo button as long as redoing is possible.
    """
    lines = _lines(feedback, is_redone, on_redo is not None, remote_undo)
    if not lines:
        return ft.Container(height=0)
    text = ft.Column(
        [
            ft.Text(line, size=FontSize.SMALL if k else FontSize.BODY, color=INK, max_lines=3)
            for k, line in enumerate(lines)
        ],
        spacing=Space.HAIR,
        tight=True,
        expand=True,
    )
    redo_buttons = [_redo_button(on_redo)] if on_redo else []
    return ft.Container(
        ft.Semantics(content=ft.Row([text, *redo_buttons], spacing=Space.GAP), live_region=True),
        bgcolor=ft.Colors.INVERSE_SURFACE,
        border_radius=Radius.TILE,
        padding=ft.Padding.only(left=Space.EDGE, right=Space.NEAR, top=Space.NEAR, bottom=Space.NEAR),
    )


def _redo_button(on_redo: Action) -> ft.Control:
    label_text = translate(Text("Redo"))
    face = ft.Row(
        [
            ft.Icon(ft.Icons.REDO, size=FontSize.HEADING, color=INK),
            ft.Text(label_text, size=FontSize.BODY, weight=ft.FontWeight.W_700, color=INK),
        ],
        tight=True,
        spacing=Space.NEAR,
    )
    return pressable(face, label_text, on_redo, height=44)


def _lines(
    feedback: Feedback | None,
    is_redone: bool,
    redoable: bool,
    remote_undo: RemoteUndo | None,
) -> list[str]:
    if feedback is not None and feedback.text is not None:
        return [translate(feedback.text)]
    if feedback is not None and feedback.preview is not None:
        return _taken_back_lines(feedback.preview)
    if remote_undo is not None:
        return _remote_undo_lines(remote_undo)
    if not redoable:
        return []
    return [translate(Text("Redone. There is more to redo.") if is_redone else Text("Undone"))]


def _taken_back_lines(preview: UndoPreview) -> list[str]:
    """Return what was undone, first by its name, then what players put back on the table."""
    return [
        translate(Text("Undone: {what}", what=summarize_undo(preview))),
        *(translate(back) for back in preview.restorations),
    ]


def _remote_undo_lines(remote_undo: RemoteUndo) -> list[str]:
    """Return the same lines with who did it."""
    if remote_undo.preview is None:
        return [translate(Text("{who} redid it", who=remote_undo.actor))]
    sentence = Text("{who} undid: {what}", who=remote_undo.actor, what=summarize_undo(remote_undo.preview))
    return [translate(sentence), *(translate(back) for back in remote_undo.preview.restorations)]


# --- undo by another device ----------------------------------------------------------------------------------------


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
