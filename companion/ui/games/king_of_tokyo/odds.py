"""Odds of rolling a number of equal faces in the roll that is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import flet as ft

from companion.ui.design.boxes import column_of, row_of, wrapped_row
from companion.ui.design.look import translate
from companion.ui.design.sizes import Space
from companion.ui.design.text import MUTED, name_text
from companion.ui.signs.dice_faces import die_face, face_name
from companion.ui.table.model.context import TableContext
from companion.ui.table.sheets.lookahead import format_percent
from companion.ui.widgets import page_frame
from rules.engine import Text
from rules.king_of_tokyo.model.dice import TOKYO_DIE
from rules.king_of_tokyo.model.state import Tokyo
from rules.king_of_tokyo.rolling.odds import ThrowOdds, throw_odds

MAX_COLUMNS = 6
"""Most columns of the table: more dice are not listed."""
DIE_SIZE = 30
GROUPED_DIE_SIZE, GROUPED_ACROSS = 20, 3
"""Size in points of each of the dice that share a row, and how many stand side by side."""


def odds_panel(context: TableContext) -> list[ft.Control]:
    """Build for each face the odds of one, two … of it.

    Empty unless a roll of the six dice is asked for.
    """
    roll_odds = throw_odds(context.state_as(Tokyo))
    if roll_odds is None:
        return []
    left = Text("In %, with {n} roll left", "In %, with {n} rolls left", n=roll_odds.throws_left)
    return [page_frame.hint_text(translate(left)), _table(roll_odds)]


def _table(roll_odds: ThrowOdds) -> ft.Control:
    """Build the table; faces with equal odds, as all have before the first roll, share a row."""
    faces_by_odds: dict[tuple[Fraction, ...], list[int]] = {}
    for face, row in enumerate(roll_odds.faces, 1):
        faces_by_odds.setdefault(row, []).append(face)
    columns = min(MAX_COLUMNS, len(roll_odds.faces[0]))
    has_groups = any(len(faces) > 1 for faces in faces_by_odds.values())
    width = GROUPED_ACROSS * (GROUPED_DIE_SIZE + Space.HAIR) if has_groups else DIE_SIZE
    head = _row(ft.Container(width=width), [f"≥{n}" for n in range(1, columns + 1)], MUTED)
    lines = [_odds_row(faces, row[:columns], width) for row, faces in faces_by_odds.items()]
    return column_of([head, *lines], Space.GAP)


def _odds_row(faces: Sequence[int], row: Sequence[Fraction], width: float) -> ft.Control:
    names = ", ".join(translate(face_name(face, TOKYO_DIE)) for face in faces)
    odds_text = ", ".join(f"{n}: {format_percent(share)} %" for n, share in enumerate(row, 1))
    size = DIE_SIZE if len(faces) == 1 else GROUPED_DIE_SIZE
    dice = wrapped_row([die_face(face, size, TOKYO_DIE) for face in faces], Space.HAIR)
    line = _row(ft.Container(dice, width=width), [format_percent(share) for share in row], ft.Colors.ON_SURFACE)
    return ft.Semantics(content=line, label=f"{names}: {odds_text}", exclude_semantics=True)


def _row(first: ft.Control, cells: Sequence[str], ink: str) -> ft.Control:
    texts = [name_text(cell, 600, ink, expand=True, text_align=ft.TextAlign.CENTER) for cell in cells]
    return row_of([first, *texts], Space.TIGHT)
