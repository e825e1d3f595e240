"""The switches of Malifaux: depth of following, fate decks, open points."""

from __future__ import annotations

from rules.engine import Switch, Text

from .state import RULEBOOK

DEPTH_SWITCH = Switch(
    "depth",
    Text("How closely we follow"),
    (("guided", Text("Guided")), ("numbers", Text("Numbers only"))),
    "depth",
)
DECK_SWITCH = Switch(
    "deck",
    Text("Fate decks"),
    (("physical", Text("Your own, on the table")), ("virtual", Text("In the app: it shuffles, deals and flips"))),
    "mode",
)
SWITCHES = (DECK_SWITCH, DEPTH_SWITCH, *RULEBOOK.switches())
