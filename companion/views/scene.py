"""What a game brings to the screen of its table besides question and numbers: a picture, a player line, sheets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import flet as ft

from rules.engine import Choice, Event, Text

if TYPE_CHECKING:
    from .drawn import Drawn
    from .opened import Open
    from .papers import Paper

OnOpen = Callable[["Open"], Any]
"""Lays a sheet over the table."""
Mark = tuple[ft.IconData, str]
"""A small sign beside a name, and its colour."""
Aside = tuple[ft.IconData, Text, "Open"]
"""A button beside the answers: its sign, its name, the sheet it opens."""
Pile = tuple[str, ft.IconData, Text]
"""A field of the game's view that holds cards, with its sign and name."""


@dataclass(frozen=True)
class PlayerLine:
    """What stands in a player's line: the trackers of these icons in this order (none: the first few), and signs.

    ``marks`` are told from the view's line of that player; whose turn it is and who is dead is marked for all games.
    """

    shown: tuple[str, ...] = ()
    marks: Callable[[Any], Iterable[Mark]] = lambda line: ()
    tracks: tuple[str, ...] = ()
    """The icons of those that have a track under them, as full as the number."""


@dataclass(frozen=True)
class Scene:
    """What the shared screen asks of a game; one that brings nothing has question, numbers and log all the same.

    The game's view is a ``GameView``; what else of it a scene reads is between the two.
    """

    sign: ft.IconData = ft.Icons.CASINO
    """What stands on the game's cover."""
    picture: Callable[[Drawn, OnOpen], list[ft.Control]] = lambda drawn, open_: []
    """What is drawn beside the question."""
    line: PlayerLine = field(default_factory=PlayerLine)
    sheets: Mapping[str, Callable[[Paper, Any], ft.Control | None]] = field(default_factory=dict)
    """The sheets of its own by kind, each of what it is about; None once that is gone."""
    apart: tuple[str, ...] = ()
    """How the keys of those trackers begin that stand on a sheet of their own, not on a player's or the table's."""
    about: Callable[[Drawn, int], str] = lambda drawn, seat: ""
    """What is said of a player, small, under the name."""
    belongings: Callable[[Drawn, int, OnOpen], list[ft.Control]] = lambda drawn, seat, open_: []
    """What lies in front of a player, above the numbers of that player's sheet."""
    naming: Callable[[Paper, Choice], ft.Control] | None = None
    """The sheet that says which card it is, where the one of all games does not fit."""
    cards: Callable[[Paper, Choice, Callable[[Event], bool]], ft.Control] | None = None
    """What chooses cards of a hand, where playing cards do not look like these."""
    opens: tuple[type[Event], ...] = ()
    """The usual answers whose sheet opens by itself, as that of a card which is to be named."""
    asides: Callable[[Drawn], Sequence[Aside]] = lambda drawn: ()
    """What else a thumb finds beside the answers."""
    reckoned: Callable[[Drawn], list[ft.Control]] = lambda drawn: []
    """What is drawn above the odds."""
    piles: tuple[Pile, ...] = ()
    """What else lies on the table."""
    staked: Callable[[Drawn], bool] = lambda drawn: False
    """Whether the picture says already what counts for the question."""
    fought: Callable[[Any], int] = lambda view: 0
    """The number of the foe under attack; 0 for none."""
