"""What a game adds to the models of the table: numbers, marks, words, sheets of things."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from companion.ui.table.model.board_room import BoardRoom
from companion.ui.table.model.context import TableContext
from companion.ui.table.model.hints import Hint
from companion.ui.table.model.picture_answers import PictureQuestion
from companion.ui.table.model.player_row import NumberSection, PlayerRowLayout
from companion.ui.table.model.seats import NO_NOTE, SeatNote, SeatNumber
from companion.ui.table.model.sheet import Sheet
from rules.engine import Choice, Displayable, Event, Text

if TYPE_CHECKING:  # icons are passed on, nothing here looks at them
    from flet import IconData

SideButton: TypeAlias = "tuple[IconData, Text, Sheet]"
"""Button beside the answers: icon, name, sheet that it opens."""
PileField: TypeAlias = "tuple[str, IconData, Text]"
"""Field of the game's view that holds cards, with icon and name."""


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
class GameModel:
    """What a game adds to the models of the table screen; all of it is optional.

    The game's view is a ``GameView``; what else of it a model reads is between the two.
    """

    board: Callable[[TableContext, BoardRoom], object] = lambda context, room: None
    """What the board shows in the room that it has, as data of the game."""
    is_on_board: Callable[[TableContext, Choice], bool] = lambda context, choice: False
    """Whether an answer has its key on the board, and none below the question."""
    player_row: PlayerRowLayout = field(default_factory=PlayerRowLayout)
    player_subtitle: Callable[[TableContext, int], str] = lambda context, seat: ""
    """Text under a player's name."""
    player_character: Callable[[TableContext, int], str] = lambda context, seat: ""
    """Character that a player plays, if the game has any and the view knows it."""
    seat_numbers: Callable[[TableContext, int, tuple[SeatNumber, ...]], tuple[SeatNumber, ...]] = (
        lambda context, seat, numbers: numbers
    )
    """What a seat shows of its numbers, and numbers that the game counts itself."""
    seat_note: Callable[[TableContext, int], SeatNote] = lambda context, seat: NO_NOTE
    """What stands small below the numbers of a seat."""
    number_sections: Callable[[TableContext], Sequence[NumberSection]] = lambda context: ()
    """Things whose numbers are kept below those of the players, where only numbers are kept."""
    separate_tracker_prefixes: tuple[str, ...] = ()
    """Key prefixes of trackers shown on sheets of their own, not on a player's or the table's."""
    separate_remarks: tuple[type[Event], ...] = ()
    """Events of remarks that have their keys on such a sheet, and none on a player's."""
    auto_opened_events: tuple[type[Event], ...] = ()
    """Events of primary answers whose sheet opens automatically, like that of a card to name."""
    tiles: Mapping[type[Event], TileSet] = field(default_factory=dict)
    """Events whose options are tiles instead of a list; their sheet opens automatically."""
    side_buttons: Callable[[TableContext], Sequence[SideButton]] = lambda context: ()
    """Further buttons beside the answers."""
    piles: tuple[PileField, ...] = ()
    """Shared card piles."""
    picture_questions: tuple[PictureQuestion, ...] = ()
    """Questions about items of the board, which a tap on the item answers or whose sheet offers the answer."""
    shows_stake: Callable[[TableContext], bool] = lambda context: False
    """Whether the board already shows the stake of the question."""
    timely_remarks: Callable[[TableContext], Sequence[tuple[Text, Choice]]] = lambda context: ()
    """Remarks that the last answer makes timely, each with the question that stands in the question's card."""
    spoken: Callable[[TableContext], Sequence[Text]] = lambda context: ()
    """What is said of the table after everybody's numbers, such as the stack."""
    spoken_place: Callable[[TableContext, int], Text | None] = lambda context, seat: None
    """What is said of a player after the numbers, such as a place."""
    first_turn: tuple[Hint, ...] = ()
    """Hints of the first turn of a device's first game, the one to be shown first at the beginning."""
