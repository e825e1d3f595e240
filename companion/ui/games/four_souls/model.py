"""What the board of Four Souls shows, as data: the things that have a sheet."""

from __future__ import annotations

from dataclasses import dataclass

from companion.ui.table.model.hints import DICE_TEXT, UNDO_TEXT, USUAL_TEXT, Hint
from companion.ui.table.model.sheet import ItemSheet
from rules.engine import Rolled, Text
from rules.four_souls.model.events import Attacked, Began, Passed


@dataclass(frozen=True, slots=True)
class MonsterSheet(ItemSheet):
    """A monster in play."""


@dataclass(frozen=True, slots=True)
class StackSheet(ItemSheet):
    """The whole stack."""


@dataclass(frozen=True, slots=True)
class OwnedSheet(ItemSheet):
    """An item in front of a player."""


FIRST_TURN = (
    Hint("begins", Text("A tap on a name answers for the whole table."), (Began,)),
    Hint("usual", USUAL_TEXT, (Attacked,)),
    Hint(
        "respond",
        Text("Somebody wants to respond? The button above the answer lists what each player can do."),
        (Passed,),
    ),
    Hint("dice", DICE_TEXT, (Rolled,)),
    Hint("undo", UNDO_TEXT),
)
"""The hints, in the order in which they are shown."""
