"""The points of all seats, turn by turn, as lines; and the same in words, for who cannot see them."""

from __future__ import annotations

from collections.abc import Sequence

import flet as ft
import flet_charts as charts

from companion.statistics import Points
from companion.words import Translate
from rules.engine import Text

from . import frame
from .habits import tall
from .parts import badge
from .theme import Space, Type, seat_colour

DASHES: tuple[list[int] | None, ...] = (None, [9, 4], [2, 4], [12, 4, 2, 4], [5, 3], [16, 6])
"""A line's pattern by its seat: colour is never alone."""
TALL, FOOT, SIDE, ENDS = 220, 30, 28, 22
"""Points of height, of the turns under it, of the numbers left and of the signs at the lines' ends."""
TICKS = 5
"""About so many numbers stand at an axis."""


def chart(words: Translate, seats: Sequence[str], points: Sequence[Points]) -> ft.Control:
    """The lines, each with its seat's sign at its end; read aloud it is one sentence."""
    most = max(1, *(total for one in points for total in one.totals))
    step = _step(most)
    top = -(-most // step) * step
    height = tall(TALL)
    first, last = points[0].turn, max(points[-1].turn, points[0].turn + 1)
    apart = _step(last - first)
    lines = charts.LineChart(
        data_series=[_line(seat, points) for seat in range(len(seats))],
        min_x=first,
        max_x=last,
        min_y=0,
        max_y=top,
        left_axis=charts.ChartAxis(label_size=SIDE, label_spacing=step),
        bottom_axis=charts.ChartAxis(label_size=FOOT, label_spacing=apart, show_max=not last % apart),
        horizontal_grid_lines=charts.ChartGridLines(interval=step, color=ft.Colors.OUTLINE_VARIANT, width=1),
        tooltip=charts.LineChartTooltip(bgcolor=ft.Colors.SURFACE_CONTAINER_LOWEST, fit_inside_horizontally=True),
        height=height,
        expand=True,
    )
    row = ft.Row([lines, _ends(seats, points[-1].totals, top, height)], spacing=Space.EDGE)
    return ft.Semantics(content=row, label=said(words, seats, points[-1]), exclude_semantics=True)


def _line(seat: int, points: Sequence[Points]) -> charts.LineChartData:
    """One seat's line; what nobody touched stays as it was, so it is drawn flat and not as a slope."""
    spots: list[tuple[int, int]] = []
    for one in points:
        if spots and one.turn > spots[-1][0] + 1:
            spots.append((one.turn - 1, spots[-1][1]))
        spots.append((one.turn, one.totals[seat]))
    return charts.LineChartData(
        points=[charts.LineChartDataPoint(turn, total) for turn, total in spots],
        color=seat_colour(seat),
        stroke_width=3,
        dash_pattern=DASHES[seat % len(DASHES)],
    )


def _ends(seats: Sequence[str], totals: Sequence[int], top: int, height: float) -> ft.Control:
    """Each seat's sign where its line ends; those that would lie on each other stand apart."""
    room = height - FOOT
    order = sorted(range(len(seats)), key=lambda seat: -totals[seat])
    wanted = [room * (1 - totals[seat] / top) - ENDS / 2 for seat in order]
    places = _apart(wanted, ENDS + 1, -ENDS / 2, height - ENDS)
    signs: list[ft.Control] = [
        ft.Container(badge(seat, seats[seat], ENDS), top=place, left=0)
        for seat, place in zip(order, places, strict=True)
    ]
    return ft.Stack(signs, width=ENDS, height=height, clip_behavior=ft.ClipBehavior.NONE)


def _apart(wanted: Sequence[float], gap: float, least: float, most: float) -> list[float]:
    """Places as near to those wanted, from the top, as a gap between them and the ends allow."""
    placed: list[float] = []
    for place in wanted:
        placed.append(max(place, least, placed[-1] + gap if placed else least))
    for k in reversed(range(len(placed))):
        below = placed[k + 1] - gap if k + 1 < len(placed) else most
        placed[k] = min(placed[k], below)
    return placed


def _step(span: int) -> int:
    """A round number of which about ``TICKS`` fit into the span."""
    return next((step for step in (1, 2, 5, 10, 20, 50, 100, 200) if span <= step * TICKS), 500)


def said(words: Translate, seats: Sequence[str], one: Points) -> str:
    """All points of one turn in one line."""
    totals = ", ".join(f"{name} {total}" for name, total in zip(seats, one.totals, strict=True))
    return words(Text("Turn {n}: {totals}", n=one.turn, totals=totals))


def table(words: Translate, seats: Sequence[str], points: Sequence[Points]) -> ft.Control:
    """The same as numbers, a line for each turn in which they changed."""
    rows = [_row("", [badge(seat, name, 24) for seat, name in enumerate(seats)])]
    for one in points:
        cells: list[ft.Control] = [ft.Text(str(total), size=Type.BODY) for total in one.totals]
        spoken = said(words, seats, one)
        rows.append(ft.Semantics(content=_row(str(one.turn), cells), label=spoken, exclude_semantics=True))
    return frame.folded(words(Text("The same as numbers")), rows)


def _row(turn: str, cells: Sequence[ft.Control]) -> ft.Control:
    first = ft.Text(turn, size=Type.SMALL, color=ft.Colors.ON_SURFACE_VARIANT, width=36)
    spread = [ft.Container(cell, expand=True, alignment=ft.Alignment.CENTER) for cell in cells]
    return ft.Row([first, *spread])
