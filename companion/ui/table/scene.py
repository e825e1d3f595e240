"""Scene: the widgets that a game adds to the table screen, board and sheets, over its model."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

import flet as ft

from companion.ui.design.boxes import STRETCH, column_of
from companion.ui.design.sizes import Space
from companion.ui.redraw import memoized
from companion.ui.table.model.game_model import GameModel
from companion.ui.table.model.sheet import ItemSheet, Sheet
from rules.engine import Choice, Event

if TYPE_CHECKING:
    from companion.ui.table.model.board_room import BoardRoom
    from companion.ui.table.model.context import TableContext
    from companion.ui.table.sheets.host import SheetHost

BoardModel: TypeAlias = Any
"""What a game's board shows, compared by value."""
OnOpenSheet = Callable[[Sheet], object]
"""Opens a sheet over the table."""
ChoiceSheetBuilder = Callable[["SheetHost", Choice], ft.Control]
"""Builds a sheet that fills a choice."""


@dataclass(frozen=True)
class Scene:
    """Widgets that a game provides, all of them optional, and its model."""

    model: GameModel = field(default_factory=GameModel)
    build_board: Callable[[BoardModel, OnOpenSheet], list[ft.Control]] = lambda model, open_: []
    """Builds the controls of the board from the model's ``board``."""
    build_player_area: Callable[[TableContext, int, OnOpenSheet], list[ft.Control]] = lambda context, seat, open_: []
    """Builds what lies in front of a player, above the numbers of that player's sheet."""
    build_odds_panel: Callable[[TableContext], list[ft.Control]] = lambda context: []
    """Builds a panel above the odds."""
    item_sheets: Mapping[type[ItemSheet], Callable[[SheetHost, int], ft.Control | None]] = field(default_factory=dict)
    """Builders of the game's own sheets, given the id of the thing; None once it is gone."""
    choice_sheets: Mapping[str, ChoiceSheetBuilder] = field(default_factory=dict)
    """Builders of sheets that fill a choice, by kind, in place of the common ones."""
    remark_sheets: Mapping[type[Event], ChoiceSheetBuilder] = field(default_factory=dict)
    """Builders of sheets that fill a remark, by its event, in place of the common one."""
    card_choice_sheet: Callable[[SheetHost, Choice, Callable[[Event], bool]], ft.Control] | None = None
    """Sheet to choose hand cards, where they do not look like playing cards."""

    def board(self, context: TableContext, room: BoardRoom, open_sheet: OnOpenSheet) -> ft.Control:
        """Build the board, which is drawn again only when its model has changed."""
        return Board(self.build_board, self.model.board(context, room), open_sheet)


@memoized
def Board(  # noqa: N802
    build: Callable[[BoardModel, OnOpenSheet], list[ft.Control]], model: BoardModel, open_sheet: OnOpenSheet
) -> ft.Control:
    """Build the board of a game from its model, one part below the other."""
    return column_of(build(model, open_sheet), Space.GAP, STRETCH)
