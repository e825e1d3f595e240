"""Heroes of Boss Monster: a chip for one who waits, a dark plate for one who walks."""

from __future__ import annotations

import flet as ft

from companion.ui.design.boxes import STRETCH, column_of, row_of
from companion.ui.design.drawn_signs import icon_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import FontSize, Radius, Space
from companion.ui.design.text import MUTED, body_text, label_text
from companion.ui.design.theme import seat_color
from companion.ui.games.boss_monster.model import HeroSheet
from companion.ui.redraw import memoized
from companion.ui.signs.legend import sign_icon
from companion.ui.table.scene import OnOpenSheet
from companion.ui.widgets.controls import Action, Surface, bind, pressable
from rules.engine import Text

from .board_model import HERO_HEIGHT, STRIP_HEIGHT, HeroModel
from .signs import CLASS_SIGNS

HERO_WIDTH, BAR_HEIGHT = 150, 6
"""Width of the plate of the walking hero and height of its bar, in points."""


@memoized
def HeroPlate(hero: HeroModel, on_tap: Action) -> ft.Control:  # noqa: N802
    """Build the walking hero as a dark plate: class, damage of his health, and a bar."""
    ink = ft.Colors.ON_INVERSE_SURFACE
    count = body_text(translate(Text("{n} of {most}", n=hero.taken, most=hero.health)), 700, ink, no_wrap=True)
    name = label_text(hero.name, 600, ink, no_wrap=True, expand=True, overflow=ft.TextOverflow.ELLIPSIS)
    top = row_of([icon_of(CLASS_SIGNS[hero.klass].icon, FontSize.BODY, ink), name, count], Space.TIGHT)
    full = min(1.0, hero.taken / hero.health) if hero.health else 1.0
    bar = ft.ProgressBar(
        value=full,
        color=ft.Colors.ERROR if hero.is_doomed else ft.Colors.INVERSE_PRIMARY,
        bgcolor=ft.Colors.OUTLINE,
        bar_height=BAR_HEIGHT,
        border_radius=BAR_HEIGHT / 2,
    )
    surface = Surface(fill=ft.Colors.INVERSE_SURFACE, radius=Radius.TILE, pad=Space.GAP)
    return pressable(
        column_of([top, bar], Space.TIGHT, STRETCH), hero.spoken, on_tap, surface, height=HERO_HEIGHT, width=HERO_WIDTH
    )


@memoized
def HeroChip(hero: HeroModel, open_sheet: OnOpenSheet) -> ft.Control:  # noqa: N802
    """Build a waiting hero: class, damage against health, and the color of who gets him."""
    health = f"{hero.taken}/{hero.health}" if hero.taken else f"{hero.health}"
    ink = ft.Colors.ERROR if hero.is_doomed else ft.Colors.ON_SURFACE
    parts: list[ft.Control] = [
        sign_icon(CLASS_SIGNS[hero.klass], FontSize.SUBTITLE),
        body_text(health, 700, ink),
        *([label_text("×2", color=MUTED)] if hero.is_epic else []),
    ]
    tone = seat_color(hero.goes_to) if hero.goes_to >= 0 else ft.Colors.OUTLINE_VARIANT
    return pressable(
        row_of(parts, Space.TIGHT, tight=True),
        hero.spoken,
        bind(open_sheet, HeroSheet(hero.id)),
        Surface(
            fill=ft.Colors.SURFACE_CONTAINER_HIGH,
            edge=ft.BorderSide(2, tone),
            pad=ft.Padding.symmetric(horizontal=Space.GAP),
        ),
        height=STRIP_HEIGHT,
    )
