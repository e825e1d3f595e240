"""Sheet of tiles: one option for each seat, such as its character; taken ones are dimmed."""

from __future__ import annotations

import math
import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING

import flet as ft

from companion.ui.design.boxes import CENTER, column_of, row_of
from companion.ui.design.drawn_signs import icon_of
from companion.ui.design.look import current_preferences, scaled_height, screen_width, translate
from companion.ui.design.sizes import FontSize, Radius, Space
from companion.ui.design.text import MUTED, label_text
from companion.ui.design.text_fit import fit_count, fit_lines, names_across
from companion.ui.design.theme import seat_color, tracker_icon
from companion.ui.table.model.choice_layout import fill_holes, is_typed
from companion.ui.table.model.game_model import Tile, TileSet
from companion.ui.table.model.sheet import ChoiceSheet
from companion.ui.widgets.bottom_sheet import SHEET_WIDTH
from companion.ui.widgets.card_picker.search import normalize_for_search
from companion.ui.widgets.controls import (
    Surface,
    bind,
    button_grid,
    named_badge,
    pressable,
    seat_badge,
    secondary_button,
)
from rules.engine import Choice, Pick, Text

if TYPE_CHECKING:
    from .host import SheetHost

TILE_WIDTH, TILE_HEIGHT = 104, 104
"""Minimum width and the height of a tile at text scale 1, in points."""
CHIP_HEIGHT = 48
"""Height of a chip of a player, in points."""
BADGE_SIZE = 22
"""Size of the badge of whoever has a tile, in points."""
TAKEN_OPACITY = 0.4
"""Opacity of a tile that somebody has."""
MAX_NAME_LINES = 2
"""Lines of a tile's name."""


def tile_sheet(sheets: SheetHost, tiles: TileSet, choice: Choice) -> ft.Control:
    """Build the sheet on which a seat takes one of the options; a tap answers."""
    prompt = sheets.context.table_state.prompt
    free = {str(option.value) for option in choice.template.required_hole(Pick).options}
    owners = {value: seat for seat, value in tiles.taken(sheets.context).items() if value and value not in free}
    faces = {value: tiles.face(value) for value in (*free, *owners)}
    order = sorted(faces, key=lambda value: normalize_for_search(translate(faces[value].name)))
    width = min(screen_width(), SHEET_WIDTH) - Space.ROOM - Space.EDGE
    across = fit_count(width, TILE_WIDTH * current_preferences().scale)
    each = (width - Space.GAP * (across - 1)) / across - 2 * Space.NEAR
    built = [_tile(sheets, choice, value, faces[value], owners.get(value), each) for value in order]
    blank = [ft.Container(expand=True) for _ in range(-len(built) % across)]
    grid = column_of([button_grid([*built, *blank], across)], tight=False, scroll=ft.ScrollMode.AUTO, expand=True)
    random_text = translate(Text("At random"))
    at_random = secondary_button(
        random_text, bind(_answer_at_random, sheets, choice), ft.Icons.SHUFFLE, height=56, expand=True
    )
    chips = _seat_chips(sheets, choice, set(owners.values()), width)
    alone = "" if chips or choice.seat is None else sheets.context.seats[choice.seat]  # nobody else to tell apart
    head = sheets.build_heading(choice.seat, translate(prompt.title if prompt else choice.label), alone)
    foot = row_of([at_random, *_typed_button(sheets, choice)])
    body = column_of([*chips, grid, foot], Space.GAP, tight=False, expand=True)
    return sheets.build_sheet(head, body)


def _answer_at_random(sheets: SheetHost, choice: Choice) -> None:
    pick = choice.template.required_hole(Pick)
    sheets.answer(fill_holes(choice, **{pick.name: secrets.choice(pick.options).value}))


def _typed_button(sheets: SheetHost, choice: Choice) -> list[ft.Control]:
    asked = sheets.context.annotated_prompt
    same = [c for c in asked.choices if is_typed(c) and c.seat == choice.seat] if asked else []
    return [
        secondary_button(
            translate(typed.label), bind(sheets.intents.open, ChoiceSheet(typed)), ft.Icons.EDIT, height=56, expand=True
        )
        for typed in same
    ]


def _seat_chips(sheets: SheetHost, chosen: Choice, done: set[int], width: float) -> list[ft.Control]:
    """Build a chip for each seat that has to take one, if there are or were several.

    They take the room of all, also of those that are ``done``, so that the tiles stay where they are.
    """
    choices = [choice for choice in sheets.context.layout.primary if type(choice.event) is type(chosen.event)]
    seats = [(choice, choice.seat) for choice in choices if choice.seat is not None]
    every = sorted({seat for _, seat in seats} | done)
    if len(every) < 2 or not seats:
        return []
    names = [sheets.context.seats[seat] for seat in every]
    across = names_across(names, width, BADGE_SIZE + Space.NEAR + 2 * Space.TIGHT, FontSize.BODY)
    rows = math.ceil(len(every) / across)
    chips = button_grid([_seat_chip(sheets, choice, seat, seat == chosen.seat) for choice, seat in seats], across)
    return [ft.Container(chips, height=rows * scaled_height(CHIP_HEIGHT) + (rows - 1) * Space.GAP)]


def _seat_chip(sheets: SheetHost, choice: Choice, seat: int, is_chosen: bool) -> ft.Control:
    name = sheets.context.seats[seat]
    edge = ft.BorderSide(2, seat_color(seat)) if is_chosen else ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)
    return pressable(
        named_badge(seat, name, BADGE_SIZE, FontSize.BODY),
        name,
        bind(sheets.intents.open, ChoiceSheet(choice)),
        Surface(edge=edge, pad=Space.TIGHT),
        height=CHIP_HEIGHT,
        is_chosen=is_chosen,
        expand=True,
    )


def _tile(sheets: SheetHost, choice: Choice, value: str, tile: Tile, owner: int | None, width: float) -> ft.Control:
    """Build one tile.

    That of an ``owner`` is dimmed and says whose it is. ``width`` is that of its text in points.
    """
    name = translate(tile.name)
    title = ft.Text(
        name,
        size=fit_lines(name, FontSize.BODY, width, MAX_NAME_LINES),
        weight=ft.FontWeight.W_700,
        text_align=ft.TextAlign.CENTER,
        max_lines=MAX_NAME_LINES,
        style=ft.TextStyle(height=1.1),
    )
    parts: list[ft.Control] = [title, *_numbers(tile), *_note(translate(tile.note), width)]
    if owner is not None:
        parts = [title, seat_badge(owner, sheets.context.seats[owner], BADGE_SIZE)]
    column = column_of(parts, Space.TIGHT, CENTER, alignment=ft.MainAxisAlignment.CENTER)
    face = ft.Container(column, opacity=1 if owner is None else TAKEN_OPACITY)
    spoken = name if owner is None else translate(Text("{what}: {who}", what=name, who=sheets.context.seats[owner]))
    hole = choice.template.required_hole(Pick).name
    on_tap = bind(sheets.answer, fill_holes(choice, **{hole: value})) if owner is None else None
    fill = ft.Colors.SURFACE_CONTAINER_HIGH if owner is None else ft.Colors.TRANSPARENT
    return pressable(
        face,
        spoken,
        on_tap,
        Surface(
            fill=fill,
            edge=None if owner is None else ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT),
            pad=Space.NEAR,
            radius=Radius.TILE,
        ),
        height=TILE_HEIGHT,
        expand=True,
    )


def _numbers(tile: Tile) -> list[ft.Control]:
    if not tile.numbers:
        return []
    parts: list[ft.Control] = []
    for kind, value in tile.numbers:
        parts.append(icon_of(tracker_icon(kind), FontSize.SMALL, ft.Colors.PRIMARY))
        parts.append(label_text(str(value), 600))
    return [row_of(parts, Space.HAIR, tight=True)]


def _note(text: str, width: float) -> list[ft.Control]:
    if not text:
        return []
    size = fit_lines(text, FontSize.FINE_PRINT, width, 2)
    ink, middle = MUTED, ft.TextAlign.CENTER
    return [ft.Text(text, size=size, color=ink, text_align=middle, max_lines=2, style=ft.TextStyle(height=1.15))]


def tiled_choice(choices: Sequence[Choice], sheets: SheetHost) -> Choice | None:
    """Return the first choice whose options are tiles in this game."""
    return next((choice for choice in choices if type(choice.event) in sheets.game_model.tiles), None)
