"""Scene of Malifaux: turn phases, crews and fate decks."""

from __future__ import annotations

from collections.abc import Iterator

import flet as ft

from companion.ui.table.context.context import TableContext
from companion.ui.table.context.scene import PlayerRowLayout, Scene, StatusMark
from rules.engine import Text
from rules.malifaux.view import MalifauxPlayerLine

from .first_turn import FIRST_TURN
from .sheets import build_player_area, condition_sheet, crew_sheet, hand_sheet, model_sheet
from .table import build_board


def status_marks(context: TableContext, seat: int) -> Iterator[StatusMark]:
    """Yield the mark of the First Player."""
    if context.lines_as(MalifauxPlayerLine)[seat].first:
        yield ft.Icons.LOOKS_ONE, ft.Colors.PRIMARY


def player_subtitle(context: TableContext, seat: int) -> str:
    """Return whether the player is the First Player."""
    return context.translate(Text("First Player")) if context.lines_as(MalifauxPlayerLine)[seat].first else ""


SCENE = Scene(
    cover_icon=ft.Icons.AUTO_FIX_HIGH,
    build_board=build_board,
    player_row=PlayerRowLayout(("points", "soulstone"), status_marks),
    item_sheets={"model": model_sheet, "condition": condition_sheet, "hand": hand_sheet},
    choice_sheets={"pad": crew_sheet},
    separate_tracker_prefixes=("model.",),
    player_subtitle=player_subtitle,
    build_player_area=build_player_area,
    first_turn=FIRST_TURN,
)
