"""What cards, tiles, curses and variants are called at the table."""

from __future__ import annotations

from rules.engine import Name, Shown, Text

from .catalogue import named
from .effects import Source
from .powercards import printed
from .state import Held

VARIANTS: dict[str, Text] = {
    "costumes": Text("Costumes"),
    "cultists": Text("Cultists"),
    "tower": Text("Tokyo Tower"),
    "curses": Text("Curses"),
    "berserk": Text("Berserk"),
    "transformation": Text("Transformation"),
    "wickedness": Text("Even more wicked"),
}
"""The variants that may be played together, by the key of their switch."""


def key_name(key: str) -> Shown:
    """The name behind an effect's key (``tile.devious``)."""
    of, _, id = key.partition(".")
    match of:
        case "variant":
            return VARIANTS[id]
        case "tile":
            return tile_name(id)
        case "curse":
            return curse_name(id)
    return held_name(Held(0, id))


def held_name(held: Held) -> Shown:
    """What a card in front of a monster is called: as printed, or as it was typed."""
    card = printed().get(held.card)
    return card.name if card else held.name or Text("a card")


def source_name(source: Source) -> Shown:
    """What an effect is called: by the card it comes from."""
    return key_name(source.key)


def tile_name(id: str) -> Name:
    """What a wickedness tile is called."""
    return named("tiles")[id]


def curse_name(id: str) -> Name:
    """What a curse is called."""
    return named("curses")[id]
