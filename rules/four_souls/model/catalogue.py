"""Catalogue of monsters and characters, read from the data files."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any

from rules.engine import CatalogueCard, Name, Text
from rules.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class MonsterCard:
    """The printed values of a monster, from the catalogue (with its ``id``) or typed.

    Rewards: ``cents``, ``loot`` and ``treasure`` as numbers; ``roll`` names the one that a die decides instead.
    """

    id: str = ""
    name: str = ""
    hp: int = 1
    evasion: int = 1
    attack: int = 1
    cents: int = 0
    loot: int = 0
    treasure: int = 0
    roll: str = ""
    souls: int = 0


@dataclass(frozen=True, slots=True)
class Character:
    """A character and its starting item.

    ``hp`` and ``attack`` are the usual 2 and 1 where no source states them. ``open_point`` is what the sources leave
    open and the table is asked once: numbers, item.
    """

    id: str
    name: Name
    hp: int
    attack: int
    souls: int
    item: str
    open_point: str
    begins: bool
    """Whether its player is the first one (FS-10)."""
    effect: Name


def read_rows(name: str) -> Iterator[dict[str, str]]:
    """Yield the rows of a data file as mappings by column."""
    text = files("rules.four_souls").joinpath("data", name).read_text("utf-8")
    yield from csv.DictReader(text.splitlines(), delimiter=";")


def _parse_reward(text: str) -> dict[str, Any]:
    """Parse a reward such as ``cents:4+loot:roll`` into fields of a ``MonsterCard``."""
    pairs = (part.split(":") for part in text.split("+") if part)
    return dict(("roll", kind) if amount == "roll" else (kind, int(amount)) for kind, amount in pairs)


def _parse_numbers(row: dict[str, str]) -> dict[str, Any]:
    numbers = {field: int(row[field]) for field in ("hp", "evasion", "attack", "souls")}
    return {**numbers, **_parse_reward(row["reward"])}


@cache
def monsters() -> dict[str, MonsterCard]:
    """Return every monster of the catalogue, by id."""
    return {
        row["id"]: replace(MonsterCard(row["id"], row["en"]), **_parse_numbers(row))
        for row in read_rows("monsters.csv")
    }


@cache
def monster_names() -> dict[str, Name]:
    """Return the monsters' names in both languages, by id."""
    return {row["id"]: Name(row["es"], row["en"]) for row in read_rows("monsters.csv")}


@cache
def monster_effect_texts() -> dict[str, Name]:
    """Return the texts of the monsters' effects, by id; monsters without an effect are left out."""
    return {
        row["id"]: Name(row["effect_es"], row["effect_en"]) for row in read_rows("monsters.csv") if row["effect_en"]
    }


@cache
def monster_ability_texts() -> dict[str, str]:
    """Return the abilities in the notation of the data file, by monster id.

    Empty ones are left out.
    """
    return {row["id"]: row["does"] for row in read_rows("monsters.csv") if row["does"]}


@cache
def monster_cards() -> tuple[CatalogueCard, ...]:
    """Return the monsters as searchable cards: by name, or by life, evasion and attack."""
    return tuple(_card(card) for card in monsters().values())


def _card(card: MonsterCard) -> CatalogueCard:
    numbers = ((Text("life"), card.hp), (Text("evasion"), card.evasion), (Text("attack"), card.attack))
    icons = ("life", "evasion", "attack")
    return CatalogueCard(card, monster_names()[card.id], numbers, monster_effect_texts().get(card.id), icons)


@cache
def characters() -> dict[str, Character]:
    """Return every character, by id."""
    return {
        row["id"]: Character(
            id=row["id"],
            name=Name(row["es"], row["en"]),
            hp=int(row["hp"] or 2),
            attack=int(row["attack"] or 1),
            souls=int(row["souls"] or 0),
            item=row["item"],
            open_point=row["asks"],
            begins=bool(row["begins"]),
            effect=Name(row["effect_es"], row["effect_en"]),
        )
        for row in read_rows("characters.csv")
    }


RULEBOOK = Rulebook("four_souls")
"""The rules and the open points on which tables differ (FS-A…)."""
