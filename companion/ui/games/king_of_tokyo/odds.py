"""Odds of rolling a number of equal faces in the roll that is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import flet as ft

from companion.i18n import Translate
from companion.ui.design.theme import Space, Type
from companion.ui.signs.dice_faces import die, face_name
from companion.ui.table.board.lookahead import percent
from companion.ui.table.context.context import Drawn
from companion.ui.widgets import page_frame
from rules.engine import Text
from rules.king_of_tokyo.model.dice import TOKYO
from rules.king_of_tokyo.rolling.odds import Odds, odds

FEW = 6
"""Most columns of the table: more dice are not listed."""
SMALL = 30


def faces(drawn: Drawn) -> list[ft.Control]:
    """Build for each face the odds of one, two … of it.

    Empty unless a roll of the six dice is asked for.
    """
    found, words = odds(drawn.now.state), drawn.words
    if found is None:
        return []
    left = Text("In %, with {n} throw left", "In %, with {n} throws left", n=found.left)
    return [page_frame.quiet(words(left)), _table(words, found)]


def _table(words: Translate, found: Odds) -> ft.Control:
    """Build the table; faces with equal odds, as all have before the first roll, share a row."""
    like: dict[tuple[Fraction, ...], list[int]] = {}
    for face, row in enumerate(found.faces, 1):
        like.setdefault(row, []).append(face)
    columns = min(FEW, len(found.faces[0]))
    head = _row([ft.Container(width=SMALL)], [f"≥{n}" for n in range(1, columns + 1)], ft.Colors.ON_SURFACE_VARIANT)
    lines = [_faces(words, faces, row[:columns]) for row, faces in like.items()]
    return ft.Column([head, *lines], spacing=Space.GAP, tight=True)


def _faces(words: Translate, faces: Sequence[int], row: Sequence[Fraction]) -> ft.Control:
    """Build a row of dice and odds, with a sentence as its accessible text."""
    names = ", ".join(words(face_name(face, TOKYO)) for face in faces)
    said = ", ".join(f"{n}: {percent(share)} %" for n, share in enumerate(row, 1))
    one = len(faces) == 1
    dice: list[ft.Control] = [die(face, SMALL, TOKYO) for face in faces] if one else [ft.Container(width=SMALL)]
    line = _row(dice, [percent(share) for share in row], ft.Colors.ON_SURFACE)
    if not one:
        every = ft.Row(
            [die(face, SMALL, TOKYO) for face in faces], spacing=Space.TIGHT, wrap=True, run_spacing=Space.TIGHT
        )
        line = ft.Column([every, line], spacing=Space.TIGHT, tight=True)
    return ft.Semantics(content=line, label=f"{names}: {said}", exclude_semantics=True)


def _row(first: Sequence[ft.Control], cells: Sequence[str], ink: str) -> ft.Control:
    texts = [
        ft.Text(
            cell, size=Type.LEAD, weight=ft.FontWeight.W_600, color=ink, expand=True, text_align=ft.TextAlign.CENTER
        )
        for cell in cells
    ]
    return ft.Row([*first, *texts], spacing=Space.TIGHT)
