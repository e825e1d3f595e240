"""The town, and each dungeon as a row from its entrance to the boss, with the hero who walks through it."""

from __future__ import annotations

from typing import Any

import flet as ft

from rules.boss_monster.cards import CLASS_NAMES, CLASSES, FOOL, ICONS
from rules.boss_monster.state import VISIBLE
from rules.engine import Text

from ..drawn import Drawn
from ..papers import Open
from ..parts import bound, caption, press
from ..scene import OnOpen
from ..theme import ROUND, icon_of, seat_colour

ROOM, CHIP = 84, 44
"""Points of a room's height, of a hero's."""
SIGNS = {klass: icon_of(name) for klass, name in {**ICONS, FOOL: "fool"}.items()}
"""What a class of heroes, and the treasure that lures it, looks like."""
QUIET = ft.Colors.ON_SURFACE_VARIANT
STRETCH, CENTRE = ft.CrossAxisAlignment.STRETCH, ft.MainAxisAlignment.CENTER
LARGE, NARROW = 11, 88
"""Points of a name in a cell; the points by letters that its longest word has room for on a phone."""


def dungeons(drawn: Drawn, open_: OnOpen) -> list[ft.Control]:
    """The town above, then a dungeon a player."""
    view = drawn.picture
    town = [_hero(drawn, hero, open_) for hero in view.town]
    head = caption(drawn.words(Text("Town")))
    rows = [row for line in view.players if not line.dead for row in _dungeon(drawn, line, open_)]
    return [ft.Column([*([head, _wrapped(town)] if town else []), *rows], spacing=6, tight=True)]


def _dungeon(drawn: Drawn, line: Any, open_: OnOpen) -> list[ft.Control]:
    """Who, what it lures, who stands at the entrance, who walks where, and the rooms up to the boss."""
    name = ft.Text(line.name, size=14, weight=ft.FontWeight.W_700, expand=True, no_wrap=True)
    lures = [_lure(klass, n) for klass, n in zip(CLASSES, line.lures, strict=True)]
    head = ft.Row([ft.Container(width=6, height=20, bgcolor=seat_colour(line.seat), border_radius=3), name, *lures])
    waiting = [_hero(drawn, hero, open_) for hero in line.entrance if hero.pile < 0]
    free = max(0, VISIBLE - len(line.rooms))
    walker = next((hero for hero in line.entrance if hero.pile >= 0), None)
    at = free + walker.pile if walker else -1
    rooms = [_room(drawn, room, free + k == at, open_) for k, room in enumerate(line.rooms)]
    cells = [*(_free(k == free - 1) for k in range(free)), *rooms, _boss(drawn, line)]
    parts = [head, *([_wrapped(waiting)] if waiting else [])]
    if walker:
        parts.append(_row([_walker(drawn, walker, open_) if k == at else _bare() for k in range(VISIBLE + 1)]))
    return [*parts, _row(cells)]


def _row(cells: list[ft.Control]) -> ft.Control:
    """As many cells as a dungeon can have rooms, and one for the boss."""
    return ft.Row(cells, spacing=4, vertical_alignment=ft.CrossAxisAlignment.START)


def _bare() -> ft.Control:
    return ft.Container(expand=True)


def _free(next_: bool) -> ft.Control:
    """A place where no room lies yet; the next one to be built is outlined."""
    edge = ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT) if next_ else ft.BorderSide.none()
    border = ft.Border(left=edge, top=edge, right=edge, bottom=edge)
    return ft.Container(expand=True, height=ROOM, border=border, border_radius=ROUND // 2)


def _boss(drawn: Drawn, line: Any) -> ft.Control:
    """The right end: its name, its XP, and a star once it has levelled up."""
    star: list[ft.Control] = [ft.Icon(ft.Icons.STAR, size=14, color=ft.Colors.PRIMARY)] if line.levelled else []
    xp = ft.Text(f"{line.xp}", size=13, color=QUIET)
    below = ft.Row([*star, xp], spacing=2, alignment=ft.MainAxisAlignment.CENTER)
    face = ft.Column(
        [_named(drawn, drawn.words(line.boss) if line.boss else "?"), below],
        spacing=2,
        tight=True,
        horizontal_alignment=STRETCH,
    )
    edge = ft.BorderSide(2, seat_colour(line.seat))
    return ft.Container(
        face,
        expand=True,
        height=ROOM,
        border=ft.Border(left=edge, top=edge, right=edge, bottom=edge),
        border_radius=ROUND // 2,
        padding=ft.Padding.symmetric(horizontal=2, vertical=4),
    )


def _named(drawn: Drawn, name: str) -> ft.Control:
    """A name in a cell, as small as its longest word needs it on a phone."""
    longest = max(map(len, name.split()), default=1)
    text = ft.Text(
        name,
        size=LARGE if drawn.wide and not drawn.short else min(LARGE, NARROW / longest),
        weight=ft.FontWeight.W_600,
        max_lines=3,
        overflow=ft.TextOverflow.ELLIPSIS,
        text_align=ft.TextAlign.CENTER,
        style=ft.TextStyle(height=1.05),
    )
    return ft.Container(text, height=40, alignment=ft.Alignment.CENTER)


def _walker(drawn: Drawn, hero: Any, open_: OnOpen) -> ft.Control:
    """The hero above the room in which he is, his damage running up against his health."""
    ink = ft.Colors.ERROR if hero.doomed else ft.Colors.ON_SURFACE
    said = ft.Text(f"{hero.taken}/{hero.health}", size=14, weight=ft.FontWeight.W_700, color=ink, no_wrap=True)
    full = min(1.0, hero.taken / hero.health) if hero.health else 1.0
    bar = ft.ProgressBar(value=full, color=ft.Colors.ERROR, bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST, height=5)
    top = ft.Row([ft.Icon(SIGNS[hero.klass], size=16, color=ink), said], spacing=2, alignment=CENTRE)
    face = ft.Column([top, bar], spacing=3, tight=True, horizontal_alignment=STRETCH)
    pad = ft.Padding.symmetric(horizontal=3, vertical=4)
    sheet = bound(open_, Open("hero", hero.id))
    return press(
        face, _spoken(drawn, hero), sheet, fill=ft.Colors.SURFACE_CONTAINER_HIGH, pad=pad, height=CHIP, expand=True
    )


def _wrapped(chips: list[ft.Control]) -> ft.Control:
    return ft.Row(chips, spacing=4, run_spacing=4, wrap=True)


def _lure(klass: str, n: int) -> ft.Control:
    ink = ft.Colors.ON_SURFACE if n else QUIET
    parts: list[ft.Control] = [ft.Icon(SIGNS[klass], size=14, color=ink), ft.Text(str(n), size=13, color=ink)]
    return ft.Row(parts, spacing=1, tight=True)


def _hero(drawn: Drawn, hero: Any, open_: OnOpen) -> ft.Control:
    """His class, the damage against his health, and in town who would get him, in that colour."""
    said = f"{hero.taken}/{hero.health}" if hero.taken else f"{hero.health}"
    ink = ft.Colors.ERROR if hero.goes_to < 0 else ft.Colors.ON_SURFACE
    parts: list[ft.Control] = [
        ft.Icon(SIGNS[hero.klass], size=18, color=ink),
        ft.Text(said, size=16, weight=ft.FontWeight.W_700, color=ink),
        *([ft.Text("×2", size=13, color=QUIET)] if hero.epic else []),
    ]
    tone = seat_colour(hero.goes_to) if hero.goes_to >= 0 else ft.Colors.ERROR
    return press(
        ft.Row(parts, spacing=4, tight=True),
        _spoken(drawn, hero),
        bound(open_, Open("hero", hero.id)),
        fill=ft.Colors.SURFACE_CONTAINER_HIGH,
        edge=ft.BorderSide(2, tone),
        pad=ft.Padding.symmetric(horizontal=8),
        height=CHIP,
    )


def _spoken(drawn: Drawn, hero: Any) -> str:
    """A hero as he is read aloud."""
    goes = drawn.seats[hero.goes_to] if hero.goes_to >= 0 else drawn.words(Text("nobody yet"))
    told = {"hero": hero.name, "klass": CLASS_NAMES[hero.klass], "n": hero.taken, "health": hero.health, "who": goes}
    return drawn.words(Text("{hero}, {klass}: damage {n} of {health}, {who}", **told))


def _room(drawn: Drawn, room: Any, walked: bool, open_: OnOpen) -> ft.Control:
    """Its name, its treasure and damage; pale while it sleeps, framed while a hero is in it."""
    words = drawn.words
    icons: list[ft.Control] = [ft.Icon(SIGNS[klass], size=12) for klass in room.treasure]
    count: list[ft.Control] = [] if room.down else [ft.Text(str(room.damage), size=15, weight=ft.FontWeight.W_700)]
    face = ft.Column(
        [
            _named(drawn, words(room.name)),
            ft.Row([*icons, *count], spacing=2, alignment=ft.MainAxisAlignment.CENTER, wrap=True),
        ],
        spacing=2,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        opacity=0.45 if room.exhausted else 1,
    )
    edge = ft.BorderSide(3, ft.Colors.ERROR) if walked else ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)
    fill = ft.Colors.SURFACE_CONTAINER_HIGHEST if room.down else ft.Colors.PRIMARY_CONTAINER
    spoken = Text("{room}: damage {n}", room=room.name, n=room.damage)
    pad = ft.Padding.symmetric(horizontal=3, vertical=4)
    return press(
        face,
        words(spoken),
        bound(open_, Open("room", room.id)),
        fill=fill,
        edge=edge,
        radius=ROUND // 2,
        pad=pad,
        height=ROOM,
        expand=True,
    )
