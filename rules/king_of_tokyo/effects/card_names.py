"""Names of cards, tiles, curses and variants."""

from __future__ import annotations

from rules.engine import Displayable, Name, Text
from rules.king_of_tokyo.model.card_catalogue import printed_power_cards
from rules.king_of_tokyo.model.state import Held
from rules.king_of_tokyo.model.texts import load_names

from .registry import TokyoEffect


def hearts_left_text(n: int) -> Text:
    """Text for the hearts that a monster is left with.

    Whether it is out then is found by the lookahead.
    """
    return Text("{n} heart left", "{n} hearts left", n=max(0, n))


VARIANT_NAMES: dict[str, Text] = {
    "costumes": Text("Costumes"),
    "cultists": Text("Cultists"),
    "tower": Text("Tokyo Tower"),
    "curses": Text("Curses"),
    "berserk": Text("Berserk"),
    "transformation": Text("Transformation"),
    "wickedness": Text("Even more wicked"),
}
"""Names of the variants, by the key of their switch; they can be combined."""


def effect_key_name(key: str) -> Displayable:
    """The name for an effect key (``tile.devious``)."""
    kind, _, id = key.partition(".")
    match kind:
        case "variant":
            return VARIANT_NAMES[id]
        case "tile":
            return tile_name(id)
        case "curse":
            return curse_name(id)
    return held_name(Held(0, id))


def held_name(held: Held) -> Displayable:
    """The name of a card in front of a monster, as printed or as typed."""
    card = printed_power_cards().get(held.card)
    return card.name if card else held.name or Text("a card")


def held_or_tile_name(held: Held) -> Displayable:
    """The name of a card or of a tile in front of a monster."""
    return load_names("tiles").get(held.card) or held_name(held)


def effect_name(source: TokyoEffect) -> Displayable:
    """The name of an effect: that of the card it comes from."""
    return effect_key_name(source.key)


def from_effect(source: TokyoEffect) -> Text:
    """The origin of a change that an effect makes, as the end of the sentence about it."""
    return from_key(source.key)


def from_key(key: str) -> Text:
    """The same for the key of the effect."""
    return Text("from {card}", card=effect_key_name(key))


def find_effect_name(key: str) -> Displayable | None:
    """The name for an effect key; None for an unknown one."""
    try:
        return effect_key_name(key)
    except KeyError:
        return None


def tile_name(id: str) -> Name:
    """The name of a wickedness tile."""
    return load_names("tiles")[id]


def curse_name(id: str) -> Name:
    """The name of a curse."""
    return load_names("curses")[id]
