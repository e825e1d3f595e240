"""The facts of the cards, as they lie in the data files beside this one."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any

from rules.book import Book
from rules.engine import Card, Name, Text


@dataclass(frozen=True, slots=True)
class MonsterCard:
    """What is printed on a monster: from the catalogue (then ``id`` is its), or typed at the table.

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
    """A character and the item it starts with. ``hp`` and ``attack`` are the usual 2 and 1 where no source says.

    ``asks`` is what the sources leave open and the table is asked once: numbers, item.
    """

    id: str
    name: Name
    hp: int
    attack: int
    souls: int
    item: str
    asks: str
    effect: Name


def rows(name: str) -> Iterator[dict[str, str]]:
    """The lines of a data file, each by its columns."""
    text = files(__package__).joinpath("cards", name).read_text("utf-8")
    yield from csv.DictReader(text.splitlines(), delimiter=";")


def _reward(text: str) -> dict[str, Any]:
    """``cents:4+loot:roll`` as the fields of a MonsterCard."""
    pairs = (part.split(":") for part in text.split("+") if part)
    return dict(("roll", kind) if amount == "roll" else (kind, int(amount)) for kind, amount in pairs)


def _facts(row: dict[str, str]) -> dict[str, Any]:
    numbers = {field: int(row[field]) for field in ("hp", "evasion", "attack", "souls")}
    return {**numbers, **_reward(row["reward"])}


@cache
def monsters() -> dict[str, MonsterCard]:
    """Every monster of the catalogue, by id."""
    return {row["id"]: replace(MonsterCard(row["id"], row["en"]), **_facts(row)) for row in rows("monsters.csv")}


@cache
def monster_names() -> dict[str, Name]:
    """The monsters' names in both languages, by id."""
    return {row["id"]: Name(row["es"], row["en"]) for row in rows("monsters.csv")}


@cache
def monster_effects() -> dict[str, Name]:
    """What a monster does besides its numbers, in our words, by id; without those that do nothing."""
    return {row["id"]: Name(row["effect_es"], row["effect_en"]) for row in rows("monsters.csv") if row["effect_en"]}


@cache
def monsters_do() -> dict[str, str]:
    """What a monster does by itself, in the words of the file, by id; without those that do nothing."""
    return {row["id"]: row["does"] for row in rows("monsters.csv") if row["does"]}


@cache
def cards() -> tuple[Card, ...]:
    """The monsters as people look them up: by name, or by life, evasion and attack."""
    return tuple(_card(card) for card in monsters().values())


def _card(card: MonsterCard) -> Card:
    numbers = ((Text("life"), card.hp), (Text("evasion"), card.evasion), (Text("attack"), card.attack))
    icons = ("life", "evasion", "attack")
    return Card(card, monster_names()[card.id], numbers, monster_effects().get(card.id), icons)


@cache
def characters() -> dict[str, Character]:
    """Every character, by id."""
    return {
        row["id"]: Character(
            id=row["id"],
            name=Name(row["es"], row["en"]),
            hp=int(row["hp"] or 2),
            attack=int(row["attack"] or 1),
            souls=int(row["souls"] or 0),
            item=row["item"],
            asks=row["asks"],
            effect=Name(row["effect_es"], row["effect_en"]),
        )
        for row in rows("characters.csv")
    }


BOOK = Book("four_souls")
"""The rules, and the points on which tables differ (FS-A…)."""
