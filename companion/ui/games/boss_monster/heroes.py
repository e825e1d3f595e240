"""Hero controls: a chip for a waiting hero, a tile for the hero in a room."""

from __future__ import annotations

from typing import Any

import flet as ft

from companion.ui.design.theme import Space, Type, icon_of, seat_colour
from companion.ui.table.context.context import Drawn
from companion.ui.table.context.open_sheet import Open
from companion.ui.table.context.scene import OnOpen
from companion.ui.widgets.controls import bound, press
from rules.boss_monster.model.card_catalogue import CLASS_NAMES, FOOL, ICONS
from rules.engine import Text

CHIP = 44
"""Points of a hero's height."""
SIGNS = {klass: icon_of(name) for klass, name in {**ICONS, FOOL: "fool"}.items()}
"""Icon of each hero class and of the treasure that lures it."""
QUIET = ft.Colors.ON_SURFACE_VARIANT


def hero_chip(drawn: Drawn, hero: Any, open_: OnOpen) -> ft.Control:
    """Build a waiting hero: class, damage against health, and the colour of who would get him."""
    said = f"{hero.taken}/{hero.health}" if hero.taken else f"{hero.health}"
    ink = ft.Colors.ERROR if hero.doomed else ft.Colors.ON_SURFACE
    parts: list[ft.Control] = [
        ft.Icon(SIGNS[hero.klass], size=Type.LEAD, color=ink),
        ft.Text(said, size=Type.BODY, weight=ft.FontWeight.W_700, color=ink),
        *([ft.Text("×2", size=Type.SMALL, color=QUIET)] if hero.epic else []),
    ]
    tone = seat_colour(hero.goes_to) if hero.goes_to >= 0 else ft.Colors.OUTLINE_VARIANT
    return press(
        ft.Row(parts, spacing=Space.TIGHT, tight=True),
        spoken(drawn, hero),
        bound(open_, Open("hero", hero.id)),
        fill=ft.Colors.SURFACE_CONTAINER_HIGH,
        edge=ft.BorderSide(2, tone),
        pad=ft.Padding.symmetric(horizontal=Space.GAP),
        height=CHIP,
    )


def walker(drawn: Drawn, hero: Any, open_: OnOpen, width: float) -> ft.Control:
    """Build the hero above his room, with a bar of damage against health."""
    ink = ft.Colors.ERROR if hero.doomed else ft.Colors.ON_SURFACE
    said = ft.Text(f"{hero.taken}/{hero.health}", size=Type.BODY, weight=ft.FontWeight.W_700, color=ink, no_wrap=True)
    full = min(1.0, hero.taken / hero.health) if hero.health else 1.0
    bar = ft.ProgressBar(value=full, color=ft.Colors.ERROR, bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST, height=5)
    top = ft.Row(
        [ft.Icon(SIGNS[hero.klass], size=Type.LEAD, color=ink), said],
        spacing=Space.HAIR,
        alignment=ft.MainAxisAlignment.CENTER,
    )
    face = ft.Column([top, bar], spacing=Space.HAIR, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
    pad = ft.Padding.symmetric(horizontal=Space.TIGHT, vertical=Space.TIGHT)
    sheet = bound(open_, Open("hero", hero.id))
    fill = ft.Colors.SURFACE_CONTAINER_HIGH
    return press(face, spoken(drawn, hero), sheet, fill=fill, pad=pad, height=CHIP, width=width)


def spoken(drawn: Drawn, hero: Any) -> str:
    """Return a hero's accessible name."""
    goes = drawn.seats[hero.goes_to] if hero.goes_to >= 0 else drawn.words(Text("nobody yet"))
    told = {"hero": hero.name, "klass": CLASS_NAMES[hero.klass], "n": hero.taken, "health": hero.health, "who": goes}
    return drawn.words(Text("{hero}, {klass}: damage {n} of {health}, {who}", **told))
