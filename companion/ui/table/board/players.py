"""Player rows, one per seat, and the panel in which every number can be adjusted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import flet as ft

from companion.match.table import OpenAdjustment
from companion.ui.design.look import animation_ms
from companion.ui.design.sign_colors import tracker_color
from companion.ui.design.sizes import FontSize, Radius, Space
from companion.ui.design.theme import seat_color
from companion.ui.redraw import memoized
from companion.ui.table.context.context import TableContext
from companion.ui.table.context.response_chips import ResponseChip
from companion.ui.table.context.row_content import (
    WIDE_ROW,
    PlayerMark,
    PlayerRowContent,
    RowContentBuilder,
    RowShape,
    choose_row_shape,
    name_size,
)
from companion.ui.table.context.scene import OnOpenSheet, PlayerRowLayout
from companion.ui.table.model.sheet import PlayerSheet
from companion.ui.widgets.controls import bind, button_grid, keyed_component, pressable, seat_badge
from companion.ui.widgets.counter import TrackerCounter
from companion.ui.widgets.numbers import tracker_value
from rules.engine import Tracker

OnAdjust = Callable[[str, int], int | None]
DEFAULT_WIDTH = 366
"""Width of the rows of a match that is put away, in points."""
FRAME_WIDTH = 1.5
"""Width of the frame of the active player's row, in points."""
NO_CHIPS: Mapping[int, Sequence[ResponseChip]] = {}
MAX_TRACKERS, MAX_TRACKERS_WIDE = 4, 6
"""Maximum number of trackers in a narrow row and in a wide one; the panel has all of them."""
SIGN_HINT_MS = 700
"""Milliseconds that a mouse rests on a sign before its name is shown; a finger presses it long."""


def player_rows(
    context: TableContext,
    row_layout: PlayerRowLayout,
    open_sheet: OnOpenSheet,
    is_put_away: bool = False,
    chips: Mapping[int, Sequence[ResponseChip]] = NO_CHIPS,
    build_chips: Callable[[int, Sequence[ResponseChip], float], ft.Control] | None = None,
) -> ft.Control:
    """Build a row per player: this device's seat on top, the others in seating order.

    The frame is on the active player, and on the winners once the game has ended. ``row_layout`` is the game's layout
    of a row. A match that is put away has one column, and neither changes nor devices. ``build_chips`` builds the
    ``chips`` of a seat for a width in points; they stand in its row, in place of the belongings that they are about.
    """
    seats = range(len(context.seats))
    first = 0 if is_put_away else context.role.seat or 0
    is_wide = not is_put_away and not context.is_landscape and context.has_two_columns
    width = DEFAULT_WIDTH if is_put_away else context.column_widths[1]
    order = (*seats[first:], *seats[:first])
    trackers_by_seat = {
        seat: visible_trackers(row_layout, [t for t in context.table_state.trackers if t.seat == seat], is_wide)
        for seat in order
    }
    shape = WIDE_ROW if is_wide else choose_row_shape(context.seats, trackers_by_seat[first], width)
    belongings_by_seat = {seat: tuple(row_layout.belongings(context, seat)) for seat in order}
    draws = RowContentBuilder(context, row_layout, is_put_away, shape, width, any(belongings_by_seat.values()))
    rows: list[ft.Control] = []
    for seat in order:
        of_seat = chips.get(seat, ()) if build_chips else ()
        content = draws.content(seat, trackers_by_seat[seat], belongings_by_seat[seat], of_seat)
        row = PlayerRow(content, bind(open_sheet, PlayerSheet(seat)))
        line = [build_chips(seat, of_seat, width - 2 * Space.GAP)] if build_chips and of_seat else []
        rows.append(_ground(content, [row, *line]) if content.is_bare else row)
    return ft.Column(rows, spacing=Space.TIGHT, tight=True)


@memoized
def PlayerRow(content: PlayerRowContent, on_tap: Callable[[], object]) -> ft.Control:  # noqa: N802
    """Build a player's row."""
    cells = [_cell(*tracker, content.shape, content.track_icons) for tracker in content.trackers]
    is_framed = content.is_framed and not content.is_bare
    return pressable(
        _face(content, cells),
        content.spoken,
        on_tap,
        fill=ft.Colors.TRANSPARENT if content.is_bare else _fill(content),
        edge=ft.BorderSide(FRAME_WIDTH, seat_color(content.seat)) if is_framed else None,
        radius=Radius.TILE,
        pad=ft.Padding.only(left=Space.GAP, right=Space.TIGHT, top=Space.NEAR, bottom=Space.NEAR),
        height=content.height,
    )


def _fill(content: PlayerRowContent) -> str:
    return ft.Colors.SURFACE_CONTAINER_HIGH if content.is_framed else ft.Colors.SURFACE_CONTAINER_LOW


def _ground(content: PlayerRowContent, parts: list[ft.Control]) -> ft.Control:
    """Build the ground of a row and its chips, with the frame of the active player."""
    edge = ft.Border.all(FRAME_WIDTH, seat_color(content.seat)) if content.is_framed else None
    stretch = ft.CrossAxisAlignment.STRETCH
    face = ft.Column(parts, spacing=0, tight=True, horizontal_alignment=stretch) if parts[1:] else parts[0]
    return ft.Container(face, bgcolor=_fill(content), border_radius=Radius.TILE, border=edge)


def _face(content: PlayerRowContent, cells: list[ft.Control]) -> ft.Control:
    """Build badge, name and numbers, beside each other or in two lines, belongings below them."""
    shape, has_line = content.shape, content.belongings is not None
    badge, name = seat_badge(content.seat, content.name, 30), _name(content, () if has_line else content.marks)
    line = [_second_line(content)] if has_line else []
    if not shape.name_above:
        numbers = ft.Row([name, *cells], spacing=Space.NEAR)
        if not line:
            return ft.Row([badge, *numbers.controls], spacing=Space.NEAR)
        return ft.Row(
            [badge, ft.Column([numbers, *line], spacing=Space.HAIR, tight=True, expand=True)], spacing=Space.NEAR
        )
    numbers = ft.Row(cells, alignment=ft.MainAxisAlignment.SPACE_BETWEEN, spacing=0, wrap=True, run_spacing=0)
    return ft.Column([ft.Row([badge, name], spacing=Space.NEAR), numbers, *line], spacing=0, tight=True)


def _second_line(content: PlayerRowContent) -> ft.Control:
    """Build the marks and the belongings, smaller than the numbers."""
    parts = [_mark(mark) for mark in content.marks]
    for one in content.belongings or ():
        ink = ft.Colors.ON_SURFACE if one.is_ready else ft.Colors.ON_SURFACE_VARIANT
        if one.icon is not None:
            hint = _hint(one.status or one.text)
            parts.append(ft.Icon(one.icon, size=FontSize.SMALL, color=ink, tooltip=hint))
        style, after = ft.TextStyle(height=1.15), ft.Margin.only(right=Space.TIGHT)
        parts.append(ft.Text(one.text, size=FontSize.SMALL, color=ink, no_wrap=True, style=style, margin=after))
    return ft.Row(parts, spacing=Space.TIGHT)


def _mark(mark: PlayerMark) -> ft.Control:
    return ft.Icon(mark.icon, size=FontSize.SMALL, color=mark.color, tooltip=_hint(mark.name))


def _hint(name: str) -> ft.Tooltip:
    """Return the name of a sign, shown by a long press."""
    return ft.Tooltip(name, wait_duration=SIGN_HINT_MS)


def visible_trackers(row_layout: PlayerRowLayout, trackers: Sequence[Tracker], is_wide: bool) -> list[Tracker]:
    """Return the trackers shown in a row: the game's own order first, others only if it is wide."""
    ranks = {icon: rank for rank, icon in enumerate(row_layout.tracker_icons)}
    candidates = [t for t in trackers if is_wide or not ranks or t.icon in ranks][
        : MAX_TRACKERS_WIDE if is_wide else MAX_TRACKERS
    ]
    return sorted(candidates, key=lambda t: ranks.get(t.icon, len(ranks)))


def _cell(tracker: Tracker, change: int, label: str, shape: RowShape, track_icons: tuple[str, ...]) -> ft.Control:
    """Build a number with its sign, named by a long press, and its bar where its kind has one."""
    has_track = tracker.icon in track_icons
    width = shape.cell_width(tracker, has_track)
    face = tracker_value(
        tracker.value,
        tracker.icon,
        full=tracker.maximum,
        change=change,
        size=shape.font_size,
        shows_full=not has_track,
        width=width,
        key=tracker.key,
        worth=tracker.worth,
    )
    if has_track and tracker.maximum is not None:
        face = ft.Column([face, _track(tracker, width - 8)], spacing=Space.HAIR, tight=True)
    return ft.Container(face, width=width, tooltip=_hint(label))


def _track(tracker: Tracker, width: float) -> ft.Control:
    """Build a bar that shows a number's share of its maximum, readable from afar."""
    share = min(1.0, tracker.value / tracker.maximum) if tracker.maximum else 0.0
    ink = tracker_color(tracker.icon)
    done = ft.Container(
        width=width * share, bgcolor=ink, border_radius=Radius.NIB, animate=ft.Animation(animation_ms())
    )
    ground = ft.Colors.SURFACE_CONTAINER_HIGHEST
    return ft.Container(ft.Row([done], spacing=0), width=width, height=6, bgcolor=ground, border_radius=Radius.NIB)


def _name(content: PlayerRowContent, marks: Sequence[PlayerMark]) -> ft.Control:
    """Build a player's name, above the marks where these have no line of their own."""
    who = ft.Text(
        content.name,
        size=name_size(content.name),
        weight=ft.FontWeight.W_600,
        no_wrap=True,
        overflow=ft.TextOverflow.ELLIPSIS,
        color=ft.Colors.ON_SURFACE_VARIANT if content.is_dead else ft.Colors.ON_SURFACE,
    )
    line = [ft.Row([_mark(mark) for mark in marks], spacing=Space.TIGHT)] if marks else []
    return ft.Column([who, *line], spacing=0, tight=True, expand=True)


# --- the panel ---------------------------------------------------------------------------------------------------


@ft.component
def TrackerPanel(  # noqa: N802 - Flet's components are named like classes
    trackers: Sequence[Tracker],
    adjustment: OpenAdjustment | None,
    on_adjust: OnAdjust | None,
    across: int,
    width: float,
) -> ft.Control:
    """Build a counter per tracker, with − and + if there is ``on_adjust``."""
    return button_grid(
        [
            keyed_component(
                TrackerCounter,
                t.key,
                t,
                adjustment,
                partial(on_adjust, t.key) if on_adjust else None,
                width - 2 * Space.EDGE,
            )
            for t in trackers
        ],
        across,
    )
