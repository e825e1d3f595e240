"""Why something is so: the rule in our own words, and what it did to which number."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import flet as ft

from companion.words import Translate
from rules.engine import Change, Game, Name, Note, Text

from . import frame

OURS = {
    "X-01": Text("The app says at every moment who decides and about what."),
    "X-03": Text("Everything can be undone, dice and all; before it happens you see what goes back."),
    "X-06": Text("Any number can be set by hand. It is marked in the history, for the rules did not do it."),
    "X-07": Text("What the camera reads can always be corrected, or typed instead."),
    "X-08": Text("Every answer is saved before you see it."),
    "X-09": Text("Tables play some points differently: this is how yours does."),
}
"""Rules of the companion, not of a game."""


def rule_sheet(
    words: Translate, game: Game[Any], rule: str, note: Note | None, on_close: Callable[[], None]
) -> ft.BottomSheet:
    """What slides up when somebody asks why."""
    title, sentence = explained(game, rule)
    parts: list[ft.Control] = [
        ft.Row(
            [badge(rule), ft.Text(words(title), size=20, weight=ft.FontWeight.W_600, expand=True)],
            spacing=12,
            vertical_alignment=ft.CrossAxisAlignment.START,
        ),
        ft.Text(words(sentence), size=18),
    ]
    if note is not None:
        parts += [ft.Divider(), ft.Text(words(note.text), size=16)]
        parts += [moved(words, note.change)] if note.change else []
    parts.append(ft.Row([frame.main_button(words(Text("Understood")), on_close)]))
    column = ft.Column(parts, tight=True, spacing=14)
    return ft.BottomSheet(
        ft.Container(column, padding=ft.Padding.only(left=24, right=24, top=8, bottom=20), width=frame.width()),
        show_drag_handle=True,
        scrollable=True,
        on_dismiss=lambda event: on_close(),
    )


def explained(game: Game[Any], rule: str) -> tuple[Text | Name, Text | Name]:
    """A rule's title and what it says: from the game's rulebook, or one of the companion's own."""
    entry = game.rulebook.get(rule)
    if entry is not None:
        return Name(entry["title"]["es"], entry["title"]["en"]), Name(entry["es"], entry["en"])
    return Text("How this companion works"), OURS.get(rule, Text("This rule has no explanation yet."))


def badge(rule: str) -> ft.Control:
    """A rule's id, small."""
    return ft.Container(
        ft.Text(rule, size=12, weight=ft.FontWeight.W_600, color=ft.Colors.ON_SURFACE_VARIANT, no_wrap=True),
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST,
        border_radius=8,
        padding=ft.Padding.symmetric(vertical=3, horizontal=8),
    )


def moved(words: Translate, change: Change) -> ft.Control:
    """A number, whose it is, before and after."""
    label = ft.Text(f"{words(change.who)} · {words(change.what)}", size=15, expand=True)
    return ft.Row([label, span(change, 22)], spacing=6)


def span(change: Change, size: int = 15) -> ft.Control:
    """A number before and after."""
    arrow = ft.Icon(ft.Icons.ARROW_RIGHT_ALT, size=size, color=ft.Colors.ON_SURFACE_VARIANT)
    before, after = (
        ft.Text(str(value), size=size, weight=ft.FontWeight.W_700) for value in (change.before, change.after)
    )
    before.opacity = 0.6
    return ft.Row([before, arrow, after], spacing=3, tight=True)
