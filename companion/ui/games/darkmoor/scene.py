"""Scene of Retreat to Darkmoor: hordes, hero, custom cards, and the final scoring."""

from __future__ import annotations

from companion.ui.table.scene import Scene

from .board import build_board
from .board_model import DarkmoorHeroSheet, LocationSheet, MinionSheet, OwnCardsSheet
from .choose import card_naming_sheet, pick_sheet
from .deck import custom_cards_sheet
from .model import MODEL, ScoreSheet
from .sheets import hero_sheet, location_sheet, minion_sheet, score_sheet
from .sums import score_area

SCENE = Scene(
    MODEL,
    build_board=build_board,
    build_player_area=score_area,
    item_sheets={
        MinionSheet: minion_sheet,
        LocationSheet: location_sheet,
        DarkmoorHeroSheet: hero_sheet,
        OwnCardsSheet: custom_cards_sheet,
        ScoreSheet: score_sheet,
    },
    choice_sheets={"name": card_naming_sheet, "pick": pick_sheet},
)
