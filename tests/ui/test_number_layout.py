"""The grid of number tiles: numbers and keys as large as the screen allows, for every table and device."""

from __future__ import annotations

from itertools import product

import pytest

from companion.ui.design.text_fit import BROAD_LETTER_WIDTH
from companion.ui.table.zones.number_layout import CARD_GAP, CARD_PADDING, MIN_KEY_SIZE, TILE_GAP, NumberGrid, fit_grid

PHONE = 366, 570
"""The room for tiles on a phone of 390 × 844, in points."""
ROOMS = {"phone": PHONE, "small": (296, 300), "side": (580, 300), "tablet": (880, 700)}
READABLE = 26
"""The smallest size of a number that is read across the table."""
EVERY = list(product(ROOMS, range(2, 7), range(1, 5), (1.0, 1.3)))


def grid(room: str, players: int, numbers: int, scale: float = 1.0) -> NumberGrid:
    return fit_grid(*ROOMS[room], players, numbers, (10, 8), scale)


@pytest.mark.parametrize(("room", "players", "numbers", "scale"), EVERY)
def test_keys_are_never_too_small_and_nothing_is_wider_than_the_screen(
    room: str, players: int, numbers: int, scale: float
) -> None:
    """− and + are at least 48 points both ways, a number of two digits fits, and the cards fit side by side."""
    found = grid(room, players, numbers, scale)
    tile = found.tile
    assert min(tile.key_width, tile.key_height) >= MIN_KEY_SIZE == 48
    assert 2 * BROAD_LETTER_WIDTH * tile.number_size * scale <= tile.number_width + 0.01
    assert tile.number_size >= READABLE
    cards = found.cards_across * found.card_width + (found.cards_across - 1) * CARD_GAP
    assert cards <= ROOMS[room][0] + 0.01
    inside = found.tiles_across * tile.width + (found.tiles_across - 1) * TILE_GAP + 2 * CARD_PADDING
    assert inside <= found.card_width + 0.01


@pytest.mark.parametrize(("players", "numbers"), [(2, 2), (2, 4), (3, 3), (4, 2), (4, 3), (4, 4), (6, 2)])
def test_up_to_four_players_are_on_one_screen_of_a_phone(players: int, numbers: int) -> None:
    """On a phone of 390 × 844 the tiles of these tables need no scrolling."""
    assert grid("phone", players, numbers).height <= PHONE[1]


def test_six_players_are_nearly_on_one_screen_of_a_phone() -> None:
    """With six players and three numbers each the last row of numbers is scrolled to, and no more."""
    found = grid("phone", 6, 3)
    assert found.height <= PHONE[1] + 2 * found.tile.height


def test_fewer_numbers_are_larger() -> None:
    """The numbers of two players are larger than those of four, and on a tablet larger than on a phone."""
    two, four = grid("phone", 2, 3).tile, grid("phone", 4, 3).tile
    assert two.number_size > four.number_size
    assert two.number_size >= 60
    assert grid("tablet", 4, 3).tile.number_size > four.number_size
    assert min(two.key_width, two.key_height) >= 56


def test_a_number_of_three_digits_is_not_cut() -> None:
    """A longer number makes all of them smaller instead of being cut."""
    found = fit_grid(*PHONE, 4, 3, (100, 8)).tile
    assert 3 * BROAD_LETTER_WIDTH * found.number_size <= found.number_width


def test_the_maximum_stands_behind_a_number_only_where_it_fits() -> None:
    """A maximum is left out where there is no room for it."""
    wide, narrow = grid("phone", 6, 3).tile, grid("phone", 4, 3).tile
    assert wide.shows_full(10, 10, 1.0)
    assert not narrow.shows_full(10, 10, 1.0)
