"""Notice of why a tap was refused or what an undo took back, with a redo button."""

from __future__ import annotations

import flet as ft

from companion.i18n import Translate
from companion.match.table import Undoing
from companion.match.undo import named
from companion.ui.design.theme import Round, Space, Type
from companion.ui.table.context.actions import Told
from companion.ui.widgets.controls import Do, press
from rules.engine import Event, Redone, Text

from .undo_notice import Undid

INK = ft.Colors.ON_INVERSE_SURFACE


@ft.component
def Notice(  # noqa: N802
    words: Translate, told: Told | None, last: Event | None, redo: Do | None, undid: Undid | None = None
) -> ft.Control:
    """Build the notice above the answers; ``last_event`` is the last one logged.

    It has a redo button as long as redoing is possible.
    """
    lines = _lines(words, told, last, redo is not None, undid)
    if not lines:
        return ft.Container(height=0)
    text = ft.Column(
        [ft.Text(line, size=Type.SMALL if k else Type.BODY, color=INK, max_lines=3) for k, line in enumerate(lines)],
        spacing=Space.HAIR,
        tight=True,
        expand=True,
    )
    again = [_again(words, Text("Put it back") if undid else Text("Redo"), redo)] if redo else []
    return ft.Container(
        ft.Semantics(content=ft.Row([text, *again], spacing=Space.GAP), live_region=True),
        bgcolor=ft.Colors.INVERSE_SURFACE,
        border_radius=Round.TILE,
        padding=ft.Padding.only(left=Space.EDGE, right=Space.NEAR, top=Space.NEAR, bottom=Space.NEAR),
    )


def _again(words: Translate, said: Text, redo: Do) -> ft.Control:
    label = words(said)
    face = ft.Row(
        [
            ft.Icon(ft.Icons.REDO, size=Type.HEAD, color=INK),
            ft.Text(label, size=Type.BODY, weight=ft.FontWeight.W_700, color=INK),
        ],
        tight=True,
        spacing=Space.NEAR,
    )
    return press(face, label, redo, height=44)


def _lines(words: Translate, told: Told | None, last: Event | None, redoable: bool, undid: Undid | None) -> list[str]:
    if told is not None and told.text is not None:
        return [words(told.text)]
    if told is not None and told.undoing is not None:
        return _taken(words, told.undoing)
    if undid is not None:
        return _by_others(words, undid)
    if not redoable:
        return []
    return [words(Text("Put back: there is more") if isinstance(last, Redone) else Text("Taken back"))]


def _taken(words: Translate, undoing: Undoing) -> list[str]:
    """Return what was undone, first by its name, then what players put back on the table."""
    return [words(Text("Taken back: {what}", what=named(undoing))), *(words(back) for back in undoing.back)]


def _by_others(words: Translate, undid: Undid) -> list[str]:
    """Return the same lines with who did it."""
    if undid.what is None:
        return [words(Text("{who} put it back", who=undid.who))]
    said = Text("{who} took back: {what}", who=undid.who, what=named(undid.what))
    return [words(said), *(words(back) for back in undid.what.back)]
