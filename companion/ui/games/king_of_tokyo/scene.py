"""Scene of King of Tokyo: Tokyo, dice, curse, shop and odds."""

from __future__ import annotations

import flet as ft

from companion.ui.design.boxes import column_of, row_of, wrapped_row
from companion.ui.design.look import translate
from companion.ui.design.sizes import Radius, Space
from companion.ui.design.text import MUTED, body_text, name_text
from companion.ui.design.text_fit import has_large_text
from companion.ui.games.king_of_tokyo.model import (
    MODEL,
    NO_SEAT,
    PLACE_NAMES,
    CardSheet,
    CurseSheet,
    OfferSheet,
    TokyoSheet,
)
from companion.ui.redraw import memoized
from companion.ui.signs.dice_faces import die_face, face_name
from companion.ui.table.model.board_room import BoardRoom
from companion.ui.table.model.context import TableContext
from companion.ui.table.scene import OnOpenSheet, Scene
from companion.ui.table.sheets.host import SheetHost
from companion.ui.widgets.bottom_sheet import sheet_body
from companion.ui.widgets.controls import seat_badge
from rules.engine import Text
from rules.king_of_tokyo.model.dice import TOKYO_DIE
from rules.king_of_tokyo.turn.view import TokyoView

from .cards import build_player_area, card_sheet, curse_row, curse_sheet, offer_sheet, shop_cards
from .city import city_board
from .odds import odds_panel

DIE_SIZE = 30
"""Points of a die on the table."""


def build_board(context: TableContext, room: BoardRoom, open_sheet: OnOpenSheet) -> list[ft.Control]:
    """Build the board of Tokyo, the dice, the curse and the cards face up."""
    return [
        city_board(context, open_sheet),
        *_dice(context),
        *curse_row(context, open_sheet),
        *shop_cards(context, room, open_sheet),
    ]


def _dice(context: TableContext) -> list[ft.Control]:
    """Build the dice as rolled, sorted by face.

    Empty while the prompt itself offers dice to tap.
    """
    faces = context.view_as(TokyoView).throw.faces
    if not faces or any(
        choice.die for choice in (context.annotated_prompt.choices if context.annotated_prompt else ())
    ):
        return []
    return [ThrownDice(tuple(sorted(faces)))]


@memoized
def ThrownDice(faces: tuple[int, ...]) -> ft.Control:  # noqa: N802
    """Build a row of dice with these faces."""
    dice = [die_face(face, DIE_SIZE, TOKYO_DIE) for face in faces]
    row = wrapped_row(dice, Space.TIGHT)
    label = ", ".join(translate(face_name(face, TOKYO_DIE)) for face in faces)
    return ft.Semantics(content=row, label=label, exclude_semantics=True)


def tokyo_sheet(sheets: SheetHost, _: int) -> ft.Control:
    """Build the list of everybody's place, and of the tower's owners."""
    context = sheets.context
    rows = [_name_row(line.seat, line.name, PLACE_NAMES[line.place]) for line in context.view_as(TokyoView).players]
    levels = enumerate(context.view_as(TokyoView).tower, 1)
    tower = [_name_row(owner, _owner_name(context, owner), Text("Tower, level {n}", n=k)) for k, owner in levels]
    head = sheets.build_heading(None, translate(Text("Tokyo")))
    return sheets.build_sheet(head, sheet_body([*rows, *reversed(tower)], spacing=Space.GAP))


def _owner_name(context: TableContext, seat: int) -> str:
    return translate(Text("nobody")) if seat == NO_SEAT else context.seats[seat]


def _name_row(seat: int, name: str, where: Text) -> ft.Control:
    ring = ft.Container(
        width=30, height=30, border=ft.Border.all(2, ft.Colors.OUTLINE_VARIANT), border_radius=Radius.TILE
    )
    mark = ring if seat == NO_SEAT else seat_badge(seat, name, 30)
    place_text = body_text(translate(where), color=MUTED)
    title = name_text(name, 600)
    if has_large_text():
        return row_of([mark, column_of([title, place_text], 0, expand=True)], Space.GAP)
    return row_of([mark, ft.Container(title, expand=True), place_text], Space.GAP)


SCENE = Scene(
    MODEL,
    build_board=build_board,
    build_player_area=build_player_area,
    build_odds_panel=odds_panel,
    item_sheets={TokyoSheet: tokyo_sheet, CardSheet: card_sheet, OfferSheet: offer_sheet, CurseSheet: curse_sheet},
)
