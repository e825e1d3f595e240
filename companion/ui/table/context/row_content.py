"""Content of a player's row: numbers, marks, belongings, sizes, and its accessible name."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import flet as ft

from companion.match.latest import latest_changes
from companion.ui.design.look import current_preferences, scaled_height, translate
from companion.ui.design.sizes import FontSize, Space
from companion.ui.design.text_fit import BROAD_LETTER_WIDTH
from rules.engine import PlayerView, Text, Tracker

from .context import TableContext
from .response_chips import ResponseChip
from .scene import Belonging, PlayerRowLayout, StatusMark

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


@dataclass(frozen=True)
class BelongingText:
    """What a row shows of a belonging: its name, its icon, whether it is pale, and how it lies."""

    text: str
    icon: ft.IconData | None = None
    is_ready: bool = False
    status: str = ""

    @property
    def width(self) -> float:
        """Width in points, at the text size of this device."""
        scale = current_preferences().scale
        icon = 0 if self.icon is None else FontSize.SMALL + Space.TIGHT
        return len(self.text) * BROAD_LETTER_WIDTH * FontSize.SMALL * scale + icon + Space.GAP


@dataclass(frozen=True)
class PlayerMark:
    """Small icon on a row, its color, and the name that a long press shows."""

    icon: ft.IconData
    color: str
    name: str


@dataclass(frozen=True)
class PlayerRowContent:
    """What a player's row shows: trackers with changes, marks, belongings, accessible name.

    ``belongings`` is None where no row of the game has any. ``is_framed`` is for the active player and the winners; a
    row that ``is_bare`` lies upon a ground that is framed itself. ``height`` is in points.
    """

    seat: int
    name: str
    is_dead: bool
    trackers: tuple[tuple[Tracker, int, str], ...]
    track_icons: tuple[str, ...]
    marks: tuple[PlayerMark, ...]
    belongings: tuple[BelongingText, ...] | None
    spoken: str
    is_framed: bool
    is_bare: bool
    shape: RowShape
    height: float


@dataclass(frozen=True)
class RowContentBuilder:
    """Builder of what each row shows, with what is the same in all of them."""

    context: TableContext
    row_layout: PlayerRowLayout
    is_put_away: bool
    shape: RowShape
    width: float
    has_belongings: bool

    def content(
        self,
        seat: int,
        trackers: Sequence[Tracker],
        belongings: Sequence[Belonging],
        chips: Sequence[ResponseChip],
    ) -> PlayerRowContent:
        """Return what the row of a seat shows; what its chips are about stands in them alone."""
        context = self.context
        name, line = context.seats[seat], context.player_lines.get(seat)
        changes = {} if self.is_put_away else latest_changes(context.log)
        is_awake = None if self.is_put_away else context.awake_by_seat.get(seat)
        marks = tuple(PlayerMark(icon, ink, translate(text)) for icon, ink, text in self._marks(seat, is_awake))
        responding = {chip.item for chip in chips}
        shown = [_belonging_text(one) for one in belongings if one.item not in responding or not one.item]
        height = self.shape.height + _extra_height(trackers, self.shape, self.width)
        if self.has_belongings:
            has_tracks = any(t.icon in self.row_layout.track_icons for t in trackers)
            height += BELONGINGS_HEIGHT_UNDER_TRACKS if has_tracks else BELONGINGS_HEIGHT
        return PlayerRowContent(
            seat,
            name,
            line is not None and line.dead,
            tuple((t, changes.get(t.key, 0), translate(t.label)) for t in trackers),
            self.row_layout.track_icons,
            marks,
            self._fitting(shown, len(marks)) if self.has_belongings else None,
            _spoken(name, trackers, is_awake, belongings),
            _is_framed(context, seat),
            bool(self.row_layout.item_sheet),
            self.shape,
            height,
        )

    def _fitting(self, shown: Sequence[BelongingText], marks: int) -> tuple[BelongingText, ...]:
        """Return what fits beside so many marks, and the number of the others."""
        around = 2 * Space.EDGE if self.shape.name_above else BADGE_WIDTH + Space.GAP
        free = self.width - around - marks * (FontSize.SMALL + Space.TIGHT)
        for count in range(len(shown), 0, -1):
            rest = [BelongingText(f"+{len(shown) - count}")] if count < len(shown) else []
            if sum(one.width for one in (*shown[:count], *rest)) <= free:
                return (*shown[:count], *rest)
        return (BelongingText(f"+{len(shown)}"),) if shown else ()

    def _marks(self, seat: int, is_awake: bool | None) -> Iterable[StatusMark]:
        """Yield the marks of a player: of the state while the game goes on, then of the winners."""
        context = self.context
        if context.winners is not None:
            yield from _end_marks(seat in context.winners)
            return
        if seat in context.player_lines:
            yield from _common_marks(context.player_lines[seat])
            yield from self.row_layout.status_marks(context, seat)
        yield from _phone_marks(is_awake)


def _belonging_text(belonging: Belonging) -> BelongingText:
    status = translate(belonging.status) if belonging.status else ""
    return BelongingText(translate(belonging.name), belonging.icon, belonging.is_ready, status)


def _is_framed(context: TableContext, seat: int) -> bool:
    """Return whether the seat is active, or has won once the game has ended."""
    line = context.player_lines.get(seat)
    return seat in context.winners if context.winners is not None else line is not None and line.active


def choose_row_shape(seats: tuple[str, ...], trackers: Sequence[Tracker], width: float) -> RowShape:
    """Choose the shape of a row for its names, its width in points and the text size."""
    scale = current_preferences().scale
    longest = max((len(name) * BROAD_LETTER_WIDTH * name_size(name) for name in seats), default=0)
    if scale > 1 and longest * scale > NAME_WIDTH:
        return NAME_ABOVE_ROW
    shapes = (NORMAL_ROW, *([COMPACT_ROW] if scale == 1 else []))
    free = {shape: width - BADGE_WIDTH - sum(shape.cell_width(t) + Space.NEAR for t in trackers) for shape in shapes}
    return next((shape for shape in shapes if free[shape] > longest), NAME_ABOVE_ROW)


def name_size(name: str) -> int:
    """Return the font size of a name."""
    return FontSize.BODY if len(name) < LONG_NAME else FontSize.SMALL


def _extra_height(trackers: Sequence[Tracker], shape: RowShape, width: float) -> float:
    """Return the height of the further lines that numbers under a name need, in points."""
    if not shape.name_above:
        return 0
    return EXTRA_ROW_HEIGHT * (math.ceil(sum(shape.cell_width(t) for t in trackers) / (width - 12)) - 1)


def _end_marks(has_won: bool) -> Iterable[StatusMark]:
    """Yield the mark of a winner."""
    if has_won:
        yield ft.Icons.EMOJI_EVENTS, ft.Colors.PRIMARY, Text("Winner")


def _common_marks(line: PlayerView) -> Iterable[StatusMark]:
    if line.dead:
        yield ft.Icons.HEART_BROKEN, ft.Colors.ERROR, Text("Dead or out of the game")
    if line.active:
        yield ft.Icons.PLAY_ARROW, ft.Colors.PRIMARY, Text("This player's turn")


def _phone_marks(is_awake: bool | None) -> Iterable[StatusMark]:
    """Yield the mark of a device of the player's own, online or not."""
    if is_awake is not None:
        yield (ft.Icons.WIFI if is_awake else ft.Icons.BEDTIME), ft.Colors.ON_SURFACE_VARIANT, PHONE_TEXTS[is_awake]


PHONE_TEXTS = {True: Text("has a phone"), False: Text("has a phone that is disconnected")}


def _spoken(
    name: str,
    trackers: Iterable[Tracker],
    is_awake: bool | None,
    belongings: Iterable[Belonging],
) -> str:
    """Return the accessible name of a row: name, numbers, what lies there, and device."""
    phone = () if is_awake is None else (PHONE_TEXTS[is_awake],)
    things = (Text("{item}: {what}", item=one.name, what=one.status) if one.status else one.name for one in belongings)
    return ", ".join(
        [name, *(f"{translate(t.label)} {t.value}" for t in trackers), *map(translate, things), *map(translate, phone)]
    )
