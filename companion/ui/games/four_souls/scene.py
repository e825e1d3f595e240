"""Scene of Four Souls: board, player rows, sheets and card piles."""

from __future__ import annotations

import flet as ft

from companion.ui.games.four_souls.effect_builder.sheet import effects_sheet
from companion.ui.games.four_souls.model import MODEL, OwnedSheet, why_unusable
from companion.ui.table.model.context import TableContext
from companion.ui.table.scene import OnOpenSheet, Scene
from rules.four_souls.model.events import Named
from rules.four_souls.turn.view import FourSoulsPlayerLine

from .belongings import player_area
from .board import build_board
from .board_model import MonsterSheet, MonsterTextSheet, StackSheet, TreasureSheet
from .item_naming import item_naming_sheet
from .sheets import item_sheet, monster_sheet, stack_sheet, treasure_sheet


def build_player_area(context: TableContext, seat: int, open_sheet: OnOpenSheet) -> list[ft.Control]:
    """Build the player's items, curses and effects until the end of the turn.

    An item that cannot be used now says why.
    """
    line = context.lines_as(FourSoulsPlayerLine)[seat]
    found = ((item.id, why_unusable(context, seat, item)) for item in line.items)
    reasons = {id: refused.reason for id, refused in found if refused is not None}
    return player_area(line, lambda id: open_sheet(OwnedSheet(id)), reasons)


SCENE = Scene(
    MODEL,
    build_board=build_board,
    build_player_area=build_player_area,
    item_sheets={
        MonsterSheet: monster_sheet,
        MonsterTextSheet: monster_sheet,
        TreasureSheet: treasure_sheet,
        StackSheet: stack_sheet,
        OwnedSheet: item_sheet,
    },
    choice_sheets={"pad": effects_sheet},
    remark_sheets={Named: item_naming_sheet},
)
