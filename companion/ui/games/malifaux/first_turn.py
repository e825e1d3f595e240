"""Hints of the first turn of Malifaux."""

from __future__ import annotations

from companion.ui.table.context.first_turn import NUMBERS_TEXT, UNDO_TEXT, USUAL_TEXT, Hint
from rules.engine import Text
from rules.malifaux.model.events import Activated, Mustered

FIRST_TURN = (
    Hint("mustered", USUAL_TEXT, (Mustered,)),
    Hint("activated", Text("Tap who acts. As you tap the next one, this one is done."), (Activated,)),
    Hint("numbers", NUMBERS_TEXT),
    Hint("undo", UNDO_TEXT),
)
"""The hints, in the order in which they are shown."""
