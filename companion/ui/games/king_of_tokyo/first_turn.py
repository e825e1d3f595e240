"""Hints of the first turn of King of Tokyo."""

from __future__ import annotations

from companion.ui.table.context.first_turn import DICE_TEXT, UNDO_TEXT, Hint
from rules.engine import Rolled, Text
from rules.king_of_tokyo.model.events import Began, Kept, Yielded

FIRST_TURN = (
    Hint("begins", Text("A tap on a name answers for the whole table."), (Began,)),
    Hint("dice", DICE_TEXT, (Rolled,)),
    Hint("kept", Text("Tap the dice that you keep; the others are rolled again."), (Kept,)),
    Hint("yield", Text("Whoever was hit in Tokyo decides alone: stay or yield."), (Yielded,)),
    Hint("undo", UNDO_TEXT),
)
"""The hints, in the order in which they are shown."""
