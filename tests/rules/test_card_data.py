"""What is wrong in a data file of cards is said with the file, the card and the field."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest

from rules import card_data
from rules.boss_monster.model import card_catalogue as boss_monster
from rules.card_data import CardDataError
from rules.darkmoor.model import cards as darkmoor
from rules.four_souls.model import catalogue, item_catalogue, monster_abilities
from rules.king_of_tokyo.model import card_catalogue as king_of_tokyo
from rules.malifaux.model import conditions

FOUR_SOULS, BASE = "rules/four_souls/data", "rules/king_of_tokyo/data/base.toml"
SPIDER, HAUNT = f"{FOUR_SOULS}/monsters.csv, card big-spider", f"{FOUR_SOULS}/treasures.csv, card baby-haunt"


class Altered:
    """The package of a game whose data file has other words in one place."""

    def __init__(self, package: str, before: str, after: str) -> None:
        self.folder, self.before, self.after = files(package), before, after

    def joinpath(self, *names: str) -> Altered:
        self.folder = self.folder.joinpath(*names)
        return self

    def read_text(self, encoding: str) -> str:
        text = self.folder.read_text(encoding)
        return text.replace(self.before, self.after)


def uncached(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function without its memory."""
    plain: Callable[..., Any] = getattr(function, "__wrapped__", function)
    return plain


def monster_ability(card: str) -> Any:
    """The abilities of a monster, from the file as it is now."""
    return uncached(monster_abilities.abilities_of)(card)


def darkmoor_cards() -> Any:
    return [
        darkmoor._card(kind, row) for kind in darkmoor.CARD_TEMPLATES for row in uncached(darkmoor._named_rows)(kind)
    ]


READ: dict[str, Callable[[], Any]] = {
    "monsters": lambda: uncached(catalogue.monsters)(),
    "big spider": lambda: monster_ability("big-spider"),
    "items": lambda: uncached(item_catalogue.item_cards)(),
    "powers": lambda: [
        king_of_tokyo._printed_power_card(id, row) for id, row in uncached(king_of_tokyo._rows)("base").items()
    ],
    "darkmoor": darkmoor_cards,
    "rooms": lambda: [boss_monster._printed(key, row) for key, row in uncached(boss_monster._rows)("rooms").items()],
    "conditions": lambda: [
        conditions._kind(key, row) for key, row in uncached(conditions._rows)().items() if "card" not in row
    ],
}


@pytest.mark.parametrize(
    ("read", "before", "after", "sentence"),
    [
        ("monsters", "id;kind;en;es;hp", "id;kind;en;es", "monsters.csv: its columns are id kind en es evasion"),
        ("monsters", "Araña grande;3;4", "Araña grande;3", f"{SPIDER}: it has 13 cells for 14 columns"),
        ("monsters", "Araña grande;3;", "Araña grande;x;", f"{SPIDER}, field hp: invalid literal"),
        ("monsters", "4;1;loot:1;0;When it dies, the", "4;1;loot;0;When it dies, the", f"{SPIDER}, field reward: "),
        ("monsters", "\nblack-bony;", "\nbig-spider;", f"{SPIDER}: its id is there twice"),
        ("big spider", "death -> attack_deck;", "death -> hearts;", f"{SPIDER}, field does: no monster knows"),
        ("big spider", "death -> attack_deck;", "hurt -> loot:-1@slayer;", f"{SPIDER}, field does: 'hurt' has no"),
        ("items", "on your turn) && death", "on your turn) &&& death", f"{HAUNT}, field does: 'always"),
        ("items", "always -> evasion:1@monsters", "always -> hearts:1@monsters", f"{HAUNT}, field does: items know"),
        ("powers", "does =", "dose =", f"{BASE}, card "),
        ("powers", "resolving", "resolved", "'resolved' is none of turn_starts, resolving"),
        ("darkmoor", "does = \"", "does = \"un", "rules/darkmoor/data/named.toml, card "),
        ("rooms", "acts = ", "akts = ", "rules/boss_monster/data/rooms.toml, card "),
        ("conditions", "ends = ", "end = ", "rules/malifaux/data/conditions.toml, card "),
    ],
)  # fmt: skip
def test_an_error_names_file_card_and_field(
    read: str, before: str, after: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A column, cell, field, number or word that is wrong is one sentence, and nothing passes in silence."""
    READ[read]()
    for name in ("monster_ability_texts", "monsters"):
        monkeypatch.setattr(catalogue, name, uncached(getattr(catalogue, name)))
    monkeypatch.setattr(monster_abilities, "monster_ability_texts", catalogue.monster_ability_texts)
    monkeypatch.setattr(card_data, "files", lambda package: Altered(package, before, after))
    with pytest.raises(CardDataError) as refused:
        READ[read]()
    assert sentence in str(refused.value)
    assert str(refused.value).startswith("rules/")


@pytest.mark.parametrize("name", catalogue.COLUMNS)
def test_every_file_of_four_souls_is_read_strictly(name: str) -> None:
    """Each file has the columns that are declared, and every row as many cells."""
    rows = list(catalogue.read_rows(name))
    assert rows
    assert all(set(row) == set(catalogue.COLUMNS[name].split()) for row in rows)
