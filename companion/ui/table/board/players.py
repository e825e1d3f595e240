"""Player rows, one per seat, and the panel in which every number can be adjusted."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import flet as ft

from companion.i18n import Translate
from companion.match.latest import latest_changes
from companion.match.table import OpenAdjustment
from companion.ui.design.preferences import animation_ms, current_preferences, scaled_height
from companion.ui.design.theme import TRACK_COLORS, FontSize, Radius, Space, seat_colour, tracker_icon
from companion.ui.redraw import memoized
from companion.ui.signs.legend import sign_hints
from companion.ui.table.context.context import TableContext
from companion.ui.table.context.open_sheet import OpenSheet
from companion.ui.table.context.scene import OnOpenSheet, PlayerRowLayout, StatusMark
from companion.ui.widgets.controls import bind, button_grid, keyed_component, pressable, seat_badge
from companion.ui.widgets.counter import TrackerCounter
from companion.ui.widgets.numbers import tracker_value
from rules.engine import PlayerView, Text, Tracker

OnAdjust = Callable[[str, int], int | None]
LETTER_WIDTH = 0.6
"""Width of a broad letter, as a share of the font size: a name has one word, and is never cut."""
NAME_WIDTH = 62
"""Width of the space for a name beside the numbers of a device with large text, in points."""
BADGE_WIDTH = 48
"""Width of the badge and the margins, in points."""
LONG_NAME = 8
"""Letters from which a name is written smaller."""
DEFAULT_WIDTH = 366
"""Width of the rows of a match that is put away, in points."""
MAX_TRACKERS, MAX_TRACKERS_WIDE = 4, 6
"""Maximum number of trackers in a narrow row and in a wide one; the panel has all of them."""


@dataclass(frozen=True)
class RowShape:
    """Sizes of a player row in points: font, height, cells with and without maximum, track."""

    font_size: int
    height: int
    full_cell_width: int
    plain_cell_width: int
    track_cell_width: int = 66
    name_above: bool = False
    """Whether the name stands above the numbers."""

    def cell_width(self, tracker: Tracker, track: bool = False) -> float:
        """Return the width of a tracker's cell in points."""
        points = (
            self.track_cell_width
            if track
            else self.full_cell_width
            if tracker.maximum is not None
            else self.plain_cell_width
        )
        return scaled_height(points) if self.name_above else points


WIDE_ROW, NORMAL_ROW = RowShape(22, 60, 72, 60, 104), RowShape(20, 48, 66, 54)
COMPACT_ROW, NAME_ABOVE_ROW = RowShape(17, 48, 52, 40, 52), RowShape(20, 76, 66, 54, name_above=True)
EXTRA_ROW_HEIGHT = 28
"""Height of a further line of numbers under a name, in points."""


@dataclass(frozen=True)
class PlayerRowContent:
    """What a player's row shows: trackers with their changes, marks, and its accessible name.

    ``is_framed`` is for the active player and the winners; ``height`` is in points.
    """

    seat: int
    name: str
    is_dead: bool
    trackers: tuple[tuple[Tracker, int], ...]
    track_icons: tuple[str, ...]
    status_marks: tuple[StatusMark, ...]
    hints: Mapping[ft.IconData, str]
    """What a long press on a sign shows, by icon."""
    spoken: str
    is_framed: bool
    shape: RowShape
    height: float


def player_rows(
    context: TableContext, row_layout: PlayerRowLayout, open_sheet: OnOpenSheet, is_put_away: bool = False
) -> ft.Control:
    """Build a row per player: this device's seat on top, the others in seating order.

    The frame is on the active player, and on the winners once the game has ended. ``row_layout`` is the game's layout
    of a row. A match that is put away has one column, and neither changes nor devices.
    """
    seats = range(len(context.seats))
    first = 0 if is_put_away else context.role.seat or 0
    is_wide = not is_put_away and not context.is_landscape and context.has_two_columns
    width = DEFAULT_WIDTH if is_put_away else context.column_widths[1]
    changes = {} if is_put_away else latest_changes(context.log)
    trackers_by_seat = {
        seat: visible_trackers(row_layout, [t for t in context.table_state.trackers if t.seat == seat], is_wide)
        for seat in (*seats[first:], *seats[:first])
    }
    hints = sign_hints(context.translate, row_layout.signs)
    shape = WIDE_ROW if is_wide else choose_row_shape(context.seats, trackers_by_seat[first], width)
    rows: list[ft.Control] = []
    for seat, trackers in trackers_by_seat.items():
        name, line = context.seats[seat], context.player_lines.get(seat)
        is_awake = None if is_put_away else context.awake_by_seat.get(seat)
        content = PlayerRowContent(
            seat,
            name,
            line is not None and line.dead,
            tuple((t, changes.get(t.key, 0)) for t in trackers),
            row_layout.track_icons,
            tuple(_marks(context, seat, row_layout, is_awake)),
            hints,
            _spoken(context.translate, name, trackers, is_awake),
            _is_framed(context, seat),
            shape,
            shape.height + _extra_height(trackers, shape, width),
        )
        rows.append(PlayerRow(content, bind(open_sheet, OpenSheet("player", number=seat))))
    return ft.Column(rows, spacing=Space.TIGHT, tight=True)


@memoized
def PlayerRow(content: PlayerRowContent, on_tap: Callable[[], object]) -> ft.Control:  # noqa: N802
    """Build a player's row."""
    cells = [
        _cell(t, change, content.shape, t.icon in content.track_icons, content.hints.get(tracker_icon(t.icon)))
        for t, change in content.trackers
    ]
    name = _name(content.name, content.is_dead, content.status_marks, content.hints)
    return pressable(
        _face(content.seat, content.name, name, cells, content.shape),
        content.spoken,
        on_tap,
        fill=ft.Colors.SURFACE_CONTAINER_HIGH if content.is_framed else ft.Colors.SURFACE_CONTAINER_LOW,
        edge=ft.BorderSide(1.5, seat_colour(content.seat)) if content.is_framed else None,
        radius=Radius.TILE,
        pad=ft.Padding.only(left=Space.GAP, right=Space.TIGHT, top=Space.NEAR, bottom=Space.NEAR),
        height=content.height,
    )


def _is_framed(context: TableContext, seat: int) -> bool:
    """Return whether the seat is active, or has won once the game has ended."""
    line = context.player_lines.get(seat)
    return seat in context.winners if context.winners is not None else line is not None and line.active


def choose_row_shape(seats: tuple[str, ...], trackers: Sequence[Tracker], width: float) -> RowShape:
    """Choose the shape of a row for its names, its width in points and the text size."""
    scale = current_preferences().scale
    longest = max((len(name) * LETTER_WIDTH * _name_size(name) for name in seats), default=0)
    if scale > 1 and longest * scale > NAME_WIDTH:
        return NAME_ABOVE_ROW
    shapes = (NORMAL_ROW, *([COMPACT_ROW] if scale == 1 else []))
    free = {shape: width - BADGE_WIDTH - sum(shape.cell_width(t) + Space.NEAR for t in trackers) for shape in shapes}
    return next((shape for shape in shapes if free[shape] > longest), NAME_ABOVE_ROW)


def _name_size(name: str) -> int:
    return FontSize.BODY if len(name) < LONG_NAME else FontSize.SMALL


def _extra_height(trackers: Sequence[Tracker], shape: RowShape, width: float) -> float:
    """Return the height of the further lines that numbers under a name need, in points."""
    if not shape.name_above:
        return 0
    return EXTRA_ROW_HEIGHT * (math.ceil(sum(shape.cell_width(t) for t in trackers) / (width - 12)) - 1)


def _face(seat: int, name: str, name_cell: ft.Control, cells: list[ft.Control], shape: RowShape) -> ft.Control:
    """Build badge, name and numbers, beside each other or in two lines."""
    name_cells = [seat_badge(seat, name, 30), name_cell]
    if not shape.name_above:
        return ft.Row([*name_cells, *cells], spacing=Space.NEAR)
    numbers = ft.Row(cells, alignment=ft.MainAxisAlignment.SPACE_BETWEEN, spacing=0, wrap=True, run_spacing=0)
    return ft.Column([ft.Row(name_cells, spacing=Space.NEAR), numbers], spacing=0, tight=True)


def visible_trackers(row_layout: PlayerRowLayout, trackers: Sequence[Tracker], is_wide: bool) -> list[Tracker]:
    """Return the trackers shown in a row: the game's own order first, others only if it is wide."""
    ranks = {icon: rank for rank, icon in enumerate(row_layout.tracker_icons)}
    candidates = [t for t in trackers if is_wide or not ranks or t.icon in ranks][
        : MAX_TRACKERS_WIDE if is_wide else MAX_TRACKERS
    ]
    return sorted(candidates, key=lambda t: ranks.get(t.icon, len(ranks)))


def _cell(tracker: Tracker, change: int, shape: RowShape, track: bool, hint: str | None) -> ft.Control:
    width, size = shape.cell_width(tracker, track), shape.font_size
    if not track or tracker.maximum is None:
        face = tracker_value(
            tracker.value, tracker.icon, full=tracker.maximum, change=change, size=size, width=width, key=tracker.key
        )
        return ft.Container(face, width=width, tooltip=hint)
    face = tracker_value(
        tracker.value,
        tracker.icon,
        full=tracker.maximum,
        change=change,
        size=size,
        shows_full=False,
        width=width,
        key=tracker.key,
    )
    column = ft.Column([face, _track(tracker, width - 8)], spacing=Space.HAIR, tight=True)
    return ft.Container(column, width=width, tooltip=hint)


def _track(tracker: Tracker, width: float) -> ft.Control:
    """Build a bar that shows a number's share of its maximum, readable from afar."""
    share = min(1.0, tracker.value / tracker.maximum) if tracker.maximum else 0.0
    ink = TRACK_COLORS.get(tracker.icon, ft.Colors.PRIMARY)
    done = ft.Container(
        width=width * share, bgcolor=ink, border_radius=Radius.NIB, animate=ft.Animation(animation_ms())
    )
    ground = ft.Colors.SURFACE_CONTAINER_HIGHEST
    return ft.Container(ft.Row([done], spacing=0), width=width, height=6, bgcolor=ground, border_radius=Radius.NIB)


def _name(name: str, is_dead: bool, status_marks: Iterable[StatusMark], hints: Mapping[ft.IconData, str]) -> ft.Control:
    who = ft.Text(
        name,
        size=_name_size(name),
        weight=ft.FontWeight.W_600,
        no_wrap=True,
        overflow=ft.TextOverflow.ELLIPSIS,
        color=ft.Colors.ON_SURFACE_VARIANT if is_dead else ft.Colors.ON_SURFACE,
    )
    marks: list[ft.Control] = [
        ft.Icon(icon, size=FontSize.FINE_PRINT, color=colour, tooltip=hints.get(icon)) for icon, colour in status_marks
    ]
    return ft.Column(
        [who, *([ft.Row(marks, spacing=Space.TIGHT)] if marks else [])], spacing=0, tight=True, expand=True
    )


def _marks(
    context: TableContext, seat: int, row_layout: PlayerRowLayout, is_awake: bool | None
) -> Iterable[StatusMark]:
    """Yield the marks of a player: of the state while the game goes on, then of the winners."""
    if context.winners is not None:
        yield from _end_marks(seat in context.winners)
        return
    if seat in context.player_lines:
        yield from _common_marks(context.player_lines[seat])
        yield from row_layout.status_marks(context, seat)
    yield from _phone_marks(is_awake)


def _end_marks(has_won: bool) -> Iterable[StatusMark]:
    """Yield the mark of a winner."""
    if has_won:
        yield ft.Icons.EMOJI_EVENTS, ft.Colors.PRIMARY


def _common_marks(line: PlayerView) -> Iterable[StatusMark]:
    if line.dead:
        yield ft.Icons.HEART_BROKEN, ft.Colors.ERROR
    if line.active:
        yield ft.Icons.PLAY_ARROW, ft.Colors.PRIMARY


def _phone_marks(is_awake: bool | None) -> Iterable[StatusMark]:
    """Yield the mark of a device of the player's own, online or not."""
    if is_awake is not None:
        yield (ft.Icons.WIFI if is_awake else ft.Icons.BEDTIME), ft.Colors.ON_SURFACE_VARIANT


def _spoken(translate: Translate, name: str, trackers: Iterable[Tracker], is_awake: bool | None) -> str:
    has = {None: (), True: (Text("has a phone"),), False: (Text("has a phone that is disconnected"),)}[is_awake]
    return ", ".join([name, *(f"{translate(t.label)} {t.value}" for t in trackers), *map(translate, has)])


# --- the panel ---------------------------------------------------------------------------------------------------


@ft.component
def TrackerPanel(  # noqa: N802 - Flet's components are named like classes
    translate: Translate,
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
                translate,
                t,
                adjustment,
                partial(on_adjust, t.key) if on_adjust else None,
                width - 2 * Space.EDGE,
            )
            for t in trackers
        ],
        across,
    )
