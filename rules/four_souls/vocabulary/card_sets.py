"""Sets of cards that a table plays with, and the names that it is offered (FS-02)."""

from __future__ import annotations

from rules.engine import OFF_ON, Name, Switch
from rules.four_souls.model.item_catalogue import BASE_SET, names_of
from rules.four_souls.model.state import FourSouls

MORE_SETS = {
    "g2": Name("Cartas de la caja dorada", "Cards of the Gold Box"),
    "r": Name("Cartas de Requiem", "Cards of Requiem"),
}
"""Sets besides the base game, off until they are chosen."""
SET_SWITCHES = tuple(Switch(f"cards.{key}", title, OFF_ON, "mode") for key, title in MORE_SETS.items())
"""A switch for each of those sets."""


def card_sets(s: FourSouls) -> frozenset[str]:
    """Return the keys of the sets that the table plays with."""
    return frozenset({BASE_SET, *(key for key in MORE_SETS if s.ruling(f"cards.{key}", "off") == "on")})


def treasure_names(s: FourSouls) -> tuple[str, ...]:
    """Return the names of the treasures in those sets, in both languages."""
    return names_of("treasure", card_sets(s), len(s.seats))


def loot_names(s: FourSouls) -> tuple[str, ...]:
    """Return the names of the loot cards in those sets, in both languages."""
    return names_of("loot", card_sets(s), len(s.seats))
