"""King of Tokyo's cards without a browser: purchase by name, shop, names in both languages."""

from __future__ import annotations

import pytest

from companion.library.library import Library
from companion.match.roles import DeviceRole
from companion.match.table import Table
from rules.engine import Rolled
from rules.king_of_tokyo.model.card_catalogue import PowerCard, copies_in_deck, printed_power_cards
from rules.king_of_tokyo.model.events import Bought, TurnedUp
from tests.support.ui.headless import Phone
from tests.support.ui.king_of_tokyo_screen import NAMES, on_phone, sat, say

pytestmark = pytest.mark.usefixtures("quick")

ENERGY = Rolled((5,) * 6)


def test_a_card_is_bought_by_its_name_in_two_taps(library: Library) -> None:
    """A card is bought by name in two taps, its price first: the price, among those that can be paid, and the card.

    Every card of that price is listed with what it does, and no other.
    """
    table = sat(library)
    say(table, ENERGY)

    async def journey(phone: Phone, table: Table) -> None:
        prices = [name for name in phone.names() if name.startswith("Cards of")]
        assert prices == [f"Cards of {n} energy" for n in range(2, 7)]
        await phone.tap("Cards of 6 energy")
        deck = {id: printed_power_cards()[id] for id in copies_in_deck("base")}
        listed = {card.name.en for card in deck.values()} & set(phone.names())
        assert listed == {card.name.en for card in deck.values() if card.cost == 6}
        assert deck["wings"].effect.en in phone.texts()
        await phone.tap("Wings")
        assert [held.card for held in table.state.monsters[0].cards] == ["wings"]
        assert not [name for name in phone.names() if name.startswith("Cards of")]  # nothing is left to pay with

    on_phone(table, library, journey)


def test_a_card_in_no_list_is_its_price_and_its_kind(library: Library) -> None:
    """An unlisted card is two taps: its price, and whether it stays or goes to the discards; it needs no name."""
    table = sat(library)
    say(table, ENERGY)

    async def journey(phone: Phone, table: Table) -> None:
        await phone.tap("Cards of 2 energy")
        await phone.tap("Another card (it is discarded)")
        assert (table.state.monsters[0].energy, table.state.monsters[0].cards) == (4, ())
        await phone.tap("Cards of 3 energy")
        await phone.tap("Another card (it is kept)")
        (held,) = table.state.monsters[0].cards
        assert (table.state.monsters[0].energy, held.card, held.cost) == (1, "", 3)

    on_phone(table, library, journey)


def test_who_only_looks_on_sees_no_prices(library: Library) -> None:
    """Only the phones that may buy for the monster have the prices."""
    table = sat(library)
    say(table, ENERGY)

    async def journey(phone: Phone, table: Table) -> None:
        assert not [name for name in phone.names() if name.startswith("Cards of")]

    on_phone(table, library, journey, chair=DeviceRole(is_spectator=True))


def test_a_card_says_its_name_in_the_other_language_too(library: Library) -> None:
    """KT-A15: names differ by translation, so a card's sheet shows both."""
    table = sat(library)
    say(table, ENERGY, Bought(0, -1, (PowerCard("wings", "Wings", 6),)))

    async def journey(phone: Phone, table: Table) -> None:
        await phone.tap("Ana, hearts 10, points 1, energy 0")
        await phone.tap("Wings")
        assert {"Wings", "Alas"} <= set(phone.texts())

    on_phone(table, library, journey)


def test_what_lies_in_the_shop_is_bought_with_one_tap(library: Library) -> None:
    """A face-up card of the shop is bought with one tap and shows its cost to the active player.

    A card without a name shows no cost.
    """
    table = library.matches.create("king_of_tokyo", NAMES[:3], (("follow.shop", "on"),))
    say(table, table.prompt.choices[0].event, TurnedUp(0, (PowerCard("heal", "Heal", 3, False),)), TurnedUp(1), ENERGY)

    async def journey(phone: Phone, table: Table) -> None:
        assert {"Heal: 3 energy", "a card"} <= set(phone.names())
        await phone.tap("Buy Heal")
        assert table.state.monsters[0].energy == 3

    on_phone(table, library, journey)


def test_the_card_that_mimic_copies_is_tapped_on_its_monsters_row(library: Library) -> None:
    """KT-33: Mimic is asked which keep card it copies; a tap on one of them, on its monster's row, is the answer."""
    table = sat(library)
    table.adjust("seat.0.energy", 14)
    say(
        table,
        ENERGY,
        Bought(0, -1, (PowerCard("wings", "Wings", 6),)),
        Bought(0, -1, (PowerCard("mimic", "Mimic", 8),)),
    )
    assert table.prompt.rule == "KT-33"
    wings, mimic = table.state.monsters[0].cards

    async def journey(phone: Phone, table: Table) -> None:
        assert "Ana: Mimic" not in phone.names(), "it does not copy itself"
        await phone.tap("Ana: Wings")
        copied = next(card.copies for card in table.state.monsters[0].cards if card.id == mimic.id)
        assert copied == wings.id
        assert "Ana: Wings" not in phone.names(), "nothing is asked about it any more"

    on_phone(table, library, journey)


def test_the_sheet_of_a_card_that_is_asked_about_answers_with_its_large_button(library: Library) -> None:
    """KT-33: opened to be read, the card that Mimic may copy is chosen on its sheet."""
    table = sat(library)
    table.adjust("seat.0.energy", 14)
    say(
        table,
        ENERGY,
        Bought(0, -1, (PowerCard("wings", "Wings", 6),)),
        Bought(0, -1, (PowerCard("mimic", "Mimic", 8),)),
    )

    async def journey(phone: Phone, table: Table) -> None:
        await phone.tap("Ana, hearts 10")
        await phone.tap("Wings")
        assert printed_power_cards()["wings"].effect.en in phone.texts()
        await phone.tap("Copy this card")
        assert table.prompt.rule != "KT-33"

    on_phone(table, library, journey)
