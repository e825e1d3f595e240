"""The switches of Malifaux: depth of following, fate decks, open points."""

from __future__ import annotations

from rules.engine import Switch, Text

from .state import BOOK

DEPTH = Switch(
    "depth",
    Text("How closely we follow"),
    (("guided", Text("Guided")), ("numbers", Text("Numbers only"))),
    "depth",
)
DECK = Switch(
    "deck",
    Text("Fate decks"),
    (("physical", Text("Your own, on the table")), ("virtual", Text("In the app: it shuffles, deals and flips"))),
    "mode",
)
SWITCHES = (DECK, DEPTH, *BOOK.switches())
