"""Card catalogue: rooms, spells, bosses and heroes, read from the data files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from types import MappingProxyType
from typing import Any, Literal

from rules.card_data import CardRow, toml_rows
from rules.engine import CatalogueCard, Displayable, Name, Text, carries

CLASSES = "cfmt"
"""Cleric, fighter, mage, thief.

A treasure is written with these letters, one for each icon; the Fool (``x``) is none of them.
"""
FOOL = "x"
CLASS_ICONS = {"c": "cleric", "f": "fighter", "m": "mage", "t": "thief"}
"""Icon kinds of the trackers that count a treasure."""
CLASS_NAMES = {
    "c": Text("Cleric"),
    "f": Text("Fighter"),
    "m": Text("Mage"),
    "t": Text("Thief"),
    FOOL: Text("Fool"),
}
TREASURE_NAMES = {
    "c": Text("cleric treasures"),
    "f": Text("fighter treasures"),
    "m": Text("mage treasures"),
    "t": Text("thief treasures"),
    FOOL: Text("treasures"),
}
"""Treasures of a class, as a number is called."""
COUNTED_TREASURES = {
    "c": Text("{n} cleric treasure", "{n} cleric treasures", n=0),
    "f": Text("{n} fighter treasure", "{n} fighter treasures", n=0),
    "m": Text("{n} mage treasure", "{n} mage treasures", n=0),
    "t": Text("{n} thief treasure", "{n} thief treasures", n=0),
}
"""So many treasures of a class."""
MAX_UNNAMED_DAMAGE = 5
"""Largest damage that can be chosen for a room without a name; more is set by hand."""

Automation = Literal["automatic", "asked", "table"]

Trigger = Literal["built", "other_built", "level_up", "enters", "died", "destroyed", "cast"]
"""Moments at which effects act.

In order: this room is built; another room of its dungeon is built; the boss levels up; a hero
enters this room; a hero dies in it; another room of its dungeon is destroyed; its player plays a spell.
"""


@dataclass(frozen=True, slots=True)
class RoomCard:
    """A room card: one of the catalogue by ``key``, or unnamed with treasure and damage only."""

    key: str = ""
    treasure: str = ""
    damage: int = 0
    kind: str = ""
    advanced: bool = False


@dataclass(frozen=True, slots=True)
class HeroCard:
    """A hero card: one of the catalogue by ``key``, or unnamed.

    ``klass``: the treasure that lures him.
    """

    key: str = ""
    klass: str = "c"
    health: int = 4
    epic: bool = False


@dataclass(frozen=True)
class CardText:
    """Names and effect of a card, and how the effect is carried out.

    ``effect`` is in our own words. ``automation``: the effect changes tracked state by itself, asks somebody, or is
    done at the table with hidden cards; ``announced_at``: the moment at which the log tells the table to do it;
    ``is_once_per_turn``: usable once a turn; ``phases``: when a spell may be played.
    """

    key: str
    name: Name
    effect: Name
    automation: Automation
    announced_at: Trigger | None = None
    is_once_per_turn: bool = False
    phases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BossCard:
    """A boss card: XP, and the treasure that counts for its dungeon (BM-18)."""

    xp: int
    treasure: str


@cache
def _rows(file: str) -> Mapping[str, CardRow]:
    return MappingProxyType(toml_rows("boss_monster", f"{file}.toml"))


@carries("BM-02")
@cache
def card_texts() -> Mapping[str, CardText]:
    """Every room, spell and boss with its text, by key."""
    rows = {key: row for file in ("rooms", "spells", "bosses") for key, row in _rows(file).items()}
    return MappingProxyType({key: _printed(key, row) for key, row in rows.items()})


def _printed(key: str, row: CardRow) -> CardText:
    facts = row["acts"], row.get("tells"), row.get("once", False), tuple(row.get("phases", ()))
    return CardText(key, Name(row["es"], row["en"]), Name(**row["effect"]), *facts)


@cache
def room_cards() -> Mapping[str, RoomCard]:
    """Every room card, by key."""
    facts = ("treasure", "damage", "kind", "advanced")
    return MappingProxyType({key: RoomCard(key, *(row[f] for f in facts)) for key, row in _rows("rooms").items()})


@cache
def boss_cards() -> Mapping[str, BossCard]:
    """Every boss card, by key."""
    return MappingProxyType({key: BossCard(row["xp"], row["treasure"]) for key, row in _rows("bosses").items()})


@cache
@carries("BM-16")
def spells_of_phase(phase: str) -> tuple[str, ...]:
    """Spells whose symbol allows them in a phase (build: mace, adventure: axe)."""
    return tuple(key for key, row in _rows("spells").items() if phase in row["phases"])


@cache
def card_copies(file: str) -> Counter[str]:
    """Number of copies of each card."""
    return Counter({key: row.get("copies", 1) for key, row in _rows(file).items()})


# --- heroes ------------------------------------------------------------------------------------------------------


@cache
@carries("BM-03", "BM-62")
def hero_deck(players: int, epic: bool, hard: bool = False) -> Mapping[str, HeroCard]:
    """Heroes of a deck for a number of players, by key.

    Hard mode leaves out the normal heroes with 4 health.
    """
    found = {key: _hero(key, row) for key, row in _rows("heroes").items() if row["players"] <= players}
    return MappingProxyType(
        {k: h for k, h in found.items() if h.epic == epic and not (hard and not epic and h.health == 4)}
    )


def _hero(key: str, row: dict[str, Any]) -> HeroCard:
    return HeroCard(key, row["klass"], row["health"], row["epic"])


@cache
def catalogues() -> Mapping[str, tuple[CatalogueCard, ...]]:
    """Every room and every hero by name, for searching."""
    heroes = {**hero_deck(4, epic=False), **hero_deck(4, epic=True)}
    return MappingProxyType(
        {
            "rooms": tuple(CatalogueCard(room, card_name(room.key), ()) for room in room_cards().values()),
            "heroes": tuple(CatalogueCard(hero, _hero_name(hero.key), ()) for hero in heroes.values()),
        }
    )


@cache
def hero_kinds(players: int, epic: bool, hard: bool = False) -> tuple[HeroCard, ...]:
    """Distinct class and health pairs of a hero deck, sorted by class, then by health."""
    found = {HeroCard("", h.klass, h.health, epic) for h in hero_deck(players, epic, hard).values()}
    return tuple(sorted(found, key=lambda h: ((*CLASSES, FOOL).index(h.klass), h.health)))


def hero_kind_key(hero: HeroCard) -> str:
    """Key of a hero's class and health, as events hold it (``c.4``)."""
    return f"{hero.klass}.{hero.health}"


def possible_treasures() -> tuple[str, ...]:
    """Treasures that an unnamed room may show: none, one icon, two, or all four classes."""
    few = ("".join(t) for n in range(3) for t in combinations_with_replacement(CLASSES, n))
    return (*few, CLASSES)


# --- display names -----------------------------------------------------------------------------------------------


def card_name(key: str) -> Name:
    """Name of a room, spell or boss."""
    return card_texts()[key].name


def find_card_name(key: str) -> Name | None:
    """Name of a room, spell or boss; None if there is none with that key."""
    found = card_texts().get(key)
    return found.name if found else None


def hero_card_name(card: HeroCard) -> Displayable:
    """Name of a hero card, or its class and health."""
    return _hero_name(card.key) if card.key else hero_kind_name(card)


def _hero_name(key: str) -> Name:
    row = _rows("heroes")[key]
    return Name(row["es"], row["en"])


def hero_kind_name(card: HeroCard) -> Text:
    """Class and health of a hero in words."""
    return Text("{hero} {n}", hero=CLASS_NAMES[card.klass], n=card.health)


def treasure_name(treasure: str) -> Text:
    """Icons of a room in words: ``Cleric + Mage``."""
    if not treasure:
        return Text("no treasure")
    if len(treasure) > 2:
        return Text("all four treasures")
    first = CLASS_NAMES[treasure[0]]
    return Text("{one} + {other}", one=first, other=CLASS_NAMES[treasure[1]]) if treasure[1:] else first


def room_card_name(card: RoomCard) -> Displayable:
    """Name of a room card, or what it shows."""
    if card.key:
        return card_name(card.key)
    return Text("room of {n} ({treasure})", n=card.damage, treasure=treasure_name(card.treasure))
