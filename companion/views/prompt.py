"""The question: whose it is, one sentence, what counts, and why."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.words import Translate
from rules.engine import Prompt, Text

from .habits import swift
from .parts import badge, caption, press, sentence
from .theme import ROUND, seat_colour

Why = Callable[[str], None]


@ft.component
def Question(  # noqa: N802
    words: Translate, prompt: Prompt, seats: tuple[str, ...], on_why: Why, staked: bool = True
) -> ft.Control:
    """What the table is being asked, in the colour of the seat that answers; and, if ``staked``, what counts."""
    title = ft.Text(sentence(words(prompt.title)), size=23, weight=ft.FontWeight.W_700, style=ft.TextStyle(height=1.2))
    lines: list[ft.Control] = [_head(words, prompt, seats, on_why), title]
    if prompt.stake is not None and staked:
        lines.append(ft.Text(sentence(words(prompt.stake)), size=17, color=ft.Colors.ON_SURFACE_VARIANT))
    asked = ft.Column(lines, spacing=4, tight=True)
    stripe = ft.Container(
        width=7, bgcolor=seat_colour(prompt.seats[0]), animate=ft.Animation(swift()), left=0, top=0, bottom=0
    )
    inner = ft.Container(asked, padding=ft.Padding.only(left=20, right=12, top=6, bottom=14))
    return ft.Container(
        ft.Stack([inner, stripe]),
        bgcolor=ft.Colors.SURFACE_CONTAINER,
        border_radius=ROUND,
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
    )


def _head(words: Translate, prompt: Prompt, seats: tuple[str, ...], on_why: Why) -> ft.Control:
    who = ", ".join(seats[seat] for seat in prompt.seats)
    decides = Text("{who} decides", who=who) if len(prompt.seats) == 1 else Text("{who} decide", who=who)
    badges: list[ft.Control] = [badge(seat, seats[seat], 26) for seat in prompt.seats]
    name = ft.Text(words(decides), size=15, weight=ft.FontWeight.W_600, overflow=ft.TextOverflow.ELLIPSIS, no_wrap=True)
    said: list[ft.Control] = [name, *_class(words, prompt)]
    column = ft.Column(said, spacing=0, tight=True, expand=True)
    return ft.Row([ft.Row(badges, spacing=2, tight=True), column, _why(words, prompt, on_why)], spacing=8)


def _class(words: Translate, prompt: Prompt) -> list[ft.Control]:
    """The phase, and what may be done in it now."""
    if prompt.phase is None:
        return []
    phase = caption(words(prompt.phase), size=11)
    if prompt.may is None:
        return [phase]
    may = ft.Text(words(prompt.may), size=13, color=ft.Colors.ON_SURFACE_VARIANT)
    return [ft.Row([phase, may], spacing=6, run_spacing=0, wrap=True)]


def _why(words: Translate, prompt: Prompt, on_why: Why) -> ft.Control:
    """Quiet, and always there: the rule behind the question."""
    name, ink = words(Text("Why?")), ft.Colors.ON_SURFACE_VARIANT
    face = ft.Row([ft.Text(name.lower(), size=14, color=ink)], tight=True)
    pad = ft.Padding.symmetric(horizontal=8)
    return press(face, name, lambda: on_why(prompt.rule), pad=pad, height=44)
