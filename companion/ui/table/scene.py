"""Scene: what a game adds to the table screen, such as board, player rows and sheets."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import flet as ft

from companion.ui.table.model.hints import Hint
from companion.ui.table.model.player_row import NumberSection, PlayerRowLayout
from companion.ui.table.model.sheet import ItemSheet, Sheet
from rules.engine import Choice, Displayable, Event, Text

if TYPE_CHECKING:
    from companion.ui.table.model.context import TableContext
    from companion.ui.table.model.picture_answers import PictureQuestion
    from companion.ui.table.sheets.host import SheetHost

OnOpenSheet = Callable[[Sheet], object]
"""Opens a sheet over the table."""
ChipLines = Callable[[int, float], list[ft.Control]]
"""Builds the line of responses of a seat for a width in points; nothing where it has none."""
SideButton = tuple[ft.IconData, Text, Sheet]
"""Button beside the answers: icon, name, sheet that it opens."""
PileField = tuple[str, ft.IconData, Text]
"""Field of the game's view that holds cards, with icon and name."""


def no_chips(seat: int, width: float) -> list[ft.Control]:
    """Build no responses, as of a match that is put away."""
    return []


@dataclass(frozen=True)
class Tile:
    """Face of an option that is drawn as a tile: name, printed numbers, and a line below."""

    name: Displayable
    numbers: tuple[tuple[str, int], ...] = ()
    """Kinds of trackers, which have icons, with their values."""
    note: Displayable = ""


@dataclass(frozen=True)
class TileSet:
    """How the options of a choice are drawn as tiles."""

    face: Callable[[str], Tile]
    """Returns the face of the option with that value."""
    taken: Callable[[TableContext], Mapping[int, str]] = lambda context: {}
    """Returns the options that are not free any more, by the seat that has them."""


@dataclass(frozen=True)
class Scene:
    """Parts of the table screen that a game provides; all of them are optional.

    The game's view is a ``GameView``; what else of it a scene reads is between the two.
    """

    build_board: Callable[[TableContext, OnOpenSheet], list[ft.Control]] = lambda context, open_: []
    """Builds the controls of the board below the question."""
    build_board_with_chips: Callable[[TableContext, OnOpenSheet, ChipLines], list[ft.Control]] | None = None
    """Builds the board together with each seat's responses, where these do not stand on the players' rows."""
    player_row: PlayerRowLayout = field(default_factory=PlayerRowLayout)
    item_sheets: Mapping[type[ItemSheet], Callable[[SheetHost, int], ft.Control | None]] = field(default_factory=dict)
    """Builders of the game's own sheets, given the id of the thing; None once it is gone."""
    choice_sheets: Mapping[str, Callable[[SheetHost, Choice], ft.Control]] = field(default_factory=dict)
    """Builders of sheets that fill a choice, by kind, in place of the common ones."""
    separate_tracker_prefixes: tuple[str, ...] = ()
    """Key prefixes of trackers shown on sheets of their own, not on a player's or the table's."""
    separate_remarks: tuple[type[Event], ...] = ()
    """Events of remarks that have their keys on such a sheet, and none on a player's."""
    player_subtitle: Callable[[TableContext, int], str] = lambda context, seat: ""
    """Text under a player's name."""
    player_character: Callable[[TableContext, int], str] = lambda context, seat: ""
    """Character that a player plays, if the game has any and the view knows it."""
    build_player_area: Callable[[TableContext, int, OnOpenSheet], list[ft.Control]] = lambda context, seat, open_: []
    """Builds what lies in front of a player, above the numbers of that player's sheet."""
    number_sections: Callable[[TableContext], Sequence[NumberSection]] = lambda context: ()
    """Things whose numbers are kept below those of the players, where only numbers are kept."""
    card_naming_sheet: Callable[[SheetHost, Choice], ft.Control] | None = None
    """Sheet to name a card, where the common one does not fit."""
    card_choice_sheet: Callable[[SheetHost, Choice, Callable[[Event], bool]], ft.Control] | None = None
    """Sheet to choose hand cards, where they do not look like playing cards."""
    auto_opened_events: tuple[type[Event], ...] = ()
    """Events of primary answers whose sheet opens automatically, like that of a card to name."""
    side_buttons: Callable[[TableContext], Sequence[SideButton]] = lambda context: ()
    """Further buttons beside the answers."""
    build_odds_panel: Callable[[TableContext], list[ft.Control]] = lambda context: []
    """Builds a panel above the odds."""
    piles: tuple[PileField, ...] = ()
    """Shared card piles."""
    shows_stake: Callable[[TableContext], bool] = lambda context: False
    """Whether the board already shows the stake of the question."""
    picture_questions: tuple[PictureQuestion, ...] = ()
    """Questions about items of the board, which a tap on the item answers or whose sheet offers the answer."""
    spoken: Callable[[TableContext], Sequence[Text]] = lambda context: ()
    """What is said of the table after everybody's numbers, such as the stack."""
    spoken_place: Callable[[TableContext, int], Text | None] = lambda context, seat: None
    """What is said of a player after the numbers, such as a place."""
    tiles: Mapping[type[Event], TileSet] = field(default_factory=dict)
    """Events whose options are tiles instead of a list; their sheet opens automatically."""
    first_turn: tuple[Hint, ...] = ()
    """Hints of the first turn of a device's first game, the one to be shown first at the beginning."""
    timely_remarks: Callable[[TableContext], Sequence[tuple[Text, Choice]]] = lambda context: ()
    """Remarks that the last answer makes timely, each with the question that stands in the question's card."""
    remark_sheets: Mapping[type[Event], Callable[[SheetHost, Choice], ft.Control]] = field(default_factory=dict)
    """Builders of sheets that fill a remark, by its event, in place of the common one."""
    effects: Callable[[SheetHost, Choice], ft.Control] | None = None
    """Builds the sheet that says what a card does; without one the generic form is used."""
