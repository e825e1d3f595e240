"""Player rows, one per seat, and the panel in which every number can be adjusted."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import flet as ft

from companion.i18n import Translate
from companion.match.table import Running
from companion.ui.design.preferences import here, swift, tall
from companion.ui.design.theme import TRACKS, Round, Space, Type, seat_colour
from companion.ui.table.context.scene import Mark, PlayerLine
from companion.ui.widgets.controls import badge, number, press, rows
from companion.ui.widgets.counter import counter
from rules.engine import PlayerView, Text, Tracker

OnSeat = Callable[[int], None]
Step = Callable[[str, int], Any]
LETTER, NAMED = 9, 62
"""Width of an average letter, and of the space for a name beside the numbers, in points."""
BADGE = 48
"""Width of the badge and the margins, in points."""
LONG_NAME = 8
"""Letters from which a name is written smaller."""
NONE: Mapping[int, bool] = {}
PLAIN = PlayerLine()
FEW, MANY = 4, 6
"""Maximum number of trackers in a narrow row and in a wide one; the panel has all of them."""


@dataclass(frozen=True)
class Shape:
    """Sizes of a player row in points: font, height, cells with and without maximum, track."""

    size: int
    height: int
    full: int
    plain: int
    track: int = 66
    above: bool = False
    """Whether the name stands above the numbers."""

    def cell(self, tracker: Tracker, track: bool = False) -> float:
        """Return the width of a tracker's cell in points."""
        points = self.track if track else self.full if tracker.full is not None else self.plain
        return tall(points) if self.above else points


ROOMY, USUAL = Shape(22, 60, 72, 60, 104), Shape(20, 48, 66, 54)
SMALL, ABOVE = Shape(17, 48, 52, 40, 52), Shape(20, 76, 66, 54, above=True)
MORE = 28
"""Height of a further line of numbers under a name, in points."""


@ft.component
def Players(  # noqa: N802
    words: Translate,
    seats: tuple[str, ...],
    trackers: Sequence[Tracker],
    lines: Mapping[int, PlayerView],
    moved: Mapping[str, int],
    on_open: OnSeat,
    wide: bool,
    phones: Mapping[int, bool] = NONE,
    first: int = 0,
    own: PlayerLine = PLAIN,
    width: float = 366,
) -> ft.Control:
    """Build a row per player: ``first_seat`` on top, the others in seating order.

    ``lines`` are the players in the game's view: whose turn it is, who is dead; ``awake_by_seat`` says for seats with a
    device of their own whether it is online. ``row_layout`` is the game's layout of a row, ``width`` is in points.
    """
    round_ = (*range(first, len(seats)), *range(first))
    of_seat = {seat: [t for t in trackers if t.seat == seat] for seat in round_}
    shown = {seat: in_line(own, has, wide) for seat, has in of_seat.items()}
    shape = ROOMY if wide else shaped(seats, shown[first], width)
    built = [
        _line(words, seat, seats[seat], has, lines.get(seat), moved, on_open, shape, phones.get(seat), own, width)
        for seat, has in shown.items()
    ]
    return ft.Column(built, spacing=Space.TIGHT, tight=True)


def shaped(seats: tuple[str, ...], trackers: Sequence[Tracker], width: float) -> Shape:
    """Choose the shape of a row for its names, its width in points and the text size."""
    scale, longest = here().scale, max(map(len, seats), default=0) * LETTER
    if scale > 1 and longest * scale > NAMED:
        return ABOVE
    beside = width - BADGE - sum(USUAL.cell(t) + 6 for t in trackers)
    return USUAL if beside > min(longest, NAMED) else SMALL if scale == 1 else ABOVE


def _line(
    words: Translate,
    seat: int,
    name: str,
    shown: list[Tracker],
    line: PlayerView | None,
    moved: Mapping[str, int],
    on_open: OnSeat,
    shape: Shape,
    phone: bool | None,
    own: PlayerLine,
    width: float,
) -> ft.Control:
    cells = [_cell(t, moved.get(t.key, 0), shape, t.icon in own.tracks) for t in shown]
    who: list[ft.Control] = [badge(seat, name, 30), _name(name, line, phone, own)]
    face: ft.Control = ft.Row([*who, *cells], spacing=Space.NEAR)
    height = shape.height
    if shape.above:
        numbers = ft.Row(cells, alignment=ft.MainAxisAlignment.SPACE_BETWEEN, spacing=0, wrap=True, run_spacing=0)
        face = ft.Column([ft.Row(who, spacing=Space.NEAR), numbers], spacing=0, tight=True)
        height += MORE * (math.ceil(sum(shape.cell(t) for t in shown) / (width - 12)) - 1)
    active = line is not None and line.active
    return press(
        face,
        _spoken(words, name, shown, phone),
        lambda: on_open(seat),
        fill=ft.Colors.SURFACE_CONTAINER_HIGH if active else ft.Colors.SURFACE_CONTAINER_LOW,
        edge=ft.BorderSide(1.5, seat_colour(seat)) if active else None,
        radius=Round.TILE,
        pad=ft.Padding.only(left=Space.GAP, right=Space.TIGHT, top=Space.NEAR, bottom=Space.NEAR),
        height=height,
    )


def in_line(own: PlayerLine, trackers: Sequence[Tracker], wide: bool) -> list[Tracker]:
    """Return the trackers shown in a row: the game's own order first, others only if it is wide."""
    ranks = {icon: rank for rank, icon in enumerate(own.shown)}
    fitting = [t for t in trackers if wide or not ranks or t.icon in ranks][: MANY if wide else FEW]
    return sorted(fitting, key=lambda t: ranks.get(t.icon, len(ranks)))


def _cell(tracker: Tracker, moved: int, shape: Shape, track: bool) -> ft.Control:
    width, size = shape.cell(tracker, track), shape.size
    if not track or tracker.full is None:
        return ft.Container(number(tracker.value, tracker.icon, full=tracker.full, moved=moved, size=size), width=width)
    face = number(tracker.value, tracker.icon, full=tracker.full, moved=moved, size=size, said_full=False)
    return ft.Container(ft.Column([face, _track(tracker, width - 8)], spacing=Space.HAIR, tight=True), width=width)


def _track(tracker: Tracker, width: float) -> ft.Control:
    """Build a bar that shows a number's share of its maximum, readable from afar."""
    share = min(1.0, tracker.value / tracker.full) if tracker.full else 0.0
    ink = TRACKS.get(tracker.icon, ft.Colors.PRIMARY)
    done = ft.Container(width=width * share, bgcolor=ink, border_radius=Round.NIB, animate=ft.Animation(swift()))
    ground = ft.Colors.SURFACE_CONTAINER_HIGHEST
    return ft.Container(ft.Row([done], spacing=0), width=width, height=6, bgcolor=ground, border_radius=Round.NIB)


def _name(name: str, line: PlayerView | None, phone: bool | None, own: PlayerLine) -> ft.Control:
    dead = line is not None and line.dead
    who = ft.Text(
        name,
        size=Type.BODY if len(name) < LONG_NAME else Type.SMALL,
        weight=ft.FontWeight.W_600,
        no_wrap=True,
        overflow=ft.TextOverflow.ELLIPSIS,
        color=ft.Colors.ON_SURFACE_VARIANT if dead else ft.Colors.ON_SURFACE,
    )
    told = (*((*_marks(line), *own.marks(line)) if line else ()), *_phone(phone))
    marks: list[ft.Control] = [ft.Icon(icon, size=Type.FINE, color=colour) for icon, colour in told]
    return ft.Column(
        [who, *([ft.Row(marks, spacing=Space.TIGHT)] if marks else [])], spacing=0, tight=True, expand=True
    )


def _marks(line: PlayerView) -> Iterable[Mark]:
    if line.dead:
        yield ft.Icons.HEART_BROKEN, ft.Colors.ERROR
    if line.active:
        yield ft.Icons.PLAY_ARROW, ft.Colors.PRIMARY


def _phone(awake: bool | None) -> Iterable[Mark]:
    """Yield the mark of a device of the player's own, online or not."""
    if awake is not None:
        yield (ft.Icons.WIFI if awake else ft.Icons.BEDTIME), ft.Colors.ON_SURFACE_VARIANT


def _spoken(words: Translate, name: str, trackers: Iterable[Tracker], phone: bool | None) -> str:
    has = {None: (), True: (Text("has a phone"),), False: (Text("has a phone that sleeps"),)}[phone]
    return ", ".join([name, *(f"{words(t.label)} {t.value}" for t in trackers), *map(words, has)])


# --- the panel ---------------------------------------------------------------------------------------------------


@ft.component
def Numbers(  # noqa: N802 - Flet's components are named like classes
    words: Translate, trackers: Sequence[Tracker], running: Running | None, step: Step | None, across: int, width: float
) -> ft.Control:
    """Build a counter per tracker, with − and + if there is ``on_adjust``."""
    return rows(
        [counter(words, t, running, partial(step, t.key) if step else None, width - 2 * Space.EDGE) for t in trackers],
        across,
    )
