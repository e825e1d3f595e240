"""Hints of the first turn of Four Souls."""

from __future__ import annotations

from companion.ui.table.context.first_turn import DICE_TEXT, UNDO_TEXT, USUAL_TEXT, Hint
from rules.engine import Rolled, Text
from rules.four_souls.model.events import Attacked, Began, Passed

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
