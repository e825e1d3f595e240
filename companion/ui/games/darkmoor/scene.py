"""Scene of Retreat to Darkmoor: hordes, hero, custom cards, and the final scoring."""

from __future__ import annotations

import flet as ft

from companion.ui.games.darkmoor.model import (
    MODEL,
    DarkmoorHeroSheet,
    LocationSheet,
    MinionSheet,
    OwnCardsSheet,
    ScoreSheet,
)
from companion.ui.table.model.board_room import BoardRoom
from companion.ui.table.model.context import TableContext
from companion.ui.table.scene import OnOpenSheet, Scene
from rules.darkmoor.view import DarkmoorView

from .choose import card_naming_sheet, pick_sheet
from .deck import custom_cards_sheet
from .hordes import hordes_board
from .sheets import hero_sheet, location_sheet, minion_sheet, score_sheet
from .sums import score_row, scoring_table


def build_board(context: TableContext, room: BoardRoom, open_sheet: OnOpenSheet) -> list[ft.Control]:
    """Build the hordes; once the game is over, the final scoring above them."""
    if context.view_as(DarkmoorView).is_over:
        return [*scoring_table(context), *hordes_board(context, open_sheet)]
    return [score_row(context, open_sheet), *hordes_board(context, open_sheet)]


SCENE = Scene(
    MODEL,
    build_board=build_board,
    item_sheets={
        MinionSheet: minion_sheet,
        LocationSheet: location_sheet,
        DarkmoorHeroSheet: hero_sheet,
        OwnCardsSheet: custom_cards_sheet,
        ScoreSheet: score_sheet,
    },
    choice_sheets={"name": card_naming_sheet, "pick": pick_sheet},
)
