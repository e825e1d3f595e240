"""Signs of King of Tokyo."""

from __future__ import annotations

import flet as ft

from companion.ui.design.drawn_signs import SKULL
from companion.ui.design.sign_colors import BLUE, GOLD, GREEN, ORANGE, RED, VIOLET
from companion.ui.design.theme import tracker_icon
from companion.ui.signs.legend import Sign
from rules.engine import Text

ENERGY_SIGN = Sign(tracker_icon("energy"), Text("Energy"), Text("What cards are paid with."), GREEN)
CITY_SIGN = Sign(
    ft.Icons.LOCATION_CITY, Text("Tokyo City"), Text("Whoever stands there hits everybody else."), ft.Colors.PRIMARY
)
BAY_SIGN = Sign(
    ft.Icons.SAILING, Text("Tokyo Bay"), Text("The second place in Tokyo, with five or six monsters."), BLUE
)
POISON_SIGN = Sign(ft.Icons.SCIENCE, Text("Poison"), Text("Each token costs a heart at the end of the turn."), GREEN)
SHRINK_SIGN = Sign(ft.Icons.COMPRESS, Text("Shrink"), Text("Each token takes a die."), VIOLET)
BERSERK_SIGN = Sign(
    ft.Icons.LOCAL_FIRE_DEPARTMENT, Text("Berserk"), Text("One more die until the monster heals."), ORANGE
)
BEAST_SIGN = Sign(ft.Icons.PETS, Text("Beast"), Text("The monster is in its beast form."))
SCARAB_SIGN = Sign(ft.Icons.BUG_REPORT, Text("Golden scarab"), Text("The monster holds the golden scarab."), GOLD)
CULTIST_SIGN = Sign(ft.Icons.GROUPS, Text("Cultists"), Text("Each is worth a heart, an energy or one more roll."))
TOWER_SIGN = Sign(ft.Icons.CELL_TOWER, Text("Tower"), Text("A level of the tower that the monster holds."), BLUE)
CARD_SIGN = Sign(ft.Icons.STYLE, Text("Cards"), Text("Keep cards and tiles in front of the monster."))
CURSE_SIGN = Sign(ft.Icons.DARK_MODE, Text("Curse"), Text("It is on everybody; a tap shows what it does."), VIOLET)
DEAD_SIGN = Sign(SKULL, Text("Eliminated"), Text("This monster has no heart left."), ft.Colors.ERROR)

SIGNS = (
    Sign(tracker_icon("heart"), Text("Hearts"), Text("Without hearts the monster is out."), RED),
    Sign(tracker_icon("points"), Text("Points"), Text("Victory points. The goal is twenty."), GOLD),
    ENERGY_SIGN,
    CITY_SIGN,
    BAY_SIGN,
    CARD_SIGN,
    DEAD_SIGN,
    POISON_SIGN,
    SHRINK_SIGN,
    BERSERK_SIGN,
    BEAST_SIGN,
    SCARAB_SIGN,
    CULTIST_SIGN,
    TOWER_SIGN,
    CURSE_SIGN,
    Sign(tracker_icon("counter"), Text("Counters"), Text("Tokens that lie on a card, or wickedness.")),
)
"""All signs of the game, as the legend lists them."""
