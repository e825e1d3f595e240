"""Catalogue of monsters and characters, read from the data files."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from rules.card_data import CardDataError, CardRow, data_text, reading
from rules.engine import CatalogueCard, Name, Text
from rules.rulebook import Rulebook

BASE_SET = "b2"
"""Key of the base game's set, whose cards every table has."""
OTHER_SIDE = "flip"
"""In place of a set: the other side of a character's card."""
CHECK_THE_CARD = Name("Comprueba la carta.", "Check the card.")
"""Follows the text of a card of which the sources are not sure."""


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
    """A character of the catalogue, or one whose name the table has typed.

    It has a starting item.

    ``hp`` and ``attack`` are the usual 2 and 1 where no source states them. ``open_point`` is what the sources leave
    open and the table is asked once: numbers, item. ``set_key``: the box in which it comes.
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
    set_key: str = ""


MONSTERS_FILE = "rules/four_souls/data/monsters.csv"
COLUMNS = {
    "card_texts.csv": "id es en",
    "characters.csv": "id en es hp attack souls item asks begins effect_en effect_es set sure",
    "curses.csv": "id set en es does lacks sure effect_en effect_es",
    "events.csv": "id set en es does lacks sure effect_en effect_es",
    "items.csv": "id kind en es does lacks souls ends set tags sure",
    "loot.csv": "id set en es does lacks souls ends tags sure kind copies",
    "monsters.csv": "id kind en es hp evasion attack reward souls effect_en effect_es does set sure",
    "open_points.csv": "id en es answers_en answers_es",
    "questions/list.csv": "id cards rules switch en es answer_en answer_es",
    "rooms.csv": "id set en es does lacks sure effect_en effect_es",
    "treasures.csv": "id set en es does lacks souls ends tags sure",
}
"""The columns of each data file."""


def read_rows(name: str) -> Iterator[CardRow]:
    """Yield the rows of a data file by column.

    Raises ``CardDataError`` for a column or a cell too many or too few, and for an id that is there twice.
    """
    file, text = data_text("four_souls", name)
    head, *lines = csv.reader(text.splitlines(), delimiter=";")
    columns = COLUMNS[name].split()
    if sorted(head) != sorted(columns):
        raise CardDataError(f"{file}: its columns are {' '.join(head)}, and must be {' '.join(columns)}")
    seen: set[str] = set()
    for cells in lines:
        if len(cells) != len(head):
            raise CardDataError(f"{file}, card {cells[0]}: it has {len(cells)} cells for {len(head)} columns")
        row = CardRow(file, "", dict(zip(head, cells, strict=True)))
        row.card = row["id"]
        if row.card in seen:
            raise CardDataError(f"{file}, card {row.card}: its id is there twice")
        seen.add(row.card)
        yield row


def read_effect(row: CardRow) -> Name | None:
    """Return the text of a card's effect.

    It asks to check the card where the sources are not sure.
    """
    if not row.get("effect_en"):
        return None
    if row["sure"] != "n":
        return Name(row["effect_es"], row["effect_en"])
    return Name(f"{row['effect_es']} {CHECK_THE_CARD.es}", f"{row['effect_en']} {CHECK_THE_CARD.en}")


PRINTED_NUMBERS = {"hp": 2, "evasion": 4, "attack": 1, "souls": 0}
"""Numbers of a monster, and what stands for one that no source states until somebody reads it."""
REWARDS = ("cents", "loot", "treasure", "roll")
UNKNOWN = "?"


def _parse_reward(text: str) -> dict[str, Any]:
    """Parse a reward such as ``cents:4+loot:roll`` into fields of a ``MonsterCard``.

    An unknown one into none.
    """
    if text == UNKNOWN:
        return {}
    pairs = (part.split(":") for part in text.split("+") if part)
    return dict(("roll", kind) if amount == "roll" else (kind, int(amount)) for kind, amount in pairs)


def _parse_numbers(row: CardRow) -> dict[str, Any]:
    numbers = {field: row.number(field, usual) for field, usual in PRINTED_NUMBERS.items()}
    with reading(row.file, row.card, "reward"):
        return {**numbers, **_parse_reward(row["reward"])}


@cache
def unknown_fields() -> dict[str, tuple[str, ...]]:
    """Return the fields of monsters that no source states, by id.

    The table reads them once from the card.
    """
    found = {row["id"]: tuple(_unknown_fields(row)) for row in read_rows("monsters.csv")}
    return {id: fields for id, fields in found.items() if fields}


def _unknown_fields(row: CardRow) -> Iterator[str]:
    yield from (field for field in PRINTED_NUMBERS if not row[field])
    yield from REWARDS if row["reward"] == UNKNOWN else ()


@cache
def monster_sets() -> dict[str, str]:
    """Return the key of the set in which each monster comes, by id."""
    return {row["id"]: row["set"] for row in read_rows("monsters.csv")}


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
    texts = ((row["id"], read_effect(row)) for row in read_rows("monsters.csv"))
    return {id: text for id, text in texts if text is not None}


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
    name, effect = monster_names()[card.id], monster_effect_texts().get(card.id)
    return CatalogueCard(card, name, numbers, effect, icons, unknown_fields().get(card.id, ()))


@cache
def characters() -> dict[str, Character]:
    """Return every character, by id."""
    return {
        row["id"]: Character(
            id=row["id"],
            name=Name(row["es"], row["en"]),
            hp=row.number("hp", 2),
            attack=row.number("attack", 1),
            souls=row.number("souls", 0),
            item=row["item"],
            open_point=row["asks"],
            begins=bool(row["begins"]),
            effect=read_effect(row) or Name("", ""),
            set_key=row["set"],
        )
        for row in read_rows("characters.csv")
    }


def find_character(key: str) -> Character:
    """Return the character with that id, or the one whose name was typed.

    Its numbers are asked for.
    """
    typed = Character(key, Name(key, key), 2, 1, 0, "", "numbers", False, Name("", ""))
    return characters().get(key, typed)


RULEBOOK = Rulebook("four_souls")
"""The rules and the open points on which tables differ (FS-A…)."""
