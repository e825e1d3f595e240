"""The town, and each dungeon as a row from its entrance to the boss, with the hero who walks through it."""

from __future__ import annotations

from typing import Any

import flet as ft

from rules.boss_monster.cards import CLASS_NAMES, CLASSES
from rules.engine import Text

from ..drawn import Drawn
from ..papers import Open
from ..parts import bound, caption, press
from ..scene import OnOpen
from ..theme import ROUND, seat_colour

ROOM, CHIP = 84, 44
"""Points of a room's height, of a hero's."""
SIGNS = {
    "c": ft.Icons.HEALING,
    "f": ft.Icons.SHIELD,
    "m": ft.Icons.AUTO_FIX_HIGH,
    "t": ft.Icons.VPN_KEY,
    "x": ft.Icons.CELEBRATION,
}
"""What a class of heroes, and the treasure that lures it, looks like."""
QUIET = ft.Colors.ON_SURFACE_VARIANT


def dungeons(drawn: Drawn, open_: OnOpen) -> list[ft.Control]:
    """The town above, then a dungeon a player."""
    view = drawn.picture
    town = [_hero(drawn, hero, open_) for hero in view.town]
    head = caption(drawn.words(Text("Town")))
    rows = [row for line in view.players if not line.dead for row in _dungeon(drawn, line, open_)]
    return [ft.Column([*([head, _wrapped(town)] if town else []), *rows], spacing=6, tight=True)]


def _dungeon(drawn: Drawn, line: Any, open_: OnOpen) -> list[ft.Control]:
    """Who, what it lures, who stands at the entrance, and the rooms."""
    boss = drawn.words(line.boss) if line.boss else "?"
    name = ft.Text(f"{line.name} · {boss}", size=14, weight=ft.FontWeight.W_700, expand=True, no_wrap=True)
    lures = [_lure(klass, n) for klass, n in zip(CLASSES, line.lures, strict=True)]
    head = ft.Row([ft.Container(width=6, height=20, bgcolor=seat_colour(line.seat), border_radius=3), name, *lures])
    waiting = [_hero(drawn, hero, open_) for hero in line.entrance]
    walks = {hero.pile for hero in line.entrance if hero.pile >= 0}
    rooms = [_room(drawn, room, k in walks, open_) for k, room in enumerate(line.rooms)]
    row = ft.Row(rooms, spacing=4, vertical_alignment=ft.CrossAxisAlignment.START)
    return [head, *([_wrapped(waiting)] if waiting else []), *([row] if rooms else [])]


def _wrapped(chips: list[ft.Control]) -> ft.Control:
    return ft.Row(chips, spacing=4, run_spacing=4, wrap=True)


def _lure(klass: str, n: int) -> ft.Control:
    ink = ft.Colors.ON_SURFACE if n else QUIET
    parts: list[ft.Control] = [ft.Icon(SIGNS[klass], size=14, color=ink), ft.Text(str(n), size=13, color=ink)]
    return ft.Row(parts, spacing=1, tight=True)


def _hero(drawn: Drawn, hero: Any, open_: OnOpen) -> ft.Control:
    """His class, the damage against his health, and in town who would get him, in that colour."""
    words = drawn.words
    goes = drawn.seats[hero.goes_to] if hero.goes_to >= 0 else words(Text("nobody yet"))
    spoken = Text(
        "{hero}, {klass}: damage {n} of {health}, {who}",
        hero=hero.name,
        klass=CLASS_NAMES[hero.klass],
        n=hero.taken,
        health=hero.health,
        who=goes,
    )
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
        words(spoken),
        bound(open_, Open("hero", hero.id)),
        fill=ft.Colors.SURFACE_CONTAINER_HIGH,
        edge=ft.BorderSide(2, tone),
        pad=ft.Padding.symmetric(horizontal=8),
        height=CHIP,
    )


def _room(drawn: Drawn, room: Any, walked: bool, open_: OnOpen) -> ft.Control:
    """Its name, its treasure and damage; pale while it sleeps, framed while a hero is in it."""
    words = drawn.words
    name = ft.Text(
        words(room.name),
        size=11,
        weight=ft.FontWeight.W_600,
        max_lines=3,
        overflow=ft.TextOverflow.ELLIPSIS,
        text_align=ft.TextAlign.CENTER,
        style=ft.TextStyle(height=1.05),
    )
    icons: list[ft.Control] = [ft.Icon(SIGNS[klass], size=12) for klass in room.treasure]
    count: list[ft.Control] = [] if room.down else [ft.Text(str(room.damage), size=15, weight=ft.FontWeight.W_700)]
    face = ft.Column(
        [
            ft.Container(name, height=38, alignment=ft.Alignment.CENTER),
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
