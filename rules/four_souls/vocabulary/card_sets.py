"""Sets of cards that a table plays with, and the names that it is offered (FS-02)."""

from __future__ import annotations

from rules.engine import OFF_ON, Name, Switch
from rules.four_souls.model.catalogue import BASE_SET, Character, MonsterCard, characters, monster_sets, monsters
from rules.four_souls.model.item_catalogue import TURNED_UP_KINDS, cards_of, find_item, item_cards, names_of
from rules.four_souls.model.state import FourSouls

MORE_SETS = {
    "g2": Name("Cartas de la caja dorada", "Cards of the Gold Box"),
    "fsp2": Name("Cartas de Four Souls+", "Cards of Four Souls+"),
    "r": Name("Cartas de Requiem", "Cards of Requiem"),
}
"""Sets besides the base game, off until they are chosen."""
SET_SWITCHES = tuple(Switch(f"cards.{key}", title, OFF_ON, "mode") for key, title in MORE_SETS.items())
"""A switch for each of those sets."""


def card_sets(s: FourSouls) -> frozenset[str]:
    """Return the keys of the sets that the table plays with."""
    return frozenset({BASE_SET, *(key for key in MORE_SETS if s.ruling(f"cards.{key}", "off") == "on")})


def offered_characters(s: FourSouls) -> tuple[Character, ...]:
    """Return the characters of those sets that so many players use."""
    sets = card_sets(s)
    return tuple(c for c in characters().values() if c.set_key in sets and (len(s.seats) > 2 or not _needs_three(c)))


def _needs_three(character: Character) -> bool:
    item = item_cards().get(character.item)
    return item is not None and item.is_for_three


def monsters_out_of_sets(s: FourSouls) -> tuple[MonsterCard, ...]:
    """Return the monsters of the sets that the table does not play with."""
    sets = card_sets(s)
    return tuple(card for card in monsters().values() if monster_sets()[card.id] not in sets)


def bonus_card_names(s: FourSouls) -> tuple[str, ...]:
    """Return the names of the events and curses in those sets, in both languages."""
    return tuple(name for kind in TURNED_UP_KINDS for name in names_of(kind, card_sets(s), len(s.seats)))


def room_names(s: FourSouls) -> tuple[str, ...]:
    """Return the names of the rooms in those sets, in both languages."""
    return names_of("room", card_sets(s), len(s.seats))


def treasure_names(s: FourSouls, *, is_in_shop: bool = False) -> tuple[str, ...]:
    """Return the names of the treasures in those sets, in both languages.

    There is one card of each: those in play are left out, and those of the shop, unless one of these is meant.
    """
    lying = {item.own_card or item.card for player in s.players for item in player.items}
    shop = () if is_in_shop else (find_item(name) for name in s.shop if name)
    lying |= {card.id for card in shop if card}
    cards = (card for card in cards_of("treasure", card_sets(s), len(s.seats)) if card.id not in lying)
    return tuple(dict.fromkeys(text for card in cards for text in (card.name.es, card.name.en)))


def loot_names(s: FourSouls) -> tuple[str, ...]:
    """Return the names of the loot cards in those sets, in both languages."""
    return names_of("loot", card_sets(s), len(s.seats))
