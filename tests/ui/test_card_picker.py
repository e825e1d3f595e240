"""The card picker of all games: what a search finds, what it lists, and what a house remembers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from companion.access.permissions import Access
from companion.library.library import Library
from companion.match.table import Table
from companion.ui.widgets.card_picker.faces import card_row, text_face
from companion.ui.widgets.card_picker.memory import CardMemory
from companion.ui.widgets.card_picker.number_rows import NumberRow
from companion.ui.widgets.card_picker.picker import CardPicker, Picker
from companion.ui.widgets.card_picker.search import (
    CardMatch,
    filter_by_numbers,
    filter_by_words,
    has_word_prefix,
    normalize_for_search,
    searchable_cards,
    values_at,
)
from rules.darkmoor.model.cards import HeroCard, LocationCard
from rules.darkmoor.model.events import Began, Located, TurnedUp
from rules.engine import Text
from rules.four_souls.board.slots import make_monster_hole
from rules.four_souls.model.catalogue import monster_cards
from tests.support.games.four_souls_stacks import stacked
from tests.support.ui.headless import Phone, action_phase, first_monster, on_phone, say

pytestmark = pytest.mark.usefixtures("quick")

MONSTER = make_monster_hole().templates[0]
SHELF = searchable_cards(monster_cards(), MONSTER, {}, {})


# --- finding a card ----------------------------------------------------------------------------------------------


def test_three_numbers_find_the_fly() -> None:
    """Life 1, evasion 2 and attack 1 match the Fly and no other monster."""
    assert [card.record.id for card in filter_by_numbers(SHELF, {0: 1, 1: 2, 2: 1})] == ["fly"]
    assert values_at(SHELF, 2)[:2] == (0, 1)


def test_a_name_is_found_in_both_languages_without_accents() -> None:
    """A search by any word's beginning finds a card in Spanish and English.

    Accents and capitals do not matter.
    """
    for typed in ("arana", "SPID"):
        assert "big-spider" in [card.record.id for card in filter_by_words(SHELF, typed)]
    assert has_word_prefix("Araña grande", "gra")
    assert not has_word_prefix("Araña grande", "rande")
    assert normalize_for_search("  ÑAM ") == "nam"


def test_a_table_finds_its_own_names_and_cards() -> None:
    """A search finds printed cards by their local names, and typed cards by their numbers."""
    data = {"hp": 9, "evasion": 3, "attack": 1, "cents": 2, "loot": 0, "treasure": 0, "roll": "", "souls": 0}
    typed = {"Paqui": data, "broken": {"hp": "x"}}
    mine = searchable_cards(monster_cards(), MONSTER, {"Fly": "Zumbona"}, typed)
    (fly,) = filter_by_words(mine, "zumb")
    assert (fly.record.id, fly.record.name) == ("fly", "Zumbona")
    assert fly in filter_by_words(mine, "mosca")
    (own,) = filter_by_numbers(mine, {0: 9})
    assert own.record.name == "Paqui"
    assert all(make_monster_hole().admits((card.record,)) for card in mine)


CARDS = (
    CardMatch("b", "Bat", (1,), effect=Text("It flies.")),
    CardMatch("a", "Ape", (2,)),
    CardMatch("c", "Cat", (2,), is_played=True),
)


def test_an_effect_is_found_after_the_names() -> None:
    """Cards that do so come after those that are called so, and only where the search is for effects as well."""
    other = CardMatch("f", "Flint")
    assert [card.record for card in filter_by_words((*CARDS, other), "fli", with_effects=True)] == ["f", "b"]
    assert filter_by_words(CARDS, "fli") == ()


# --- what is listed ----------------------------------------------------------------------------------------------


def listed(*steps: tuple[str, ...], **options: Any) -> tuple[list[str], list[str]]:
    """The buttons after those steps, and the cards that were picked."""
    picked: list[str] = []
    picker = Picker(
        lambda: CARDS,
        lambda card, _: picked.append(card.record),
        lambda card, on_tap: card_row(text_face(card.name), str(card.name), on_tap),
        **options,
    )

    async def run() -> list[str]:
        phone = await Phone().show(CardPicker, picker)
        await follow(phone, steps)
        return phone.names()

    return asyncio.run(run()), picked


async def follow(phone: Phone, steps: tuple[tuple[str, ...], ...]) -> None:
    """Tap what has one name, and type into what has a label and a text."""
    for step in steps:
        await (phone.tap(*step) if len(step) == 1 else phone.type(*step))


@pytest.mark.parametrize(
    ("steps", "names"),
    [
        ((), ["Ape", "Bat", "1 card already played"]),
        ((("1 card already played",),), ["Ape", "Bat", "Cat"]),
        ((("Look for a name", "ca"),), ["Cat"]),
        ((("Look for a name", "zzz"),), []),
    ],
)
def test_cards_already_played_wait_for_a_tap_or_a_search(steps: tuple[tuple[str, ...], ...], names: list[str]) -> None:
    """All other cards are listed by name; what is typed finds the played ones as well."""
    assert listed(*steps)[0] == names


def test_numbers_leave_the_cards_that_have_them() -> None:
    """No card is listed before a number is known; a number that none has with the others is disabled."""
    row = NumberRow("n", Text("life"), (1, 2), "sign")  # type: ignore[arg-type]
    assert listed(numbers=[row], hint=Text("life"))[0] == ["life 1", "life 2"]
    assert listed(("life 2",), ("Ape",), numbers=[row])[1] == ["a"]
    assert listed(("life 2",), ("life 2",), numbers=[row])[0] == ["life 1", "life 2"]


# --- what a house remembers --------------------------------------------------------------------------------------


def at_darkmoor(library: Library) -> Table:
    """A table at Ana's first turn."""
    table = library.matches.create("darkmoor", ("Ana", "Beto"))
    for name in ("Moor", "Fen", "Crag"):
        say(table, Located((LocationCard(name, vp=5),)))
    say(table, TurnedUp((HeroCard("Mad Malis", threshold=6),)))
    say(table, Began(0))
    return table


@dataclass(frozen=True)
class Naming:
    """A card that somebody names: at which table, with which steps, and again at the next one."""

    sit: Callable[[Library], Table]
    first: tuple[tuple[str, ...], ...]
    again: tuple[tuple[str, ...], ...]
    named: Callable[[Any], Any]
    """What the state has of it."""


ITEM, LOOT = ("Beto, ",), "Look for an effect, or name the card"
NAMINGS = {
    "a monster in no list": Naming(
        lambda library: first_monster(library, "Ana", "Beto"),
        (("Search by name", "Paqui"), ("Not in the list",), ("More: life",), ("This is it",)),
        (("Search by name", "paq"), ("Paqui",)),
        lambda state: (state.slots[0].card.name, state.slots[0].card.hp),
    ),
    "a monster of which no list has the numbers": Naming(
        lambda library: first_monster(library, "Ana", "Beto", rulings=(("cards.r", "on"),)),
        (("Search by name", "dogma"), ("Dogma",), *(("More: life",),) * 3, ("This is it",)),
        (("Search by name", "dogma"), ("Dogma",)),
        lambda state: (state.slots[0].card.id, state.slots[0].card.name, state.slots[0].card.hp),
    ),
    "a minion of which the rules leave out the numbers": Naming(
        at_darkmoor,
        (("Moor, ",), ("Dire Bear",), ("peril 2",), ("VP 3",)),
        (("Moor, ",), ("Dire Bear",)),
        lambda state: state.places[0].horde[0].card,
    ),
    "a minion in no list": Naming(
        at_darkmoor,
        (("Moor, ",), ("Give it a name",), ("Name", "Bog Witch"), ("peril 3",), ("Done",)),
        (("Moor, ",), ("Bog Witch",)),
        lambda state: state.places[0].horde[0].card,
    ),
    "an item in no list": Naming(
        lambda library: stacked(library, 1),
        (
            *(ITEM, ("Name an item of Beto",), ("Look for a name or an effect", "Zumbador"), ("Activated",)),
            *(("More: ¢",),) * 3,
            ("Name an item of Beto",),
        ),
        (ITEM, ("Name an item of Beto",), ("Look for a name or an effect", "zumb"), ("Zumbador, as last time",)),
        lambda state: [(item.name, item.activated, item.does) for item in state.players[1].items][-1],
    ),
    "a loot card": Naming(
        action_phase,
        (("Play loot",), (LOOT, "Moneda"), ("More: ¢",), ("More: ¢",), ("Onto the stack",)),
        (("Play loot",), ("Moneda, as last time",), ("Onto the stack",)),
        lambda state: (state.stack.top.name, state.stack.top.effects),
    ),
    "a crew": Naming(
        lambda library: library.matches.create("malifaux", ("Ana", "Beto")),
        (("Ana's crew",), ("A model a line: name, wounds", "Rasputina, 10\nFoo, 5"), ("This is the crew",)),
        (("Ana's crew",), ("Rasputina's crew",), ("This is the crew",)),
        lambda state: [(model.name, model.full) for model in state.players[0].crew],
    ),
}


@pytest.mark.parametrize("naming", NAMINGS.values(), ids=NAMINGS)
def test_what_was_named_once_needs_no_numbers_at_the_next_table(library: Library, naming: Naming) -> None:
    """What a house has typed or read of a card is the same card in the next match, by its name alone."""
    found = []
    for steps in (naming.first, naming.again):

        async def journey(phone: Phone, table: Table, steps: tuple[tuple[str, ...], ...] = steps) -> None:
            await follow(phone, steps)
            found.append(naming.named(table.state))

        on_phone(naming.sit(library), library, journey)
    assert found[0] == found[1]


def test_a_memory_keeps_the_spelling_and_what_was_used_last(library: Library) -> None:
    """A card is found under the spelling of its first time; the keys used last come first, and only so many stay."""
    memory = CardMemory(Access(library.storage, True), "four_souls", "loot")
    memory.save("Ñandú", [1])
    memory.save("nandu", [2])
    memory.save("", [3])
    assert memory.cards() == {"Ñandú": [2]}
    for key in ("a", "b", "c", "a"):
        memory.save_recent(key, most=2)
    assert memory.recent() == ["a", "c"]
    memory.save_recent()
    assert memory.recent() == ["a", "c"]
