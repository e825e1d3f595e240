"""The players, one line each, and the panel where any number can be put right."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import flet as ft

from companion.table import Running
from companion.words import Translate
from rules.engine import Text, Tracker

from .counter import counter
from .habits import here, swift
from .parts import badge, number, press, rows
from .scene import Mark, PlayerLine
from .theme import ROUND, TRACKS, seat_colour

OnSeat = Callable[[int], None]
Step = Callable[[str, int], Any]
LETTER, NAMED = 9, 62
"""Points of a usual letter, and of the room for a name beside the numbers."""
LONG_NAME = 8
"""Letters from which a name is written smaller."""
NONE: Mapping[int, bool] = {}
PLAIN = PlayerLine()
ROOMY = 104
"""Points of a number with a track in a wide line."""
FEW, MANY = 4, 6
"""The numbers of a line, in a narrow one and in a wide one; the panel has all of them."""


@ft.component
def Players(  # noqa: N802
    words: Translate,
    seats: tuple[str, ...],
    trackers: Sequence[Tracker],
    lines: Mapping[int, Any],
    moved: Mapping[str, int],
    on_open: OnSeat,
    wide: bool,
    phones: Mapping[int, bool] = NONE,
    first: int = 0,
    own: PlayerLine = PLAIN,
) -> ft.Control:
    """One line a player, the ``first`` on top and the others as they sit.

    ``lines`` is what the game's picture adds: whose turn, who holds priority, who is dead; ``phones`` are the seats
    that have one of their own, and whether it is awake. ``own`` is what this game shows of a player.
    """
    round_ = (*range(first, len(seats)), *range(first))
    of_seat = {seat: [t for t in trackers if t.seat == seat] for seat in round_}
    above = not wide and crowded(seats)
    built = [
        _line(words, seat, seats[seat], has, lines.get(seat), moved, on_open, wide, above, phones.get(seat), own)
        for seat, has in of_seat.items()
    ]
    return ft.Column(built, spacing=4, tight=True)


def crowded(seats: tuple[str, ...]) -> bool:
    """Whether the names are too long to stand beside the numbers at this phone's text size."""
    scale = here().scale
    return scale > 1 and max(map(len, seats), default=0) * LETTER * scale > NAMED


def _line(
    words: Translate,
    seat: int,
    name: str,
    trackers: list[Tracker],
    line: Any,
    moved: Mapping[str, int],
    on_open: OnSeat,
    wide: bool,
    above: bool,
    phone: bool | None,
    own: PlayerLine,
) -> ft.Control:
    shown = in_line(own, trackers, wide)
    size = 22 if wide else 20
    cells = [_cell(t, moved.get(t.key, 0), size, wide, t.icon in own.tracks) for t in shown]
    who: list[ft.Control] = [badge(seat, name, 30), _name(name, line, phone, own)]
    face: ft.Control = ft.Row([*who, *cells], spacing=6)
    if above:
        numbers = ft.Row(cells, alignment=ft.MainAxisAlignment.SPACE_BETWEEN)
        face = ft.Column([ft.Row(who, spacing=6), numbers], spacing=0, tight=True)
    active = bool(getattr(line, "active", False))
    return press(
        face,
        _spoken(words, name, shown, phone),
        lambda: on_open(seat),
        fill=ft.Colors.SURFACE_CONTAINER_HIGH if active else ft.Colors.SURFACE_CONTAINER_LOW,
        edge=ft.BorderSide(1.5, seat_colour(seat)) if active else None,
        radius=ROUND,
        pad=ft.Padding.only(left=8, right=4, top=6, bottom=6),
        height=76 if above else 60 if wide else 48,
    )


def in_line(own: PlayerLine, trackers: Sequence[Tracker], wide: bool) -> list[Tracker]:
    """Those of a player's numbers that stand in the line: the game's own order first, in a wide one others after it."""
    ranks = {icon: rank for rank, icon in enumerate(own.shown)}
    fitting = [t for t in trackers if wide or not ranks or t.icon in ranks][: MANY if wide else FEW]
    return sorted(fitting, key=lambda t: ranks.get(t.icon, len(ranks)))


def _cell(tracker: Tracker, moved: int, size: int, wide: bool, track: bool) -> ft.Control:
    width = ROOMY if wide and track else _width(tracker) + (6 if wide else 0)
    if not track or tracker.full is None:
        return ft.Container(number(tracker.value, tracker.icon, full=tracker.full, moved=moved, size=size), width=width)
    face = number(tracker.value, tracker.icon, full=tracker.full, moved=moved, size=size, said_full=False)
    return ft.Container(ft.Column([face, _track(tracker, width - 8)], spacing=1, tight=True), width=width)


def _track(tracker: Tracker, width: float) -> ft.Control:
    """How far it has come, to be seen from across the table."""
    share = min(1.0, tracker.value / tracker.full) if tracker.full else 0.0
    ink = TRACKS.get(tracker.icon, ft.Colors.PRIMARY)
    done = ft.Container(width=width * share, bgcolor=ink, border_radius=3, animate=ft.Animation(swift()))
    ground = ft.Colors.SURFACE_CONTAINER_HIGHEST
    return ft.Container(ft.Row([done], spacing=0), width=width, height=6, bgcolor=ground, border_radius=3)


def _width(tracker: Tracker) -> int:
    return 66 if tracker.full is not None else 54


def _name(name: str, line: Any, phone: bool | None, own: PlayerLine) -> ft.Control:
    dead = bool(getattr(line, "dead", False))
    who = ft.Text(
        name,
        size=16 if len(name) < LONG_NAME else 13,
        weight=ft.FontWeight.W_600,
        no_wrap=True,
        overflow=ft.TextOverflow.ELLIPSIS,
        color=ft.Colors.ON_SURFACE_VARIANT if dead else ft.Colors.ON_SURFACE,
    )
    told = (*_marks(line, dead), *(own.marks(line) if line else ()), *_phone(phone))
    marks: list[ft.Control] = [ft.Icon(icon, size=12, color=colour) for icon, colour in told]
    return ft.Column([who, *([ft.Row(marks, spacing=5)] if marks else [])], spacing=0, tight=True, expand=True)


def _marks(line: Any, dead: bool) -> Iterable[Mark]:
    if dead:
        yield ft.Icons.HEART_BROKEN, ft.Colors.ERROR
    if getattr(line, "active", False):
        yield ft.Icons.PLAY_ARROW, ft.Colors.PRIMARY


def _phone(awake: bool | None) -> Iterable[Mark]:
    """The sign of a phone of their own, awake or asleep."""
    if awake is not None:
        yield (ft.Icons.WIFI if awake else ft.Icons.BEDTIME), ft.Colors.ON_SURFACE_VARIANT


def _spoken(words: Translate, name: str, trackers: Iterable[Tracker], phone: bool | None) -> str:
    has = {None: (), True: (Text("has a phone"),), False: (Text("has a phone that sleeps"),)}[phone]
    return ", ".join([name, *(f"{words(t.label)} {t.value}" for t in trackers), *map(words, has)])


# --- the panel ---------------------------------------------------------------------------------------------------


@ft.component
def Numbers(  # noqa: N802 - Flet's components are named like classes
    words: Translate, trackers: Sequence[Tracker], running: Running | None, step: Step | None, across: int
) -> ft.Control:
    """Every number of a player or a foe; with a − and a +, if there is a ``step``: a quick series is one."""
    return rows([counter(words, t, running, partial(step, t.key) if step else None) for t in trackers], across)
