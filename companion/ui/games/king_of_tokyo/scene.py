"""Scene of King of Tokyo: its board, the sheets of its things, and the odds."""

from __future__ import annotations

import flet as ft

from companion.ui.design.boxes import column_of, row_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import Radius, Space
from companion.ui.design.text import MUTED, body_text, name_text
from companion.ui.design.text_fit import has_large_text
from companion.ui.games.king_of_tokyo.model import MODEL, CardSheet, CurseSheet, OfferSheet, TokyoSheet
from companion.ui.table.model.context import TableContext
from companion.ui.table.scene import Scene
from companion.ui.table.sheets.host import SheetHost
from companion.ui.widgets.bottom_sheet import sheet_body
from companion.ui.widgets.controls import seat_badge
from rules.engine import Text
from rules.king_of_tokyo.turn.view import TokyoView

from .board import build_board
from .board_model import NO_SEAT, PLACE_NAMES
from .cards import build_player_area, card_sheet, curse_sheet, offer_sheet
from .odds import odds_panel


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
