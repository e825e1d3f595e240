"""Active monsters of Four Souls: numbers, reward and effect; the attacked one is marked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import flet as ft

from companion.i18n import Translate
from companion.ui.design.text_fit import abreast
from companion.ui.design.theme import Round, Space, Type
from companion.ui.widgets.controls import number, press
from rules.engine import Text

ACROSS = 2
"""Cards per row; with more slots the effects are shown only on the sheets."""
OnMonster = Callable[[int], None]


@ft.component
def Monsters(  # noqa: N802
    words: Translate, monsters: tuple[Any, ...], moved: Mapping[str, int], on_open: OnMonster, terse: bool = False
) -> ft.Control:
    """Build a card per monster, two in a row; a tap opens its sheet.

    ``hides_effects`` leaves out their effects.
    """
    few, across = len(monsters) <= ACROSS, abreast(ACROSS)
    cards = [_card(words, monster, moved, on_open, terse or not few) for monster in monsters]
    lines = [cards[k : k + across] for k in range(0, len(cards), across)]
    for line in lines[1:]:  # all cards have the same width
        line += [ft.Container(expand=True) for _ in range(across - len(line))]
    return ft.Column([_row(line) for line in lines], spacing=Space.GAP, tight=True)


def _row(cards: list[ft.Control]) -> ft.Control:
    return ft.Row(cards, spacing=Space.GAP, intrinsic_height=True, vertical_alignment=ft.CrossAxisAlignment.STRETCH)


def _card(words: Translate, m: Any, moved: Mapping[str, int], on_open: OnMonster, terse: bool) -> ft.Control:
    name = words(m.name)
    title = ft.Text(name, size=Type.BODY, weight=ft.FontWeight.W_700, no_wrap=True, overflow=ft.TextOverflow.ELLIPSIS)
    head: list[ft.Control] = [ft.Container(title, expand=True)]
    if m.fighting:
        head.append(ft.Icon(ft.Icons.LOCAL_FIRE_DEPARTMENT, size=Type.LEAD, color=ft.Colors.PRIMARY))
    lines: list[ft.Control] = [ft.Row(head, spacing=Space.TIGHT), _numbers(m, moved), _small(words(m.reward))]
    if m.effect is not None and not terse:
        lines.append(_small(words(m.effect), 2))
    edge = ft.BorderSide(2, ft.Colors.PRIMARY) if m.fighting else ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)
    return press(
        ft.Column(lines, spacing=Space.HAIR, tight=True),
        words(_spoken(m)),
        lambda: on_open(m.id),
        fill=ft.Colors.SURFACE_CONTAINER,
        edge=edge,
        radius=Round.TILE,
        pad=ft.Padding.symmetric(horizontal=Space.EDGE, vertical=Space.GAP),
        align=ft.Alignment.TOP_LEFT,
        expand=True,
    )


def _numbers(m: Any, moved: Mapping[str, int]) -> ft.Control:
    life = number(m.life, "life", full=m.full, moved=moved.get(f"monster.{m.id}.life", 0), size=Type.HEAD)
    evasion = number(m.evasion, "evasion", suffix="+", size=Type.HEAD)
    attack = number(m.attack, "attack", size=Type.HEAD)
    return ft.Row([life, evasion, attack], alignment=ft.MainAxisAlignment.SPACE_BETWEEN, spacing=Space.TIGHT)


def _small(text: str, lines: int = 1) -> ft.Control:
    return ft.Text(
        text, size=Type.SMALL, color=ft.Colors.ON_SURFACE_VARIANT, max_lines=lines, overflow=ft.TextOverflow.ELLIPSIS
    )


def _spoken(m: Any) -> Text:
    return Text(
        "{monster}: life {life} of {full}, evasion {evasion}, attack {attack}",
        monster=m.name,
        life=m.life,
        full=m.full,
        evasion=m.evasion,
        attack=m.attack,
    )
