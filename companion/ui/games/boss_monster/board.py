"""Board of Boss Monster.

The dungeon that matters with its hero, the heroes to come, the town, the others.
"""

from __future__ import annotations

import asyncio
from typing import TypeAlias

import flet as ft

from companion.ui.design.boxes import END, STRETCH, column_of, row_of, wrapped_row
from companion.ui.design.drawn_signs import icon_of
from companion.ui.design.look import animation_ms, scaled_height, translate
from companion.ui.design.sizes import FontSize, Radius, Space
from companion.ui.design.text import body_text, sized_text
from companion.ui.design.text_fit import fit_lines
from companion.ui.design.theme import INK, seat_color
from companion.ui.games.boss_monster.model import HeroSheet, RoomSheet
from companion.ui.redraw import memoized
from companion.ui.signs.legend import Sign, sign_icon
from companion.ui.state import use_latest
from companion.ui.table.model.sheet import PlayerSheet
from companion.ui.table.scene import OnOpenSheet
from companion.ui.widgets.controls import Action, Surface, bind, caption, keyed_component, pressable, seat_badge
from rules.engine import Text

from .board_model import (
    CELL_GAP,
    STRIP_HEIGHT,
    BossBoard,
    DungeonModel,
    DungeonStrip,
    HeroModel,
    RoomModel,
    TownBoard,
    cell_width,
)
from .heroes import HERO_WIDTH, HeroChip, HeroPlate
from .signs import ADVANCED_SIGN, CLASS_SIGNS, HEROES_SIGN, LEVEL_SIGN, ROOM_SIGNS
from .town import TownTable

DAMAGE_SIZE, LOW_DAMAGE_SIZE = 32, FontSize.TITLE
"""Font sizes of a room's damage: usually, and in a low cell."""
LOW_CELL = 90
"""Height of a cell in points below which it is low."""
LEAST_NAME_SIZE = 10
"""Smallest font size of a name in a room."""
MIDDLE = ft.MainAxisAlignment.CENTER
HeroGroup: TypeAlias = tuple[Text, tuple[HeroModel, ...]]
"""A title and the heroes behind it."""


def build_board(board: BossBoard, open_sheet: OnOpenSheet) -> list[ft.Control]:
    """Build the board for the room that it has."""
    dungeons = [_dungeon(one, board, open_sheet) for one in board.dungeons]
    coming = ((Text("Then"), board.next_heroes),) if board.next_heroes else ()
    in_town = ((Text("Town"), board.town.heroes),) if board.town.look == "line" and board.town.baits else ()
    above, below = (coming + in_town, ()) if coming else ((), in_town)
    strips = [StripRow(one, bind(open_sheet, PlayerSheet(one.seat))) for one in board.strips]
    return [
        *([HeroLine(above, open_sheet)] if above else []),
        *dungeons,
        *([HeroLine(below, open_sheet)] if below else []),
        *_town_table(board.town, board.seats, open_sheet),
        *([column_of(strips, Space.TIGHT, STRETCH)] if strips else []),
    ]


def _town_table(town: TownBoard, seats: tuple[str, ...], open_sheet: OnOpenSheet) -> list[ft.Control]:
    """Build the town; nothing while nobody is there, or where it is a line."""
    if not town.baits or town.look == "line":
        return []
    return [TownTable(town.baits, seats, open_sheet, is_tight=town.look == "tight")]


def _dungeon(dungeon: DungeonModel, board: BossBoard, open_sheet: OnOpenSheet) -> ft.Control:
    row = dungeon_row(dungeon, board.width, board.cell_height, open_sheet)
    if board.is_thin:
        return row
    return column_of([caption(translate(Text("{who}'s dungeon", who=dungeon.name))), row], Space.HAIR, STRETCH)


def dungeon_row(dungeon: DungeonModel, width: float, height: float, open_sheet: OnOpenSheet) -> ft.Control:
    """Build a dungeon in cells of that height in points, with its hero above his room."""
    each = cell_width(len(dungeon.rooms) + 1, width)
    cells = [RoomTile(one, each, height, bind(open_sheet, RoomSheet(one.id))) for one in dungeon.rooms]
    cells = cells or [_empty_cell(each, height)]
    boss = BossTile(dungeon.seat, dungeon.boss, dungeon.xp, dungeon.has_levelled, each, height)
    row = keyed_component(ScrollingRow, f"dungeon {dungeon.seat}", [*cells, boss], dungeon.hero_at, each)
    if dungeon.hero is None:
        return row
    return column_of([_hero_above(dungeon.hero, dungeon.hero_at, each, width, open_sheet), row], CELL_GAP, STRETCH)


def _hero_above(hero: HeroModel, at: int, each: float, width: float, open_sheet: OnOpenSheet) -> ft.Control:
    """Build the hero above the middle of his room, within the dungeon."""
    middle = at * (each + CELL_GAP) + each / 2
    left = min(max(0, middle - HERO_WIDTH / 2), max(0, width - HERO_WIDTH))
    plate = HeroPlate(hero, bind(open_sheet, HeroSheet(hero.id)))
    return ft.Container(row_of([plate]), padding=ft.Padding.only(left=left))


@ft.component
def ScrollingRow(cells: list[ft.Control], focus_index: int, width: float) -> ft.Control:  # noqa: N802 - named like a class
    """Cells side by side; where they do not fit, the cell with the hero is scrolled into view."""
    row = use_latest(row_of(cells, CELL_GAP, END, scroll=ft.ScrollMode.HIDDEN))

    async def follow() -> None:
        if focus_index > 0:
            await asyncio.sleep(0)
            await row.current.scroll_to(offset=(focus_index - 1) * (width + CELL_GAP), duration=animation_ms())

    ft.use_effect(follow, [focus_index])
    return row.current


# --- cells -------------------------------------------------------------------------------------------------------


@memoized
def RoomTile(room: RoomModel, width: float, height: float, on_tap: Action) -> ft.Control:  # noqa: N802
    """Build a room: signs of kind and treasure, damage, name; pale if exhausted."""
    kinds = [
        *([ROOM_SIGNS[room.kind]] if room.kind in ROOM_SIGNS else []),
        *([ADVANCED_SIGN] if room.is_advanced else []),
    ]
    signs = [sign_icon(sign, FontSize.SMALL) for sign in (*kinds, *(CLASS_SIGNS[klass] for klass in room.treasure))]
    size = DAMAGE_SIZE if height >= scaled_height(LOW_CELL) else LOW_DAMAGE_SIZE
    damage = [] if room.is_down else [sized_text(f"{room.damage}", size, 800, style=ft.TextStyle(height=1.0))]
    lines: list[ft.Control] = [
        row_of(signs, 0, alignment=MIDDLE, height=scaled_height(FontSize.BODY)),
        *(row_of([one], 0, alignment=MIDDLE) for one in damage),
        _name(room.name, width, 3 if room.is_down else 1 if width < 80 else 2),
    ]
    face = column_of(
        lines,
        0,
        STRETCH,
        alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
        tight=False,
        opacity=0.45 if room.is_exhausted else 1,
        tooltip=room.spoken,
    )
    return pressable(
        face,
        room.spoken,
        on_tap,
        Surface(
            fill=_room_fill(room),
            edge=_room_edge(room),
            radius=Radius.TILE,
            pad=ft.Padding.symmetric(horizontal=Space.HAIR, vertical=Space.TIGHT),
        ),
        height=height,
        width=width,
        grows=False,
    )


def _room_fill(room: RoomModel) -> str:
    if room.has_hero:
        return ft.Colors.ERROR_CONTAINER
    return ft.Colors.SURFACE_CONTAINER_HIGHEST if room.is_down else ft.Colors.SURFACE_CONTAINER


def _room_edge(room: RoomModel) -> ft.BorderSide:
    if room.is_asked:
        return ft.BorderSide(3, ft.Colors.PRIMARY)
    if room.has_hero:
        return ft.BorderSide(3, ft.Colors.ERROR)
    return ft.BorderSide(2, ADVANCED_SIGN.color) if room.is_advanced else ft.BorderSide(2, ft.Colors.OUTLINE_VARIANT)


def _name(name: str, width: float, lines: int) -> ft.Text:
    size = max(LEAST_NAME_SIZE, fit_lines(name, FontSize.FINE_PRINT, width - 2 * Space.TIGHT, lines))
    return ft.Text(
        name,
        size=size,
        weight=ft.FontWeight.W_500,
        max_lines=lines,
        overflow=ft.TextOverflow.ELLIPSIS,
        text_align=ft.TextAlign.CENTER,
        style=ft.TextStyle(height=1.05),
    )


def _empty_cell(width: float, height: float) -> ft.Control:
    edge = ft.Border.all(1, ft.Colors.OUTLINE_VARIANT)
    return ft.Container(width=width, height=height, border=edge, border_radius=Radius.TILE)


@memoized
def BossTile(  # noqa: N802
    seat: int, boss: str, xp: int, has_levelled: bool, width: float, height: float
) -> ft.Control:
    """Build the boss at the right end: name, XP, and a star once it has levelled up."""
    star: list[ft.Control] = [icon_of(LEVEL_SIGN.icon, FontSize.SMALL, INK)] if has_levelled else []
    points = sized_text(translate(Text("{n} XP", n=xp)) if xp else "", FontSize.FINE_PRINT, 500, INK)
    name = _name(boss, width, 2)
    name.color, name.weight = INK, ft.FontWeight.W_700
    face = column_of(
        [name, row_of([*star, points], 0, alignment=MIDDLE)], Space.HAIR, STRETCH, alignment=MIDDLE, tight=False
    )
    return ft.Container(
        face, width=width, height=height, bgcolor=seat_color(seat), border_radius=Radius.TILE, padding=Space.HAIR
    )


# --- heroes ------------------------------------------------------------------------------------------------------


@memoized
def HeroLine(groups: tuple[HeroGroup, ...], open_sheet: OnOpenSheet) -> ft.Control:  # noqa: N802
    """Build groups of heroes in one line, each hero in the color of whose dungeon he enters."""
    parts: list[ft.Control] = []
    for title, heroes in groups:
        parts += [caption(translate(title)), *(HeroChip(hero, open_sheet) for hero in heroes)]
    return row_of(parts, Space.NEAR, scroll=ft.ScrollMode.HIDDEN)


# --- the others --------------------------------------------------------------------------------------------------


@memoized
def StripRow(strip: DungeonStrip, on_open: Action) -> ft.Control:  # noqa: N802
    """Build another's dungeon in one line.

    The damage of its rooms, and how many heroes wait at its entrance.
    """
    boxes = wrapped_row([_damage_box(n) for n in strip.damages], Space.TIGHT)
    heroes = [_heroes(HEROES_SIGN, strip.heroes)] if strip.heroes else []
    badge = seat_badge(strip.seat, strip.name, 22)
    face = row_of([badge, ft.Container(boxes, expand=True), *heroes], Space.GAP)
    surface = Surface(fill=ft.Colors.SURFACE_CONTAINER_LOW, pad=ft.Padding.symmetric(horizontal=Space.GAP))
    return row_of([pressable(face, strip.spoken, on_open, surface, height=STRIP_HEIGHT, expand=True)])


def _damage_box(n: str) -> ft.Control:
    return ft.Container(
        body_text(n, 700),
        width=scaled_height(30),
        height=scaled_height(30),
        border=ft.Border.all(1, ft.Colors.OUTLINE_VARIANT),
        border_radius=Radius.NIB,
        alignment=ft.Alignment.CENTER,
    )


def _heroes(sign: Sign, n: int) -> ft.Control:
    return row_of([sign_icon(sign, FontSize.BODY), body_text(f"{n}", 700)], Space.HAIR, tight=True)
