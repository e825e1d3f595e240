"""Draws the board of Retreat to Darkmoor: a column for each location, and the hero below."""

from __future__ import annotations

from dataclasses import replace

import flet as ft

from companion.ui.design.boxes import CENTER, START, STRETCH, column_of, row_of
from companion.ui.design.look import current_preferences, scaled_height, translate
from companion.ui.design.sizes import FontSize, Radius, Space
from companion.ui.design.text import MUTED, sized_text
from companion.ui.design.text_fit import BROAD_LETTER_WIDTH, fit_font_size, fit_lines
from companion.ui.design.theme import INK, seat_color
from companion.ui.redraw import memoized
from companion.ui.signs.legend import Sign, sign_icon
from companion.ui.table.scene import OnOpenSheet
from companion.ui.widgets.controls import Action, Surface, bind, pressable
from rules.engine import Text

from .board_model import (
    COLUMN_GAP,
    HERO_HEIGHT,
    LOW_PLACE_HEIGHT,
    ROW_GAP,
    ColumnSizes,
    DarkmoorHeroSheet,
    FreeCell,
    HavenStrength,
    HeroPlate,
    HordesBoard,
    LocationSheet,
    MinionSheet,
    MinionTile,
    OwnCardsSheet,
    PlaceColumn,
)
from .signs import HERO_SIGN, PERIL_SIGN, POINTS_SIGN
from .sums import scoring_table

NAME_SIZE, NUMBER_SIZE, WORTH_SIZE = FontSize.SMALL, FontSize.HEADING, FontSize.BODY
"""Largest font sizes on a tile: of a name, of a sum or number, and of the VP of a location."""
HAVEN_HEIGHT, MARK_HEIGHT = 16, 6
"""Heights in points of who is in a haven, and of the mark of a minion without a tile."""
FRAME_WIDTH = 3
"""Width of the frame of what falls or is asked about, in points."""
HERO_SIGN_SIZE = 32
"""Size of the sign on the hero's plate, in points."""
NARROW_COLUMN_WIDTH = 80
"""Width of a column in points below which signs are small, and the peril of a location has none."""
CARDS_WIDTH = 48
"""Width in points of the button to the custom cards."""
ROOMY_MINION_HEIGHT = 56
"""Height of a minion in points at text scale 1 from which a name of two lines leaves the numbers large."""
LOW_NUMBER_SIZE = FontSize.SMALL
"""Font size of a minion's numbers below a name of two lines, where there is little room."""


def build_board(board: HordesBoard, open_sheet: OnOpenSheet) -> list[ft.Control]:
    """Build the hordes and the hero; once the game is over, the final scoring above them."""
    scoring = scoring_table(board.final) if board.final is not None else []
    columns = [HordeColumn(column, board.sizes, open_sheet) for column in board.columns]
    hordes: ft.Control = row_of(columns, COLUMN_GAP, START)
    if board.width > board.room_width:
        hordes = row_of([ft.Container(hordes, width=board.width)], scroll=ft.ScrollMode.HIDDEN)
    if not board.hero_height:
        return [*scoring, hordes]
    on_tap, on_cards = bind(open_sheet, DarkmoorHeroSheet()), bind(open_sheet, OwnCardsSheet())
    return [*scoring, hordes, HeroRow(board.hero, board.room_width, board.hero_height, on_tap, on_cards)]


# --- a location and its horde ------------------------------------------------------------------------------------


@memoized
def HordeColumn(column: PlaceColumn, sizes: ColumnSizes, open_sheet: OnOpenSheet) -> ft.Control:  # noqa: N802
    """Build a location and below it its minions; the last one is nearest to the hero."""
    cells = [
        PlaceTile(_place_of(column), sizes, bind(open_sheet, LocationSheet(column.number))),
        *(MinionCard(minion, sizes, bind(open_sheet, MinionSheet(minion.id))) for minion in column.minions),
    ]
    if column.free is not None:
        cells.append(_free_cell(column.free, sizes, bind(open_sheet, column.free.sheet)))
    return column_of(cells, ROW_GAP, STRETCH, width=sizes.width)


def _place_of(column: PlaceColumn) -> PlaceColumn:
    """Return what the tile of the location itself shows."""
    return replace(column, minions=(), free=None)


@memoized
def PlaceTile(column: PlaceColumn, sizes: ColumnSizes, on_tap: Action) -> ft.Control:  # noqa: N802
    """Build a location: haven, name, VP, and the horde's peril against the hero's threshold."""
    width, ink = sizes.width - 2 * Space.NEAR, ft.Colors.ON_PRIMARY_CONTAINER
    most = FontSize.FINE_PRINT if sizes.place < LOW_PLACE_HEIGHT else NAME_SIZE * sizes.factor
    size = fit_lines(column.name, most, width, 2)
    name = sized_text(column.name, size, 600, ink, max_lines=2, style=ft.TextStyle(height=1.05))
    name.expand = True  # so VP and peril stand at the bottom
    upper = [_haven(column.haven)] if sizes.has_haven and column.haven else []
    marks = [_hidden(column.hidden)] if column.hidden else []
    face = column_of([*upper, name, *marks, _sums(column, sizes, width)], Space.HAIR, STRETCH, tight=False)
    surface = Surface(
        fill=ft.Colors.PRIMARY_CONTAINER,
        edge=_frame(falls=column.reached or column.attacked, is_asked=column.is_asked),
        radius=Radius.TILE,
        pad=ft.Padding.symmetric(horizontal=Space.NEAR, vertical=Space.TIGHT),
    )
    return pressable(face, column.spoken, on_tap, surface, height=sizes.place)


def _frame(*, falls: bool, is_asked: bool) -> ft.BorderSide | None:
    """Return the red frame of what falls, or the frame of what a tap answers about."""
    if falls:
        return ft.BorderSide(FRAME_WIDTH, ft.Colors.ERROR)
    return ft.BorderSide(FRAME_WIDTH, ft.Colors.PRIMARY) if is_asked else None


def _sums(column: PlaceColumn, sizes: ColumnSizes, width: float) -> ft.Control:
    """Build VP and peril of a location, as large as they fit side by side."""
    on_place = ft.Colors.ON_PRIMARY_CONTAINER
    ink = ft.Colors.ERROR if column.reached else on_place
    sign, is_narrow = _sign_size(sizes), sizes.width < NARROW_COLUMN_WIDTH
    free = width - (1 if is_narrow else 2) * sign - Space.TIGHT
    most = WORTH_SIZE if sizes.place < LOW_PLACE_HEIGHT else NUMBER_SIZE * sizes.factor
    size = fit_font_size(f"{column.vp}{column.peril}", most, free)
    worth = _signed(POINTS_SIGN, f"{column.vp}", min(WORTH_SIZE * sizes.factor, size), on_place, sign)
    peril = _number(column.peril, size, ink)
    shown = (peril,) if is_narrow else (sign_icon(PERIL_SIGN, sign), peril)
    return _ends(worth, shown)


def _sign_size(sizes: ColumnSizes) -> int:
    return FontSize.FINE_PRINT if sizes.width < NARROW_COLUMN_WIDTH else FontSize.SMALL


def _number(text: str, size: float, ink: str) -> ft.Text:
    return sized_text(text, size, 700, ink, no_wrap=True, style=ft.TextStyle(height=1.05))


def _signed(sign: Sign, text: str, size: float, ink: str, sign_size: int) -> tuple[ft.Control, ...]:
    """Return a sign and its number, which stand side by side."""
    return sign_icon(sign, sign_size, ink), _number(text, size, ink)


def _ends(left: tuple[ft.Control, ...], right: tuple[ft.Control, ...]) -> ft.Control:
    """Build a row of two numbers with their signs, at its left and at its right end."""
    left[-1].expand = True
    return row_of([*left, *right], 0)


def _haven(haven: tuple[HavenStrength, ...]) -> ft.Control:
    """Build what each player has in the haven; the one that controls the location is filled."""
    return row_of([_strength(one) for one in haven], Space.HAIR)


def _strength(one: HavenStrength) -> ft.Control:
    color = seat_color(one.seat)
    ink = INK if one.leads else ft.Colors.ON_SURFACE
    return ft.Container(
        sized_text(f"{one.strength}", FontSize.FINE_PRINT, 700, ink, style=ft.TextStyle(height=1)),
        bgcolor=color if one.leads else None,
        border=ft.Border.all(1.5, color),
        border_radius=Radius.NIB,
        height=scaled_height(HAVEN_HEIGHT),
        expand=True,
        alignment=ft.Alignment.CENTER,
    )


def _hidden(seats: tuple[int, ...]) -> ft.Control:
    """Build a mark in its owner's color for each minion without a tile."""
    marks = [
        ft.Container(bgcolor=seat_color(seat), height=MARK_HEIGHT, border_radius=Space.HAIR, expand=True)
        for seat in seats
    ]
    return row_of(marks, Space.HAIR)


@memoized
def MinionCard(m: MinionTile, sizes: ColumnSizes, on_tap: Action) -> ft.Control:  # noqa: N802
    """Build a minion in its owner's color: whose it is and its name, peril and VP."""
    width = sizes.width - 2 * Space.NEAR
    one_line = fit_lines(m.name, NAME_SIZE * sizes.factor, width, 1)
    lines = 1 if one_line >= FontSize.FINE_PRINT else 2
    is_tight = lines > 1 and sizes.minion < ROOMY_MINION_HEIGHT
    most = FontSize.FINE_PRINT if is_tight else NAME_SIZE * sizes.factor
    size = one_line if lines == 1 else fit_lines(m.name, most, width, 2)
    name = sized_text(m.name, size, 600, INK, max_lines=lines, no_wrap=lines == 1, style=ft.TextStyle(height=1.05))
    largest = LOW_NUMBER_SIZE if is_tight else NUMBER_SIZE * sizes.factor
    sign = _sign_size(sizes)
    number = fit_font_size(f"{m.peril}{m.worth}", largest, width - 2 * sign - Space.HAIR)
    numbers = _ends(
        _signed(PERIL_SIGN, f"{m.peril}", number, INK, sign),
        _signed(POINTS_SIGN, m.worth, number, INK, sign),
    )
    surface = Surface(
        fill=seat_color(m.seat),
        edge=_frame(falls=m.falls, is_asked=m.is_asked),
        radius=Radius.TILE,
        pad=ft.Padding.symmetric(horizontal=Space.NEAR, vertical=Space.HAIR),
    )
    face = column_of([name, numbers], 0, STRETCH, alignment=ft.MainAxisAlignment.CENTER)
    return pressable(face, m.spoken, on_tap, surface, height=sizes.minion)


def _free_cell(cell: FreeCell, sizes: ColumnSizes, on_tap: Action) -> ft.Control:
    face = ft.Icon(ft.Icons.ADD, size=FontSize.TITLE, color=ft.Colors.PRIMARY)
    surface = Surface(edge=ft.BorderSide(2, ft.Colors.PRIMARY), radius=Radius.TILE, pad=0)
    return pressable(face, cell.spoken, on_tap, surface, height=sizes.minion)


# --- the hero ----------------------------------------------------------------------------------------------------


@memoized
def HeroRow(  # noqa: N802 - named like a class
    hero: HeroPlate, width: float, height: float, on_tap: Action, on_cards: Action
) -> ft.Control:
    """Build the plate of the hero with his threshold, and the button to the custom cards.

    ``width`` is that of both in points, ``height`` in points at text scale 1.
    """
    is_low, ink = height < HERO_HEIGHT, ft.Colors.ON_INVERSE_SURFACE
    around = CARDS_WIDTH + COLUMN_GAP + 2 * Space.ROOM + HERO_SIGN_SIZE + 2 * Space.EDGE
    free = width - around - len(hero.threshold) * FontSize.HERO * BROAD_LETTER_WIDTH * current_preferences().scale
    name = _plate_line(hero.name, FontSize.HEADING if is_low else FontSize.TITLE, free, 700)
    detail = [_plate_line(hero.detail, FontSize.SMALL if is_low else FontSize.BODY, free)] if hero.detail else []
    threshold = [sized_text(hero.threshold, FontSize.HERO, 700, ink, no_wrap=True)] if hero.threshold else []
    words = column_of([name, *detail], 0, expand=True)
    face = row_of([sign_icon(HERO_SIGN, HERO_SIGN_SIZE, ink), words, *threshold], Space.EDGE)
    pad = ft.Padding.symmetric(horizontal=Space.ROOM, vertical=0)
    plate = pressable(
        face,
        hero.spoken,
        on_tap,
        Surface(fill=ft.Colors.INVERSE_SURFACE, radius=Radius.TILE, pad=pad),
        height=height,
        expand=True,
    )
    cards_name = translate(Text("The cards of this table"))
    cards = pressable(
        ft.Icon(ft.Icons.STYLE, size=FontSize.TITLE, color=MUTED, tooltip=cards_name),
        cards_name,
        on_cards,
        Surface(fill=ft.Colors.SURFACE_CONTAINER, radius=Radius.TILE, pad=0),
        width=CARDS_WIDTH,
        height=height,
    )
    return row_of([plate, cards], COLUMN_GAP, CENTER)


def _plate_line(words: str, size: int, width: float, weight: int = 400) -> ft.Control:
    """Build a line of the plate, smaller where it would not fit."""
    style, ink = ft.TextStyle(height=1.1), ft.Colors.ON_INVERSE_SURFACE
    fitting = fit_lines(words, size, width, 1)
    return sized_text(words, fitting, weight, ink, no_wrap=True, overflow=ft.TextOverflow.ELLIPSIS, style=style)
