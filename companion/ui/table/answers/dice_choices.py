"""Dice choices: the dice on the table, each a button, where the question is about them."""

from __future__ import annotations

import flet as ft

from companion.ui.design.look import translate
from companion.ui.design.sizes import MIN_TAP_SIZE, Radius, Space
from companion.ui.signs.dice_faces import die_face
from companion.ui.table.context.choice_layout import ChoiceLayout
from companion.ui.table.intents import TableIntents
from companion.ui.widgets.controls import bind, pressable
from rules.engine import Choice, RolledDie

DIE_SIZE = 56
"""Size in points of a die on the table, if there is room."""
REROLL_OPACITY = 0.75
"""Opacity of a die that is going to be rolled again."""


def dice_choices(layout: ChoiceLayout, intents: TableIntents, width: float) -> list[ft.Control]:
    """Build a button per die on the table; dice that were kept have a frame."""
    dice = [(choice, choice.die) for choice in layout.secondary if choice.die is not None]
    size = max(MIN_TAP_SIZE, min(DIE_SIZE, width / max(1, len(dice)) - 4))
    tiles = [_tile(choice, lying, intents, size) for choice, lying in dice]
    return (
        [ft.Row(tiles, spacing=Space.TIGHT, run_spacing=Space.TIGHT, alignment=ft.MainAxisAlignment.CENTER, wrap=True)]
        if tiles
        else []
    )


def _tile(choice: Choice, lying: RolledDie, intents: TableIntents, size: float) -> ft.Control:
    edge = ft.BorderSide(3, ft.Colors.PRIMARY) if lying.is_kept else ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)
    face = ft.Container(
        die_face(lying.face, size - 12, lying.kind), opacity=REROLL_OPACITY if lying.is_kept is False else 1
    )
    return pressable(
        face,
        translate(choice.label),
        bind(intents.choose, choice),
        edge=edge,
        radius=Radius.TILE,
        pad=Space.HAIR,
        width=size,
        height=size,
        grows=False,
        is_chosen=lying.is_kept,
    )
