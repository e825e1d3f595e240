"""King of Tokyo's cards without a browser: purchase by name, shop, names in both languages."""

from __future__ import annotations

import pytest

from companion.library.library import Library
from companion.match.table import Table
from rules.engine import Rolled
from rules.king_of_tokyo.model.card_catalogue import PowerCard
from rules.king_of_tokyo.model.events import Bought, TurnedUp
from tests.support.ui.headless import Phone
from tests.support.ui.king_of_tokyo_screen import NAMES, on_phone, sat, say

pytestmark = pytest.mark.usefixtures("quick")

ENERGY = Rolled((5,) * 6)


def test_a_card_is_bought_by_its_name_in_three_taps(library: Library) -> None:
    """A card is bought by name in three taps: buy, its cost, its name.

    Cards that cost more than the buyer has are not listed.
    """
    table = sat(library)
    say(table, ENERGY)

    async def journey(phone: Phone, table: Table) -> None:
        await phone.tap("Buy a card")
        assert "cost 7" not in phone.names()
        await phone.tap("cost 6")
        await phone.tap("Wings")
        assert [held.card for held in table.state.monsters[0].cards] == ["wings"]

    on_phone(table, library, journey)


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
    table = library.new_match("king_of_tokyo", NAMES[:3], (("follow.shop", "on"),))
    say(table, table.prompt.choices[0].event, TurnedUp(0, (PowerCard("heal", "Heal", 3, False),)), TurnedUp(1), ENERGY)

    async def journey(phone: Phone, table: Table) -> None:
        assert {"Heal: 3 energy", "a card"} <= set(phone.names())
        await phone.tap("Buy Heal")
        assert table.state.monsters[0].energy == 3

    on_phone(table, library, journey)
