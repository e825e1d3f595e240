"""Signs of Four Souls."""

from __future__ import annotations

import flet as ft

from companion.ui.design.drawn_signs import SKULL
from companion.ui.design.sign_colors import BLUE, GOLD, GREEN, ORANGE, RED, VIOLET
from companion.ui.design.theme import tracker_icon
from companion.ui.signs.legend import Sign
from rules.engine import Text

TRACKER_SIGNS = {
    "life": Sign(tracker_icon("life"), Text("Life"), Text("Life left, of the full life. At 0 it dies."), RED),
    "cents": Sign(tracker_icon("cents"), Text("Cents"), Text("Money for treasures and prices."), GOLD),
    "soul": Sign(tracker_icon("soul"), Text("Souls"), Text("What wins: the fourth one ends the game."), BLUE),
    "loot": Sign(tracker_icon("loot"), Text("Loot"), Text("Loot cards in the hand."), GREEN),
    "attack": Sign(tracker_icon("attack"), Text("attack"), Text("Damage that a hit deals."), ORANGE),
    "evasion": Sign(
        tracker_icon("evasion"), Text("Evasion"), Text("The attack roll hits with this number or more."), VIOLET
    ),
}
"""Sign of each kind of number."""
PRIORITY_SIGN = Sign(ft.Icons.BACK_HAND, Text("Priority"), Text("This player may play something now, or pass."))
UPRIGHT_SIGN = Sign(ft.Icons.CROP_PORTRAIT, Text("Upright"), Text("This card can be used."), ft.Colors.PRIMARY)
SIDEWAYS_SIGN = Sign(ft.Icons.CROP_LANDSCAPE, Text("Sideways"), Text("This card is used until it recharges."))
SHIELD_SIGN = Sign(ft.Icons.SHIELD, Text("Prevention"), Text("Damage that is going to be prevented."), BLUE)
BOOST_SIGN = Sign(ft.Icons.TRENDING_UP, Text("Boost"), Text("An effect until the end of the turn."), GREEN)
CURSE_SIGN = Sign(
    ft.Icons.CORONAVIRUS, Text("Curse"), Text("A card that burdens this character until it dies."), ft.Colors.ERROR
)
DEATH_SIGN = Sign(SKULL, Text("Death"), Text("A player dies of it."), ft.Colors.ERROR)
TRIGGER_SIGN = Sign(ft.Icons.BOLT, Text("Goes off by itself"), Text("The item has an effect at certain moments."), GOLD)
GUPPY_SIGN = Sign(ft.Icons.PETS, Text("Guppy's"), Text("One of Guppy's items."))
ETERNAL_SIGN = Sign(ft.Icons.ALL_INCLUSIVE, Text("Eternal"), Text("The item cannot be destroyed or discarded."))
SPENT_SIGN = Sign(ft.Icons.BLOCK, Text("Used up"), Text("The item cannot be used any more."), ft.Colors.ERROR)
ITEM_SIGN = Sign(tracker_icon("counter"), Text("Items"), Text("Items without a name, or counters on a card."))
COUNTDOWN_SIGN = Sign(ft.Icons.HOURGLASS_BOTTOM, Text("Die of eight"), Text("In the game for one: at 0 it is over."))
ROOM_SIGN = Sign(ft.Icons.MEETING_ROOM, Text("Rooms"), Text("Room cards that lie open."))
PRICE_SIGN = Sign(tracker_icon("cost"), Text("Price"), Text("What a paid effect of an item costs."), GOLD)
SHOP_SIGN = Sign(ft.Icons.STOREFRONT, Text("Shop"), Text("Treasures that lie open and can be bought."))
BONUS_SIGN = Sign(ft.Icons.AUTO_AWESOME, Text("Bonus souls"), Text("Souls that lie open for whoever earns them first."))

SIGNS = (
    *TRACKER_SIGNS.values(),
    DEATH_SIGN,
    PRIORITY_SIGN,
    UPRIGHT_SIGN,
    SIDEWAYS_SIGN,
    SHIELD_SIGN,
    BOOST_SIGN,
    CURSE_SIGN,
    TRIGGER_SIGN,
    GUPPY_SIGN,
    ETERNAL_SIGN,
    SPENT_SIGN,
    ITEM_SIGN,
    PRICE_SIGN,
    SHOP_SIGN,
    ROOM_SIGN,
    COUNTDOWN_SIGN,
    BONUS_SIGN,
)
"""All signs of the game, as the legend lists them."""
