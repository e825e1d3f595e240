"""Scene of Malifaux: turn phases, crews and fate decks."""

from __future__ import annotations

from companion.ui.games.malifaux.model import MODEL, ConditionSheet, FateHandSheet, ModelSheet, NamedConditionSheet
from companion.ui.table.scene import Scene

from .board import build_board
from .conditions import condition_sheet, named_condition_sheet
from .sheets import build_player_area, crew_sheet, hand_sheet, model_sheet

SCENE = Scene(
    MODEL,
    build_board=build_board,
    build_player_area=build_player_area,
    item_sheets={
        ModelSheet: model_sheet,
        ConditionSheet: condition_sheet,
        NamedConditionSheet: named_condition_sheet,
        FateHandSheet: hand_sheet,
    },
    choice_sheets={"pad": crew_sheet},
)
