"""Optional clock of the table: time of this turn and question, and totals."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence

import flet as ft

from companion.i18n import Translate
from companion.library.library import Library
from companion.match.log import LogLine
from companion.match.table import Table
from companion.stats.timing import SWITCH, Pace, pace
from companion.ui.design.theme import Space, Type
from companion.ui.session.phone import Phone
from companion.ui.widgets import page_frame
from companion.ui.widgets.controls import badge
from companion.ui.widgets.switches import on_off
from rules.engine import Text

SECOND = 1.0


def ticks(library: Library, match: str) -> bool:
    """Return whether the table shows the clock."""
    return library.setting(f"{SWITCH}.{match}", "off") == "on"


def clock_switch(phone: Phone, table: Table) -> ft.Control:
    """Build the host's switch for the clock; off by default."""
    library, words = phone.library, phone.words

    def turn(on: bool) -> None:
        phone.host_only()
        library.set(f"{SWITCH}.{table.match.id}", "on" if on else "off")
        table.changed()

    title = words(Text("A clock: how long this turn and this question have lasted"))
    return page_frame.panel(on_off(title, ticks(library, table.match.id), turn))


def said(seconds: float) -> str:
    """Format a duration as m:ss or h:mm:ss."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


@ft.component
def Clock(  # noqa: N802 - named like a class
    words: Translate, lines: tuple[LogLine, ...], seats: int, turns: bool
) -> ft.Control:
    """Build the clock of this question, and of this turn if the game ``counts_turns``.

    It runs second by second, and stops while nobody plays.
    """
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
    """Return the current time, and redraw every second."""
    now, tell = ft.use_state(clock())

    async def tick() -> None:
        while True:
            await asyncio.sleep(SECOND)
            tell(clock())

    ft.use_effect(tick, [], lambda: None)  # Flet cancels the task only if there is a cleanup function
    return max(now, clock())


def totals(words: Translate, seats: Sequence[str], shown: Pace) -> ft.Control:
    """Build the panel of each seat's total turn time."""
    rows: list[ft.Control] = [
        ft.Row(
            [badge(seat, name, 26), ft.Text(name, size=Type.BODY, expand=True), ft.Text(said(had), size=Type.BODY)],
            spacing=Space.GAP,
        )
        for seat, (name, had) in enumerate(zip(seats, shown.seats, strict=True))
    ]
    return page_frame.panel(
        ft.Text(words(Text("Time of their turns")), size=Type.BODY, weight=ft.FontWeight.W_600), *rows
    )
