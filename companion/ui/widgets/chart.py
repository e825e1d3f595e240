"""Line chart of all seats' points by turn, and the same points as a table."""

from __future__ import annotations

from collections.abc import Sequence

import flet as ft
import flet_charts as charts

from companion.i18n import Translate
from companion.stats.match_stats import Points
from companion.ui.design.preferences import tall
from companion.ui.design.theme import Space, Type, seat_colour
from rules.engine import Text

from . import page_frame
from .controls import badge

DASHES: tuple[list[int] | None, ...] = (None, [9, 4], [2, 4], [12, 4, 2, 4], [5, 3], [16, 6])
"""Dash pattern of a line by seat, so that color is not the only difference."""
TALL, FOOT, SIDE, ENDS = 220, 30, 28, 22
"""Sizes in points: chart height, turn axis height, points axis width, badge at a line's end."""
TICKS = 5
"""Approximate number of ticks of an axis."""


def chart(words: Translate, seats: Sequence[str], points: Sequence[Points]) -> ft.Control:
    """Build the line chart with a badge at each line's end; a screen reader gets one sentence."""
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
    """Build a seat's line; points that did not change are drawn flat, not as a slope."""
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
    """Place each seat's badge where its line ends, without overlap."""
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
    """Return positions from the top, as near to those wanted as the gap and both limits allow."""
    placed: list[float] = []
    for place in wanted:
        placed.append(max(place, least, placed[-1] + gap if placed else least))
    for k in reversed(range(len(placed))):
        below = placed[k + 1] - gap if k + 1 < len(placed) else most
        placed[k] = min(placed[k], below)
    return placed


def _step(span: int) -> int:
    """Return a round step of which about ``TICKS`` fit into the span."""
    return next((step for step in (1, 2, 5, 10, 20, 50, 100, 200) if span <= step * TICKS), 500)


def said(words: Translate, seats: Sequence[str], one: Points) -> str:
    """Return all seats' points after a turn as one line of text."""
    totals = ", ".join(f"{name} {total}" for name, total in zip(seats, one.totals, strict=True))
    return words(Text("Turn {n}: {totals}", n=one.turn, totals=totals))


def table(words: Translate, seats: Sequence[str], points: Sequence[Points]) -> ft.Control:
    """Build a foldable table of the points, a row per turn in which they changed."""
    rows = [_row("", [badge(seat, name, 24) for seat, name in enumerate(seats)])]
    for one in points:
        cells: list[ft.Control] = [ft.Text(str(total), size=Type.BODY) for total in one.totals]
        spoken = said(words, seats, one)
        rows.append(ft.Semantics(content=_row(str(one.turn), cells), label=spoken, exclude_semantics=True))
    return page_frame.folded(words(Text("The same as numbers")), rows)


def _row(turn: str, cells: Sequence[ft.Control]) -> ft.Control:
    first = ft.Text(turn, size=Type.SMALL, color=ft.Colors.ON_SURFACE_VARIANT, width=36)
    spread = [ft.Container(cell, expand=True, alignment=ft.Alignment.CENTER) for cell in cells]
    return ft.Row([first, *spread])
