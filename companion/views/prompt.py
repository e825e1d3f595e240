"""The question: whose it is, one sentence, what counts, and why."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.words import Translate
from rules.engine import Prompt, Text

from .parts import badge, caption, press
from .theme import ROUND, SWIFT, seat_colour

Why = Callable[[str], None]


@ft.component
def Question(words: Translate, prompt: Prompt, seats: tuple[str, ...], on_why: Why) -> ft.Control:  # noqa: N802
    """What the table is being asked, in the colour of the seat that answers."""
    title = ft.Text(words(prompt.title), size=23, weight=ft.FontWeight.W_700, style=ft.TextStyle(height=1.2))
    asked = ft.Column([_head(words, prompt, seats), title, _foot(words, prompt, on_why)], spacing=4, tight=True)
    stripe = ft.Container(
        width=7, bgcolor=seat_colour(prompt.seats[0]), animate=ft.Animation(SWIFT), left=0, top=0, bottom=0
    )
    inner = ft.Container(asked, padding=ft.Padding.only(left=20, right=12, top=12, bottom=6))
    return ft.Container(
        ft.Stack([inner, stripe]),
        bgcolor=ft.Colors.SURFACE_CONTAINER,
        border_radius=ROUND,
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
    )


def _head(words: Translate, prompt: Prompt, seats: tuple[str, ...]) -> ft.Control:
    who = ", ".join(seats[seat] for seat in prompt.seats)
    decides = Text("{who} decides", who=who) if len(prompt.seats) == 1 else Text("{who} decide", who=who)
    badges: list[ft.Control] = [badge(seat, seats[seat], 24) for seat in prompt.seats]
    name = ft.Text(words(decides), size=15, weight=ft.FontWeight.W_600, overflow=ft.TextOverflow.ELLIPSIS, no_wrap=True)
    phase = [caption(words(prompt.phase))] if prompt.phase else []
    return ft.Row([ft.Row(badges, spacing=2, tight=True), ft.Container(name, expand=True), *phase], spacing=8)


def _foot(words: Translate, prompt: Prompt, on_why: Why) -> ft.Control:
    stake = ft.Text(words(prompt.stake) if prompt.stake else "", size=16, color=ft.Colors.ON_SURFACE_VARIANT)
    why = words(Text("Why?"))
    face = ft.Row(
        [
            ft.Icon(ft.Icons.HELP_OUTLINE, size=16, color=ft.Colors.ON_SURFACE_VARIANT),
            ft.Text(why.lower(), size=14, color=ft.Colors.ON_SURFACE_VARIANT),
        ],
        tight=True,
        spacing=4,
    )
    button = press(face, why, lambda: on_why(prompt.rule), pad=ft.Padding.symmetric(horizontal=8), height=40)
    return ft.Row([ft.Container(stake, expand=True), button], spacing=4)
