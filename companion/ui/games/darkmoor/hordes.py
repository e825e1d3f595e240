"""Hordes board: locations in a row, their minions behind them, and the hero."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import flet as ft

from companion.ui.design.boxes import CENTER, START, STRETCH, column_of, row_of
from companion.ui.design.look import scaled_height, translate
from companion.ui.design.sizes import FontSize, Radius, Space
from companion.ui.design.text import MUTED, body_text, label_text
from companion.ui.design.text_fit import fit_font_size, fit_lines, has_large_text
from companion.ui.design.theme import seat_color
from companion.ui.games.darkmoor.model import (
    PICTURE_QUESTIONS,
    DarkmoorHeroSheet,
    LocationSheet,
    MinionSheet,
    OwnCardsSheet,
    minion_label,
    worth_text,
)
from companion.ui.redraw import memoized
from companion.ui.signs.legend import Sign, sign_icon
from companion.ui.table.model.context import TableContext
from companion.ui.table.model.picture_answers import asked_items
from companion.ui.table.model.sheet import ChoiceSheet
from companion.ui.table.scene import OnOpenSheet
from companion.ui.widgets.controls import Surface, bind, capitalize_first, pressable
from rules.darkmoor.model.events import Played
from rules.darkmoor.view import DarkmoorHeroLine, DarkmoorView, MinionLine, PlaceLine
from rules.engine import Choice, Displayable, Text

from .signs import HERO_SIGN, KIND_SIGNS, PERIL_SIGN, POINTS_SIGN, TARGET_SIGN

MINION_HEIGHT, LOCATION_HEIGHT, LINK_LENGTH, ENLARGED_CELL_WIDTH = 50, 92, 8, 76
"""Points of a minion's height, of a location's height, of a link's length, and of an enlarged cell's width."""
MIN_CELL_WIDTH = 56
"""Points of a cell's width at text scale 1 below which there is room only for names and numbers."""
NARROW_LOCATION_COUNT = 5
"""Number of locations side by side from which a phone is narrow."""
NUMBER_SIGNS_WIDTH = 52
"""Points of a minion's width that its edges and the signs of its numbers take."""
ASKED_EDGE_WIDTH = 3
"""Width of the frame of what the question is about, in points."""


def hordes_board(context: TableContext, open_sheet: OnOpenSheet) -> list[ft.Control]:
    """Build locations, hordes and hero.

    Where a minion may be played now, each horde has a free cell at its back.
    """
    view, plays = context.view_as(DarkmoorView), _play_choices(context)
    places, threshold = view.places, view.hero.threshold if view.hero else None
    width, is_narrow = _cell_width(context), _is_narrow(context)
    asked = asked_items(context, PICTURE_QUESTIONS, LocationSheet)
    tiles = [
        LocationTile(replace(place, horde=()), threshold, width, is_narrow, open_sheet, place.number in asked)
        for place in places
    ]
    lines: list[ft.Control] = [_row(tiles)]
    asked_minions = asked_items(context, PICTURE_QUESTIONS, MinionSheet)
    rows = max((len(place.horde) for place in places), default=0) + bool(plays)
    for row in range(rows):
        linked = tuple(0 < row < len(place.horde) for place in places)
        lines += [VerticalLinks(linked), _horde_row(context, row, plays, open_sheet, asked_minions)]
    hero_row = HeroRow(view.hero, view.heroes, open_sheet)
    return [_board(context, lines), ft.Container(height=LINK_LENGTH), hero_row]


def _asked_edge() -> ft.BorderSide:
    return ft.BorderSide(ASKED_EDGE_WIDTH, ft.Colors.PRIMARY)


def _board(context: TableContext, rows: list[ft.Control]) -> ft.Control:
    """Build the hordes side by side; with enlarged text that would be cut, the board scrolls."""
    board, width = column_of(rows, 0), _board_width(context)
    if width <= _free_width(context):
        return board
    return row_of([ft.Container(board, width=width)], scroll=ft.ScrollMode.HIDDEN)


def _free_width(context: TableContext) -> float:
    return context.board_width


def _board_width(context: TableContext) -> float:
    count = len(context.view_as(DarkmoorView).places)
    needed_width = count * scaled_height(ENLARGED_CELL_WIDTH) + (count - 1) * LINK_LENGTH
    return max(_free_width(context), needed_width) if has_large_text() else _free_width(context)


def _cell_width(context: TableContext) -> float:
    count = max(1, len(context.view_as(DarkmoorView).places))
    return (_board_width(context) - (count - 1) * LINK_LENGTH) / count


def _row(cells: Sequence[ft.Control]) -> ft.Control:
    return row_of(list(cells), LINK_LENGTH, START)


def _is_narrow(context: TableContext) -> bool:
    if _cell_width(context) < scaled_height(MIN_CELL_WIDTH):
        return True
    return len(context.view_as(DarkmoorView).places) >= NARROW_LOCATION_COUNT and (
        context.is_landscape or not context.has_two_columns
    )


def _play_choices(context: TableContext) -> dict[int, Choice]:
    """Return the choice that plays a minion, by number of the location."""
    choices = context.annotated_prompt.choices if context.annotated_prompt else ()
    return {choice.event.place: choice for choice in choices if isinstance(choice.event, Played)}


# --- locations ---------------------------------------------------------------------------------------------------


@memoized
def LocationTile(  # noqa: N802
    place: PlaceLine, hero_threshold: int | None, width: float, is_narrow: bool, open_sheet: OnOpenSheet, is_asked: bool
) -> ft.Control:
    """Build a location: haven, name, VP, and the horde's peril against the hero's threshold.

    ``width`` is in points; ``is_narrow`` means that there is room only for numbers. It is framed if the question
    ``is_asked`` about it.
    """
    label = translate(place.name)
    name = ft.Text(
        label,
        size=fit_lines(label, FontSize.FINE_PRINT, width - 2 * Space.TIGHT, 2),
        weight=ft.FontWeight.W_700,
        text_align=ft.TextAlign.CENTER,
        style=ft.TextStyle(height=1.05),
    )
    worth = _sign_number(POINTS_SIGN, f"{place.vp}", ft.Colors.ON_SURFACE)
    threshold = hero_threshold or 0
    peril_text = f"{place.peril}" if hero_threshold is None else f"{place.peril}/{threshold}"
    ink = ft.Colors.ERROR if place.is_attackable else ft.Colors.ON_SURFACE
    bare_peril = label_text(peril_text, 700, ink, no_wrap=True)
    peril = bare_peril if is_narrow else _sign_number(PERIL_SIGN, peril_text, ink, FontSize.BODY)
    face = column_of(
        [
            _haven(place),
            ft.Container(name, height=scaled_height(28), alignment=ft.Alignment.CENTER),
            row_of([worth, peril], Space.HAIR, alignment=ft.MainAxisAlignment.SPACE_BETWEEN),
            _peril_bar(place.peril, threshold, place.is_attackable),
        ],
        Space.HAIR,
        STRETCH,
    )
    edge = ft.BorderSide(2, ft.Colors.ERROR) if place.attacked else ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)
    edge = _asked_edge() if is_asked else edge
    spoken = Text("{place}: {vp} VP, peril {n} of {most}", place=place.name, vp=place.vp, n=place.peril, most=threshold)
    return pressable(
        face,
        translate(spoken),
        bind(open_sheet, LocationSheet(place.number)),
        Surface(
            fill=ft.Colors.PRIMARY_CONTAINER,
            edge=edge,
            radius=Radius.SOFT,
            pad=ft.Padding.symmetric(horizontal=Space.TIGHT, vertical=Space.TIGHT),
        ),
        height=LOCATION_HEIGHT,
        expand=True,
    )


def _haven(place: PlaceLine) -> ft.Control:
    present = {minion.seat for minion in place.haven}
    control_state = place.control
    signs = [_strength(control_state.strength[seat], seat, seat == control_state.seat) for seat in sorted(present)]
    return ft.Container(row_of(list(signs), Space.HAIR), height=scaled_height(16))


def _strength(n: int, seat: int, leads: bool) -> ft.Control:
    ink = "#17110D" if leads else ft.Colors.ON_SURFACE
    edge = ft.BorderSide(1.5, seat_color(seat))
    return ft.Container(
        ft.Text(str(n), size=FontSize.FINE_PRINT, weight=ft.FontWeight.W_700, color=ink, style=_low_line()),
        bgcolor=seat_color(seat) if leads else None,
        border=ft.Border(left=edge, top=edge, right=edge, bottom=edge),
        border_radius=Radius.NIB,
        height=scaled_height(16),
        expand=True,
        alignment=ft.Alignment.CENTER,
    )


def _peril_bar(n: int, most: int, reached: bool) -> ft.Control:
    full = min(n, most) if most else 0
    ink = ft.Colors.ERROR if reached else ft.Colors.PRIMARY
    parts: list[ft.Control] = []
    if full:
        parts.append(ft.Container(bgcolor=ink, height=6, border_radius=Radius.NIB, expand=full))
    if full < most or not most:
        parts.append(ft.Container(height=6, expand=max(1, most - full)))
    return ft.Container(row_of(parts, 0), bgcolor=ft.Colors.SURFACE, border_radius=Radius.NIB, height=6)


# --- minions -----------------------------------------------------------------------------------------------------


def _horde_row(
    context: TableContext, row: int, plays: dict[int, Choice], open_sheet: OnOpenSheet, asked: frozenset[int]
) -> ft.Control:
    """Build one row of all hordes; adjacent minions are joined by a link."""
    cells: list[ft.Control] = []
    places = context.view_as(DarkmoorView).places
    for k, place in enumerate(places):
        if k:
            cells.append(_link(row < len(places[k - 1].horde) and row < len(place.horde), across=True))
        cells.append(_cell(context, place, row, plays.get(place.number), open_sheet, asked))
    return row_of(cells, 0, CENTER)


@memoized
def VerticalLinks(linked: tuple[bool, ...]) -> ft.Control:  # noqa: N802
    """Build the links between two rows, where one minion lies behind another."""
    return _row([ft.Container(_link(on, across=False), expand=True, alignment=ft.Alignment.CENTER) for on in linked])


def _link(is_visible: bool, across: bool) -> ft.Control:
    ink = ft.Colors.OUTLINE if is_visible else ft.Colors.TRANSPARENT
    return ft.Container(width=LINK_LENGTH if across else 3, height=3 if across else LINK_LENGTH, bgcolor=ink)


def _cell(
    context: TableContext,
    place: PlaceLine,
    row: int,
    play: Choice | None,
    open_sheet: OnOpenSheet,
    asked: frozenset[int],
) -> ft.Control:
    if row < len(place.horde):
        width, is_narrow = _cell_width(context), _is_narrow(context)
        minion = place.horde[row]
        return MinionTile(minion, is_narrow, width, open_sheet, minion.id in asked)
    if row == len(place.horde) and play is not None:
        return FreeCell(place.name, play, open_sheet)
    return ft.Container(expand=True, height=MINION_HEIGHT)


@memoized
def FreeCell(place: Displayable, play: Choice, open_sheet: OnOpenSheet) -> ft.Control:  # noqa: N802
    """Build the free cell for the next minion at that place."""
    face = ft.Icon(ft.Icons.ADD, size=FontSize.TITLE, color=ft.Colors.PRIMARY)
    spoken = translate(Text("Play at the back of {place}", place=place))
    edge = ft.BorderSide(1.5, ft.Colors.PRIMARY)
    return pressable(
        face,
        spoken,
        bind(open_sheet, ChoiceSheet(play)),
        Surface(edge=edge, radius=Radius.SOFT, pad=0),
        height=MINION_HEIGHT,
        expand=True,
    )


@memoized
def MinionTile(  # noqa: N802
    m: MinionLine, narrow: bool, width: float, open_sheet: OnOpenSheet, is_asked: bool
) -> ft.Control:
    """Build a minion with its owner's color at the edge; the first to fall is marked.

    It is framed if the question ``is_asked`` about it.
    """
    stripe = ft.Container(width=5, bgcolor=seat_color(m.seat), left=0, top=0, bottom=0)
    pad = ft.Padding.only(left=Space.NEAR if narrow else Space.GAP, right=Space.HAIR)
    face = _minion_face(m, narrow, width)
    inner = ft.Container(face, padding=pad, alignment=ft.Alignment.CENTER_LEFT)
    edge = ft.BorderSide(2, ft.Colors.ERROR) if m.doomed else ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)
    return pressable(
        ft.Container(
            ft.Stack([inner, stripe], fit=ft.StackFit.EXPAND),
            border_radius=Radius.SOFT,
            clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
        ),
        translate(minion_label(m)),
        bind(open_sheet, MinionSheet(m.id)),
        Surface(
            fill=ft.Colors.SURFACE_CONTAINER_HIGH, edge=_asked_edge() if is_asked else edge, radius=Radius.SOFT, pad=0
        ),
        height=MINION_HEIGHT,
        expand=True,
    )


def _minion_face(m: MinionLine, narrow: bool, width: float) -> ft.Control:
    sign = _minion_sign(m, narrow)
    label, free = translate(m.short), width - Space.GAP - 2 * Space.HAIR - len(sign) * (FontSize.SMALL + Space.HAIR)
    name = ft.Text(
        label,
        size=fit_lines(label, FontSize.FINE_PRINT, free, 2),
        weight=ft.FontWeight.W_600,
        style=ft.TextStyle(height=1.05),
        expand=True,
    )
    worth = worth_text(m)
    ink = ft.Colors.PRIMARY if m.vp_tokens else MUTED
    most = FontSize.SMALL if narrow else FontSize.BODY
    size = round(fit_font_size(f"{m.peril} {worth}", most, width - NUMBER_SIGNS_WIDTH))
    numbers = [
        _sign_number(PERIL_SIGN, f"{m.peril}", ft.Colors.ON_SURFACE, size),
        _sign_number(POINTS_SIGN, worth, ink, size - 2),
    ]
    return column_of(
        [row_of([*sign, name], Space.HAIR), row_of(list(numbers), Space.HAIR if narrow else Space.TIGHT)],
        0,
        alignment=ft.MainAxisAlignment.CENTER,
    )


def _minion_sign(m: MinionLine, narrow: bool) -> list[ft.Control]:
    if m.doomed:
        return [sign_icon(TARGET_SIGN, FontSize.FINE_PRINT)]
    shows_kind = m.kind and not narrow
    return [sign_icon(KIND_SIGNS[m.kind], FontSize.FINE_PRINT)] if shows_kind else []


def _low_line() -> ft.TextStyle:
    """Return the style of numbers, which have nothing below the line."""
    return ft.TextStyle(height=1.0)


def _sign_number(sign: Sign, text: str, ink: str, size: int = 13) -> ft.Control:
    number = ft.Text(text, size=size, weight=ft.FontWeight.W_700, color=ink, no_wrap=True, style=_low_line())
    return row_of([sign_icon(sign, size - 2), number], Space.HAIR, tight=True)


# --- the hero ----------------------------------------------------------------------------------------------------


def no_hero_text(heroes: int) -> Text:
    """Return why there is no hero, by how many are left."""
    return Text("No hero yet") if heroes else Text("No heroes left")


@memoized
def HeroRow(  # noqa: N802
    hero: DarkmoorHeroLine | None, heroes: int, open_sheet: OnOpenSheet
) -> ft.Control:
    """Build the hero with his threshold, and the button to the custom cards.

    ``heroes`` is how many are left.
    """
    left = translate(Text("{n} hero left", "{n} heroes left", n=heroes))
    name = capitalize_first(translate(hero.name if hero else no_hero_text(heroes)))
    title = body_text(name, 700, no_wrap=True, overflow=ft.TextOverflow.ELLIPSIS)
    small = ft.Text(left if hero or heroes else "", size=FontSize.FINE_PRINT, color=MUTED)
    threshold = [_sign_number(PERIL_SIGN, f"{hero.threshold}", ft.Colors.ON_SURFACE, 19)] if hero else []
    name_column = column_of([title, small], 0, expand=True)
    face = row_of([sign_icon(HERO_SIGN, FontSize.TITLE), name_column, *threshold], Space.GAP)
    label = translate(Text("{hero} attacks at peril {n} or more", hero=name, n=hero.threshold)) if hero else name
    hero_button = pressable(
        face,
        f"{label}, {left}" if hero or heroes else label,
        bind(open_sheet, DarkmoorHeroSheet()),
        Surface(
            fill=ft.Colors.SURFACE_CONTAINER,
            edge=ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT),
            radius=Radius.TILE,
            pad=ft.Padding.symmetric(horizontal=Space.EDGE, vertical=Space.NEAR),
        ),
        expand=True,
    )
    cards_name = translate(Text("The cards of this table"))
    cards = pressable(
        ft.Icon(ft.Icons.STYLE, size=FontSize.TITLE, color=MUTED, tooltip=cards_name),
        cards_name,
        bind(open_sheet, OwnCardsSheet()),
        Surface(fill=ft.Colors.SURFACE_CONTAINER, radius=Radius.TILE, pad=0),
        width=52,
        height=52,
    )
    return row_of([hero_button, cards], LINK_LENGTH)
