"""Dice choices: the dice on the table, each a button, where the question is about them."""

from __future__ import annotations

import flet as ft

from companion.i18n import Translate
from companion.ui.design.theme import THUMB, Round, Space
from companion.ui.signs.dice_faces import die
from companion.ui.table.context.choice_layout import Places
from companion.ui.table.context.choice_tap import Hand, act
from companion.ui.widgets.controls import press
from rules.engine import Choice, Lying

DIE = 56
"""Size in points of a die on the table, if there is room."""
PUT_BACK = 0.75
"""Opacity of a die that is going to be rolled again."""


def lying(words: Translate, found: Places, hand: Hand, width: float) -> list[ft.Control]:
    """Build a button per die on the table; dice that were kept have a frame."""
    dice = [(choice, choice.die) for choice in found.quiet if choice.die is not None]
    size = max(THUMB, min(DIE, width / max(1, len(dice)) - 4))
    tiles = [_tile(words, choice, lying, hand, size) for choice, lying in dice]
    return (
        [ft.Row(tiles, spacing=Space.TIGHT, run_spacing=Space.TIGHT, alignment=ft.MainAxisAlignment.CENTER, wrap=True)]
        if tiles
        else []
    )


def _tile(words: Translate, choice: Choice, lying: Lying, hand: Hand, size: float) -> ft.Control:
    edge = ft.BorderSide(3, ft.Colors.PRIMARY) if lying.kept else ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)
    face = ft.Container(die(lying.face, size - 12, lying.kind), opacity=PUT_BACK if lying.kept is False else 1)
    return press(
        face,
        words(choice.label),
        act(choice, hand),
        edge=edge,
        radius=Round.TILE,
        pad=Space.HAIR,
        width=size,
        height=size,
        grows=False,
    )
