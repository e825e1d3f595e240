"""Hero controls: a chip for a waiting hero, a tile for the hero in a room."""

from __future__ import annotations

import flet as ft

from companion.ui.design.boxes import STRETCH, column_of, row_of
from companion.ui.design.sizes import FontSize, Space
from companion.ui.design.text import MUTED, body_text, label_text
from companion.ui.design.theme import seat_color
from companion.ui.games.boss_monster.model import HeroSheet, hero_label
from companion.ui.redraw import memoized
from companion.ui.signs.legend import sign_icon
from companion.ui.table.scene import OnOpenSheet
from companion.ui.widgets.controls import Surface, bind, pressable
from rules.boss_monster.view import BossMonsterHeroLine

from .signs import CLASS_SIGNS

CHIP_HEIGHT = 44
"""Points of a hero's height."""


@memoized
def HeroChip(  # noqa: N802
    hero: BossMonsterHeroLine, seats: tuple[str, ...], open_sheet: OnOpenSheet
) -> ft.Control:
    """Build a waiting hero: class, damage against health, and the color of who would get him."""
    health_text = f"{hero.taken}/{hero.health}" if hero.taken else f"{hero.health}"
    ink = ft.Colors.ERROR if hero.doomed else ft.Colors.ON_SURFACE
    parts: list[ft.Control] = [
        sign_icon(CLASS_SIGNS[hero.klass], FontSize.SUBTITLE),
        body_text(health_text, 700, ink),
        *([label_text("×2", color=MUTED)] if hero.epic else []),
    ]
    tone = seat_color(hero.goes_to) if hero.goes_to >= 0 else ft.Colors.OUTLINE_VARIANT
    return pressable(
        row_of(parts, Space.TIGHT, tight=True),
        hero_label(hero, seats),
        bind(open_sheet, HeroSheet(hero.id)),
        Surface(
            fill=ft.Colors.SURFACE_CONTAINER_HIGH,
            edge=ft.BorderSide(2, tone),
            pad=ft.Padding.symmetric(horizontal=Space.GAP),
        ),
        height=CHIP_HEIGHT,
    )


@memoized
def WalkingHero(  # noqa: N802
    hero: BossMonsterHeroLine, seats: tuple[str, ...], open_sheet: OnOpenSheet, width: float
) -> ft.Control:
    """Build the hero above his room, with a bar of damage against health."""
    ink = ft.Colors.ERROR if hero.doomed else ft.Colors.ON_SURFACE
    health_text = body_text(f"{hero.taken}/{hero.health}", 700, ink, no_wrap=True)
    full = min(1.0, hero.taken / hero.health) if hero.health else 1.0
    bar = ft.ProgressBar(value=full, color=ft.Colors.ERROR, bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST, height=5)
    top = row_of(
        [sign_icon(CLASS_SIGNS[hero.klass], FontSize.SUBTITLE), health_text],
        Space.HAIR,
        alignment=ft.MainAxisAlignment.CENTER,
    )
    face = column_of([top, bar], Space.HAIR, STRETCH)
    pad = ft.Padding.symmetric(horizontal=Space.TIGHT, vertical=Space.TIGHT)
    on_tap = bind(open_sheet, HeroSheet(hero.id))
    fill = ft.Colors.SURFACE_CONTAINER_HIGH
    return pressable(
        face, hero_label(hero, seats), on_tap, Surface(fill=fill, pad=pad), height=CHIP_HEIGHT, width=width
    )
