"""Player rows, one per seat, and the panel in which every number can be adjusted."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

import flet as ft

from companion.match.table import OpenAdjustment
from companion.ui.design.boxes import STRETCH, column_of, row_of, wrapped_row
from companion.ui.design.look import animation_ms, current_preferences, scaled_height
from companion.ui.design.sign_colors import tracker_color
from companion.ui.design.sizes import FontSize, Radius, Space
from companion.ui.design.text import MUTED, label_text
from companion.ui.design.text_fit import BROAD_LETTER_WIDTH
from companion.ui.design.theme import seat_color
from companion.ui.redraw import memoized
from companion.ui.table.model.player_row import PlayerRowLayout
from companion.ui.table.model.seats import SeatBelonging, SeatMark, SeatModel, SeatNumber
from companion.ui.table.model.sheet import ItemSheet, PlayerSheet
from companion.ui.table.scene import OnOpenSheet, no_chips
from companion.ui.widgets.controls import Surface, bind, button_grid, keyed_component, pressable, seat_badge
from companion.ui.widgets.counter import TrackerCounter
from companion.ui.widgets.numbers import tracker_value
from rules.engine import Tracker

OnAdjust = Callable[[str, int], int | None]
DEFAULT_WIDTH = 366
"""Width of the rows of a match that is put away, in points."""
FRAME_WIDTH = 1.5
"""Width of the frame of the active player's row, in points."""
SIGN_HINT_MS = 700
"""Milliseconds that a mouse rests on a sign before its name is shown; a finger presses it long."""
NAME_WIDTH = 62
"""Width of the space for a name beside the numbers of a device with large text, in points."""
BADGE_WIDTH = 48
"""Width of the badge and the margins, in points."""
LONG_NAME = 8
"""Letters from which a name is written smaller."""


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
BELONGINGS_HEIGHT, BELONGINGS_HEIGHT_UNDER_TRACKS = 12, 20
"""Height that a line of belongings adds to a row, in points: under numbers, and under bars."""
NUMBERS_PADDING = 12
"""Width beside the numbers under a name, in points."""
MARK_SIGNS = {
    "winner": (ft.Icons.EMOJI_EVENTS, ft.Colors.PRIMARY),
    "out": (ft.Icons.HEART_BROKEN, ft.Colors.ERROR),
    "acting": (ft.Icons.PLAY_ARROW, ft.Colors.PRIMARY),
    "phone": (ft.Icons.WIFI, MUTED),
    "sleeping_phone": (ft.Icons.BEDTIME, MUTED),
}
"""Sign of a mark and its color; a game's own mark has its own."""


@dataclass(frozen=True)
class RowLook:
    """How the rows are drawn: shape, width in points, icons of numbers with a bar, ground.

    A row that ``is_bare`` lies upon a ground that is framed itself.
    """

    shape: RowShape
    width: float
    track_icons: tuple[str, ...]
    is_bare: bool

    def height(self, player: SeatModel) -> float:
        """Return the height of a player's row, in points."""
        height = self.shape.height + self._extra_height(player)
        if player.belongings is None:
            return height
        has_tracks = any(number.tracker.icon in self.track_icons for number in player.numbers)
        return height + (BELONGINGS_HEIGHT_UNDER_TRACKS if has_tracks else BELONGINGS_HEIGHT)

    def _extra_height(self, player: SeatModel) -> float:
        """Return the height of the further lines that numbers under a name need, in points."""
        if not self.shape.name_above:
            return 0
        width = sum(self.shape.cell_width(number.tracker) for number in player.numbers)
        return EXTRA_ROW_HEIGHT * (math.ceil(width / (self.width - NUMBERS_PADDING)) - 1)

    def fitting_belongings(self, player: SeatModel) -> tuple[SeatBelonging, ...]:
        """Return what fits beside the marks, and the number of the others."""
        around = 2 * Space.EDGE if self.shape.name_above else BADGE_WIDTH + Space.GAP
        free = self.width - around - len(player.marks) * (FontSize.SMALL + Space.TIGHT)
        all_of_them = player.belongings or ()
        for count in range(len(all_of_them), 0, -1):
            shown = (*all_of_them[:count], *_rest(len(all_of_them) - count))
            if sum(map(_belonging_width, shown)) <= free:
                return shown
        return _rest(len(all_of_them))


def _rest(count: int) -> tuple[SeatBelonging, ...]:
    return (SeatBelonging(f"+{count}", is_ready=False),) if count else ()


def _belonging_width(belonging: SeatBelonging) -> float:
    """Return the width of a belonging in points, at the text size of this device."""
    icon = 0 if belonging.icon is None else FontSize.SMALL + Space.TIGHT
    letters = len(belonging.text) * BROAD_LETTER_WIDTH * FontSize.SMALL
    return letters * current_preferences().scale + icon + Space.GAP


def choose_row_shape(seats: Iterable[str], numbers: Sequence[SeatNumber], width: float) -> RowShape:
    """Choose the shape of a row for its names, its width in points and the text size."""
    scale = current_preferences().scale
    longest = max((len(name) * BROAD_LETTER_WIDTH * _name_size(name) for name in seats), default=0)
    if scale > 1 and longest * scale > NAME_WIDTH:
        return NAME_ABOVE_ROW
    for shape in (NORMAL_ROW, *([COMPACT_ROW] if scale == 1 else [])):
        beside = sum(shape.cell_width(number.tracker) + Space.NEAR for number in numbers)
        if width - BADGE_WIDTH - beside > longest:
            return shape
    return NAME_ABOVE_ROW


def _name_size(name: str) -> int:
    return FontSize.BODY if len(name) < LONG_NAME else FontSize.SMALL


def player_rows(
    players: Sequence[SeatModel],
    row_layout: PlayerRowLayout,
    open_sheet: OnOpenSheet,
    width: float = DEFAULT_WIDTH,
    *,
    is_wide: bool = False,
    build_chips: Callable[[int, float], list[ft.Control]] = no_chips,
) -> ft.Control:
    """Build a row per player, ``width`` points wide.

    The frame is on the active player, and on the winners once the game has ended. ``row_layout`` is the game's layout
    of a row. ``build_chips`` builds the responses of a seat that stand in its row.
    """
    shape = WIDE_ROW if is_wide else choose_row_shape([one.name for one in players], players[0].numbers, width)
    look = RowLook(shape, width, row_layout.track_icons, row_layout.item_sheet is not ItemSheet)
    rows: list[ft.Control] = []
    for player in players:
        row = PlayerRow(player, look, bind(open_sheet, PlayerSheet(player.seat)))
        line = build_chips(player.seat, width)
        rows.append(_ground(player, [row, *line]) if look.is_bare else row)
    return column_of(rows, Space.TIGHT)


@memoized
def PlayerRow(player: SeatModel, look: RowLook, on_tap: Callable[[], object]) -> ft.Control:  # noqa: N802
    """Build a player's row."""
    is_framed = player.leads and not look.is_bare
    return pressable(
        _face(player, look),
        player.spoken,
        on_tap,
        Surface(
            fill=ft.Colors.TRANSPARENT if look.is_bare else _fill(player),
            edge=ft.BorderSide(FRAME_WIDTH, seat_color(player.seat)) if is_framed else None,
            radius=Radius.TILE,
            pad=ft.Padding.only(left=Space.GAP, right=Space.TIGHT, top=Space.NEAR, bottom=Space.NEAR),
        ),
        height=look.height(player),
    )


def _fill(player: SeatModel) -> str:
    return ft.Colors.SURFACE_CONTAINER_HIGH if player.leads else ft.Colors.SURFACE_CONTAINER_LOW


def _ground(player: SeatModel, parts: list[ft.Control]) -> ft.Control:
    edge = ft.Border.all(FRAME_WIDTH, seat_color(player.seat)) if player.leads else None
    stretch = STRETCH
    face = column_of(parts, 0, stretch) if parts[1:] else parts[0]
    return ft.Container(face, bgcolor=_fill(player), border_radius=Radius.TILE, border=edge)


def _face(player: SeatModel, look: RowLook) -> ft.Control:
    has_line = player.belongings is not None
    cells = [_cell(number, look) for number in player.numbers]
    badge, name = seat_badge(player.seat, player.name, 30), _name(player, () if has_line else player.marks)
    line = [_second_line(player, look)] if has_line else []
    if not look.shape.name_above:
        numbers = row_of([name, *cells], Space.NEAR)
        if not line:
            return row_of([badge, *numbers.controls], Space.NEAR)
        return row_of([badge, column_of([numbers, *line], Space.HAIR, expand=True)], Space.NEAR)
    numbers = wrapped_row(cells, 0, alignment=ft.MainAxisAlignment.SPACE_BETWEEN)
    return column_of([row_of([badge, name], Space.NEAR), numbers, *line], 0)


def _second_line(player: SeatModel, look: RowLook) -> ft.Control:
    parts = [_mark(mark) for mark in player.marks]
    for one in look.fitting_belongings(player):
        ink = ft.Colors.ON_SURFACE if one.is_ready else MUTED
        if one.icon is not None:
            hint = _hint(one.status or one.text)
            parts.append(ft.Icon(one.icon, size=FontSize.SMALL, color=ink, tooltip=hint))
        style, after = ft.TextStyle(height=1.15), ft.Margin.only(right=Space.TIGHT)
        parts.append(label_text(one.text, color=ink, no_wrap=True, style=style, margin=after))
    return row_of(parts, Space.TIGHT)


def _mark(mark: SeatMark) -> ft.Control:
    icon, color = mark.sign or MARK_SIGNS[mark.kind]
    return ft.Icon(icon, size=FontSize.SMALL, color=color, tooltip=_hint(mark.name))


def _hint(name: str) -> ft.Tooltip:
    return ft.Tooltip(name, wait_duration=SIGN_HINT_MS)


def _cell(number: SeatNumber, look: RowLook) -> ft.Control:
    tracker, shape = number.tracker, look.shape
    has_track = tracker.icon in look.track_icons
    width = shape.cell_width(tracker, has_track)
    face = tracker_value(
        tracker.value,
        tracker.icon,
        full=tracker.maximum,
        change=number.change,
        size=shape.font_size,
        shows_full=not has_track,
        width=width,
        key=tracker.key,
        worth=tracker.worth,
    )
    if has_track and tracker.maximum is not None:
        face = column_of([face, _track(tracker, width - 8)], Space.HAIR)
    return ft.Container(face, width=width, tooltip=_hint(number.label))


def _track(tracker: Tracker, width: float) -> ft.Control:
    share = min(1.0, tracker.value / tracker.maximum) if tracker.maximum else 0.0
    ink = tracker_color(tracker.icon)
    done = ft.Container(
        width=width * share, bgcolor=ink, border_radius=Radius.NIB, animate=ft.Animation(animation_ms())
    )
    ground = ft.Colors.SURFACE_CONTAINER_HIGHEST
    return ft.Container(row_of([done], 0), width=width, height=6, bgcolor=ground, border_radius=Radius.NIB)


def _name(player: SeatModel, marks: Sequence[SeatMark]) -> ft.Control:
    who = ft.Text(
        player.name,
        size=_name_size(player.name),
        weight=ft.FontWeight.W_600,
        no_wrap=True,
        overflow=ft.TextOverflow.ELLIPSIS,
        color=MUTED if player.is_out else ft.Colors.ON_SURFACE,
    )
    line = [row_of([_mark(mark) for mark in marks], Space.TIGHT)] if marks else []
    return column_of([who, *line], 0, expand=True)


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
