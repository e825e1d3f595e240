"""Number tiles: a card per player, in it a large tile per number with − and +."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import flet as ft

from companion.ui.design.boxes import CENTER, column_of, row_of
from companion.ui.design.drawn_signs import SKULL, icon_of
from companion.ui.design.look import current_preferences, translate
from companion.ui.design.sign_colors import tracker_color
from companion.ui.design.sizes import MIN_TAP_SIZE, FontSize, Radius, Space
from companion.ui.design.text import MUTED
from companion.ui.design.text_fit import fit_font_size, fit_lines, line_count
from companion.ui.design.theme import INK, seat_color, tracker_icon
from companion.ui.redraw import memoized
from companion.ui.table.model.board_room import BoardRoom
from companion.ui.table.model.context import TableContext
from companion.ui.table.model.game_model import GameModel
from companion.ui.table.model.seats import NumberGroup, SeatNumber, player_numbers, thing_numbers
from companion.ui.table.model.sheet import PlayerSheet
from companion.ui.table.scene import OnOpenSheet
from companion.ui.table.zones.number_layout import (
    CARD_EDGE,
    CARD_GAP,
    CARD_PADDING,
    FULL_SHARE,
    SIGN_LINE_HEIGHT,
    TILE_GAP,
    NumberGrid,
    TileShape,
    fit_grid,
)
from companion.ui.table.zones.seats import SIGN_HINT_MS
from companion.ui.widgets.controls import Action, Surface, bind, button_grid, keyed_component, pressable, seat_badge
from companion.ui.widgets.counter import NumberField, StepButton, use_counter
from companion.ui.widgets.numbers import change_label
from rules.engine import Text, Tracker

PLAYERS_SHARE = 0.55
"""Share of the height that the players' cards take if there are further ones."""
BADGE_SIZE, MARK_SIZE = 26, FontSize.SUBTITLE
OnAdjust = Callable[[str, int], int | None]
"""Changes the number with that key by that amount and returns it; None if that was refused."""


def number_tiles(
    context: TableContext, game_model: GameModel, room: BoardRoom, open_sheet: OnOpenSheet, on_adjust: OnAdjust
) -> ft.Control:
    """Build the cards of all players, and below them those of things whose numbers are kept.

    A device that only watches sees the numbers without − and +.
    """
    sections, players = list(game_model.number_sections(context)), player_numbers(context, game_model.player_row)
    height = room.height * (PLAYERS_SHARE if sections else 1)
    open_players = [bind(open_sheet, PlayerSheet(group.seat or 0)) for group in players]
    cards = [_cards(context, players, open_players, height, on_adjust)]
    if sections:
        open_things = [bind(open_sheet, section.sheet) for section in sections]
        cards.append(_cards(context, thing_numbers(context, sections), open_things, 0, on_adjust))
    return column_of(cards, CARD_GAP)


def _cards(
    context: TableContext, groups: Sequence[NumberGroup], on_open: Sequence[Action], height: float, adjust: OnAdjust
) -> ft.Control:
    """Build the cards of these numbers as large as fits into that height in points."""
    trackers = [number.tracker for group in groups for number in group.numbers]
    most = max((len(group.numbers) for group in groups), default=1)
    values, scale = [max(t.value, t.maximum or 0) for t in trackers], current_preferences().scale
    grid = fit_grid(context.board_width, height, len(groups), most, values, scale)
    on_adjust = None if context.role.is_spectator else adjust
    cards = [NumberCard(group, grid, open_it, on_adjust) for group, open_it in zip(groups, on_open, strict=True)]
    return button_grid(cards, grid.cards_across, CARD_GAP)


@memoized
def NumberCard(  # noqa: N802 - Flet's components are named like classes
    group: NumberGroup, grid: NumberGrid, on_open: Action, on_adjust: OnAdjust | None
) -> ft.Control:
    """Build a card: the name, which opens all numbers, and the tiles.

    That of the active player has a frame.
    """
    tiles = [
        keyed_component(NumberTile, number.tracker.key, group.name, number, grid.tile, on_adjust)
        for number in group.numbers
    ]
    header = _header(group, grid.card_width - 2 * CARD_PADDING, on_open)
    edge = ft.BorderSide(CARD_EDGE, seat_color(group.seat) if group.is_acting else ft.Colors.TRANSPARENT)
    return ft.Container(
        column_of([header, button_grid(tiles, grid.tiles_across, TILE_GAP)], TILE_GAP),
        width=grid.card_width,
        padding=CARD_PADDING - CARD_EDGE,
        border_radius=Radius.TILE,
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGH if group.is_acting else ft.Colors.SURFACE_CONTAINER_LOW,
        border=ft.Border(left=edge, top=edge, right=edge, bottom=edge),
    )


def _header(group: NumberGroup, width: float, on_open: Action) -> ft.Control:
    """Build the name in that width in points, with badge and marks, or on the seat's color."""
    marks = [
        *([icon_of(SKULL, MARK_SIZE, ft.Colors.ERROR)] if group.is_out else []),
        *([ft.Icon(ft.Icons.PLAY_ARROW, size=MARK_SIZE, color=ft.Colors.PRIMARY)] if group.is_acting else []),
    ]
    badges = [] if group.seat is None else [seat_badge(group.seat, group.owner, BADGE_SIZE)]
    beside = len(badges) * (BADGE_SIZE + Space.NEAR) + len(marks) * (MARK_SIZE + Space.NEAR) + 2 * Space.TIGHT
    size = fit_lines(group.name, FontSize.BODY, width - beside, 2)
    name = ft.Text(
        group.name,
        size=size,
        weight=ft.FontWeight.W_700 if group.is_acting else ft.FontWeight.W_600,
        style=ft.TextStyle(height=1.1),
        max_lines=2,
        overflow=ft.TextOverflow.ELLIPSIS,
        expand=True,
    )
    face: list[ft.Control] = [*badges, name, *marks]
    if size < FontSize.SMALL and group.seat is not None:
        name.size, name.color = fit_lines(group.name, FontSize.BODY, width - 4 * Space.TIGHT, 2), INK
        name.text_align = ft.TextAlign.CENTER
        padding = Space.TIGHT
        ground = seat_color(group.seat)
        face = [ft.Container(row_of([name]), bgcolor=ground, border_radius=Radius.SOFT, padding=padding, expand=True)]
    label = translate(Text("{who}: all numbers", who=group.name))
    pad = ft.Padding.symmetric(horizontal=Space.TIGHT)
    return pressable(
        row_of(face, Space.NEAR), label, on_open, Surface(pad=pad, radius=Radius.SOFT), height=MIN_TAP_SIZE
    )


@memoized
def NumberTile(  # noqa: N802
    owner: str, number: SeatNumber, shape: TileShape, on_adjust: OnAdjust | None
) -> ft.Control:
    """Build a number with its change and its keys; a tap on the number opens a field to type it.

    A tap shows its value at once, before the table is redrawn.
    """
    key = number.tracker.key
    counter = use_counter(number.tracker, number.value_before, partial(on_adjust, key) if on_adjust else None)
    what = Text("{who}, {what}", who=owner, what=number.tracker.label)
    shown = Text("Type it: {what}, {n}", what=what, n=counter.value)
    change = number.change if counter.before is None else counter.change
    face = _face(number.tracker, counter.value, change, shape)
    if on_adjust is None:
        label = f"{translate(what)} {counter.value}"
        read = ft.Semantics(content=_number_box(face, shape), label=label, exclude_semantics=True)
        return ft.Container(read, width=shape.width)
    if counter.is_typing:
        field = keyed_component(NumberField, key, counter.value, translate(shown), counter.type_number)
        middle = _number_box(field, shape)
    else:
        middle = pressable(
            face,
            translate(shown),
            counter.start_typing,
            Surface(pad=0, radius=Radius.SOFT),
            width=shape.number_width,
            height=shape.number_height,
            grows=False,
        )
    less = StepButton(
        ft.Icons.REMOVE, translate(Text("Less: {what}", what=what)), -1, counter.step, shape.key_width, shape.key_height
    )
    more = StepButton(
        ft.Icons.ADD, translate(Text("More: {what}", what=what)), 1, counter.step, shape.key_width, shape.key_height
    )
    if shape.is_stacked:
        return column_of([middle, row_of([less, more], TILE_GAP)], 0, width=shape.width)
    return row_of([less, middle, more], 0, width=shape.width, height=shape.height)


def _number_box(content: ft.Control, shape: TileShape) -> ft.Control:
    return ft.Container(content, width=shape.number_width, height=shape.number_height, alignment=ft.Alignment.CENTER)


def _face(tracker: Tracker, value: int, change: int, shape: TileShape) -> ft.Control:
    """Build the number below its sign, with its change or its name beside that.

    A long press names the sign.
    """
    scale = current_preferences().scale
    label, free = translate(tracker.label), shape.number_width - FontSize.BODY - 2 * Space.TIGHT
    ink, hint = tracker_color(tracker.icon), ft.Tooltip(label, wait_duration=SIGN_HINT_MS)
    sign: list[ft.Control] = [icon_of(tracker_icon(tracker.icon), FontSize.BODY, ink, hint)]
    if change:
        sign.append(change_label(change, FontSize.SMALL, tracker.worth))
    elif line_count(label, FontSize.FINE_PRINT, free) == 1 and fit_font_size(label, 99, free) >= FontSize.FINE_PRINT:
        sign.append(ft.Text(label, size=FontSize.FINE_PRINT, color=MUTED, no_wrap=True))
    line = row_of(sign, Space.HAIR, alignment=ft.MainAxisAlignment.CENTER, height=SIGN_LINE_HEIGHT * scale)
    full = tracker.maximum
    rest = f"/{full}" if full is not None and shape.shows_full(value, full, scale) else ""
    return column_of([line, _number(str(value), rest, shape.number_size)], 0, CENTER)


def _number(value: str, rest: str, size: int) -> ft.Text:
    bold = ft.FontWeight.W_700
    if not rest:
        return ft.Text(value, size=size, weight=bold, no_wrap=True, style=ft.TextStyle(height=1.1))
    small = ft.TextStyle(size=size * FULL_SHARE, weight=ft.FontWeight.W_500, color=MUTED)
    style = ft.TextStyle(size=size, weight=bold, height=1.1, color=ft.Colors.ON_SURFACE)
    return ft.Text(spans=[ft.TextSpan(value), ft.TextSpan(rest, style=small)], style=style, no_wrap=True)
