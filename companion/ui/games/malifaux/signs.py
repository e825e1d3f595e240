"""Signs of Malifaux."""

from __future__ import annotations

import flet as ft

from companion.ui.design.drawn_signs import SKULL
from companion.ui.design.sign_colors import BLUE, GOLD, GREEN, RED, tracker_color
from companion.ui.design.theme import tracker_icon
from companion.ui.signs.legend import Sign
from rules.engine import Text
from rules.malifaux.state_changes import ACTIVATION_PHASE, CLOSING_PHASE, DRAW_PHASE, INITIATIVE_PHASE

PHASE_SIGNS = {
    "draw": Sign(ft.Icons.STYLE, DRAW_PHASE, Text("Everybody draws up to the hand size.")),
    "initiative": Sign(ft.Icons.BOLT, INITIATIVE_PHASE, Text("Each player flips a card: who goes first?")),
    "activation": Sign(ft.Icons.DIRECTIONS_RUN, ACTIVATION_PHASE, Text("The models act in turns.")),
    "closing": Sign(ft.Icons.FLAG, CLOSING_PHASE, Text("Conditions end, points are counted.")),
}
"""Sign of each phase of the turn."""
END_SIGN = Sign(ft.Icons.HOURGLASS_BOTTOM, Text("End of the game"), Text("With this card or a higher one it goes on."))
ACTING_SIGN = Sign(ft.Icons.PLAY_ARROW, Text("Acting"), Text("This model acts now."), ft.Colors.PRIMARY)
DONE_SIGN = Sign(ft.Icons.CHECK, Text("Has acted"), Text("This model was activated this turn."), GREEN)
OUT_SIGN = Sign(SKULL, Text("Out"), Text("This model has no wound left."), ft.Colors.ERROR)
CONDITION_SIGN = Sign(ft.Icons.FLARE, Text("Condition"), Text("An effect on this model."), ft.Colors.ERROR)
FIRST_SIGN = Sign(ft.Icons.LOOKS_ONE, Text("First Player"), Text("Begins every phase of this turn."), ft.Colors.PRIMARY)
HAND_SIGN = Sign(
    ft.Icons.STYLE, Text("Cards in hand"), Text("How many cards this player holds."), tracker_color("hand")
)
DECK_SIGN = Sign(ft.Icons.LAYERS, Text("Fate deck"), Text("Cards that are left in the deck."), tracker_color("deck"))
DISCARD_SIGN = Sign(ft.Icons.DELETE_OUTLINE, Text("Discards"), Text("Cards in the discard pile."))

SIGNS = (
    Sign(tracker_icon("points"), Text("Points"), Text("Victory points of strategy and schemes."), GOLD),
    Sign(tracker_icon("soulstone"), Text("Soulstones"), Text("Spent for cards or for another flip."), BLUE),
    Sign(tracker_icon("wounds"), Text("Wounds"), Text("Wounds that are left. At 0 the model is out."), RED),
    FIRST_SIGN,
    ACTING_SIGN,
    DONE_SIGN,
    OUT_SIGN,
    CONDITION_SIGN,
    HAND_SIGN,
    DECK_SIGN,
    *PHASE_SIGNS.values(),
    END_SIGN,
    DISCARD_SIGN,
    Sign(tracker_icon("counter"), Text("Counters"), Text("A number of the table, such as the turn.")),
)
"""All signs of the game, as the legend lists them."""
