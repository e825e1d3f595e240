"""Seats: a tile for each player with the numbers that a table looks at.

What each can respond with.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import flet as ft

from companion.ui.design.boxes import CENTER, START, STRETCH, column_of, row_of
from companion.ui.design.drawn_signs import SKULL, SignIcon, icon_of
from companion.ui.design.look import current_preferences, scaled_height, translate
from companion.ui.design.sign_colors import tracker_color
from companion.ui.design.sizes import MIN_TAP_SIZE, FontSize, Radius, Space
from companion.ui.design.text import MUTED, sized_text
from companion.ui.design.text_fit import LETTER_WIDTH, fit_font_size, fit_lines
from companion.ui.design.theme import INK, seat_color, tracker_icon
from companion.ui.redraw import memoized
from companion.ui.table.model.game_model import PlayerRowLayout
from companion.ui.table.model.response_chips import ResponseChip
from companion.ui.table.model.seats import (
    MARK_NAMES,
    NO_NOTE,
    WILL_DIE,
    SeatGrid,
    SeatMark,
    SeatModel,
    SeatNote,
    SeatNumber,
)
from companion.ui.table.model.sheet import ItemSheet, PlayerSheet
from companion.ui.table.scene import OnOpenSheet
from companion.ui.widgets.controls import Action, Surface, bind, pressable, seat_badge
from companion.ui.widgets.numbers import ChangingNumber, change_pill, number_ink
from rules.engine import Text

if TYPE_CHECKING:
    from companion.ui.table.intents import TableIntents

SIGN_HINT_MS = 700
"""Milliseconds that a mouse rests on a sign before its name is shown; a finger presses it long."""
BADGE_SIZE = 20
"""Size of the circle with the initial, in points."""
LEAST_NAME_SIZE = 13
"""Font size below which a name takes the place of the circle as well."""
LEAST_CHIP_SIZE = 11
"""Smallest font size on a response; what does not fit then is cut."""
FRAME_WIDTH, ASKED_FRAME_WIDTH = 3, 2
"""Width of the frame of whoever acts, and of whoever is asked, in points."""
SMALL_SIGN_SHARE = 0.55
"""Size of the sign of a small number, as a share of the room for both."""
MARK_SIZE = 24
"""Size of the round marks on the corner of a tile, in points."""
ASKED_MARK = "?"
MARK_SIGNS: Mapping[str, tuple[SignIcon, str]] = {
    "winner": (ft.Icons.EMOJI_EVENTS, ft.Colors.PRIMARY),
    "out": (SKULL, ft.Colors.ERROR),
    "acting": (ft.Icons.PLAY_ARROW, ft.Colors.PRIMARY),
    "phone": (ft.Icons.WIFI, MUTED),
    "sleeping_phone": (ft.Icons.BEDTIME, MUTED),
}
"""Sign of a mark and its color; a game's own mark has its own."""


def seat_tiles(players: Sequence[SeatModel], grid: SeatGrid, open_sheet: OnOpenSheet) -> ft.Control:
    """Build the tiles of all players; an odd place stays empty."""
    tiles = [SeatTile(player, grid, bind(open_sheet, PlayerSheet(player.seat))) for player in players]
    places: list[ft.Control] = [*tiles, *(ft.Container(expand=True) for _ in range(grid.empty_places))]
    lines = [row_of(places[k : k + grid.across], Space.NEAR, START) for k in range(0, len(places), grid.across)]
    return column_of(lines, Space.NEAR, STRETCH)


@memoized
def SeatTile(player: SeatModel, grid: SeatGrid, on_tap: Action) -> ft.Control:  # noqa: N802
    """Build a player's tile: a head with circle and name, the numbers, and a small line."""
    color = seat_color(player.seat)
    parts = [SeatHead(_head_of(player), grid), SeatNumbers(player.numbers, player.note, grid)]
    if grid.is_in_line:
        parts = [_line(player, grid)]
    asked_edge = ft.BorderSide(ASKED_FRAME_WIDTH, ft.Colors.ON_SURFACE) if player.is_asked else None
    edge = ft.BorderSide(FRAME_WIDTH, color) if player.leads else asked_edge
    button = pressable(
        column_of(parts, 0, STRETCH, tight=False),
        player.spoken,
        on_tap,
        Surface(
            fill=ft.Colors.SURFACE_CONTAINER_HIGH if player.is_out else ft.Colors.SURFACE_CONTAINER,
            edge=edge,
            radius=Radius.TILE,
            pad=0,
        ),
        height=grid.tile_height,
        expand=True,
    )
    marks = [*([_doom_mark()] if player.will_die else []), *([_asked_mark()] if _shows_asked(player) else [])]
    if not _corner_marks(player):
        return button
    for place, mark in enumerate(reversed(marks)):
        mark.right, mark.top = place * MARK_SIZE - Space.TIGHT, -Space.TIGHT
    return ft.Stack([row_of([button]), *marks], clip_behavior=ft.ClipBehavior.NONE, expand=True)


def _corner_marks(player: SeatModel) -> int:
    """Return how many round marks stand on the upper right corner."""
    return player.will_die + _shows_asked(player)


def _shows_asked(player: SeatModel) -> bool:
    return player.is_asked and not player.leads


def _head_of(player: SeatModel) -> SeatModel:
    """Return what the head of a tile shows, without all that lies below it."""
    return replace(player, numbers=(), note=NO_NOTE, spoken="")


@memoized
def SeatHead(player: SeatModel, grid: SeatGrid) -> ft.Control:  # noqa: N802
    """Build circle, name and signs; a long name takes the place of the circle."""
    free = grid.tile_width - 2 * (Space.NEAR + FRAME_WIDTH)
    beside = free - BADGE_SIZE - Space.TIGHT
    fits = fit_font_size(player.label, FontSize.BODY, beside) >= LEAST_NAME_SIZE
    name = ft.Text(
        player.label,
        size=fit_font_size(player.label, FontSize.BODY, beside if fits else free),
        weight=ft.FontWeight.W_700,
        no_wrap=True,
        overflow=ft.TextOverflow.ELLIPSIS,
        color=INK if player.leads else MUTED if player.is_out else ft.Colors.ON_SURFACE,
        expand=True,
    )
    corner = max(0, _corner_marks(player) * MARK_SIZE - Space.TIGHT - Space.NEAR)
    signs = [_sign(mark, player.leads) for mark in _head_marks(player, (beside if fits else free) - corner)]
    if signs and corner:
        signs.append(ft.Container(width=corner))
    row = row_of([*([_badge(player)] if fits else []), name, *signs], Space.TIGHT)
    return ft.Container(
        row,
        height=scaled_height(grid.head_height),
        padding=ft.Padding.symmetric(horizontal=Space.NEAR),
        bgcolor=seat_color(player.seat) if player.leads else None,
        border_radius=ft.BorderRadius.only(top_left=Radius.TILE, top_right=Radius.TILE),
    )


def _badge(player: SeatModel) -> ft.Control:
    """Build the circle: a skull for whoever is out, white with a ring on a filled head."""
    if player.is_out:
        hint = _hint(translate(MARK_NAMES["out"]))
        return icon_of(SKULL, BADGE_SIZE, ft.Colors.ERROR, hint)
    badge = seat_badge(player.seat, player.name, BADGE_SIZE)
    if player.leads:
        badge.bgcolor, badge.border = ft.Colors.WHITE, ft.Border.all(2, INK)
    return badge


def _line(player: SeatModel, grid: SeatGrid) -> ft.Control:
    """Build circle and numbers in one line."""
    numbers = [NumberCell(number, grid) for number in player.numbers[: grid.numbers_across]]
    row = row_of([_badge(player), *numbers], Space.TIGHT)
    return ft.Container(row, padding=ft.Padding.symmetric(horizontal=Space.NEAR), expand=True)


def _head_marks(player: SeatModel, free: float) -> Sequence[SeatMark]:
    """Return the marks that fit behind the name."""
    width = len(player.label) * LETTER_WIDTH * FontSize.BODY * current_preferences().scale
    shown = [mark for mark in player.marks if mark.kind not in ("acting", "out")]
    count = int((free - width) / (FontSize.SMALL + Space.TIGHT))
    return shown[: max(0, count)]


def _sign(mark: SeatMark, is_on_color: bool) -> ft.Control:
    icon, color = mark.sign or MARK_SIGNS[mark.kind]
    return icon_of(icon, FontSize.SMALL, INK if is_on_color else color, _hint(mark.name))


def _hint(name: str) -> ft.Tooltip:
    return ft.Tooltip(name, wait_duration=SIGN_HINT_MS)


def _doom_mark() -> ft.Container:
    hint = _hint(translate(WILL_DIE))
    sign = icon_of(SKULL, FontSize.BODY, ft.Colors.ERROR, hint)
    edge = ft.Border.all(2, ft.Colors.ERROR)
    return _round(sign, ft.Colors.SURFACE, edge)


def _asked_mark() -> ft.Container:
    text = sized_text(ASKED_MARK, FontSize.SMALL / current_preferences().scale, 800, ft.Colors.SURFACE)
    return _round(ft.Semantics(content=text, exclude_semantics=True), ft.Colors.ON_SURFACE)


def _round(face: ft.Control, ground: str, edge: ft.Border | None = None) -> ft.Container:
    return ft.Container(
        face,
        width=MARK_SIZE,
        height=MARK_SIZE,
        bgcolor=ground,
        border=edge,
        border_radius=MARK_SIZE / 2,
        alignment=ft.Alignment.CENTER,
        ignore_interactions=True,
    )


@memoized
def SeatNumbers(numbers: tuple[SeatNumber, ...], note: SeatNote, grid: SeatGrid) -> ft.Control:  # noqa: N802
    """Build what lies below the head of a tile; who decides changes nothing here."""
    lines = column_of([*_number_lines(numbers, grid), *_note(note, grid)], 0, STRETCH, tight=True)
    return ft.Container(lines, padding=ft.Padding.symmetric(horizontal=Space.NEAR))


def _number_lines(numbers: Sequence[SeatNumber], grid: SeatGrid) -> list[ft.Control]:
    shown = [NumberCell(number, grid) for number in numbers]
    across, height = grid.numbers_across, scaled_height(grid.line_height)
    return [row_of(shown[k : k + across], 0, height=height) for k in range(0, len(shown), across)]


@memoized
def NumberCell(number: SeatNumber, grid: SeatGrid) -> ft.Control:  # noqa: N802
    """Build a number beside its sign, or beside its latest change."""
    tracker = number.tracker
    sign: ft.Control = icon_of(tracker_icon(tracker.icon), grid.sign_size, tracker_color(tracker.icon))
    if number.change:
        sign = change_pill(number.change, tracker.worth, grid.sign_size)
    rest = f"/{tracker.maximum}" if tracker.maximum is not None and grid.shows_maximum(number) else ""
    ink = number_ink(tracker.value, tracker.icon, tracker.maximum)
    value = ChangingNumber(tracker.value, "", rest, grid.number_size, ink)
    # equal shares: a change beside one number moves no other
    return row_of([sign, value], Space.HAIR, CENTER, expand=True, tooltip=_hint(number.label))


def _note(note: SeatNote, grid: SeatGrid) -> list[ft.Control]:
    if not (note.words or note.numbers):
        return []
    if note.words:
        size = fit_lines(note.words, LEAST_NAME_SIZE, grid.tile_width - 2 * Space.NEAR, 1)
        face: ft.Control = ft.Text(note.words, size=size, color=MUTED, no_wrap=True)
    else:
        each = (grid.tile_width - 2 * Space.NEAR) / len(note.numbers)
        numbers = [_small(number, each) for number in note.numbers]
        face = row_of(numbers, 0, alignment=ft.MainAxisAlignment.SPACE_BETWEEN)
    return [ft.Container(face, height=scaled_height(grid.note_height), alignment=ft.Alignment.CENTER_LEFT)]


def _small(number: SeatNumber, width: float) -> ft.Control:
    """Build a small number with its sign in a width in points."""
    kind, value = number.tracker.icon, number.tracker.value
    sign = icon_of(tracker_icon(kind), min(FontSize.SMALL, width * SMALL_SIGN_SHARE), tracker_color(kind))
    size = min(FontSize.BODY, (width - width * SMALL_SIGN_SHARE) / LETTER_WIDTH / 1.2 / current_preferences().scale)
    text = sized_text(f"{value}", size, 700, no_wrap=True)
    return row_of([sign, text], 0, CENTER, tight=True, tooltip=_hint(number.label))


# --- what each can respond with ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class ShownChip:
    """A response below a tile: its words, what a tap on it does, and its accessible name."""

    title: str
    detail: str
    spoken: str
    on_tap: Action


def chip_columns(
    players: Sequence[SeatModel],
    grid: SeatGrid,
    chips: Mapping[int, Sequence[ResponseChip]],
    row_layout: PlayerRowLayout,
    intents: TableIntents,
) -> list[ft.Control]:
    """Build the responses of each seat below its tile.

    In so many lines as the grid has for them.
    """
    lines = grid.chip_lines(chips)
    if not lines:
        return []
    shown = [_shown(player, chips.get(player.seat, ()), lines, row_layout, intents) for player in players]
    places: list[ft.Control] = [
        SeatChips(player.seat, column, grid) for player, column in zip(players, shown, strict=True)
    ]
    places += [ft.Container(expand=True) for _ in range(grid.empty_places)]
    rows = [row_of(places[k : k + grid.across], Space.NEAR, START) for k in range(0, len(places), grid.across)]
    return [column_of(rows, Space.TIGHT, STRETCH)]


def _shown(
    player: SeatModel,
    chips: Sequence[ResponseChip],
    lines: int,
    row_layout: PlayerRowLayout,
    intents: TableIntents,
) -> tuple[ShownChip, ...]:
    count = len(chips) if len(chips) <= lines else lines - 1
    found = [
        ShownChip(chip.name, chip.detail, chip.spoken, _chip_tap(chip, row_layout.item_sheet, intents))
        for chip in chips[:count]
    ]
    others = len(chips) - count
    if others:
        words = translate(Text("{n} thing", "{n} things", n=others))
        spoken = translate(Text("{who}: {n} more", who=player.name, n=others))
        found.append(ShownChip(words, "", spoken, bind(intents.open, row_layout.more_sheet(player.seat))))
    return tuple(found)


def _chip_tap(chip: ResponseChip, item_sheet: type[ItemSheet], intents: TableIntents) -> Action:
    if chip.choice is not None:
        return bind(intents.choose, chip.choice)
    if chip.remark is not None:
        return bind(intents.remark, chip.remark)
    return bind(intents.open, chip.sheet or item_sheet(chip.item))


@memoized
def SeatChips(seat: int, chips: tuple[ShownChip, ...], grid: SeatGrid) -> ft.Control:  # noqa: N802
    """Build the responses of one seat, one below the other."""
    if not chips:
        return ft.Container(expand=True)
    return ft.Container(column_of([_chip(seat, chip, grid) for chip in chips], Space.TIGHT, STRETCH), expand=True)


def _chip(seat: int, chip: ShownChip, grid: SeatGrid) -> ft.Control:
    width = grid.tile_width - 2 * Space.TIGHT
    has_detail = bool(chip.detail) and fit_lines(chip.detail, LEAST_NAME_SIZE, width, 1) >= FontSize.FINE_PRINT
    texts = [_chip_text(chip.title, 700, width, 1 if has_detail else 2)]
    if has_detail:
        texts.append(_chip_text(chip.detail, 400, width, 1))
    surface = Surface(edge=ft.BorderSide(2, seat_color(seat)), radius=Radius.TILE, pad=Space.HAIR)
    return pressable(column_of(texts, 0, CENTER), chip.spoken, chip.on_tap, surface, height=MIN_TAP_SIZE)


def _chip_text(words: str, weight: int, width: float, lines: int) -> ft.Control:
    return sized_text(
        words,
        max(LEAST_CHIP_SIZE, fit_lines(words, LEAST_NAME_SIZE, width, lines)),
        weight,
        text_align=ft.TextAlign.CENTER,
        max_lines=lines,
        overflow=ft.TextOverflow.ELLIPSIS,
        style=ft.TextStyle(height=1.1),
    )
