"""Names of cards, tiles, curses and variants."""

from __future__ import annotations

from rules.engine import Name, Shown, Text
from rules.king_of_tokyo.model.card_catalogue import printed
from rules.king_of_tokyo.model.state import Held
from rules.king_of_tokyo.model.texts import named

from .verbs import Source


def hearts_left(n: int) -> Text:
    """Text for the hearts that a monster is left with; ``eliminated`` at 0 or below."""
    if n <= 0:
        return Text("eliminated")
    return Text("{n} heart left", "{n} hearts left", n=n)


VARIANTS: dict[str, Text] = {
    "costumes": Text("Costumes"),
    "cultists": Text("Cultists"),
    "tower": Text("Tokyo Tower"),
    "curses": Text("Curses"),
    "berserk": Text("Berserk"),
    "transformation": Text("Transformation"),
    "wickedness": Text("Even more wicked"),
}
"""Names of the variants, by the key of their switch; they can be combined."""


def key_name(key: str) -> Shown:
    """The name for an effect key (``tile.devious``)."""
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
    """The name of a card in front of a monster, as printed or as typed."""
    card = printed().get(held.card)
    return card.name if card else held.name or Text("a card")


def source_name(source: Source) -> Shown:
    """The name of an effect: that of the card it comes from."""
    return key_name(source.key)


def tile_name(id: str) -> Name:
    """The name of a wickedness tile."""
    return named("tiles")[id]


def curse_name(id: str) -> Name:
    """The name of a curse."""
    return named("curses")[id]
