"""Signs of Retreat to Darkmoor."""

from __future__ import annotations

import flet as ft

from companion.ui.design.sign_colors import BLUE, GOLD, GREEN, ORANGE, VIOLET, tracker_color
from companion.ui.design.theme import tracker_icon
from companion.ui.signs.legend import Sign
from rules.engine import Text

POINTS_SIGN = Sign(tracker_icon("points"), Text("VP"), Text("Victory points of a card, or VP in tokens."), GOLD)
PERIL_SIGN = Sign(
    tracker_icon("peril"), Text("Peril"), Text("A horde with as much peril as the hero's number is attacked."), ORANGE
)
TARGET_SIGN = Sign(
    ft.Icons.GPS_FIXED, Text("First to fall"), Text("The hero's attack defeats this minion."), ft.Colors.ERROR
)
KIND_SIGNS = {
    "beast": Sign(ft.Icons.PETS, Text("Beast"), Text("A type of minion that cards speak of."), GREEN),
    "humanoid": Sign(ft.Icons.PERSON, Text("Humanoid"), Text("A type of minion that cards speak of."), BLUE),
    "undead": Sign(
        ft.Icons.SENTIMENT_VERY_DISSATISFIED, Text("Undead"), Text("A type of minion that cards speak of."), VIOLET
    ),
}
"""Sign of each type of minion."""
HERO_SIGN = Sign(ft.Icons.SHIELD, Text("Hero"), Text("He attacks one horde with enough peril."), ft.Colors.PRIMARY)
SCORE_SIGN = Sign(
    ft.Icons.EMOJI_EVENTS, Text("If it ended now"), Text("The VP of each player by today's havens."), GOLD
)

SIGNS = (
    POINTS_SIGN,
    SCORE_SIGN,
    PERIL_SIGN,
    HERO_SIGN,
    TARGET_SIGN,
    *KIND_SIGNS.values(),
    Sign(tracker_icon("hand"), Text("Cards in hand"), Text("How many cards this player holds."), tracker_color("hand")),
    Sign(tracker_icon("deck"), Text("Deck"), Text("Cards that are left in the deck."), tracker_color("deck")),
    Sign(
        tracker_icon("token"),
        Text("Tokens"),
        Text("Peril or VP that lie on a minion as tokens."),
        tracker_color("token"),
    ),
    Sign(tracker_icon("counter"), Text("Heroes left"), Text("How many heroes are still to come.")),
)
"""All signs of the game, as the legend lists them."""
