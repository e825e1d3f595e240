"""The odds of the throw that is asked for: so many of a face, a kill, the points that win."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import flet as ft

from companion.words import Translate
from rules.engine import Text
from rules.king_of_tokyo.dice import TOKYO
from rules.king_of_tokyo.odds import Odds, awaited, odds

from .. import frame
from ..drawn import Drawn
from ..faces import die, face_name
from ..papers import Open, Paper
from ..parts import badge
from ..scene import Aside

FEW = 6
"""Columns of the table: more dice are told only up to here."""
SMALL = 30


def asides(drawn: Drawn) -> list[Aside]:
    """A button for the odds while a throw is asked for."""
    if drawn.throw is None or not awaited(drawn.now.state):
        return []
    return [(ft.Icons.PERCENT, Text("Odds"), Open("odds"))]


def percent(share: Fraction) -> str:
    """As a table says it: never 100 for what is not certain, never 0 for what may be."""
    if share in (0, 1):
        return "—" if share == 0 else "100"
    return "<1" if share < Fraction(1, 100) else ">99" if share > Fraction(99, 100) else str(round(100 * share))


def odds_sheet(paper: Paper, _: Any) -> ft.Control | None:
    """For each face the odds of one, two … of it; then of each kill, and of the points that win."""
    found, words = odds(paper.drawn.now.state), paper.words
    if found is None:
        return None
    left = Text("In %, with {n} throw left", "In %, with {n} throws left", n=found.left)
    parts = [_table(words, found), *_ends(paper.drawn, found)]
    head = paper.head(None, words(Text("Odds")), words(left))
    return paper.framed(head, ft.Column(parts, spacing=14, scroll=ft.ScrollMode.AUTO, tight=True), full=False)


# --- so many of a face -------------------------------------------------------------------------------------------


def _table(words: Translate, found: Odds) -> ft.Control:
    """Faces whose odds are the same, as all are before the first throw, share a row."""
    like: dict[tuple[Fraction, ...], list[int]] = {}
    for face, row in enumerate(found.faces, 1):
        like.setdefault(row, []).append(face)
    columns = min(FEW, len(found.faces[0]))
    head = _row([ft.Container(width=SMALL)], [f"≥{n}" for n in range(1, columns + 1)], ft.Colors.ON_SURFACE_VARIANT)
    lines = [_faces(words, faces, row[:columns]) for row, faces in like.items()]
    return ft.Column([head, *lines], spacing=8, tight=True)


def _faces(words: Translate, faces: Sequence[int], row: Sequence[Fraction]) -> ft.Control:
    """The dice and their odds; aloud as a sentence."""
    names = ", ".join(words(face_name(face, TOKYO)) for face in faces)
    said = ", ".join(f"{n}: {percent(share)} %" for n, share in enumerate(row, 1))
    one = len(faces) == 1
    dice: list[ft.Control] = [die(face, SMALL, TOKYO) for face in faces] if one else [ft.Container(width=SMALL)]
    line = _row(dice, [percent(share) for share in row], ft.Colors.ON_SURFACE)
    if not one:
        every = ft.Row([die(face, SMALL, TOKYO) for face in faces], spacing=5, wrap=True, run_spacing=5)
        line = ft.Column([every, line], spacing=4, tight=True)
    return ft.Semantics(content=line, label=f"{names}: {said}", exclude_semantics=True)


def _row(first: Sequence[ft.Control], cells: Sequence[str], ink: str) -> ft.Control:
    texts = [
        ft.Text(cell, size=17, weight=ft.FontWeight.W_600, color=ink, expand=True, text_align=ft.TextAlign.CENTER)
        for cell in cells
    ]
    return ft.Row([*first, *texts], spacing=4)


# --- what would end something ------------------------------------------------------------------------------------


def _ends(drawn: Drawn, found: Odds) -> list[ft.Control]:
    lines: list[ft.Control] = []
    for kill in found.kills:
        name = drawn.seats[kill.seat]
        says = Text("{who} is out with {n} claw", "{who} is out with {n} claws", who=name, n=kill.claws)
        lines.append(_end(badge(kill.seat, name, SMALL), drawn.words(says), kill.odds))
    if found.points:
        says = Text("To win: {n} point", "To win: {n} points", n=found.points)
        star = ft.Icon(ft.Icons.STAR, size=SMALL, color=ft.Colors.PRIMARY)
        lines.append(_end(star, drawn.words(says), found.winning))
    if found.besides:
        lines.append(frame.quiet(drawn.words(Text("What cards do with these dice comes besides."))))
    return lines


def _end(sign: ft.Control, says: str, share: Fraction) -> ft.Control:
    number = ft.Text(f"{percent(share)} %", size=20, weight=ft.FontWeight.W_700)
    return ft.Row([sign, ft.Text(says, size=16, expand=True), number], spacing=10)
