"""Hints of the first turn of Darkmoor."""

from __future__ import annotations

from companion.ui.table.context.first_turn import NUMBERS_TEXT, UNDO_TEXT, Hint
from rules.darkmoor.model.events import Began, Played
from rules.engine import Text

FIRST_TURN = (
    Hint("begins", Text("A tap on a name answers for the whole table."), (Began,)),
    Hint("played", Text("Say at which horde the minion was played; its numbers are remembered."), (Played,)),
    Hint("numbers", NUMBERS_TEXT),
    Hint("undo", UNDO_TEXT),
)
"""The hints, in the order in which they are shown."""
