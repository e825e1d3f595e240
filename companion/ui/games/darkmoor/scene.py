"""Scene of Retreat to Darkmoor: hordes, hero, custom cards, and the final scoring."""

from __future__ import annotations

import flet as ft

from companion.ui.design.look import translate
from companion.ui.games.darkmoor.model import (
    FIRST_TURN,
    DarkmoorHeroSheet,
    LocationSheet,
    MinionSheet,
    OwnCardsSheet,
    ScoreSheet,
    spoken,
)
from companion.ui.table.model.context import TableContext
from companion.ui.table.model.player_row import PlayerRowLayout
from companion.ui.table.scene import OnOpenSheet, Scene
from rules.darkmoor.model.events import ReadVp
from rules.darkmoor.view import DarkmoorPlayerLine, DarkmoorView
from rules.engine import Text

from .choose import card_naming_sheet, pick_sheet
from .deck import custom_cards_sheet
from .hordes import PICTURE_QUESTIONS, hordes_board
from .sheets import hero_sheet, location_sheet, minion_sheet, score_sheet
from .signs import SIGNS
from .sums import score_row, scoring_table


def build_board(context: TableContext, open_sheet: OnOpenSheet) -> list[ft.Control]:
    """Build the hordes; once the game is over, the final scoring above them."""
    if context.view_as(DarkmoorView).is_over:
        return [*scoring_table(context), *hordes_board(context, open_sheet)]
    return [score_row(context, open_sheet), *hordes_board(context, open_sheet)]


def player_subtitle(context: TableContext, seat: int) -> str:
    """Return what a player would score if the game ended now."""
    score = context.lines_as(DarkmoorPlayerLine)[seat].score
    parts = {"minions": sum(score.minions), "locations": sum(score.locations), "tokens": score.tokens}
    text = Text("As it stands: {minions} + {locations} + {tokens} = {n} VP", n=score.total, **parts)
    return translate(text)


SCENE = Scene(
    build_board=build_board,
    player_row=PlayerRowLayout(("points", "hand", "deck"), signs=SIGNS),
    item_sheets={
        MinionSheet: minion_sheet,
        LocationSheet: location_sheet,
        DarkmoorHeroSheet: hero_sheet,
        OwnCardsSheet: custom_cards_sheet,
        ScoreSheet: score_sheet,
    },
    separate_tracker_prefixes=("minion.", "place.", "hero."),
    player_subtitle=player_subtitle,
    card_naming_sheet=card_naming_sheet,
    choice_sheets={"pick": pick_sheet},
    auto_opened_events=(ReadVp,),
    picture_questions=PICTURE_QUESTIONS,
    spoken=spoken,
    first_turn=FIRST_TURN,
)
