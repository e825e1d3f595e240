"""Dungeons as horizontally scrolling rows, entrance to boss, with the walking hero."""

from __future__ import annotations

import asyncio
from typing import Any

import flet as ft

from companion.ui.design.preferences import here, swift, tall
from companion.ui.design.theme import THUMB, Round, Space, Type, seat_colour
from companion.ui.table.context.context import Drawn
from companion.ui.table.context.open_sheet import Open
from companion.ui.table.context.scene import OnOpen
from companion.ui.widgets.controls import bound, keyed, press
from rules.boss_monster.model.card_catalogue import CLASSES
from rules.engine import Text

from .heroes import SIGNS, hero_chip, walker
from .town import town

ROOM, WIDE, LEAST = 88, 128, 84
"""Points of a room's height, of its greatest and of its least width."""
GAP = 4
QUIET = ft.Colors.ON_SURFACE_VARIANT
STRETCH, CENTRE = ft.CrossAxisAlignment.STRETCH, ft.MainAxisAlignment.CENTER
LARGE = 12
"""Largest font size of a name in a cell, in points."""


def dungeons(drawn: Drawn, open_: OnOpen) -> list[ft.Control]:
    """Build the town and a dungeon per player; a dungeon in which a hero walks comes first."""
    walked = [line for line in drawn.picture.players if any(hero.walks for hero in line.entrance)]
    others = [line for line in drawn.picture.players if not line.dead and line not in walked]
    first = [part for line in walked for part in _dungeon(drawn, line, open_)]
    rest = [part for line in others for part in _dungeon(drawn, line, open_)]
    return [ft.Column([*first, *town(drawn, open_), *rest], spacing=Space.NEAR, tight=True)]


def _dungeon(drawn: Drawn, line: Any, open_: OnOpen) -> list[ft.Control]:
    """Build one dungeon: its player, its treasure, its rooms and boss, and its heroes."""
    waiting = [hero_chip(drawn, hero, open_) for hero in line.entrance if hero.pile < 0]
    queue = [ft.Row(waiting, spacing=Space.TIGHT, run_spacing=Space.TIGHT, wrap=True)] if waiting else []
    walks = next((hero for hero in line.entrance if hero.pile >= 0), None)
    width = cell(drawn, max(len(line.rooms), 1) + 1)
    columns = [
        _column(drawn, room, walks if walks and walks.pile == k else None, bool(walks), open_, width)
        for k, room in enumerate(line.rooms)
    ] or [_free(width)]
    boss = _boss(drawn, line, bool(walks), width)
    row = keyed(Along, f"dungeon {line.seat}", [*columns, boss], walks.pile if walks else -1, width)
    return [_head(drawn, line, open_), *((row, *queue) if walks else (*queue, row))]


def cell(drawn: Drawn, cells: int) -> float:
    """Return the width of a cell in a row of so many, from the width available.

    The row scrolls if the least width does not fit.
    """
    share = 5 / 11 if drawn.wide and drawn.short else 6 / 11 if drawn.wide else 1
    room = drawn.width * share - 32
    return max(LEAST * here().scale, min(WIDE, room / cells - GAP))


@ft.component
def Along(cells: list[ft.Control], at: int, width: float) -> ft.Control:  # noqa: N802 - named like a class
    """Cells side by side; the cell with the hero is scrolled into view."""
    row: Any = ft.use_ref(lambda: None)
    row.current = ft.Row(cells, spacing=GAP, vertical_alignment=ft.CrossAxisAlignment.END, scroll=ft.ScrollMode.HIDDEN)

    async def follow() -> None:
        if at > 0:
            await asyncio.sleep(0)
            await row.current.scroll_to(offset=(at - 1) * (width + GAP), duration=swift())

    ft.use_effect(follow, [at])
    control: ft.Control = row.current
    return control


def _head(drawn: Drawn, line: Any, open_: OnOpen) -> ft.Control:
    """Build a dungeon's header: player, virtual hand, and treasure counts."""
    name = ft.Text(line.name, size=Type.BODY, weight=ft.FontWeight.W_700, expand=True, no_wrap=True)
    lures = [_lure(klass, n) for klass, n in zip(CLASSES, line.lures, strict=True)]
    stripe = ft.Container(width=6, height=20, bgcolor=seat_colour(line.seat), border_radius=Round.NIB)
    hand = [_hand(drawn, line, open_)] if drawn.picture.virtual else []
    return ft.Row([stripe, name, *hand, *lures], spacing=Space.GAP)


def _hand(drawn: Drawn, line: Any, open_: OnOpen) -> ft.Control:
    """Build the number of cards in the hand; a tap opens it where this device may see it."""
    n = len(line.hand)
    face = ft.Row(
        [
            ft.Icon(ft.Icons.STYLE, size=Type.LEAD, color=QUIET),
            ft.Text(f"{n}", size=Type.BODY, weight=ft.FontWeight.W_700),
        ],
        spacing=Space.TIGHT,
        tight=True,
    )
    told = drawn.words(Text("{who}'s hand: {n} card", "{who}'s hand: {n} cards", who=line.name, n=n))
    fill, pad = ft.Colors.SURFACE_CONTAINER_HIGH, ft.Padding.symmetric(horizontal=Space.GAP)
    return press(face, told, bound(open_, Open("hand", line.seat)), fill=fill, pad=pad, height=THUMB)


def _lure(klass: str, n: int) -> ft.Control:
    ink = ft.Colors.ON_SURFACE if n else QUIET
    parts: list[ft.Control] = [
        ft.Icon(SIGNS[klass], size=Type.BODY, color=ink),
        ft.Text(str(n), size=Type.BODY, color=ink),
    ]
    return ft.Row(parts, spacing=Space.HAIR, tight=True)


# --- cells -------------------------------------------------------------------------------------------------------


def _column(drawn: Drawn, room: Any, hero: Any, walked: bool, open_: OnOpen, width: float) -> ft.Control:
    """Build a room, with its hero above it while one walks in this dungeon."""
    above = walker(drawn, hero, open_, width) if hero else ft.Container(width=width, height=0)
    tile = _room(drawn, room, hero is not None, open_, width)
    return ft.Column([above, tile], spacing=GAP, tight=True) if walked else tile


def _free(width: float) -> ft.Control:
    """Build the empty cell of a dungeon without rooms."""
    edge = ft.Border.all(1, ft.Colors.OUTLINE_VARIANT)
    return ft.Container(width=width, height=tall(ROOM), border=edge, border_radius=Round.SOFT)


def _boss(drawn: Drawn, line: Any, walked: bool, width: float) -> ft.Control:
    """Build the boss at the right end: name, XP, and a star once it has levelled up."""
    star: list[ft.Control] = [ft.Icon(ft.Icons.STAR, size=Type.SMALL, color=ft.Colors.PRIMARY)] if line.levelled else []
    xp = ft.Text(drawn.words(Text("{n} XP", n=line.xp)) if line.boss else "", size=Type.SMALL, color=QUIET)
    below = ft.Row([*star, xp], spacing=Space.HAIR, alignment=CENTRE)
    name = _named(drawn.words(line.boss) if line.boss else "?", width)
    face = ft.Column([name, below], spacing=Space.HAIR, tight=True, horizontal_alignment=STRETCH, alignment=CENTRE)
    return ft.Container(
        face,
        width=width,
        height=tall(ROOM),
        border=ft.Border.all(2, seat_colour(line.seat)),
        border_radius=Round.SOFT,
        padding=ft.Padding.symmetric(horizontal=Space.HAIR, vertical=Space.TIGHT),
    )


def _named(name: str, width: float) -> ft.Control:
    """Build a name in a cell, in a size that its longest word fits."""
    longest = max(map(len, name.split()), default=1)
    text = ft.Text(
        name,
        size=min(LARGE, (width - 8) * 1.75 / longest),
        weight=ft.FontWeight.W_600,
        max_lines=3,
        overflow=ft.TextOverflow.ELLIPSIS,
        text_align=ft.TextAlign.CENTER,
        style=ft.TextStyle(height=1.1),
    )
    return ft.Container(text, height=tall(44), alignment=ft.Alignment.CENTER)


def _room(drawn: Drawn, room: Any, walked: bool, open_: OnOpen, width: float) -> ft.Control:
    """Build a room: name, treasure, damage; pale if exhausted, framed if a hero is in it."""
    words = drawn.words
    icons: list[ft.Control] = [ft.Icon(SIGNS[klass], size=Type.SMALL) for klass in room.treasure]
    count: list[ft.Control] = (
        [] if room.down else [ft.Text(str(room.damage), size=Type.LEAD, weight=ft.FontWeight.W_800)]
    )
    signs = ft.Row([*icons, ft.Container(expand=True), *count], spacing=Space.HAIR)
    face = ft.Column(
        [_named(words(room.name), width), signs],
        spacing=0,
        tight=True,
        horizontal_alignment=STRETCH,
        opacity=0.45 if room.exhausted else 1,
    )
    edge = ft.BorderSide(3, ft.Colors.ERROR) if walked else ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)
    fill = ft.Colors.SURFACE_CONTAINER_HIGHEST if room.down else ft.Colors.PRIMARY_CONTAINER
    spoken = Text("{room}: damage {n}", room=room.name, n=room.damage)
    pad = ft.Padding.symmetric(horizontal=Space.TIGHT, vertical=Space.HAIR)
    sheet = bound(open_, Open("room", room.id))
    told = words(room.name) if room.down else words(spoken)
    return press(face, told, sheet, fill=fill, edge=edge, radius=Round.SOFT, pad=pad, height=ROOM, width=width)
