"""Optional clock of the table: time of this turn and question, and totals."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import flet as ft

from companion.match.log import LogLine
from companion.match.table import Table
from companion.stats.timing import CLOCK_SETTING, Timing, measure_timing
from companion.storage.settings import Settings
from companion.ui.design.boxes import row_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import FontSize, Space
from companion.ui.design.text import MUTED, body_text, label_text
from companion.ui.session.phone import Phone
from companion.ui.widgets import page_frame
from companion.ui.widgets.controls import seat_badge
from companion.ui.widgets.switches import on_off_switch
from rules.engine import Text

TICK_SECONDS = 1.0


def is_clock_on(settings: Settings, match: str) -> bool:
    """Return whether the table shows the clock."""
    return settings.get(f"{CLOCK_SETTING}.{match}", "off") == "on"


def clock_switch(phone: Phone, table: Table) -> ft.Control:
    """Build the host's switch for the clock; off by default."""
    settings = phone.library.settings

    def turn(on: bool) -> None:
        phone.require_host()
        settings.save(f"{CLOCK_SETTING}.{table.match.id}", "on" if on else "off")
        table.notify()

    title = translate(Text("A clock: how long this turn and this question have lasted"))
    return page_frame.panel(on_off_switch(title, is_clock_on(settings, table.match.id), turn))


def format_duration(seconds: float) -> str:
    """Format a duration as m:ss or h:mm:ss."""
    minutes, seconds_left = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds_left:02}" if hours else f"{minutes}:{seconds_left:02}"


@dataclass(frozen=True)
class ClockModel:
    """What the clock measures: a log, the number of seats, and whether there are turns."""

    lines: tuple[LogLine, ...]
    seats: int
    counts_turns: bool


@ft.component
def Clock(model: ClockModel) -> ft.Control:  # noqa: N802 - named like a class
    """Build the clock of this question, and of this turn if the game counts them.

    It runs second by second, and stops while nobody plays.
    """
    now = use_current_time()
    timing = measure_timing(model.lines, model.seats, now)
    question_time = format_duration(timing.question)
    ink = ft.Colors.OUTLINE if timing.is_paused else MUTED
    icon = ft.Icons.PAUSE if timing.is_paused else ft.Icons.TIMER_OUTLINED
    figures, label = question_time, Text("This question {asked}", asked=question_time)
    if model.counts_turns:
        turn = format_duration(timing.turn)
        figures, label = (
            f"{turn} · {question_time}",
            Text("This turn {turn}, this question {asked}", turn=turn, asked=question_time),
        )
    text = label_text(figures, color=ink, no_wrap=True)
    return ft.Semantics(
        content=row_of([ft.Icon(icon, size=FontSize.SMALL, color=ink), text], Space.HAIR, tight=True),
        label=translate(label),
        exclude_semantics=True,
    )


def use_current_time(clock: Callable[[], float] = time.time) -> float:
    """Return the current time, and redraw every second."""
    now, set_now = ft.use_state(clock())

    async def tick() -> None:
        while True:
            await asyncio.sleep(TICK_SECONDS)
            set_now(clock())

    ft.use_effect(tick, [], lambda: None)  # Flet cancels the task only if there is a cleanup function
    return max(now, clock())


def turn_time_panel(seats: Sequence[str], timing: Timing) -> ft.Control:
    """Build the panel of each seat's total turn time."""
    rows: list[ft.Control] = [
        row_of(
            [seat_badge(seat, name, 26), body_text(name, expand=True), body_text(format_duration(duration))], Space.GAP
        )
        for seat, (name, duration) in enumerate(zip(seats, timing.seats, strict=True))
    ]
    return page_frame.panel(body_text(translate(Text("Time of their turns")), 600), *rows)
