"""Characters, monsters, events, curses and rooms against the lists beside the repository, and how many act."""

import csv
import re
from collections.abc import Callable, Iterator

import pytest

from companion.i18n import translator
from rules.card_grammar import UNKNOWN_FACE
from rules.four_souls.model.catalogue import (
    characters,
    monster_ability_texts,
    monster_effect_texts,
    monster_names,
    monster_sets,
    monsters,
    unknown_fields,
)
from rules.four_souls.model.effect import TARGET_KINDS
from rules.four_souls.model.item_catalogue import ItemCard, has_open_points, item_cards
from rules.four_souls.model.item_effects import ASKED_COUNTS, KEPT
from rules.four_souls.model.monster_abilities import abilities_of
from rules.four_souls.triggers.read_card import points_of
from rules.four_souls.vocabulary.card_text import known_card_text
from tests.support.paths import ROOT, SHARED

LISTS = SHARED / "rulebook" / "cards"
SETS = {"base V2": "b2", "Gold Box V2": "g2", "Four Souls+ V2": "fsp2", "Requiem": "r"}
UNKNOWN_SET = {"Christian Broadcasts": "r"}
"""Cards of which the list does not know the set, with the one in which they are offered."""
HELD = ("loot", "treasure")
LEAST = {"b2": 1.0, "g2": 0.98, "fsp2": 0.97, "r": 0.97}
"""Share of the cards of each set that act, ask one thing, or show hidden cards to hands."""
LEAST_OF_HELD = 1.0
"""Share of the loot cards and treasures that do."""


def rows(name: str) -> list[dict[str, str]]:
    """The rows of a list; none where the lists do not lie beside the repository."""
    path = LISTS / name
    return list(csv.DictReader(path.open(encoding="utf-8"), delimiter=";")) if path.exists() else []


# --- the numbers -------------------------------------------------------------------------------------------------


def reward(text: str) -> dict[str, object]:
    """The fields of a reward in the list's words."""
    if text == "?":
        return {}
    if text.startswith("roll"):
        return {"roll": "loot" if "loot" in text else "cents"}
    (sign, number), kinds = re.findall(r"([LT]?)(\d+)", text)[0], {"L": "loot", "T": "treasure", "": "cents"}
    return {kinds[sign]: int(number)}


@pytest.mark.parametrize("row", rows("fs_monsters.csv"), ids=lambda row: row["name"])
def test_a_monster_has_the_numbers_of_the_list(row: dict[str, str]) -> None:
    """Life, evasion, attack, reward and souls are those of the list; what it does not state is asked."""
    (card,) = (one for one in monsters().values() if one.name == row["name"])
    stated = {field: int(row[field]) for field in ("hp", "evasion", "attack", "souls") if row[field] != "?"}
    whole = {"cents": 0, "loot": 0, "treasure": 0, "roll": "", **reward(row["reward"]), **stated}
    unknown = set(unknown_fields().get(card.id, ()))
    assert {field: getattr(card, field) for field in whole if field not in unknown} == {
        field: value for field, value in whole.items() if field not in unknown
    }
    missing = {field for field in ("hp", "evasion", "attack", "souls") if row[field] == "?"}
    assert unknown == missing | ({"cents", "loot", "treasure", "roll"} if row["reward"] == "?" else set())
    assert monster_sets()[card.id] == (SETS.get(row["set"]) or UNKNOWN_SET[row["name"]])
    assert monster_names()[card.id].es
    assert (card.id in monster_effect_texts()) == bool(row["effect_short"])


NOT_CARDS = {"The Lost (expansion, named in the seed)": "the-lost-g2", "Eden (2 more cards)": "eden-2"}
"""Rows of characters that are no card of their own, with our row: a fact of the rules' text, and copies of Eden."""


@pytest.mark.parametrize("row", rows("fs_characters.csv"), ids=lambda row: row["character"])
def test_a_character_has_the_numbers_and_the_item_of_the_list(row: dict[str, str]) -> None:
    """Life, attack, set and starting item are those of the list."""
    key = NOT_CARDS.get(row["character"])
    found = [one for one in characters().values() if one.id == key or (not key and one.name.en == row["character"])]
    (one,) = [card for card in found if key or card.set_key == SETS[row["set"]]]
    if row["hp"] != "-":
        assert (one.hp, one.attack, one.set_key) == (int(row["hp"]), int(row["attack"]), SETS[row["set"]])
    if row["starting_item"][0] not in "(-":
        assert item_cards()[one.item].name.en == row["starting_item"]
    assert one.name.es
    assert one.effect.es
    assert one.effect.en
    assert ("Check the card" in one.effect.en) == (row["sure"] != "high" and not key)


# --- how many act ------------------------------------------------------------------------------------------------

ASKING_WORDS = ("chosen", "other", "random_other", "body", "may")


def kind_of_monster(id: str) -> str:
    """Whether a monster acts by itself, asks one thing, or is told."""
    actions = [action for ability in abilities_of(id) for action in ability.effects]
    if id in monster_effect_texts() and not abilities_of(id):
        return "told"
    is_asked = any(action.whom in ASKING_WORDS or action.kind == "summon" for action in actions)
    return "asks" if is_asked or is_read(monster_ability_texts().get(id, "")) else "acts"


def is_read(does: str) -> bool:
    """Whether the table reads a piece of the card from it once."""
    return has_open_points(does) or "hit_by" in does


def kind_of_card(card: ItemCard | None) -> str:
    """Whether a card acts by itself, asks one thing, only shows hidden cards to hands, or is told."""
    if card is None:  # Eden's item is a treasure
        return "asks"
    if card.lacks:
        return "told"
    does = card.does
    triggered = (way for one in does.triggers for way in one.ways)
    ways = [*does.activations, *(one.effects for one in does.payments), *triggered]
    every = (*ways, *(way for _, way in does.by_die), does.passive)
    effects = [effect for way in every if way != KEPT for effect in way]
    if card.looks and not effects and not does.replaces:
        return "shows"
    asks = (
        bool(points_of(card.id))
        or UNKNOWN_FACE in dict(does.by_die)
        or len(does.activations) > 1
        or any(TARGET_KINDS[effect.target.kind].choices or effect.count in ASKED_COUNTS for effect in effects)
    )
    return "asks" if asks or any(not one.is_automatic for one in does.triggers) else "acts"


def classified() -> Iterator[tuple[str, str, str, str]]:
    """Kind, set, name and class of every card."""
    for id, card in monsters().items():
        yield "monster", monster_sets()[id], card.name, kind_of_monster(id)
    for character in characters().values():
        if character.set_key in SETS.values():
            yield "character", character.set_key, character.name.en, kind_of_card(item_cards().get(character.item))
    for item in item_cards().values():
        if item.kind != "starting":
            yield item.kind, item.set_key, item.name.en, kind_of_card(item)


def test_table_of_all_cards(say: Callable[[str], None]) -> None:
    """Print for each set and kind how many cards act, ask once, show and are told; few of them are told."""
    every = list(classified())
    for kind in dict.fromkeys(kind for kind, *_ in every):
        for title, key in SETS.items():
            cards = [(name, how) for one, in_set, name, how in every if (one, in_set) == (kind, key)]
            if not cards:
                continue
            count = {how: sum(how == one for _, one in cards) for how in ("acts", "asks", "shows", "told")}
            told = ", ".join(name for name, how in cards if how == "told")
            say(
                f"{title}, {kind}: {len(cards)} cards, {count['acts']} act by themselves, {count['asks']} ask once, "
                f"{count['shows']} show hidden cards to hands, {count['told']} told{': ' if told else ''}{told}"
            )
            assert kind not in HELD or count["told"] <= (1 - LEAST_OF_HELD) * len(cards), (kind, key, told)
    for title, key in SETS.items():
        cards = [how for _, in_set, _, how in every if in_set == key]
        share = 1 - cards.count("told") / len(cards)
        say(f"{title}: {len(cards)} cards, {cards.count('told')} told, {100 * share:.1f} % act, ask or show")
        assert share >= LEAST[key], key


def test_what_is_told_is_listed_with_its_reason() -> None:
    """The document names exactly the cards that the table is told, each with why."""
    lines = (ROOT / "docs/told-cards.md").read_text("utf-8").splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| ")][1:]
    assert sorted(cell[0] for cell in cells) == sorted(name for *_, name, how in classified() if how == "told")
    assert all(len(cell) == 3 and all(cell) for cell in cells)


def test_every_card_has_its_name_and_text_in_both_languages() -> None:
    """No name and no text is missing in Spanish or English."""
    names = [*monster_names().values(), *(card.name for card in item_cards().values())]
    texts = [*monster_effect_texts().values(), *(card.text for card in item_cards().values() if card.text)]
    assert all(one.es.strip() and one.en.strip() for one in (*names, *texts))
    assert all(card.text for card in item_cards().values() if card.kind in ("event", "curse", "room"))


@pytest.mark.parametrize("lang", ["es", "en"])
def test_every_card_says_what_it_does(lang: str) -> None:
    """The text under a card's name on the rows is one sentence of that language, whatever the card counts."""
    translate = translator(lang)
    told = {id: text for id in item_cards() if (text := known_card_text(id)) is not None}
    assert len(told) > len(item_cards()) / 2
    said = {id: translate(text) for id, text in told.items()}
    assert [id for id, text in said.items() if not text.strip() or "{" in text] == []
