"""What a game adds to the models of the table: numbers, marks, words, sheets of things."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from companion.ui.table.model.board_room import BoardRoom
from companion.ui.table.model.context import TableContext
from companion.ui.table.model.picture_answers import PictureQuestion
from companion.ui.table.model.seats import SeatNumber
from companion.ui.table.model.sheet import ItemSheet, PlayerSheet, Sheet
from rules.engine import Choice, Displayable, Event, Prompt, Text, Tracker

if TYPE_CHECKING:  # icons are passed on, nothing here looks at them
    from flet import IconData

    from companion.ui.design.drawn_signs import SignIcon
    from companion.ui.signs.legend import Sign
    from companion.ui.table.model.response_chips import ResponseChip


StatusMark: TypeAlias = "tuple[SignIcon, str, Text]"
"""Small icon on a player's row, its color and its name."""


@dataclass(frozen=True)
class Belonging:
    """What lies openly in front of a player: a character, an item, a card.

    ``item`` is the id by which answers are about it, 0 where none can be. ``status`` says how it lies, where it can lie
    otherwise; one that is not ``is_ready`` is pale.
    """

    name: Displayable
    icon: SignIcon | None = None
    item: int = 0
    status: Text | None = None
    is_ready: bool = True


@dataclass(frozen=True)
class PlayerRowLayout:
    """Layout of a player row: trackers by icon in this order, marks, and belongings.

    Without icons the first few trackers are shown.

    ``status_marks`` and ``belongings`` are made for a seat; the marks of turn and death are common to all games.
    """

    tracker_icons: tuple[str, ...] = ()
    status_marks: Callable[[TableContext, int], Iterable[StatusMark]] = lambda context, seat: ()
    small_icons: tuple[str, ...] = ()
    """Icons of the trackers that stand small below the others."""
    signs: tuple[Sign, ...] = ()
    """Signs of the rows and of the board, as the legend lists them."""
    belongings: Callable[[TableContext, int], Iterable[Belonging]] = lambda context, seat: ()
    item_sheet: type[ItemSheet] = ItemSheet
    """Sheet with all uses of a belonging."""
    takes_responses: Callable[[TableContext], bool] = lambda context: False
    """Whether belongings that can respond to the present question do so on their player's row."""
    hand_kind: str = ""
    """Kind of the choice that plays a card of the hand, which stands on each row that offers it."""
    hand_brief: Text | None = None
    """Its label where there is little room, if it has a shorter one."""
    responses: Callable[[TableContext, int], Iterable[ResponseChip]] = lambda context, seat: ()
    """What else a seat can respond with, which stands on its row or on the board."""
    more_sheet: Callable[[int], Sheet] = PlayerSheet
    """Sheet of a seat with the responses that do not fit on its row."""


@dataclass(frozen=True)
class NumberSection:
    """Numbers that are kept together, of a player or of a thing: name, and sheet of everything.

    ``seat`` is whose it is; the section of the active player ``is_active``.
    """

    name: str
    trackers: tuple[Tracker, ...]
    sheet: Sheet
    seat: int | None = None
    is_active: bool = False
    is_dead: bool = False


@dataclass(frozen=True)
class Hint:
    """A short text at the first question that offers one of these events.

    Without events it belongs to any question.
    """

    key: str
    """Name of the hint in its game."""
    text: Text
    events: tuple[type[Event], ...] = ()

    def fits(self, prompt: Prompt) -> bool:
        """Return whether the hint is about this question."""
        return not self.events or any(isinstance(choice.event, self.events) for choice in prompt.choices)


UNDO_TEXT = Text("A slip? The arrow at the top takes the last answer back, as often as you like.")
NUMBERS_TEXT = Text("Tap a player to see everything of theirs. Every number can be corrected there.")
DICE_TEXT = Text("Roll on the table, then tap what you see. The camera can read the dice instead.")
USUAL_TEXT = Text("The question stands here; below it, what most people answer.")


SideButton: TypeAlias = "tuple[IconData, Text, Sheet]"
"""Button beside the answers: icon, name, sheet that it opens."""
PileField: TypeAlias = "tuple[str, SignIcon, Text]"
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
    seat_note: Callable[[TableContext, int], str] = lambda context, seat: ""
    """Words that stand small below the numbers of a seat."""
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
