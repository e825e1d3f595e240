"""The table's clock, where it likes one: this turn, this question, and how long each has had."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence

import flet as ft

from companion.library import Library
from companion.log import LogLine
from companion.pace import SWITCH, Pace, pace
from companion.table import Table
from companion.words import Translate
from rules.engine import Text

from . import frame
from .parts import badge
from .phone import Phone
from .switches import on_off
from .theme import Space, Type

SECOND = 1.0


def ticks(library: Library, match: str) -> bool:
    """Whether that table likes to see the time."""
    return library.setting(f"{SWITCH}.{match}", "off") == "on"


def clock_switch(phone: Phone, table: Table) -> ft.Control:
    """The table's habit, which the host settles: off unless somebody wants it."""
    library, words = phone.library, phone.words

    def turn(on: bool) -> None:
        phone.host_only()
        library.set(f"{SWITCH}.{table.match.id}", "on" if on else "off")
        table.changed()

    title = words(Text("A clock: how long this turn and this question have lasted"))
    return frame.panel(on_off(title, ticks(library, table.match.id), turn))


def said(seconds: float) -> str:
    """So long, as a clock shows it."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


@ft.component
def Clock(  # noqa: N802 - named like a class
    words: Translate, lines: tuple[LogLine, ...], seats: int, turns: bool
) -> ft.Control:
    """This turn, if the game counts ``turns``, and this question, second by second; it stops while nobody plays."""
    now = use_seconds()
    shown = pace(lines, seats, now)
    asked = said(shown.question)
    ink = ft.Colors.OUTLINE if shown.paused else ft.Colors.ON_SURFACE_VARIANT
    icon = ft.Icons.PAUSE if shown.paused else ft.Icons.TIMER_OUTLINED
    figures, label = asked, Text("This question {asked}", asked=asked)
    if turns:
        turn = said(shown.turn)
        figures, label = f"{turn} · {asked}", Text("This turn {turn}, this question {asked}", turn=turn, asked=asked)
    text = ft.Text(figures, size=Type.SMALL, color=ink, no_wrap=True)
    return ft.Semantics(
        content=ft.Row([ft.Icon(icon, size=Type.SMALL, color=ink), text], spacing=Space.HAIR, tight=True),
        label=words(label),
        exclude_semantics=True,
    )


def use_seconds(clock: Callable[[], float] = time.time) -> float:
    """The time, and a new picture each second."""
    now, tell = ft.use_state(clock())

    async def tick() -> None:
        while True:
            await asyncio.sleep(SECOND)
            tell(clock())

    ft.use_effect(tick, [], lambda: None)  # with a cleanup, however small, Flet ends what was begun
    return max(now, clock())


def totals(words: Translate, seats: Sequence[str], shown: Pace) -> ft.Control:
    """How long the turns of each have lasted in all."""
    rows: list[ft.Control] = [
        ft.Row(
            [badge(seat, name, 26), ft.Text(name, size=Type.BODY, expand=True), ft.Text(said(had), size=Type.BODY)],
            spacing=Space.GAP,
        )
        for seat, (name, had) in enumerate(zip(seats, shown.seats, strict=True))
    ]
    return frame.panel(ft.Text(words(Text("Time of their turns")), size=Type.BODY, weight=ft.FontWeight.W_600), *rows)
