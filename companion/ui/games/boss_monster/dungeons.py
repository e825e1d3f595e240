"""Dungeons as horizontally scrolling rows, entrance to boss, with the walking hero."""

from __future__ import annotations

import asyncio

import flet as ft

from companion.i18n import Translate
from companion.ui.design.preferences import animation_ms, current_preferences, scaled_height
from companion.ui.design.theme import MIN_TAP_SIZE, FontSize, Radius, Space, seat_colour
from companion.ui.redraw import memoized
from companion.ui.state import use_latest
from companion.ui.table.context.context import TableContext
from companion.ui.table.context.open_sheet import OpenSheet
from companion.ui.table.context.scene import OnOpenSheet
from companion.ui.widgets.controls import bind, keyed_component, pressable
from rules.boss_monster.model.card_catalogue import CLASSES
from rules.boss_monster.view import BossMonsterHeroLine, BossMonsterPlayerLine, BossMonsterView, RoomLine
from rules.engine import Name, Text

from .heroes import HERO_CLASS_ICONS, HeroChip, WalkingHero
from .town import town_table

ROOM_HEIGHT, MAX_ROOM_WIDTH, MIN_ROOM_WIDTH = 88, 128, 84
"""Points of a room's height, of its greatest and of its least width."""
CELL_GAP = 4
MUTED = ft.Colors.ON_SURFACE_VARIANT
STRETCH, CENTRE = ft.CrossAxisAlignment.STRETCH, ft.MainAxisAlignment.CENTER
MAX_NAME_SIZE = 12
"""Largest font size of a name in a cell, in points."""


def dungeon_rows(context: TableContext, open_sheet: OnOpenSheet) -> list[ft.Control]:
    """Build the town and a dungeon per player; a dungeon in which a hero walks comes first."""
    with_walker = [
        line for line in context.view_as(BossMonsterView).players if any(hero.walks for hero in line.entrance)
    ]
    others = [line for line in context.view_as(BossMonsterView).players if not line.dead and line not in with_walker]
    first = [part for line in with_walker for part in _dungeon(context, line, open_sheet)]
    rest = [part for line in others for part in _dungeon(context, line, open_sheet)]
    return [ft.Column([*first, *town_table(context, open_sheet), *rest], spacing=Space.NEAR, tight=True)]


def _dungeon(context: TableContext, line: BossMonsterPlayerLine, open_sheet: OnOpenSheet) -> list[ft.Control]:
    """Build one dungeon: its player, its treasure, its rooms and boss, and its heroes."""
    waiting = [HeroChip(context.translate, hero, context.seats, open_sheet) for hero in line.entrance if hero.pile < 0]
    queue = [ft.Row(waiting, spacing=Space.TIGHT, run_spacing=Space.TIGHT, wrap=True)] if waiting else []
    walking_hero = next((hero for hero in line.entrance if hero.pile >= 0), None)
    width = fit_cell_width(context, max(len(line.rooms), 1) + 1)
    columns = [
        _room_column(
            context,
            room,
            walking_hero if walking_hero and walking_hero.pile == k else None,
            bool(walking_hero),
            open_sheet,
            width,
        )
        for k, room in enumerate(line.rooms)
    ] or [_empty_cell(width)]
    boss = BossCell(context.translate, line.seat, line.boss, line.xp, line.levelled, width)
    row = keyed_component(
        ScrollingRow, f"dungeon {line.seat}", [*columns, boss], walking_hero.pile if walking_hero else -1, width
    )
    is_virtual = context.view_as(BossMonsterView).virtual
    header = DungeonHeader(
        context.translate, line.seat, line.name, line.lures, len(line.hand) if is_virtual else None, open_sheet
    )
    return [header, *((row, *queue) if walking_hero else (*queue, row))]


def fit_cell_width(context: TableContext, cells: int) -> float:
    """Return the width of a cell in a row of so many, from the width available.

    The row scrolls if the least width does not fit.
    """
    share = 5 / 11 if context.has_two_columns and context.is_landscape else 6 / 11 if context.has_two_columns else 1
    room = context.width * share - 32
    return max(MIN_ROOM_WIDTH * current_preferences().scale, min(MAX_ROOM_WIDTH, room / cells - CELL_GAP))


@ft.component
def ScrollingRow(cells: list[ft.Control], focus_index: int, width: float) -> ft.Control:  # noqa: N802 - named like a class
    """Cells side by side; the cell with the hero is scrolled into view."""
    row = use_latest(
        ft.Row(cells, spacing=CELL_GAP, vertical_alignment=ft.CrossAxisAlignment.END, scroll=ft.ScrollMode.HIDDEN)
    )

    async def follow() -> None:
        if focus_index > 0:
            await asyncio.sleep(0)
            await row.current.scroll_to(offset=(focus_index - 1) * (width + CELL_GAP), duration=animation_ms())

    ft.use_effect(follow, [focus_index])
    return row.current


@memoized
def DungeonHeader(  # noqa: N802
    translate: Translate,
    seat: int,
    name: str,
    lures: tuple[int, ...],
    hand_size: int | None,
    open_sheet: OnOpenSheet,
) -> ft.Control:
    """Build a dungeon's header: player, virtual hand, and treasure counts.

    ``hand_size`` is the number of virtual cards in the hand, None where the cards are real.
    """
    label = ft.Text(name, size=FontSize.BODY, weight=ft.FontWeight.W_700, expand=True, no_wrap=True)
    counts = [_lure(klass, n) for klass, n in zip(CLASSES, lures, strict=True)]
    stripe = ft.Container(width=6, height=20, bgcolor=seat_colour(seat), border_radius=Radius.NIB)
    hand = [] if hand_size is None else [_hand_button(translate, seat, name, hand_size, open_sheet)]
    return ft.Row([stripe, label, *hand, *counts], spacing=Space.GAP)


def _hand_button(translate: Translate, seat: int, name: str, n: int, open_sheet: OnOpenSheet) -> ft.Control:
    """Build the number of cards in the hand; a tap opens it where this device may see it."""
    face = ft.Row(
        [
            ft.Icon(ft.Icons.STYLE, size=FontSize.SUBTITLE, color=MUTED),
            ft.Text(f"{n}", size=FontSize.BODY, weight=ft.FontWeight.W_700),
        ],
        spacing=Space.TIGHT,
        tight=True,
    )
    label = translate(Text("{who}'s hand: {n} card", "{who}'s hand: {n} cards", who=name, n=n))
    fill, pad = ft.Colors.SURFACE_CONTAINER_HIGH, ft.Padding.symmetric(horizontal=Space.GAP)
    return pressable(
        face, label, bind(open_sheet, OpenSheet("hand", number=seat)), fill=fill, pad=pad, height=MIN_TAP_SIZE
    )


def _lure(klass: str, n: int) -> ft.Control:
    ink = ft.Colors.ON_SURFACE if n else MUTED
    parts: list[ft.Control] = [
        ft.Icon(HERO_CLASS_ICONS[klass], size=FontSize.BODY, color=ink),
        ft.Text(str(n), size=FontSize.BODY, color=ink),
    ]
    return ft.Row(parts, spacing=Space.HAIR, tight=True)


# --- cells -------------------------------------------------------------------------------------------------------


def _room_column(
    context: TableContext,
    room: RoomLine,
    hero: BossMonsterHeroLine | None,
    has_walker: bool,
    open_sheet: OnOpenSheet,
    width: float,
) -> ft.Control:
    """Build a room, with its hero above it while one walks in this dungeon."""
    hero_cell = (
        WalkingHero(context.translate, hero, context.seats, open_sheet, width)
        if hero
        else ft.Container(width=width, height=0)
    )
    tile = RoomCell(context.translate, room, hero is not None, open_sheet, width)
    return ft.Column([hero_cell, tile], spacing=CELL_GAP, tight=True) if has_walker else tile


def _empty_cell(width: float) -> ft.Control:
    """Build the empty cell of a dungeon without rooms."""
    edge = ft.Border.all(1, ft.Colors.OUTLINE_VARIANT)
    return ft.Container(width=width, height=scaled_height(ROOM_HEIGHT), border=edge, border_radius=Radius.SOFT)


@memoized
def BossCell(  # noqa: N802
    translate: Translate, seat: int, boss: Name | None, xp: int, has_levelled: bool, width: float
) -> ft.Control:
    """Build the boss at the right end: name, XP, and a star once it has levelled up."""
    star: list[ft.Control] = (
        [ft.Icon(ft.Icons.STAR, size=FontSize.SMALL, color=ft.Colors.PRIMARY)] if has_levelled else []
    )
    points = ft.Text(translate(Text("{n} XP", n=xp)) if boss else "", size=FontSize.SMALL, color=MUTED)
    below = ft.Row([*star, points], spacing=Space.HAIR, alignment=CENTRE)
    name = _name_cell(translate(boss) if boss else "?", width)
    face = ft.Column([name, below], spacing=Space.HAIR, tight=True, horizontal_alignment=STRETCH, alignment=CENTRE)
    return ft.Container(
        face,
        width=width,
        height=scaled_height(ROOM_HEIGHT),
        border=ft.Border.all(2, seat_colour(seat)),
        border_radius=Radius.SOFT,
        padding=ft.Padding.symmetric(horizontal=Space.HAIR, vertical=Space.TIGHT),
    )


def _name_cell(name: str, width: float) -> ft.Control:
    """Build a name in a cell, in a size that its longest word fits."""
    longest = max(map(len, name.split()), default=1)
    text = ft.Text(
        name,
        size=min(MAX_NAME_SIZE, (width - 8) * 1.75 / longest),
        weight=ft.FontWeight.W_600,
        max_lines=3,
        overflow=ft.TextOverflow.ELLIPSIS,
        text_align=ft.TextAlign.CENTER,
        style=ft.TextStyle(height=1.1),
    )
    return ft.Container(text, height=scaled_height(44), alignment=ft.Alignment.CENTER)


@memoized
def RoomCell(  # noqa: N802
    translate: Translate, room: RoomLine, has_walker: bool, open_sheet: OnOpenSheet, width: float
) -> ft.Control:
    """Build a room: name, treasure, damage; pale if exhausted, framed if a hero is in it."""
    icons: list[ft.Control] = [ft.Icon(HERO_CLASS_ICONS[klass], size=FontSize.SMALL) for klass in room.treasure]
    count: list[ft.Control] = (
        [] if room.down else [ft.Text(str(room.damage), size=FontSize.SUBTITLE, weight=ft.FontWeight.W_800)]
    )
    signs = ft.Row([*icons, ft.Container(expand=True), *count], spacing=Space.HAIR)
    face = ft.Column(
        [_name_cell(translate(room.name), width), signs],
        spacing=0,
        tight=True,
        horizontal_alignment=STRETCH,
        opacity=0.45 if room.exhausted else 1,
    )
    edge = ft.BorderSide(3, ft.Colors.ERROR) if has_walker else ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)
    fill = ft.Colors.SURFACE_CONTAINER_HIGHEST if room.down else ft.Colors.PRIMARY_CONTAINER
    spoken = Text("{room}: damage {n}", room=room.name, n=room.damage)
    pad = ft.Padding.symmetric(horizontal=Space.TIGHT, vertical=Space.HAIR)
    on_tap = bind(open_sheet, OpenSheet("room", number=room.id))
    label = translate(room.name) if room.down else translate(spoken)
    return pressable(
        face, label, on_tap, fill=fill, edge=edge, radius=Radius.SOFT, pad=pad, height=ROOM_HEIGHT, width=width
    )
