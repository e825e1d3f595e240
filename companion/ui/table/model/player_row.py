"""What a game shows on a player's row, and the numbers that are kept together, as data."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from companion.ui.table.model.sheet import ItemSheet, PlayerSheet, Sheet
from rules.engine import Displayable, Text, Tracker

if TYPE_CHECKING:  # icons are passed on, nothing here looks at them
    from flet import IconData

    from companion.ui.signs.legend import Sign
    from companion.ui.table.model.context import TableContext
    from companion.ui.table.model.response_chips import ResponseChip

StatusMark: TypeAlias = "tuple[IconData, str, Text]"
"""Small icon on a player's row, its color and its name."""


@dataclass(frozen=True)
class Belonging:
    """What lies openly in front of a player: a character, an item, a card.

    ``item`` is the id by which answers are about it, 0 where none can be. ``status`` says how it lies, where it can lie
    otherwise; one that is not ``is_ready`` is pale.
    """

    name: Displayable
    icon: IconData | None = None
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
    track_icons: tuple[str, ...] = ()
    """Icons of the trackers that have a bar under them."""
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
