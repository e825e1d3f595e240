"""Scene: what a game adds to the table screen, such as board, player rows and sheets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import flet as ft

from rules.engine import Choice, Event, Text

if TYPE_CHECKING:
    from companion.ui.table.sheets.host import Paper

    from .context import Drawn
    from .open_sheet import Open

OnOpen = Callable[["Open"], Any]
"""Opens a sheet over the table."""
Mark = tuple[ft.IconData, str]
"""Small icon beside a name, and its color."""
Aside = tuple[ft.IconData, Text, "Open"]
"""Button beside the answers: icon, name, sheet that it opens."""
Pile = tuple[str, ft.IconData, Text]
"""Field of the game's view that holds cards, with icon and name."""


@dataclass(frozen=True)
class PlayerLine:
    """Layout of a player row: trackers by icon in this order (empty: the first few), and marks.

    ``status_marks`` are made from the player in the view; the marks of turn and death are common to all games.
    """

    shown: tuple[str, ...] = ()
    marks: Callable[[Any], Iterable[Mark]] = lambda line: ()
    tracks: tuple[str, ...] = ()
    """Icons of the trackers that have a bar under them."""


@dataclass(frozen=True)
class Scene:
    """Parts of the table screen that a game provides; all of them are optional.

    The game's view is a ``GameView``; what else of it a scene reads is between the two.
    """

    sign: ft.IconData = ft.Icons.CASINO
    """Icon on the game's cover."""
    picture: Callable[[Drawn, OnOpen], list[ft.Control]] = lambda drawn, open_: []
    """Builds the controls of the board below the question."""
    line: PlayerLine = field(default_factory=PlayerLine)
    sheets: Mapping[str, Callable[[Paper, Any], ft.Control | None]] = field(default_factory=dict)
    """Builders of the game's own sheets by kind; they return None once the subject is gone."""
    apart: tuple[str, ...] = ()
    """Key prefixes of trackers shown on sheets of their own, not on a player's or the table's."""
    about: Callable[[Drawn, int], str] = lambda drawn, seat: ""
    """Text under a player's name."""
    belongings: Callable[[Drawn, int, OnOpen], list[ft.Control]] = lambda drawn, seat, open_: []
    """Builds what lies in front of a player, above the numbers of that player's sheet."""
    naming: Callable[[Paper, Choice], ft.Control] | None = None
    """Sheet to name a card, where the common one does not fit."""
    cards: Callable[[Paper, Choice, Callable[[Event], bool]], ft.Control] | None = None
    """Sheet to choose hand cards, where they do not look like playing cards."""
    opens: tuple[type[Event], ...] = ()
    """Events of primary answers whose sheet opens automatically, like that of a card to name."""
    asides: Callable[[Drawn], Sequence[Aside]] = lambda drawn: ()
    """Further buttons beside the answers."""
    reckoned: Callable[[Drawn], list[ft.Control]] = lambda drawn: []
    """Builds a panel above the odds."""
    piles: tuple[Pile, ...] = ()
    """Shared card piles."""
    staked: Callable[[Drawn], bool] = lambda drawn: False
    """Whether the board already shows the stake of the question."""
    effects: Callable[[Paper, Choice], ft.Control] | None = None
    """Builds the sheet that says what a card does; without one the generic form is used."""
