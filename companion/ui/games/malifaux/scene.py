"""Scene of Malifaux: turn phases, crews and fate decks."""

from __future__ import annotations

from collections.abc import Iterator

from companion.ui.design.look import translate
from companion.ui.games.malifaux.model import (
    FIRST_TURN,
    ConditionSheet,
    FateHandSheet,
    ModelSheet,
    NamedConditionSheet,
    spoken,
)
from companion.ui.table.model.context import TableContext
from companion.ui.table.model.player_row import NumberSection, PlayerRowLayout, StatusMark
from companion.ui.table.scene import Scene
from rules.engine import Text
from rules.malifaux.model.events import Damaged, Lifted, Lowered
from rules.malifaux.view import MalifauxPlayerLine

from .conditions import condition_sheet, named_condition_sheet
from .sheets import build_player_area, crew_sheet, hand_sheet, model_sheet
from .signs import FIRST_SIGN, SIGNS
from .table import PICTURE_QUESTIONS, build_board


def status_marks(context: TableContext, seat: int) -> Iterator[StatusMark]:
    """Yield the mark of the First Player."""
    if context.lines_as(MalifauxPlayerLine)[seat].first:
        yield FIRST_SIGN.mark


def player_subtitle(context: TableContext, seat: int) -> str:
    """Return whether the player is the First Player."""
    return translate(Text("First Player")) if context.lines_as(MalifauxPlayerLine)[seat].first else ""


def number_sections(context: TableContext) -> Iterator[NumberSection]:
    """Yield the wounds of each model, crew by crew."""
    trackers = {tracker.key: tracker for tracker in context.table_state.trackers}
    for seat, line in context.lines_as(MalifauxPlayerLine).items():
        for model in line.crew:
            wounds = trackers.get(f"model.{model.id}.wounds")
            sheet = ModelSheet(model.id)
            if wounds is not None:
                name = translate(model.name)
                yield NumberSection(name, (wounds,), sheet, seat, model.acting, model.is_out)


SCENE = Scene(
    build_board=build_board,
    player_row=PlayerRowLayout(("points", "soulstone"), status_marks, signs=SIGNS),
    item_sheets={
        ModelSheet: model_sheet,
        ConditionSheet: condition_sheet,
        NamedConditionSheet: named_condition_sheet,
        FateHandSheet: hand_sheet,
    },
    choice_sheets={"pad": crew_sheet},
    separate_tracker_prefixes=("model.",),
    separate_remarks=(Damaged, Lowered, Lifted),
    player_subtitle=player_subtitle,
    build_player_area=build_player_area,
    number_sections=lambda context: tuple(number_sections(context)),
    picture_questions=PICTURE_QUESTIONS,
    spoken=spoken,
    first_turn=FIRST_TURN,
)
