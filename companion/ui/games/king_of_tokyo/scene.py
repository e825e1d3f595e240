"""Scene of King of Tokyo: Tokyo, dice, curse, shop and odds."""

from __future__ import annotations

from typing import Any

import flet as ft

from companion.i18n import Translate
from companion.ui.design.text_fit import enlarged
from companion.ui.design.theme import Round, Space, Type
from companion.ui.signs.dice_faces import die, face_name
from companion.ui.table.context.context import Drawn
from companion.ui.table.context.scene import OnOpen, PlayerLine, Scene
from companion.ui.table.sheets.host import Paper
from companion.ui.widgets.controls import badge
from rules.engine import Text
from rules.king_of_tokyo.model.dice import TOKYO

from .cards import belongings, card_sheet, curse, curse_sheet, marks, offer_sheet, shop
from .city import NOBODY, PLACES, city
from .odds import faces

SMALL = 30
"""Points of a die on the table."""


def picture(drawn: Drawn, open_: OnOpen) -> list[ft.Control]:
    """Build the board of Tokyo, the dice, the curse and the cards face up."""
    return [city(drawn, open_), *_dice(drawn), *curse(drawn, open_), *shop(drawn, open_)]


def _dice(drawn: Drawn) -> list[ft.Control]:
    """Build the dice as rolled, sorted by face.

    Empty while the prompt itself offers dice to tap.
    """
    faces = drawn.picture.throw.faces
    if not faces or any(choice.die for choice in (drawn.asked.choices if drawn.asked else ())):
        return []
    row = ft.Row(
        [die(face, SMALL, TOKYO) for face in sorted(faces)], spacing=Space.TIGHT, wrap=True, run_spacing=Space.TIGHT
    )
    label = ", ".join(drawn.words(face_name(face, TOKYO)) for face in sorted(faces))
    return [ft.Semantics(content=row, label=label, exclude_semantics=True)]


def tokyo_sheet(paper: Paper, _: Any) -> ft.Control:
    """Build the list of everybody's place, and of the tower's owners."""
    drawn, words = paper.drawn, paper.words
    rows = [_who(words, line.seat, line.name, PLACES[line.place]) for line in drawn.picture.players]
    levels = enumerate(drawn.picture.tower, 1)
    tower = [_who(words, owner, _owner(words, drawn, owner), Text("Tower, level {n}", n=k)) for k, owner in levels]
    head = paper.head(None, words(Text("Tokyo")))
    body = ft.Column([*rows, *reversed(tower)], spacing=Space.GAP, tight=True, scroll=ft.ScrollMode.AUTO)
    return paper.framed(head, body, full=False)


def _owner(words: Translate, drawn: Drawn, seat: int) -> str:
    return words(Text("nobody")) if seat == NOBODY else drawn.seats[seat]


def _who(words: Translate, seat: int, name: str, where: Text) -> ft.Control:
    ring = ft.Container(
        width=30, height=30, border=ft.Border.all(2, ft.Colors.OUTLINE_VARIANT), border_radius=Round.TILE
    )
    mark = ring if seat == NOBODY else badge(seat, name, 30)
    said = ft.Text(words(where), size=Type.BODY, color=ft.Colors.ON_SURFACE_VARIANT)
    title = ft.Text(name, size=Type.LEAD, weight=ft.FontWeight.W_600)
    if enlarged():
        return ft.Row([mark, ft.Column([title, said], spacing=0, tight=True, expand=True)], spacing=Space.GAP)
    return ft.Row([mark, ft.Container(title, expand=True), said], spacing=Space.GAP)


def about(drawn: Drawn, seat: int) -> str:
    """Return where a monster stands."""
    return drawn.words(PLACES[drawn.lines[seat].place])


SCENE = Scene(
    sign=ft.Icons.LOCATION_CITY,
    picture=picture,
    line=PlayerLine(("heart", "points", "energy"), marks, tracks=("heart", "points")),
    sheets={"tokyo": tokyo_sheet, "card": card_sheet, "offer": offer_sheet, "curse": curse_sheet},
    apart=("held.",),
    reckoned=faces,
    about=about,
    belongings=belongings,
)
