"""Active monsters of Four Souls: numbers, reward and effect; the attacked one is marked."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import flet as ft

from companion.ui.design.boxes import STRETCH, column_of, row_of
from companion.ui.design.look import scaled_height, screen_width, translate
from companion.ui.design.sizes import FontSize, Radius, Space
from companion.ui.design.text import MUTED, body_text
from companion.ui.design.text_fit import columns_at_scale, fit_count
from companion.ui.games.four_souls.model import MonsterSheet
from companion.ui.redraw import memoized
from companion.ui.signs.legend import sign_hint, sign_icon
from companion.ui.table.scene import OnOpenSheet
from companion.ui.widgets.controls import Surface, bind, pressable
from companion.ui.widgets.numbers import tracker_value
from rules.engine import Text
from rules.four_souls.turn.view import ActiveMonster

from .signs import FIGHT_SIGN, TRACKER_SIGNS

CARDS_PER_ROW = 2
"""Cards per row; with more slots the effects are shown only on the sheets."""
MIN_CARD_WIDTH = 130
"""Width at text scale 1 that a monster's numbers need, in points."""
PLAIN_EDGE = 1, ft.Colors.OUTLINE_VARIANT
"""Width and color of the frame of a monster that nothing is about."""


def monster_cards(
    monsters: tuple[ActiveMonster, ...],
    changes: Mapping[str, int],
    open_sheet: OnOpenSheet,
    hides_effects: bool = False,
    asked: Collection[int] = (),
) -> ft.Control:
    """Build a card per monster, two in a row; a tap opens its sheet.

    A tap on a monster that is ``asked`` about answers.
    ``changes`` are those of the last action, by tracker. ``hides_effects`` leaves out their effects.
    """
    has_one_row, across = len(monsters) <= CARDS_PER_ROW, _cards_per_row()
    hides = hides_effects or not has_one_row
    cards = [
        MonsterCard(monster, changes.get(f"monster.{monster.id}.life", 0), open_sheet, hides, monster.id in asked)
        for monster in monsters
    ]
    lines = [cards[k : k + across] for k in range(0, len(cards), across)]
    for line in lines[1:]:  # all cards have the same width
        line += [ft.Container(expand=True) for _ in range(across - len(line))]
    return column_of([_row(line) for line in lines], Space.GAP)


def _cards_per_row() -> int:
    return min(
        columns_at_scale(CARDS_PER_ROW), fit_count(screen_width() - 2 * Space.EDGE, scaled_height(MIN_CARD_WIDTH))
    )


def _row(cards: list[ft.Control]) -> ft.Control:
    return row_of(cards, Space.GAP, STRETCH, intrinsic_height=True)


@memoized
def MonsterCard(  # noqa: N802
    monster: ActiveMonster, change: int, open_sheet: OnOpenSheet, hides_effect: bool, is_asked: bool = False
) -> ft.Control:
    """Build a monster's card, framed if the question ``is_asked`` about it.

    ``change`` is the latest change of its life.
    """
    name = translate(monster.name)
    title = body_text(name, 700, style=ft.TextStyle(height=1.1))
    head: list[ft.Control] = [ft.Container(title, expand=True)]
    if monster.fighting:
        head.append(sign_icon(FIGHT_SIGN, FontSize.SUBTITLE))
    lines: list[ft.Control] = [row_of(head, Space.TIGHT), _numbers(monster, change), _small(translate(monster.reward))]
    if monster.effect is not None and not hides_effect:
        lines.append(_small(translate(monster.effect), FontSize.FINE_PRINT))
    width, color = (3, ft.Colors.PRIMARY) if is_asked else (2, ft.Colors.PRIMARY) if monster.fighting else PLAIN_EDGE
    return pressable(
        column_of(lines, Space.HAIR),
        translate(_spoken(monster)),
        bind(open_sheet, MonsterSheet(monster.id)),
        Surface(
            fill=ft.Colors.SURFACE_CONTAINER,
            edge=ft.BorderSide(width, color),
            radius=Radius.TILE,
            pad=ft.Padding.symmetric(horizontal=Space.EDGE, vertical=Space.GAP),
            align=ft.Alignment.TOP_LEFT,
        ),
        expand=True,
    )


def _numbers(monster: ActiveMonster, change: int) -> ft.Control:
    life = tracker_value(monster.life, "life", full=monster.full, change=change, key=f"{monster.id} life")
    evasion = tracker_value(monster.evasion, "evasion", suffix="+", key=f"{monster.id} evasion")
    attack = tracker_value(monster.attack, "attack", key=f"{monster.id} attack")
    for face, kind in ((life, "life"), (evasion, "evasion"), (attack, "attack")):
        face.tooltip = sign_hint(TRACKER_SIGNS[kind])
    return row_of([life, evasion, attack], Space.TIGHT, alignment=ft.MainAxisAlignment.SPACE_BETWEEN)


def _small(text: str, size: int = FontSize.SMALL) -> ft.Control:
    return ft.Text(text, size=size, color=MUTED, style=ft.TextStyle(height=1.2))


def _spoken(monster: ActiveMonster) -> Text:
    return Text(
        "{monster}: life {life} of {full}, evasion {evasion}, attack {attack}",
        monster=monster.name,
        life=monster.life,
        full=monster.full,
        evasion=monster.evasion,
        attack=monster.attack,
    )
