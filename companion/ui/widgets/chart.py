"""Line chart of all seats' points by turn, and the same points as a table."""

from __future__ import annotations

from collections.abc import Sequence

import flet as ft
import flet_charts as charts

from companion.stats.match_stats import PointsByTurn
from companion.ui.design.boxes import row_of
from companion.ui.design.look import scaled_height, translate
from companion.ui.design.sizes import Space
from companion.ui.design.text import MUTED, body_text, label_text
from companion.ui.design.theme import seat_color
from rules.engine import Text

from . import page_frame
from .controls import seat_badge

LINE_DASHES: tuple[list[int] | None, ...] = (None, [9, 4], [2, 4], [12, 4, 2, 4], [5, 3], [16, 6])
"""Dash pattern of a line by seat, so that color is not the only difference."""
CHART_HEIGHT, TURN_AXIS_HEIGHT, POINTS_AXIS_WIDTH, END_BADGE_SIZE = 220, 30, 28, 22
"""Sizes in points: chart height, turn axis height, points axis width, badge at a line's end."""
TICKS = 5
"""Approximate number of ticks of an axis."""


def points_chart(seats: Sequence[str], points: Sequence[PointsByTurn]) -> ft.Control:
    """Build the line chart with a badge at each line's end; a screen reader gets one sentence."""
    highest = max(1, *(total for turn_points in points for total in turn_points.totals))
    step = _step(highest)
    top = -(-highest // step) * step
    height = scaled_height(CHART_HEIGHT)
    first, last = points[0].turn, max(points[-1].turn, points[0].turn + 1)
    apart = _step(last - first)
    lines = charts.LineChart(
        data_series=[_line(seat, points) for seat in range(len(seats))],
        min_x=first,
        max_x=last,
        min_y=0,
        max_y=top,
        left_axis=charts.ChartAxis(label_size=POINTS_AXIS_WIDTH, label_spacing=step),
        bottom_axis=charts.ChartAxis(label_size=TURN_AXIS_HEIGHT, label_spacing=apart, show_max=not last % apart),
        horizontal_grid_lines=charts.ChartGridLines(interval=step, color=ft.Colors.OUTLINE_VARIANT, width=1),
        tooltip=charts.LineChartTooltip(bgcolor=ft.Colors.SURFACE_CONTAINER_LOWEST, fit_inside_horizontally=True),
        height=height,
        expand=True,
    )
    row = row_of([lines, _ends(seats, points[-1].totals, top, height)], Space.EDGE)
    return ft.Semantics(content=row, label=totals_sentence(seats, points[-1]), exclude_semantics=True)


def _line(seat: int, points: Sequence[PointsByTurn]) -> charts.LineChartData:
    """Build a seat's line; points that did not change are drawn flat, not as a slope."""
    spots: list[tuple[int, int]] = []
    for turn_points in points:
        if spots and turn_points.turn > spots[-1][0] + 1:
            spots.append((turn_points.turn - 1, spots[-1][1]))
        spots.append((turn_points.turn, turn_points.totals[seat]))
    return charts.LineChartData(
        points=[charts.LineChartDataPoint(turn, total) for turn, total in spots],
        color=seat_color(seat),
        stroke_width=3,
        dash_pattern=LINE_DASHES[seat % len(LINE_DASHES)],
    )


def _ends(seats: Sequence[str], totals: Sequence[int], top: int, height: float) -> ft.Control:
    room = height - TURN_AXIS_HEIGHT
    order = sorted(range(len(seats)), key=lambda seat: -totals[seat])
    wanted = [room * (1 - totals[seat] / top) - END_BADGE_SIZE / 2 for seat in order]
    places = _spread_positions(wanted, END_BADGE_SIZE + 1, -END_BADGE_SIZE / 2, height - END_BADGE_SIZE)
    signs: list[ft.Control] = [
        ft.Container(seat_badge(seat, seats[seat], END_BADGE_SIZE), top=place, left=0)
        for seat, place in zip(order, places, strict=True)
    ]
    return ft.Stack(signs, width=END_BADGE_SIZE, height=height, clip_behavior=ft.ClipBehavior.NONE)


def _spread_positions(wanted: Sequence[float], gap: float, lowest: float, highest: float) -> list[float]:
    """Return positions from the top, as near to those wanted as the gap and both limits allow."""
    placed: list[float] = []
    for place in wanted:
        placed.append(max(place, lowest, placed[-1] + gap if placed else lowest))
    for k in reversed(range(len(placed))):
        below = placed[k + 1] - gap if k + 1 < len(placed) else highest
        placed[k] = min(placed[k], below)
    return placed


def _step(span: int) -> int:
    """Return a round step of which about ``TICKS`` fit into the span."""
    return next((step for step in (1, 2, 5, 10, 20, 50, 100, 200) if span <= step * TICKS), 500)


def totals_sentence(seats: Sequence[str], points: PointsByTurn) -> str:
    """Return all seats' points after a turn as one line of text."""
    totals = ", ".join(f"{name} {total}" for name, total in zip(seats, points.totals, strict=True))
    return translate(Text("Turn {n}: {totals}", n=points.turn, totals=totals))


def points_table(seats: Sequence[str], points: Sequence[PointsByTurn]) -> ft.Control:
    """Build a foldable table of the points, a row per turn in which they changed."""
    rows = [_row("", [seat_badge(seat, name, 24) for seat, name in enumerate(seats)])]
    for turn_points in points:
        cells: list[ft.Control] = [body_text(str(total)) for total in turn_points.totals]
        spoken = totals_sentence(seats, turn_points)
        rows.append(ft.Semantics(content=_row(str(turn_points.turn), cells), label=spoken, exclude_semantics=True))
    return page_frame.expandable_section(translate(Text("The same as numbers")), rows)


def _row(turn: str, cells: Sequence[ft.Control]) -> ft.Control:
    first = label_text(turn, color=MUTED, width=36)
    spread = [ft.Container(cell, expand=True, alignment=ft.Alignment.CENTER) for cell in cells]
    return row_of([first, *spread])
