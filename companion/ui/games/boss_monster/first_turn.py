"""Hints of the first turn of Boss Monster."""

from __future__ import annotations

from companion.ui.table.context.first_turn import UNDO_TEXT, USUAL_TEXT, Hint
from rules.boss_monster.model.events import Handed, Placed, Walked
from rules.engine import Text

FIRST_TURN = (
    Hint("hands", USUAL_TEXT, (Handed,)),
    Hint("placed", Text("Rooms stay secret: only say that one lies face down, and where."), (Placed,)),
    Hint(
        "walked",
        Text("Before the hero goes on, anybody may use a spell or a room: above their dungeon, or in the book."),
        (Walked,),
    ),
    Hint("undo", UNDO_TEXT),
)
"""The hints, in the order in which they are shown."""
