"""Dungeons as horizontally scrolling rows, entrance to boss, with the walking hero."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

import flet as ft

from companion.ui.design.boxes import STRETCH, column_of, row_of, wrapped_row
from companion.ui.design.look import animation_ms, current_preferences, scaled_height, translate
from companion.ui.design.sizes import MIN_TAP_SIZE, FontSize, Radius, Space
from companion.ui.design.text import MUTED, body_text, label_text, name_text
from companion.ui.design.text_fit import BROAD_LETTER_WIDTH, fit_font_size
from companion.ui.design.theme import seat_color
from companion.ui.games.boss_monster.model import PICTURE_QUESTIONS, ROOM_KIND_WORDS, HandSheet, RoomSheet, room_status
from companion.ui.redraw import memoized
from companion.ui.signs.legend import Sign, sign_icon
from companion.ui.state import use_latest
from companion.ui.table.model.board_room import BoardRoom
from companion.ui.table.model.context import TableContext
from companion.ui.table.model.picture_answers import asked_items
from companion.ui.table.scene import OnOpenSheet
from companion.ui.widgets.controls import Surface, bind, keyed_component, pressable
from rules.boss_monster.model.card_catalogue import CLASSES
from rules.boss_monster.model.state import SOULS_TO_WIN, WOUNDS_TO_LOSE
from rules.boss_monster.view import BossMonsterHeroLine, BossMonsterPlayerLine, BossMonsterView, RoomLine
from rules.engine import Name, Text

from .heroes import HeroChip, WalkingHero
from .signs import ADVANCED_SIGN, CLASS_SIGNS, HAND_SIGN, LEVEL_SIGN, ROOM_SIGNS, SOUL_SIGN, WOUND_SIGN
from .town import town_table

ROOM_HEIGHT, MAX_ROOM_WIDTH, MIN_ROOM_WIDTH = 88, 128, 84
"""Points of a room's height, of its greatest and of its least width."""
CELL_GAP = 4
MIDDLE = ft.MainAxisAlignment.CENTER
MAX_NAME_SIZE, NAME_HEIGHT = 12, 40
"""Largest font size of a name in a cell, and the height of its three lines, in points."""
HEADER_WIDTH, HAND_WIDTH = 284, 56
"""Points that a dungeon's header takes in one line besides the name, and its hand button."""


def dungeon_rows(context: TableContext, room: BoardRoom, open_sheet: OnOpenSheet) -> list[ft.Control]:
    """Build the town and a dungeon per player; a dungeon in which a hero walks comes first.

    Below each header stands what its player can respond with.
    """
    with_walker = [
        line for line in context.view_as(BossMonsterView).players if any(hero.walks for hero in line.entrance)
    ]
    others = [line for line in context.view_as(BossMonsterView).players if not line.dead and line not in with_walker]
    first = [part for line in with_walker for part in _dungeon(context, line, open_sheet)]
    rest = [part for line in others for part in _dungeon(context, line, open_sheet)]
    return [column_of([*first, *town_table(context, open_sheet), *rest], Space.NEAR)]


def _dungeon(context: TableContext, line: BossMonsterPlayerLine, open_sheet: OnOpenSheet) -> list[ft.Control]:
    waiting = [HeroChip(hero, context.seats, open_sheet) for hero in line.entrance if hero.pile < 0]
    queue = [wrapped_row(waiting, Space.TIGHT)] if waiting else []
    walking_hero = next((hero for hero in line.entrance if hero.pile >= 0), None)
    width = fit_cell_width(context, max(len(line.rooms), 1) + 1)
    asked = asked_items(context, PICTURE_QUESTIONS, RoomSheet)
    columns = [
        _room_column(
            context,
            room,
            walking_hero if walking_hero and walking_hero.pile == k else None,
            bool(walking_hero),
            open_sheet,
            width,
            room.id in asked,
        )
        for k, room in enumerate(line.rooms)
    ] or [_empty_cell(width)]
    boss = BossCell(line.seat, line.boss, line.xp, line.levelled, width)
    row = keyed_component(
        ScrollingRow, f"dungeon {line.seat}", [*columns, boss], walking_hero.pile if walking_hero else -1, width
    )
    is_virtual = context.view_as(BossMonsterView).virtual
    score = DungeonScore(line.souls, line.wounds, line.lures, len(line.hand) if is_virtual else None)
    header = DungeonHeader(line.seat, line.name, score, _board_width(context), open_sheet)
    return [header, *((row, *queue) if walking_hero else (*queue, row))]


def fit_cell_width(context: TableContext, cells: int) -> float:
    """Return the width of a cell in a row of so many, from the width available.

    The row scrolls if the least width does not fit.
    """
    room = _board_width(context) - Space.GAP
    return max(MIN_ROOM_WIDTH * current_preferences().scale, min(MAX_ROOM_WIDTH, room / cells - CELL_GAP))


def _board_width(context: TableContext) -> float:
    """Return the width of the column in which the dungeons stand, in points."""
    return context.board_width


@ft.component
def ScrollingRow(cells: list[ft.Control], focus_index: int, width: float) -> ft.Control:  # noqa: N802 - named like a class
    """Cells side by side; the cell with the hero is scrolled into view."""
    row = use_latest(row_of(cells, CELL_GAP, ft.CrossAxisAlignment.END, scroll=ft.ScrollMode.HIDDEN))

    async def follow() -> None:
        if focus_index > 0:
            await asyncio.sleep(0)
            await row.current.scroll_to(offset=(focus_index - 1) * (width + CELL_GAP), duration=animation_ms())

    ft.use_effect(follow, [focus_index])
    return row.current


@dataclass(frozen=True)
class DungeonScore:
    """Numbers of a dungeon's header: souls, wounds, treasure by class, virtual cards in hand.

    ``hand_size`` is None where the cards are real.
    """

    souls: int
    wounds: int
    lures: tuple[int, ...]
    hand_size: int | None


@memoized
def DungeonHeader(  # noqa: N802
    seat: int, name: str, score: DungeonScore, width: float, open_sheet: OnOpenSheet
) -> ft.Control:
    """Build a dungeon's header: player, souls and wounds, virtual hand, and treasure counts.

    Where they do not fit into the ``width``, in points, the treasure stands in a second line.
    """
    label = body_text(name, 700, expand=True, no_wrap=True)
    treasure = [(CLASS_SIGNS[klass], f"{n}") for klass, n in zip(CLASSES, score.lures, strict=True)]
    points = [(SOUL_SIGN, f"{score.souls}/{SOULS_TO_WIN}"), (WOUND_SIGN, f"{score.wounds}/{WOUNDS_TO_LOSE}")]
    treasure_label = Text("{who}'s treasure: {what}", who=name, what=_aloud(treasure))
    points_label = Text("{who}: {what}", who=name, what=_aloud(points))
    counts = _group(
        [_count(sign, number, is_bright=number != "0") for sign, number in treasure], translate(treasure_label)
    )
    scores = _group([_count(sign, number, FontSize.SUBTITLE) for sign, number in points], translate(points_label))
    stripe = ft.Container(width=6, height=20, bgcolor=seat_color(seat), border_radius=Radius.NIB)
    size = score.hand_size
    hand = [] if size is None else [_hand_button(seat, name, size, open_sheet)]
    first = [stripe, label, *hand, scores]
    scale = current_preferences().scale
    free = width - HEADER_WIDTH * scale - (HAND_WIDTH * scale if hand else 0)
    if len(name) * BROAD_LETTER_WIDTH * FontSize.BODY * scale <= free:
        return row_of([*first, counts], Space.GAP)
    below = row_of([counts], alignment=ft.MainAxisAlignment.END)
    return column_of([row_of(first, Space.GAP), below], Space.HAIR)


def _hand_button(seat: int, name: str, n: int, open_sheet: OnOpenSheet) -> ft.Control:
    """Build the number of cards in the hand; a tap opens it where this device may see it."""
    face = row_of([sign_icon(HAND_SIGN, FontSize.SUBTITLE), body_text(f"{n}", 700)], Space.TIGHT, tight=True)
    label = translate(Text("{who}'s hand: {n} card", "{who}'s hand: {n} cards", who=name, n=n))
    fill, pad = ft.Colors.SURFACE_CONTAINER_HIGH, ft.Padding.symmetric(horizontal=Space.GAP)
    return pressable(face, label, bind(open_sheet, HandSheet(seat)), Surface(fill=fill, pad=pad), height=MIN_TAP_SIZE)


def _count(sign: Sign, number: str, size: int = FontSize.BODY, *, is_bright: bool = True) -> ft.Control:
    """Build a number with its sign, both pale where there is nothing to count."""
    ink = ft.Colors.ON_SURFACE if is_bright else MUTED
    weight = ft.FontWeight.W_700 if size > FontSize.BODY else None
    parts: list[ft.Control] = [
        sign_icon(sign, FontSize.BODY, None if is_bright else MUTED),
        ft.Text(number, size=size, weight=weight, color=ink, no_wrap=True),
    ]
    return row_of(parts, Space.HAIR, tight=True)


def _group(counts: list[ft.Control], label: str) -> ft.Control:
    return ft.Semantics(content=row_of(counts, Space.GAP, tight=True), label=label, exclude_semantics=True)


def _aloud(counts: list[tuple[Sign, str]]) -> str:
    return ", ".join(f"{translate(sign.name)} {number}" for sign, number in counts)


# --- cells -------------------------------------------------------------------------------------------------------


def _room_column(
    context: TableContext,
    room: RoomLine,
    hero: BossMonsterHeroLine | None,
    has_walker: bool,
    open_sheet: OnOpenSheet,
    width: float,
    is_asked: bool,
) -> ft.Control:
    hero_cell = WalkingHero(hero, context.seats, open_sheet, width) if hero else ft.Container(width=width, height=0)
    tile = RoomCell(room, hero is not None, open_sheet, width, is_asked)
    return column_of([hero_cell, tile], CELL_GAP) if has_walker else tile


def _empty_cell(width: float) -> ft.Control:
    edge = ft.Border.all(1, ft.Colors.OUTLINE_VARIANT)
    return ft.Container(width=width, height=scaled_height(ROOM_HEIGHT), border=edge, border_radius=Radius.SOFT)


@memoized
def BossCell(  # noqa: N802
    seat: int, boss: Name | None, xp: int, has_levelled: bool, width: float
) -> ft.Control:
    """Build the boss at the right end: name, XP, and a star once it has levelled up."""
    star: list[ft.Control] = [sign_icon(LEVEL_SIGN, FontSize.SMALL)] if has_levelled else []
    points = label_text(translate(Text("{n} XP", n=xp)) if boss else "", color=MUTED)
    below = row_of([*star, points], Space.HAIR, alignment=MIDDLE)
    name = _name_cell(translate(boss) if boss else "?", width)
    face = column_of([name, below], Space.HAIR, STRETCH, alignment=MIDDLE)
    return ft.Container(
        face,
        width=width,
        height=scaled_height(ROOM_HEIGHT),
        border=ft.Border.all(2, seat_color(seat)),
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
    return ft.Container(text, height=scaled_height(NAME_HEIGHT), alignment=ft.Alignment.CENTER)


@memoized
def RoomCell(  # noqa: N802
    room: RoomLine, has_walker: bool, open_sheet: OnOpenSheet, width: float, is_asked: bool = False
) -> ft.Control:
    """Build a room: name, kind, treasure, damage; pale if exhausted.

    It is framed if a hero is in it, or if the question ``is_asked`` about it.
    """
    icons = [sign_icon(CLASS_SIGNS[klass], FontSize.SMALL) for klass in room.treasure]
    count: list[ft.Control] = [] if room.down else [name_text(str(room.damage), 800)]
    treasure = row_of([*icons], Space.HAIR, expand=True)
    signs = row_of([treasure, *count], Space.HAIR)
    face = column_of(
        [_name_cell(translate(room.name), width), *_kind(room, width), signs],
        0,
        STRETCH,
        opacity=0.45 if room.exhausted else 1,
        tooltip=translate(room_status(room)),
    )
    pad = ft.Padding.symmetric(horizontal=Space.TIGHT, vertical=Space.HAIR)
    on_tap = bind(open_sheet, RoomSheet(room.id))
    return pressable(
        face,
        translate(room_status(room)),
        on_tap,
        Surface(
            fill=ft.Colors.SURFACE_CONTAINER_HIGHEST if room.down else ft.Colors.PRIMARY_CONTAINER,
            edge=_room_edge(room, has_walker, is_asked),
            radius=Radius.SOFT,
            pad=pad,
        ),
        height=ROOM_HEIGHT,
        width=width,
    )


def _room_edge(room: RoomLine, has_walker: bool, is_asked: bool) -> ft.BorderSide:
    if has_walker:
        return ft.BorderSide(3, ft.Colors.ERROR)
    if is_asked:
        return ft.BorderSide(3, ft.Colors.PRIMARY)
    return ft.BorderSide(2, ADVANCED_SIGN.color) if room.advanced else ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)


def _kind(room: RoomLine, width: float) -> list[ft.Control]:
    signs = [*([ROOM_SIGNS[room.kind]] if room.kind in ROOM_SIGNS else []), *([ADVANCED_SIGN] if room.advanced else [])]
    if room.down or not signs:
        return []
    word = translate(ROOM_KIND_WORDS[room.kind]) if room.kind in ROOM_SIGNS else translate(Text("advanced"))
    free = width - 2 * Space.TIGHT - len(signs) * (FontSize.FINE_PRINT + Space.HAIR)
    label = ft.Text(
        word, size=fit_font_size(word, FontSize.FINE_PRINT, free), no_wrap=True, style=ft.TextStyle(height=1.1)
    )
    icons = [sign_icon(sign, FontSize.FINE_PRINT) for sign in signs]
    return [row_of([*icons, label], Space.HAIR, alignment=MIDDLE)]
