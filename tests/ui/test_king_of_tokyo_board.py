"""What King of Tokyo's board shows, as data: Tokyo, the dice and the shop, in its room."""

from __future__ import annotations

import pytest

from companion.library.library import Library
from companion.match.roles import DeviceRole
from companion.match.table import Table
from companion.ui.games.king_of_tokyo.board_model import (
    HIGH_PLACE_HEIGHT,
    MAX_CARD_HEIGHT,
    MAX_PLACE_HEIGHT,
    MIN_CARD_HEIGHT,
    MIN_PLACE_HEIGHT,
    TokyoBoard,
    board_model,
)
from companion.ui.games.scenes import scene_of
from companion.ui.table.model.board_room import ENDLESS_ROOM, BoardRoom
from companion.ui.table.model.screen_model import screen_model
from rules.engine import Rolled
from rules.king_of_tokyo.model.card_catalogue import PowerCard
from rules.king_of_tokyo.model.events import Began, Bought, TurnedUp
from tests.support.ui.headless import Phone
from tests.support.ui.king_of_tokyo_screen import NAMES, on_phone, sat, say
from tests.support.ui.table_context import table_context

FULL, MEDIUM, THIN = BoardRoom(374, 400), BoardRoom(374, 250), BoardRoom(374, 150)
HIT = Rolled((6, 6, 1, 2, 3, 5))


def shown(table: Table, room: BoardRoom = FULL, role: DeviceRole | None = None) -> TokyoBoard:
    """What the board of the host's phone shows, or of one in that role."""
    return board_model(table_context(table, role) if role else table_context(table), room)


def hit(library: Library, players: int = 3) -> Table:
    """A table at which Ana stands in Tokyo and was hit by Beto."""
    table = sat(library, players)
    say(table, Rolled((1, 1, 2, 3, 5, 4)), HIT)
    return table


def shopping(library: Library, energy: int) -> Table:
    """A table at which Ana buys with that much energy: two cards by name, and one without."""
    table = library.matches.create("king_of_tokyo", NAMES[:3], (("follow.shop", "on"),))
    say(table, Began(0))
    named = (PowerCard("heal", "Heal", 3, False),), (PowerCard("acid_attack", "Acid Attack", 6),), ()
    for slot, card in enumerate(named):
        say(table, TurnedUp(slot, card))
    say(table, Rolled((1, 1, 2, 2, 5, 5)))
    table.adjust("seat.0.energy", energy - 2)
    return table


def test_tokyo_has_the_room_that_dice_and_shop_leave(library: Library) -> None:
    """With much room places have their full height; with little Tokyo is one line."""
    table = hit(library)
    heights = [shown(table, room).city.place_height for room in (ENDLESS_ROOM, FULL, MEDIUM, THIN)]
    assert heights[:2] == [MAX_PLACE_HEIGHT, MAX_PLACE_HEIGHT]
    assert 0 < heights[2] < MAX_PLACE_HEIGHT
    assert heights[3] == 0


def test_low_places_name_their_monsters_beside_the_circle(library: Library) -> None:
    """Without dice on the board, 150 points are enough for places; 50 are for a line that is as low."""
    table = sat(library)
    low, line = (shown(table, BoardRoom(374, height)).city for height in (150, 50))
    assert MIN_PLACE_HEIGHT <= low.place_height < HIGH_PLACE_HEIGHT
    assert (line.place_height, line.line_height) == (0, 50)


@pytest.mark.parametrize(("players", "bay"), [(4, None), (5, -1)])
def test_the_bay_is_a_place_from_five_players_on(library: Library, players: int, bay: int | None) -> None:
    """The board has the Bay only where it is in play."""
    assert shown(sat(library, players)).city.bay == bay


def test_a_ring_is_round_whoever_decides(library: Library) -> None:
    """Whoever is asked has the ring, which need not be the active monster."""
    table = hit(library)
    city = shown(table).city
    assert (table.state.active, [m.name for m in city.monsters if m.decides]) == (1, ["Ana"])
    assert (city.city, [m.name for m in city.outside]) == (0, ["Beto", "Cira"])


def test_the_dice_lie_on_the_board_unless_the_answers_have_them(library: Library) -> None:
    """The faces of a roll are sorted, and smaller where there is little room."""
    table = hit(library)
    dice = shown(table).dice
    assert dice is not None
    assert (dice.faces, dice.empty) == ((1, 2, 3, 5, 6, 6), 0)
    small = shown(table, THIN).dice
    assert small is not None
    assert small.size < dice.size
    assert shown(sat(library)).dice is None


def test_cards_are_bought_on_the_board(library: Library) -> None:
    """A card that can be paid has its purchase, another one what is missing.

    Below the question there is no key for it.
    """
    table = shopping(library, energy=4)
    board = shown(table)
    assert board.shop is not None
    assert board.shop.is_open
    said = [(card.spoken, card.purchase, card.missing) for card in board.shop.cards]
    assert said == [
        ("Heal: 3 energy", "Buy Heal", 0),
        ("Acid Attack: 6 energy", "", 2),
        ("a card", "Buy card 3, without a name so far", 0),
    ]
    assert [card.card.is_kept for card in board.shop.cards] == [False, True, None]
    model = screen_model(table_context(table), scene_of("king_of_tokyo").model)
    keys = [answer.label for answer in model.answers if answer.place != "board"]
    assert keys == ["End the turn", "Sweep the shop"]
    assert [answer.label for answer in model.answers if answer.place == "board"] == [said[0][1], said[2][1]]


def test_the_cards_have_the_room_while_they_are_bought(library: Library) -> None:
    """Tokyo is then one line; where there is little room the cards stand above it."""
    table = shopping(library, energy=4)
    for room, first in ((FULL, False), (MEDIUM, False), (THIN, True)):
        board = shown(table, room)
        assert (board.city.place_height, board.dice, board.shop_first) == (0, None, first)
    heights = [shown(table, room).shop for room in (ENDLESS_ROOM, MEDIUM, BoardRoom(374, 90))]
    assert [shop.card_height for shop in heights if shop] == [MAX_CARD_HEIGHT, 182, MIN_CARD_HEIGHT]


def test_who_looks_on_sees_the_cards_and_buys_none(library: Library) -> None:
    """A phone that may not buy has the cards with what is missing, and no purchase."""
    watcher = DeviceRole(is_spectator=True)
    shop = shown(shopping(library, energy=4), role=watcher).shop
    assert shop is not None
    assert [card.sheet for card in shop.cards] == [None, None, None]


def test_between_purchases_the_cards_are_short(library: Library) -> None:
    """While nobody buys, the cards face up are a row below the dice."""
    table = shopping(library, energy=4)
    say(table, table.prompt.choices[0].event)
    shop = shown(table).shop
    assert shop is not None
    assert not shop.is_open


def test_prices_stand_on_the_board_of_a_shop_that_is_not_followed(library: Library) -> None:
    """Every price that can be paid is a key, first of all where there is little room."""
    table = sat(library)
    say(table, Rolled((5,) * 6))
    assert [price.energy for price in shown(table).prices] == [2, 3, 4, 5, 6]
    assert shown(table, THIN).shop_first
    say(table, Bought(0, -1, (PowerCard("wings", "Wings", 6),)))
    assert shown(table).prices == ()


@pytest.mark.usefixtures("quick")
def test_a_tap_on_the_purchase_buys_and_one_on_the_card_explains(library: Library) -> None:
    """The button on a card answers at once; the rest of the card opens its sheet."""

    async def journey(phone: Phone, table: Table) -> None:
        await phone.tap("Acid Attack: 6 energy")
        assert "Costs 6 energy · Ataque ácido" in phone.texts()
        await phone.tap("Close")
        assert "2 missing" in phone.texts()
        await phone.tap("Buy Heal")
        assert table.state.monsters[0].energy == 1

    on_phone(shopping(library, energy=4), library, journey)
