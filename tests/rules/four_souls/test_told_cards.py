"""FS-26, FS-34: cards that the rules cannot read are told and asked; looks at hidden cards are tasks for hands."""

import csv
import re

import pytest

from rules.four_souls.model.item_catalogue import ItemCard, item_cards
from tests.support.games.four_souls import FourSoulsTable, of, table
from tests.support.games.table import english
from tests.support.paths import SHARED

rule = pytest.mark.rule

TOLD = [card for card in item_cards().values() if card.kind == "event" and card.lacks]
"""Cards of which the table says what they do, played by their names; every loot card acts."""
each_told_card = pytest.mark.parametrize("card", TOLD, ids=lambda card: card.id)


def text_of(card: ItemCard) -> str:
    """The text of the data file."""
    assert card.text is not None
    return card.text.en


def stake(t: FourSoulsTable) -> str:
    """What the question says below its title."""
    return english(t.asked.stake) if t.asked.stake else ""


def listed_effects() -> dict[str, str]:
    """The effects in the lists of facts, by the card's name; none where these do not lie beside the repository."""
    paths = [SHARED / "rulebook" / "cards" / name for name in ("fs_loot.csv", "fs_treasure.csv")]
    lines = [path.open(encoding="utf-8") for path in paths if path.exists()]
    return {row["name"]: row["effect"] for file in lines for row in csv.DictReader(file, delimiter=";")}


OTHER_NUMBERS = {"pageant-boy", "fire-mind", "skeleton-key"}
"""Cards whose text says a number of the list in a word: 4¢ for each pip, doubled, any number of times."""


def test_every_number_of_the_facts_is_in_the_text_of_the_card() -> None:
    """Every told card has a text in both languages, and each text says all numbers above 1 of the list of facts."""
    effects = listed_effects()
    for card in item_cards().values():
        assert card.text or not card.lacks, card.id
        if card.text is None or card.kind not in ("loot", "treasure") or card.id in OTHER_NUMBERS:
            continue
        effect = effects.get(card.name.en, "")
        numbers = {n for n in re.findall(r"(?<=[:=<> ])\d+", effect) if int(n) > 1}
        for text in (card.text.es, card.text.en):
            assert numbers <= set(re.findall(r"\d+", text)), (card.id, text)


@rule("FS-26")
@each_told_card
def test_a_card_that_the_rules_cannot_read_asks_what_it_does_as_it_is_played(card: ItemCard) -> None:
    """The table reads what it does, says that Ana gains 2 loot cards and 1¢, and it resolves so."""
    t = table().plays("Ana", card=card.id)
    assert (t.step, t.stack, t.player("Ana").loot) == ("choose_way", ["loot"], 3)
    assert stake(t) == text_of(card)
    t.tells(t.to("Ana", "loot", 2), t.to("Ana", "cents", 1)).nobody()
    assert (t.stack, t.player("Ana").loot, t.player("Ana").cents) == ([], 5, 4)


@rule("FS-26")
@each_told_card
def test_it_may_do_nothing_that_is_tracked(card: ItemCard) -> None:
    """That nothing of it is tracked is an answer too; the stack says all the same what the card does."""
    t = table().plays("Ana", card=card.id)
    t.do(next(choice.event for choice in t.asked.choices if not choice.template.holes))
    assert (t.stack, t.top.effects) == (["loot"], ())
    assert stake(t) == text_of(card)
    assert t.nobody().stack == []


@rule("FS-26")
@each_told_card
def test_it_asks_as_it_resolves_where_the_table_chooses_then(card: ItemCard) -> None:
    """With effects chosen as a card resolves, it asks only then, under the same text."""
    t = table(FS_A1="resolve").plays("Ana", card=card.id)
    assert t.step == "priority"
    t.nobody()
    assert (t.step, stake(t)) == ("tell", text_of(card))
    t.tells(t.to("Ana", "cents", 2))
    assert t.player("Ana").cents == 5


def tasks(t: FourSoulsTable) -> list[str]:
    """What hands must do, of the latest event."""
    return [english(one.task) for one in t.notes if one.task]


@rule("FS-34")
@pytest.mark.parametrize(
    ("card", "task"),
    [
        ("iv-the-emperor", "look at 5 cards of the monster deck, as IV. The Emperor says"),
        ("ix-the-hermit", "look at 5 cards of the treasure deck, as IX. The Hermit says"),
        ("xviii-the-moon", "look at 5 cards of the loot deck, as XVIII. The Moon says"),
        ("xii-the-hanged-man", "look at 1 card of each deck, as XII. The Hanged Man says"),
        ("xxi-the-world", "look at everybody's hand, as XXI. The World says"),
    ],
)
def test_a_look_at_hidden_cards_is_a_task_of_its_player(card: str, task: str) -> None:
    """Cards of the decks are not tracked: who resolves the card looks, and a line tells the hands so."""
    t = table().plays("Beto", card=card)
    assert tasks(t) == []
    t.nobody()
    assert tasks(t)[0] == task
    assert next(one.seat for one in t.notes if one.task) == t.seat("Beto")


@rule("FS-34")
def test_a_cancelled_look_is_none() -> None:
    """The Moon, answered by Butter Bean!, shows nobody anything; both are discarded (L271)."""
    t = table().plays("Ana", card="xviii-the-moon").plays("Beto", card="butter-bean").nobody()
    discarded = ["put XVIII. The Moon on the loot discard", "put Butter Bean! on the loot discard"]
    assert (t.stack, tasks(t)) == ([], discarded)


@rule("FS-14")
def test_the_compass_and_sack_head_tell_the_hands() -> None:
    """Sack Head as it is turned sideways, The Compass as its owner's turn ends: each is a line for the hands."""
    t = table().names("Ana", "sack-head").names("Ana", "the-compass")
    t.uses("Ana", "sack-head").nobody()
    assert tasks(t) == ["look at 1 card of a deck, as Sack Head says"]
    assert "look at 4 cards of the loot deck, as The Compass says" in tasks(t.ends_turn())


@rule("FS-12", "FS-34")
@pytest.mark.parametrize(
    ("item", "task"),
    [
        ("sleight-of-hand", "look at 5 cards of a deck"),
        ("the-curse", "put the top card of a discard on its deck"),
        ("incubus", "look at a player's hand, or draw a loot card and put one back"),
    ],
)
def test_a_starting_item_tells_the_hands_what_its_fact_says(item: str, task: str) -> None:
    """Cain looks at 5 cards of a deck, Eve brings a discarded card back, Lilith looks at a hand or swaps a card."""
    t = table().names("Ana", item)
    t.uses("Ana", item).nobody()
    assert tasks(t) == [f"{task}, as {item_cards()[item].name.en} says"]


@rule("FS-42")
def test_the_curse_discards_a_card_as_the_turn_starts() -> None:
    """Eve's turn starts with a card from the top of a deck to the discard, and not with a look."""
    t = of("maggy", "eve").ends_turn()
    told = tasks(t)
    while t.step == "priority" and t.stack:
        t.nobody()
        told += tasks(t)
    assert "discard the top card of a deck, as The Curse says" in told
